// The mechanism in three dimensions.

import * as THREE from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import { Arrows } from "./arrows.ts";
import { PALETTE, STILL, scale } from "./colours.ts";
import type { Geometry, Outline, Pose, Report } from "./data.ts";
import { type Columns, locate } from "./frames.ts";

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
/** Sides of the tubes that beams are drawn as. */
const SIDES = 10;

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

interface Skin {
  outline: Outline;
  geometry: THREE.BufferGeometry;
  mesh: THREE.Mesh;
  /** Corners of the triangles of a surface, each with its own vertex, and their faces. */
  corners: number[];
  faces: number[];
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
  private springs: THREE.LineSegments | null = null;
  private joints: THREE.InstancedMesh | null = null;
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
    this.arrows = new Arrows(motion, this.size() * 0.25);
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
      const patch = shape.geometry.type === "patch";
      const reach = radiusOf(shape.geometry);
      for (let f = 0; f < times.length; f += stride) {
        p.set(...this.place(shape.track, f)).add(new THREE.Vector3(shape.at[0], shape.at[1], shape.at[2]));
        const ball = new THREE.Box3(p.clone().subScalar(reach), p.clone().addScalar(reach));
        box.union(ball);
        if (!patch) moving.union(ball);
      }
    }
    for (let k = 0; k < points.columns / 3; k++) {
      for (let f = 0; f < times.length; f += stride) {
        moving.expandByPoint(p.set(points.at(3 * k, f), points.at(3 * k + 1, f), points.at(3 * k + 2, f)));
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
      const object = draw(shape.geometry, this.colour(shape.body));
      object.userData.body = shape.body;
      object.matrixAutoUpdate = false;
      this.world.add(object);
      this.placed.push({ object, track: shape.track, at });
    }
    this.buildBalls();
    for (const outline of this.report.outlines) this.buildSkin(outline);
    this.buildLinks();
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

  private buildSkin(outline: Outline): void {
    const geometry = new THREE.BufferGeometry();
    const corners: number[] = [];
    const faces: number[] = [];
    outline.faces?.forEach((face, f) => {
      for (let k = 1; k + 1 < face.length; k++) {
        corners.push(face[0]!, face[k]!, face[k + 1]!);
        faces.push(f, f, f);
      }
    });
    const vertices = outline.faces ? corners.length : outline.count * SIDES;
    geometry.setAttribute("position", new THREE.BufferAttribute(new Float32Array(3 * vertices), 3));
    geometry.setAttribute("color", new THREE.BufferAttribute(new Float32Array(3 * vertices).fill(1), 3));
    if (!outline.faces) geometry.setIndex(tubeIndex(outline.count));
    const material = new THREE.MeshStandardMaterial({
      color: this.colour(outline.body),
      roughness: 0.7,
      side: THREE.DoubleSide,
      vertexColors: true,
    });
    const mesh = new THREE.Mesh(geometry, material);
    mesh.frustumCulled = false;
    mesh.userData.body = outline.body;
    this.world.add(mesh);
    this.skins.push({ outline, geometry, mesh, corners, faces });
  }

  private buildLinks(): void {
    if (this.report.springs.length > 0) {
      const geometry = new THREE.BufferGeometry();
      const count = this.report.springs.length * 2 * COILS;
      geometry.setAttribute("position", new THREE.BufferAttribute(new Float32Array(3 * count), 3));
      this.springs = new THREE.LineSegments(geometry, new THREE.LineBasicMaterial({ color: 0x888888 }));
      this.springs.frustumCulled = false;
      this.world.add(this.springs);
    }
    if (this.report.joints.length > 0) {
      const mark = new THREE.OctahedronGeometry(0.008 * this.size());
      const material = new THREE.MeshBasicMaterial({ color: 0x444444 });
      this.joints = new THREE.InstancedMesh(mark, material, this.report.joints.length);
      this.joints.frustumCulled = false;
      this.world.add(this.joints);
    }
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
    for (const skin of this.skins) this.moveSkin(skin, frame, part);
    this.moveLinks(poses);
    // Forces belong to recorded instants: those of the nearer one are shown.
    this.arrows.show(part < 0.5 ? frame : frame + 1, this.forces);
    this.follow(poses);
    this.touch();
  }

  private poses(frame: number, part: number): THREE.Matrix4[] {
    const { tracks } = this.motion;
    const turn: [number, number, number, number] = [0, 0, 0, 1];
    const one = new THREE.Vector3(1, 1, 1);
    return Array.from({ length: tracks.columns / TRACK }, (_, k) => {
      const x = (i: number) => tracks.mix(TRACK * k + i, frame, part);
      tracks.turn(TRACK * k + 3, frame, part, turn);
      return new THREE.Matrix4().compose(new THREE.Vector3(x(0), x(1), x(2)), new THREE.Quaternion(...turn), one);
    });
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

  private moveSkin(skin: Skin, frame: number, part: number): void {
    const { outline, geometry } = skin;
    skin.mesh.visible = !this.hidden.has(outline.body);
    if (!skin.mesh.visible) return;
    const x = (point: number, i: number) => this.motion.points.mix(3 * (outline.first + point) + i, frame, part);
    const place = geometry.getAttribute("position") as THREE.BufferAttribute;
    if (outline.faces) {
      skin.corners.forEach((p, k) => {
        place.setXYZ(k, x(p, 0), x(p, 1), x(p, 2));
      });
      this.paint(skin, frame, part);
    } else {
      const centres = Array.from({ length: outline.count }, (_, p) => new THREE.Vector3(x(p, 0), x(p, 1), x(p, 2)));
      sweep(centres, Math.max(outline.radius, 0.002 * this.size()), place);
    }
    place.needsUpdate = true;
    geometry.computeVertexNormals();
    geometry.computeBoundingSphere();
  }

  /** Colours a surface by the chosen quantity of its cells. */
  private paint(skin: Skin, frame: number, part: number): void {
    const colour = skin.geometry.getAttribute("color") as THREE.BufferAttribute;
    const values = this.motion.fields[this.field];
    const material = skin.mesh.material as THREE.MeshStandardMaterial;
    material.color.set(values ? 0xffffff : this.colour(skin.outline.body));
    const [low, high] = this.fieldRange;
    skin.faces.forEach((f, k) => {
      const value = values ? values.mix(skin.outline.cells[f] ?? 0, frame, part) : 0;
      const [r, g, b] = values ? scale((value - low) / (high - low || 1)) : [1, 1, 1];
      colour.setXYZ(k, r, g, b);
    });
    colour.needsUpdate = true;
  }

  private moveLinks(poses: THREE.Matrix4[]): void {
    const origin = (track: number) => new THREE.Vector3().setFromMatrixPosition(poses[track]!);
    if (this.springs) {
      const place = this.springs.geometry.getAttribute("position") as THREE.BufferAttribute;
      this.report.springs.forEach((spring, k) => {
        coil(origin(spring.a), origin(spring.b), 0.01 * this.size(), place, k * 2 * COILS);
      });
      place.needsUpdate = true;
    }
    if (this.joints) {
      this.report.joints.forEach((joint, k) => {
        const p = origin(joint.track);
        this.joints!.setMatrixAt(k, new THREE.Matrix4().makeTranslation(p.x, p.y, p.z));
      });
      this.joints.instanceMatrix.needsUpdate = true;
    }
  }

  showMarks(visible: boolean): void {
    if (this.joints) this.joints.visible = visible;
    if (this.springs) this.springs.visible = visible;
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
    const p = this.motion.points;
    const x = (i: number) => p.mix(3 * (outline.first + (outline.count >> 1)) + i, frame, part);
    return new THREE.Vector3(x(0), x(1), x(2));
  }

  private follow(_poses: THREE.Matrix4[]): void {
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
    const radius = 0.5 * this.size();
    const half = (0.5 * this.camera.fov * Math.PI) / 180;
    const narrow = Math.min(1, this.camera.aspect);
    const distance = (1.05 * radius) / Math.sin(Math.atan(Math.tan(half) * narrow));
    const direction = this.camera.position.clone().sub(this.controls.target).normalize();
    const centre = this.box.isEmpty() ? new THREE.Vector3() : this.box.getCenter(new THREE.Vector3());
    this.controls.target.copy(centre);
    this.camera.position.copy(centre).addScaledVector(direction, distance);
    this.camera.near = distance / 500;
    this.camera.far = distance * 50;
    this.camera.updateProjectionMatrix();
    this.controls.update();
    this.touch();
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

/** Segments of a drawn spring. */
const COILS = 24;

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

/** A unit vector across another. */
function sideways(along: THREE.Vector3): THREE.Vector3 {
  const other = Math.abs(along.x) < 0.9 ? new THREE.Vector3(1, 0, 0) : new THREE.Vector3(0, 1, 0);
  return other.addScaledVector(along, -other.dot(along)).normalize();
}

function tubeIndex(count: number): number[] {
  const index: number[] = [];
  for (let k = 0; k + 1 < count; k++) {
    for (let j = 0; j < SIDES; j++) {
      const [a, b] = [k * SIDES + j, k * SIDES + ((j + 1) % SIDES)];
      index.push(a, b, b + SIDES, a, b + SIDES, a + SIDES);
    }
  }
  return index;
}

/** A tube about a line through points, its sides carried along without twist. */
function sweep(centres: THREE.Vector3[], radius: number, place: THREE.BufferAttribute): void {
  let side: THREE.Vector3 | null = null;
  centres.forEach((centre, k) => {
    const along = centres[Math.min(k + 1, centres.length - 1)]!.clone()
      .sub(centres[Math.max(k - 1, 0)]!)
      .normalize();
    side = side === null ? sideways(along) : side.addScaledVector(along, -side.dot(along)).normalize();
    const other = along.clone().cross(side);
    for (let j = 0; j < SIDES; j++) {
      const angle = (2 * Math.PI * j) / SIDES;
      const p = centre
        .clone()
        .addScaledVector(side, radius * Math.cos(angle))
        .addScaledVector(other, radius * Math.sin(angle));
      place.setXYZ(k * SIDES + j, p.x, p.y, p.z);
    }
  });
}

function matrix(pose: Pose): THREE.Matrix4 {
  const [x, y, z, w, i, j, k] = pose;
  return new THREE.Matrix4().compose(
    new THREE.Vector3(x, y, z),
    new THREE.Quaternion(i, j, k, w),
    new THREE.Vector3(1, 1, 1),
  );
}

function radiusOf(geometry: Geometry): number {
  switch (geometry.type) {
    case "box":
      return 0.5 * Math.hypot(...geometry.size);
    case "sphere":
    case "cage":
      return geometry.radius;
    case "cylinder":
      return Math.hypot(geometry.radius, 0.5 * geometry.length);
    case "patch":
      return 0.5 * Math.hypot(...geometry.size);
    case "line":
    case "mesh":
      return Math.max(0, ...geometry.points.map((p) => Math.hypot(...p)));
  }
}

function draw(geometry: Geometry, colour: string): THREE.Object3D {
  const solid = new THREE.MeshStandardMaterial({ color: colour, roughness: 0.7, side: THREE.DoubleSide });
  switch (geometry.type) {
    case "box":
      return new THREE.Mesh(new THREE.BoxGeometry(...geometry.size), solid);
    case "sphere":
      return new THREE.Mesh(new THREE.SphereGeometry(geometry.radius, 48, 24), solid);
    case "cylinder":
      // Along z; three.js has it along y.
      return new THREE.Mesh(
        new THREE.CylinderGeometry(geometry.radius, geometry.radius, geometry.length, 48).rotateX(Math.PI / 2),
        solid,
      );
    case "patch":
      solid.transparent = true;
      solid.opacity = 0.35;
      solid.depthWrite = false;
      return new THREE.Mesh(new THREE.PlaneGeometry(...geometry.size), solid);
    case "mesh": {
      // Every triangle has its own corners, so that edges stay sharp.
      const triangles = geometry.faces.flatMap((face) =>
        face.slice(2).flatMap((_, k) => [face[0]!, face[k + 1]!, face[k + 2]!]),
      );
      const corners = new Float32Array(triangles.flatMap((p) => geometry.points[p]!));
      const surface = new THREE.BufferGeometry();
      surface.setAttribute("position", new THREE.BufferAttribute(corners, 3));
      surface.computeVertexNormals();
      return new THREE.Mesh(surface, solid);
    }
    case "line":
      return line(geometry.points, colour);
    case "cage": {
      const group = new THREE.Group();
      for (let axis = 0; axis < 3; axis++) {
        const circle = Array.from({ length: 65 }, (_, k) => {
          const angle = (2 * Math.PI * k) / 64;
          const p: [number, number, number] = [0, 0, 0];
          p[axis] = geometry.radius * Math.cos(angle);
          p[(axis + 1) % 3] = geometry.radius * Math.sin(angle);
          return p;
        });
        group.add(line(circle, colour));
      }
      return group;
    }
  }
}

function line(points: [number, number, number][], colour: string): THREE.Line {
  const geometry = new THREE.BufferGeometry().setFromPoints(points.map((p) => new THREE.Vector3(...p)));
  return new THREE.Line(geometry, new THREE.LineBasicMaterial({ color: colour }));
}
