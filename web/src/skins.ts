// Flexible bodies: surfaces of solids, beams with their sections, cables as tubes.

import * as THREE from "three";
import { scale } from "./colours.ts";
import type { Outline } from "./data.ts";
import type { Columns } from "./frames.ts";
import { sideways } from "./shapes.ts";

/** What colours a flexible body: values of cells, and the range of the scale. */
export interface Paint {
  values: Columns;
  range: [number, number];
}

/** Where and when a skin is drawn. */
export interface Moment {
  points: Columns;
  poses: THREE.Matrix4[];
  frame: number;
  part: number;
  paint: Paint | null;
}

type Colour = [number, number, number];
const WHITE: Colour = [1, 1, 1];
const NONE: Colour = [0.7, 0.7, 0.7];

/** A ring of at least so many corners is round: its sides are shaded as one. */
const ROUND = 16;

/** A flexible body, or one line or surface of it. */
export abstract class Skin {
  readonly mesh: THREE.Mesh;
  protected geometry = new THREE.BufferGeometry();
  private material: THREE.MeshStandardMaterial;

  constructor(
    readonly outline: Outline,
    private colour: string,
    vertices: number,
  ) {
    this.geometry.setAttribute("position", new THREE.BufferAttribute(new Float32Array(3 * vertices), 3));
    this.geometry.setAttribute("color", new THREE.BufferAttribute(new Float32Array(3 * vertices).fill(1), 3));
    this.material = new THREE.MeshStandardMaterial({
      color: colour,
      roughness: 0.7,
      side: THREE.DoubleSide,
      vertexColors: true,
    });
    this.mesh = new THREE.Mesh(this.geometry, this.material);
    this.mesh.frustumCulled = false;
    this.mesh.userData.body = outline.body;
  }

  protected abstract place(moment: Moment, place: THREE.BufferAttribute): void;
  protected abstract dye(colour: THREE.BufferAttribute, ofCell: (place: number) => Colour): void;

  move(moment: Moment): void {
    const place = this.geometry.getAttribute("position") as THREE.BufferAttribute;
    const colour = this.geometry.getAttribute("color") as THREE.BufferAttribute;
    this.place(moment, place);
    place.needsUpdate = true;
    const { paint, frame, part } = moment;
    this.material.color.set(paint ? 0xffffff : this.colour);
    const ofCell = (k: number): Colour => {
      if (!paint) return WHITE;
      const value = paint.values.mix(this.outline.cells[k] ?? 0, frame, part);
      const [low, high] = paint.range;
      return Number.isFinite(value) ? scale((value - low) / (high - low || 1)) : NONE;
    };
    this.dye(colour, ofCell);
    colour.needsUpdate = true;
    this.geometry.computeVertexNormals();
    this.geometry.computeBoundingSphere();
  }
}

/** The faces of a solid; every triangle has its own corners. */
export class Surface extends Skin {
  private corners: number[] = [];
  private faces: number[] = [];

  constructor(outline: Outline, colour: string) {
    const faces = outline.faces ?? [];
    super(outline, colour, 3 * faces.reduce((sum, face) => sum + face.length - 2, 0));
    faces.forEach((face, f) => {
      for (let k = 1; k + 1 < face.length; k++) {
        this.corners.push(face[0]!, face[k]!, face[k + 1]!);
        this.faces.push(f, f, f);
      }
    });
  }

  protected override place({ points, frame, part }: Moment, place: THREE.BufferAttribute): void {
    const x = (point: number, i: number) => points.mix(3 * (this.outline.first + point) + i, frame, part);
    this.corners.forEach((p, k) => {
      place.setXYZ(k, x(p, 0), x(p, 1), x(p, 2));
    });
  }

  protected override dye(colour: THREE.BufferAttribute, ofCell: (place: number) => Colour): void {
    this.faces.forEach((f, k) => {
      colour.setXYZ(k, ...ofCell(f));
    });
  }
}

/** A line swept by a section, closed at both ends. */
export class Line extends Skin {
  /** Corners of the section's sides in its y and z, and the sides by pairs of them. */
  private corners: [number, number][] = [];
  private sides: [number, number][] = [];
  private caps: [number, number][];
  private oriented: boolean;

  constructor(outline: Outline, colour: string, least: number) {
    const rings = outline.rings ?? [circle(Math.max(outline.radius, least))];
    const corners = rings.reduce((sum, ring) => sum + (ring.length < ROUND ? 2 : 1) * ring.length, 0);
    const caps = rings.flat();
    super(outline, colour, corners * outline.count + 2 * caps.length);
    this.oriented = outline.rings !== null;
    this.caps = caps;
    for (const ring of rings) this.addRing(ring);
    const index: number[] = [];
    for (let k = 0; k + 1 < outline.count; k++) {
      const at = k * corners;
      for (const [a, b] of this.sides)
        index.push(at + a, at + b, at + b + corners, at + a, at + b + corners, at + a + corners);
    }
    const [rim, ...holes] = rings.map((ring) => ring.map(([y, z]) => new THREE.Vector2(y, z)));
    const faces = THREE.ShapeUtils.triangulateShape(rim ?? [], holes);
    for (const side of [0, 1]) {
      const first = corners * outline.count + side * caps.length;
      for (const face of faces) index.push(...face.map((corner) => first + corner));
    }
    this.geometry.setIndex(index);
  }

  private addRing(ring: [number, number][]): void {
    const first = this.corners.length;
    const next = (k: number) => (k + 1) % ring.length;
    ring.forEach((corner, k) => {
      if (ring.length >= ROUND) {
        this.corners.push(corner);
        this.sides.push([first + k, first + next(k)]);
      } else {
        this.corners.push(corner, ring[next(k)]!);
        this.sides.push([first + 2 * k, first + 2 * k + 1]);
      }
    });
  }

  protected override place(moment: Moment, place: THREE.BufferAttribute): void {
    const frames = this.oriented ? this.stored(moment) : this.carried(moment);
    const p = new THREE.Vector3();
    let vertex = 0;
    const put = (corners: [number, number][], frame: THREE.Matrix4) => {
      for (const [y, z] of corners) {
        p.set(0, y, z).applyMatrix4(frame);
        place.setXYZ(vertex++, p.x, p.y, p.z);
      }
    };
    for (const frame of frames) put(this.corners, frame);
    put(this.caps, frames[0]!);
    put(this.caps, frames[frames.length - 1]!);
  }

  /** Frames of the section that are part of the motion. */
  private stored({ poses }: Moment): THREE.Matrix4[] {
    return poses.slice(this.outline.first, this.outline.first + this.outline.count);
  }

  /** Frames along a line that has none, carried along it without twist. */
  private carried({ points, frame, part }: Moment): THREE.Matrix4[] {
    const x = (point: number, i: number) => points.mix(3 * (this.outline.first + point) + i, frame, part);
    const places = Array.from({ length: this.outline.count }, (_, p) => new THREE.Vector3(x(p, 0), x(p, 1), x(p, 2)));
    let side: THREE.Vector3 | null = null;
    return places.map((place, k) => {
      const along = places[Math.min(k + 1, places.length - 1)]!.clone()
        .sub(places[Math.max(k - 1, 0)]!)
        .normalize();
      side = side === null ? sideways(along) : side.addScaledVector(along, -side.dot(along)).normalize();
      return new THREE.Matrix4().makeBasis(along, side, along.clone().cross(side)).setPosition(place);
    });
  }

  protected override dye(colour: THREE.BufferAttribute, ofCell: (place: number) => Colour): void {
    const last = this.outline.count - 2;
    let vertex = 0;
    const put = (count: number, [r, g, b]: Colour) => {
      for (let k = 0; k < count; k++) colour.setXYZ(vertex++, r, g, b);
    };
    for (let k = 0; k < this.outline.count; k++) {
      const [a, b] = [ofCell(Math.max(k - 1, 0)), ofCell(Math.min(k, last))];
      put(this.corners.length, [0.5 * (a[0] + b[0]), 0.5 * (a[1] + b[1]), 0.5 * (a[2] + b[2])]);
    }
    put(this.caps.length, ofCell(0));
    put(this.caps.length, ofCell(last));
  }
}

function circle(radius: number): [number, number][] {
  return Array.from({ length: ROUND }, (_, k) => {
    const angle = (2 * Math.PI * k) / ROUND;
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });
}
