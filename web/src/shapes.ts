// What the geometries of a model look like.

import * as THREE from "three";
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

/** The radius of the ball about its origin that holds a geometry. */
export function radiusOf(geometry: Geometry): number {
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
      return geometry.points.reduce((most, p) => Math.max(most, Math.hypot(...p)), 0);
  }
}

export function draw(geometry: Geometry, colour: string): THREE.Object3D {
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
