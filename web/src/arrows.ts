// Forces of contacts as arrows at their points; contacts that are hit have another colour, for their arrow is impulse over step.

import * as THREE from "three";
import type { Motion } from "./scene.ts";

const NUMBERS = 7;
const [LASTING, HIT] = [new THREE.Color(0xc2185b), new THREE.Color(0xff9800)];

export class Arrows {
  readonly group = new THREE.Group();
  private shafts: THREE.InstancedMesh;
  private heads: THREE.InstancedMesh;
  private starts: number[] = [0];
  private unit: number;

  constructor(
    private motion: Motion,
    private length: number,
  ) {
    const { arrowCounts, arrowValues } = motion;
    for (const count of arrowCounts) this.starts.push(this.starts[this.starts.length - 1]! + count);
    const most = Math.max(1, ...arrowCounts);
    const material = () => new THREE.MeshBasicMaterial();
    const up = (g: THREE.BufferGeometry) => g.translate(0, 0.5, 0);
    this.shafts = new THREE.InstancedMesh(up(new THREE.CylinderGeometry(1, 1, 1, 8)), material(), most);
    this.heads = new THREE.InstancedMesh(up(new THREE.ConeGeometry(1, 1, 12)), material(), most);
    for (const mesh of [this.shafts, this.heads]) {
      mesh.frustumCulled = false;
      this.group.add(mesh);
    }
    // Arrows are measured by a large force that is not an impact.
    const sizes: number[] = [];
    for (let k = 0; k < arrowValues.length; k += NUMBERS) {
      if (arrowValues[k + 6] === 0)
        sizes.push(Math.hypot(arrowValues[k + 3]!, arrowValues[k + 4]!, arrowValues[k + 5]!));
    }
    sizes.sort((a, b) => a - b);
    this.unit = sizes[Math.floor(0.95 * (sizes.length - 1))] || 1;
  }

  /** The arrows of a frame, their lengths times a factor. */
  show(frame: number, factor: number): void {
    const first = this.starts[frame] ?? 0;
    const count = factor > 0 ? (this.starts[frame + 1] ?? first) - first : 0;
    const v = this.motion.arrowValues;
    const up = new THREE.Vector3(0, 1, 0);
    const [turn, place, size] = [new THREE.Quaternion(), new THREE.Vector3(), new THREE.Vector3()];
    const matrix = new THREE.Matrix4();
    for (let k = 0; k < count; k++) {
      const o = NUMBERS * (first + k);
      const force = new THREE.Vector3(v[o + 3], v[o + 4], v[o + 5]);
      // Impacts are large: their arrows are cut at twice the length of the others.
      const length = Math.min(force.length() / this.unit, 2) * this.length * factor;
      turn.setFromUnitVectors(up, force.normalize());
      const thick = 0.025 * this.length;
      const head = Math.min(0.2 * this.length, 0.5 * length);
      place.set(v[o]!, v[o + 1]!, v[o + 2]!);
      this.shafts.setMatrixAt(k, matrix.compose(place, turn, size.set(thick, Math.max(length - head, 1e-12), thick)));
      place.addScaledVector(force, length - head);
      this.heads.setMatrixAt(k, matrix.compose(place, turn, size.set(2.5 * thick, Math.max(head, 1e-12), 2.5 * thick)));
      const colour = v[o + 6] ? HIT : LASTING;
      this.shafts.setColorAt(k, colour);
      this.heads.setColorAt(k, colour);
    }
    for (const mesh of [this.shafts, this.heads]) {
      mesh.count = count;
      mesh.instanceMatrix.needsUpdate = true;
      if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true;
    }
  }
}
