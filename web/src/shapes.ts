// What the geometries of a model look like.

import * as THREE from "three";
import { mergeGeometries } from "three/addons/utils/BufferGeometryUtils.js";
import type { Geometry, Pose } from "./data.ts";

export function matrix(pose: Pose): THREE.Matrix4 {
  const [x, y, z, w, i, j, k] = pose;
  return new THREE.Matrix4().compose(
    new THREE.Vector3(x, y, z),
    new THREE.Quaternion(i, j, k, w),
    new THREE.Vector3(1, 1, 1),
  );
}

/** A unit vector across another. */
export function sideways(along: THREE.Vector3): THREE.Vector3 {
  const other = Math.abs(along.x) < 0.9 ? new THREE.Vector3(1, 0, 0) : new THREE.Vector3(0, 1, 0);
  return other.addScaledVector(along, -other.dot(along)).normalize();
}

/** Where a geometry reaches in its own frame. */
export function extentOf(geometry: Geometry): THREE.Box3 {
  const half = (x: number, y: number, z: number) =>
    new THREE.Box3(new THREE.Vector3(-x, -y, -z), new THREE.Vector3(x, y, z));
  switch (geometry.type) {
    case "box":
      return half(0.5 * geometry.size[0], 0.5 * geometry.size[1], 0.5 * geometry.size[2]);
    case "sphere":
    case "cage":
      return half(geometry.radius, geometry.radius, geometry.radius);
    case "cylinder":
      return half(geometry.radius, geometry.radius, 0.5 * geometry.length);
    case "patch":
      return half(0.5 * geometry.size[0], 0.5 * geometry.size[1], 0);
    case "line":
    case "mesh":
      return new THREE.Box3().setFromPoints(geometry.points.map((p) => new THREE.Vector3(...p)));
  }
}

/** `thin` is half of the width of lines. */
export function draw(geometry: Geometry, colour: string, thin: number): THREE.Object3D {
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
      solid.opacity = 0.2;
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
      return new THREE.Mesh(rods(geometry.points, thin), solid);
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

/** Rods between points, with round ends. */
function rods(points: [number, number, number][], radius: number): THREE.BufferGeometry {
  const places = points.map((p) => new THREE.Vector3(...p));
  const up = new THREE.Vector3(0, 1, 0);
  const parts: THREE.BufferGeometry[] = places.map((p) =>
    new THREE.SphereGeometry(radius, 12, 8).translate(p.x, p.y, p.z),
  );
  places.slice(1).forEach((b, k) => {
    const along = b.clone().sub(places[k]!);
    const length = along.length();
    if (length === 0) return;
    const turn = new THREE.Quaternion().setFromUnitVectors(up, along.normalize());
    const middle = places[k]!.clone().add(b).multiplyScalar(0.5);
    const rod = new THREE.CylinderGeometry(radius, radius, length, 12).applyQuaternion(turn);
    parts.push(rod.translate(middle.x, middle.y, middle.z));
  });
  return mergeGeometries(parts);
}
