// Springs and joints: marks whose size is a share of the whole picture's.

import * as THREE from "three";
import type { Joint, Link } from "./data.ts";
import { sideways } from "./shapes.ts";

/** Segments of a drawn spring. */
const COILS = 24;

export class Links {
  readonly group = new THREE.Group();
  private springs: THREE.LineSegments;
  private rods: THREE.LineSegments;
  private rodEnds: Joint[];
  private marks: { object: THREE.Mesh; joint: Joint }[] = [];

  constructor(
    private coils: Link[],
    joints: Joint[],
    private size: number,
  ) {
    this.rodEnds = joints.filter((joint) => joint.kind === "distance");
    this.springs = segments(coils.length * 2 * COILS, 0x888888);
    this.rods = segments(2 * this.rodEnds.length, 0x666666);
    this.group.add(this.springs, this.rods);
    const material = new THREE.MeshStandardMaterial({ color: 0x555b66, roughness: 0.5 });
    for (const joint of joints.filter(({ kind }) => kind !== "distance")) {
      const object = new THREE.Mesh(mark(joint.kind, 0.008 * size), material);
      object.matrixAutoUpdate = false;
      object.userData.joint = `${joint.name} (${joint.kind})`;
      this.group.add(object);
      this.marks.push({ object, joint });
    }
  }

  /** What can be picked. */
  get things(): THREE.Object3D[] {
    return this.marks.map(({ object }) => object);
  }

  move(poses: THREE.Matrix4[]): void {
    const origin = (track: number) => new THREE.Vector3().setFromMatrixPosition(poses[track]!);
    for (const { object, joint } of this.marks) {
      // What slides is at the place of the second side, along the axis of the first.
      object.matrix.copy(poses[joint.a]!).setPosition(origin(joint.b));
    }
    const place = attribute(this.springs);
    this.coils.forEach((spring, k) => {
      coil(origin(spring.a), origin(spring.b), 0.01 * this.size, place, k * 2 * COILS);
    });
    place.needsUpdate = true;
    const ends = attribute(this.rods);
    this.rodEnds.forEach((rod, k) => {
      for (const [i, p] of [origin(rod.a), origin(rod.b)].entries()) ends.setXYZ(2 * k + i, p.x, p.y, p.z);
    });
    ends.needsUpdate = true;
  }
}

/** Axes are z: a pin for what turns about one, a guide for what slides along one, a ball for what turns freely. */
function mark(kind: string, size: number): THREE.BufferGeometry {
  switch (kind) {
    case "hinge":
    case "screw":
    case "cylindrical":
      return new THREE.CylinderGeometry(0.9 * size, 0.9 * size, 4 * size, 20).rotateX(Math.PI / 2);
    case "prismatic":
    case "point_on_line":
      return new THREE.BoxGeometry(1.2 * size, 1.2 * size, 5 * size);
    case "planar":
      return new THREE.BoxGeometry(4 * size, 4 * size, 0.4 * size);
    case "spherical":
    case "universal":
      return new THREE.SphereGeometry(1.2 * size, 20, 12);
    default:
      return new THREE.OctahedronGeometry(size);
  }
}

function segments(points: number, color: number): THREE.LineSegments {
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute("position", new THREE.BufferAttribute(new Float32Array(3 * points), 3));
  const lines = new THREE.LineSegments(geometry, new THREE.LineBasicMaterial({ color }));
  lines.frustumCulled = false;
  return lines;
}

function attribute(lines: THREE.LineSegments): THREE.BufferAttribute {
  return lines.geometry.getAttribute("position") as THREE.BufferAttribute;
}

function coil(a: THREE.Vector3, b: THREE.Vector3, width: number, place: THREE.BufferAttribute, first: number): void {
  const along = b.clone().sub(a);
  const side = sideways(along.clone().normalize()).multiplyScalar(width);
  const at = (k: number) => {
    const inner = k > 3 && k < COILS - 3 ? (k % 2 === 0 ? 1 : -1) : 0;
    return a
      .clone()
      .addScaledVector(along, k / COILS)
      .addScaledVector(side, inner);
  };
  for (let k = 0; k < COILS; k++) {
    const [p, q] = [at(k), at(k + 1)];
    place.setXYZ(first + 2 * k, p.x, p.y, p.z);
    place.setXYZ(first + 2 * k + 1, q.x, q.y, q.z);
  }
}
