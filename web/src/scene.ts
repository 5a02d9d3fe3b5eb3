// The mechanism in three dimensions.

import * as THREE from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import { Arrows } from "./arrows.ts";
import { PALETTE, STILL } from "./colours.ts";
import type { Report } from "./data.ts";
import { type Columns, locate } from "./frames.ts";
import { Links } from "./links.ts";
import { draw, extentOf, matrix, sideways } from "./shapes.ts";
import { Line, type Skin, Surface } from "./skins.ts";

export interface Motion {
  times: Float32Array;
  tracks: Columns;
  points: Columns;
  fields: Columns[];
  arrowCounts: Float32Array;
  arrowValues: Float32Array;
}

/** Numbers of a track: a place and a quaternion. */
const TRACK = 7;

interface Placed {
  object: THREE.Object3D;
  track: number;
  at: THREE.Matrix4;
}

interface Ball {
  body: number;
  track: number;
  at: THREE.Matrix4;
  radius: number;
}

export class Scene {
  readonly renderer: THREE.WebGLRenderer;
  readonly camera = new THREE.PerspectiveCamera(30, 1, 1e-3, 1e3);
  readonly controls: OrbitControls;
  readonly box = new THREE.Box3();
  private world = new THREE.Scene();
  private placed: Placed[] = [];
  private balls: Ball[] = [];
  private ballMesh: THREE.InstancedMesh | null = null;
  private skins: Skin[] = [];
  private links: Links;
  private arrows: Arrows;
  private hidden = new Set<number>();
  private followed: number | null = null;
  private anchor = new THREE.Vector3();
  private time = 0;
  private dirty = true;
  field = -1;
  fieldRange: [number, number] = [0, 1];
  forces = 1;

  constructor(
    private report: Report,
    private motion: Motion,
    canvas: HTMLCanvasElement,
  ) {
    this.renderer = new THREE.WebGLRenderer({ canvas, antialias: true, preserveDrawingBuffer: true, alpha: true });
    this.renderer.setPixelRatio(Math.min(window.devicePixelRatio, 2));
    const up = new THREE.Vector3(...report.gravity).negate();
    this.camera.up.copy(
      up.lengthSq() > 0 ? up.normalize() : new THREE.Vector3(0, report.plane === 2 ? 1 : 0, report.plane === 2 ? 0 : 1),
    );
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.addEventListener("change", () => this.touch());
    this.world.add(new THREE.HemisphereLight(0xffffff, 0x8899aa, 1.6));
    const lamp = new THREE.DirectionalLight(0xffffff, 1.8);
    lamp.position.set(0.4, 0.6, 1);
    this.camera.add(lamp);
    this.world.add(this.camera);
    this.box.copy(this.extent());
    this.build();
    this.links = new Links(report.springs, report.joints, this.size());
    this.world.add(this.links.group);
    this.arrows = new Arrows(motion, this.size() * 0.15);
    this.world.add(this.arrows.group);
    this.view(report.plane === null ? "iso" : ["x", "y", "z"][report.plane]!);
    this.show(0);
  }

  size(): number {
    return this.box.isEmpty() ? 1 : Math.max(this.box.getSize(new THREE.Vector3()).length(), 1e-9);
  }

  /** Where everything was in all frames, without shapes that never move. */
  private extent(): THREE.Box3 {
    const { times, points } = this.motion;
    const box = new THREE.Box3();
    const moving = new THREE.Box3();
    const stride = Math.max(1, Math.floor(times.length / 100));
    const p = new THREE.Vector3();
    for (const shape of this.report.shapes) {
      const at = matrix(shape.at);
      const own = extentOf(shape.geometry);
      for (let f = 0; f < times.length; f += stride) {
        const seen = own
          .clone()
          .applyMatrix4(at)
          .applyMatrix4(this.pose(shape.track, f, 0));
        box.union(seen);
        if (shape.geometry.type !== "patch") moving.union(seen);
      }
    }
    for (let k = 0; k < points.columns / 3; k++) {
      for (let f = 0; f < times.length; f += stride) {
        moving.expandByPoint(p.set(points.at(3 * k, f), points.at(3 * k + 1, f), points.at(3 * k + 2, f)));
      }
    }
    for (const outline of this.report.outlines.filter((o) => o.rings)) {
      for (let k = outline.first; k < outline.first + outline.count; k++) {
        for (let f = 0; f < times.length; f += stride) moving.expandByPoint(p.set(...this.place(k, f)));
      }
    }
    return moving.isEmpty() ? box : moving;
  }

  private place(track: number, frame: number): [number, number, number] {
    const t = this.motion.tracks;
    return [t.at(TRACK * track, frame), t.at(TRACK * track + 1, frame), t.at(TRACK * track + 2, frame)];
  }

  colour(body: number): string {
    return body === 0 ? STILL : PALETTE[(body - 1) % PALETTE.length]!;
  }

  private build(): void {
    for (const shape of this.report.shapes) {
      const at = matrix(shape.at);
      if (shape.geometry.type === "sphere") {
        this.balls.push({ body: shape.body, track: shape.track, at, radius: shape.geometry.radius });
        continue;
      }
      const object = draw(shape.geometry, this.colour(shape.body), 0.003 * this.size());
      object.userData.body = shape.body;
      object.matrixAutoUpdate = false;
      this.world.add(object);
      this.placed.push({ object, track: shape.track, at });
    }
    this.buildBalls();
    for (const outline of this.report.outlines) {
      const colour = this.colour(outline.body);
      const skin = outline.faces ? new Surface(outline, colour) : new Line(outline, colour, 0.002 * this.size());
      this.world.add(skin.mesh);
      this.skins.push(skin);
    }
  }

  private buildBalls(): void {
    if (this.balls.length === 0) return;
    const detail = this.balls.length > 200 ? 12 : 24;
    const geometry = new THREE.SphereGeometry(1, 2 * detail, detail);
    // Two tones show how a ball turns.
    const place = geometry.getAttribute("position");
    const tones = new Float32Array(3 * place.count);
    for (let i = 0; i < place.count; i++) {
      tones.fill(place.getX(i) * place.getY(i) * place.getZ(i) > 0 ? 1 : 0.72, 3 * i, 3 * i + 3);
    }
    geometry.setAttribute("color", new THREE.BufferAttribute(tones, 3));
    const material = new THREE.MeshStandardMaterial({ roughness: 0.6, vertexColors: true });
    this.ballMesh = new THREE.InstancedMesh(geometry, material, this.balls.length);
    this.ballMesh.frustumCulled = false;
    this.balls.forEach((ball, k) => {
      this.ballMesh!.setColorAt(k, new THREE.Color(this.colour(ball.body)));
    });
    this.world.add(this.ballMesh);
  }

  /** Moves everything to a time. */
  show(time: number): void {
    this.time = time;
    const [frame, part] = locate(this.motion.times, time);
    const poses = this.poses(frame, part);
    for (const { object, track, at } of this.placed) {
      object.matrix.multiplyMatrices(poses[track]!, at);
      object.visible = !this.hidden.has(object.userData.body as number);
    }
    this.moveBalls(poses);
    const values = this.motion.fields[this.field];
    const paint = values ? { values, range: this.fieldRange } : null;
    for (const skin of this.skins) {
      skin.mesh.visible = !this.hidden.has(skin.outline.body);
      if (skin.mesh.visible) skin.move({ points: this.motion.points, poses, frame, part, paint });
    }
    this.links.move(poses);
    // Forces belong to recorded instants: those of the nearer one are shown.
    this.arrows.show(part < 0.5 ? frame : frame + 1, this.forces);
    this.follow();
    this.touch();
  }

  private poses(frame: number, part: number): THREE.Matrix4[] {
    return Array.from({ length: this.motion.tracks.columns / TRACK }, (_, k) => this.pose(k, frame, part));
  }

  private pose(track: number, frame: number, part: number): THREE.Matrix4 {
    const { tracks } = this.motion;
    const turn: [number, number, number, number] = [0, 0, 0, 1];
    const x = (i: number) => tracks.mix(TRACK * track + i, frame, part);
    tracks.turn(TRACK * track + 3, frame, part, turn);
    const one = new THREE.Vector3(1, 1, 1);
    return new THREE.Matrix4().compose(new THREE.Vector3(x(0), x(1), x(2)), new THREE.Quaternion(...turn), one);
  }

  private moveBalls(poses: THREE.Matrix4[]): void {
    if (!this.ballMesh) return;
    const matrix = new THREE.Matrix4();
    const size = new THREE.Vector3();
    this.balls.forEach((ball, k) => {
      matrix.multiplyMatrices(poses[ball.track]!, ball.at);
      matrix.scale(size.setScalar(this.hidden.has(ball.body) ? 0 : ball.radius));
      this.ballMesh!.setMatrixAt(k, matrix);
    });
    this.ballMesh.instanceMatrix.needsUpdate = true;
    this.ballMesh.computeBoundingSphere();
  }

  showMarks(visible: boolean): void {
    this.links.group.visible = visible;
    this.touch();
  }

  hide(bodies: Set<number>): void {
    this.hidden = bodies;
    this.show(this.time);
  }

  setFollowed(body: number | null): void {
    this.followed = body;
    const anchor = body === null ? null : this.middle(body);
    if (anchor) this.anchor.copy(anchor);
  }

  /** Where a body is now. */
  middle(body: number): THREE.Vector3 | null {
    const [frame, part] = locate(this.motion.times, this.time);
    const shape = this.report.shapes.find((s) => s.body === body);
    if (shape) {
      const t = this.motion.tracks;
      const x = (i: number) => t.mix(TRACK * shape.track + i, frame, part);
      return new THREE.Vector3(x(0), x(1), x(2));
    }
    const outline = this.report.outlines.find((o) => o.body === body);
    if (!outline) return null;
    const point = outline.first + (outline.count >> 1);
    const [columns, first] = outline.rings ? [this.motion.tracks, TRACK * point] : [this.motion.points, 3 * point];
    const x = (i: number) => columns.mix(first + i, frame, part);
    return new THREE.Vector3(x(0), x(1), x(2));
  }

  private follow(): void {
    const now = this.followed === null ? null : this.middle(this.followed);
    if (!now) return;
    const by = now.clone().sub(this.anchor);
    this.anchor.copy(now);
    this.camera.position.add(by);
    this.controls.target.add(by);
    this.controls.update();
  }

  /** Looks at everything from a direction: x, y, z, -x, -y, -z or iso. */
  view(from: string): void {
    const up = this.camera.up;
    const axis = new THREE.Vector3(
      ...({ x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] }[from.replace("-", "")] ?? [1, -1.6, 0.8]),
    );
    if (from === "iso") {
      // From the side and a little above, whatever is up.
      const side = Math.abs(up.x) < 0.9 ? new THREE.Vector3(1, 0, 0) : new THREE.Vector3(0, 1, 0);
      axis.copy(side.cross(up).normalize().multiplyScalar(-1.4).addScaledVector(up, 0.7)).add(sideways(up));
    }
    if (from.startsWith("-")) axis.negate();
    // Seen along the vertical a small tilt keeps the orbit defined.
    if (Math.abs(axis.clone().normalize().dot(up)) > 0.999) axis.add(sideways(up).multiplyScalar(1e-3));
    const centre = this.box.isEmpty() ? new THREE.Vector3() : this.box.getCenter(new THREE.Vector3());
    this.controls.target.copy(centre);
    this.camera.position.copy(centre).addScaledVector(axis.normalize(), this.size());
    this.fit();
  }

  /** Moves back until everything is in the picture. */
  fit(): void {
    const direction = this.camera.position.clone().sub(this.controls.target).normalize();
    const centre = this.box.isEmpty() ? new THREE.Vector3() : this.box.getCenter(new THREE.Vector3());
    const distance = this.distance(direction, centre);
    this.controls.target.copy(centre);
    this.camera.position.copy(centre).addScaledVector(direction, distance);
    this.camera.near = distance / 500;
    this.camera.far = distance * 50;
    this.camera.updateProjectionMatrix();
    this.controls.update();
    this.touch();
  }

  /** Looks at a body from a share of the distance. */
  near(body: number, share: number): void {
    const middle = this.middle(body);
    if (!middle) return;
    const back = this.camera.position.clone().sub(this.controls.target).multiplyScalar(share);
    this.controls.target.copy(middle);
    this.camera.position.copy(middle).add(back);
    this.controls.update();
    this.touch();
  }

  /** How far the eye has to be in a direction to see the whole box. */
  private distance(direction: THREE.Vector3, centre: THREE.Vector3): number {
    const across = this.camera.up.clone().cross(direction).normalize();
    const upwards = direction.clone().cross(across);
    const tall = Math.tan((0.5 * this.camera.fov * Math.PI) / 180);
    let most = 0.05 * this.size();
    for (let k = 0; k < 8; k++) {
      const end = (bit: number) => (k & bit ? this.box.max : this.box.min);
      const corner = new THREE.Vector3(end(1).x, end(2).y, end(4).z).sub(centre);
      if (this.box.isEmpty()) corner.setScalar(0.5);
      const seen = Math.max(
        Math.abs(corner.dot(across)) / (tall * this.camera.aspect),
        Math.abs(corner.dot(upwards)) / tall,
      );
      most = Math.max(most, 1.08 * seen + corner.dot(direction));
    }
    return most;
  }

  resize(width: number, height: number): void {
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / Math.max(height, 1);
    this.camera.updateProjectionMatrix();
    this.touch();
  }

  /** The body under a place in the picture, from −1 to 1 in both directions. */
  pick(x: number, y: number): number | null {
    const ray = new THREE.Raycaster();
    ray.setFromCamera(new THREE.Vector2(x, y), this.camera);
    ray.params.Line.threshold = 0.01 * this.size();
    const things: THREE.Object3D[] = [...this.placed.map((p) => p.object), ...this.skins.map((s) => s.mesh)];
    if (this.ballMesh) things.push(this.ballMesh);
    for (const hit of ray.intersectObjects(things.filter((t) => t.visible))) {
      if (hit.object === this.ballMesh && hit.instanceId !== undefined) return this.balls[hit.instanceId]!.body;
      const body = hit.object.userData.body ?? hit.object.parent?.userData.body;
      if (typeof body === "number") return body;
    }
    return null;
  }

  /** White behind everything, for pictures, or what the page has there. */
  setPaper(isWhite: boolean): void {
    this.renderer.setClearColor(0xffffff, isWhite ? 1 : 0);
    this.touch();
  }

  /** Where the eye is and what it looks at. */
  savedCamera(): number[] {
    return [...this.camera.position.toArray(), ...this.controls.target.toArray()];
  }

  putCamera(numbers: number[]): void {
    this.camera.position.fromArray(numbers);
    this.controls.target.fromArray(numbers, 3);
    this.controls.update();
    this.touch();
  }

  touch(): void {
    this.dirty = true;
  }

  /** Draws, if anything changed. */
  render(): void {
    if (!this.dirty) return;
    this.dirty = false;
    this.renderer.render(this.world, this.camera);
  }
}
