// Animations as glTF, read by Khronos' validator: node test/gltf.mjs CAROM

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import validator from "gltf-validator";

const program = resolve(process.argv[2]);
const root = resolve("..");
const work = mkdtempSync(join(tmpdir(), "carom-gltf-"));
let passed = 0;
let failed = 0;

/** The document of a binary file and its arrays of numbers. */
function read(bytes) {
  const length = bytes.readUInt32LE(12);
  const document = JSON.parse(bytes.toString("utf8", 20, 20 + length));
  const start = 28 + length;
  const numbers = (k) => {
    const accessor = document.accessors[k];
    const view = document.bufferViews[accessor.bufferView];
    const at = start + view.byteOffset;
    return new Float32Array(bytes.buffer.slice(bytes.byteOffset + at, bytes.byteOffset + at + view.byteLength));
  };
  return { document, numbers };
}

/** A column of the sensors. */
function column(file, label) {
  const [head, ...rows] = readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => line.split(","));
  const place = head.findIndex((text) => text.startsWith(`${label} [`));
  return rows.map((row) => [Number(row[0]), Number(row[place])]);
}

async function check(model, more = () => {}) {
  try {
    const out = join(work, model.replaceAll("/", "_"));
    execFileSync(program, ["run", join(root, model), "--out", out, "--quiet"]);
    execFileSync(program, ["export", out, "--quiet"]);
    const bytes = readFileSync(join(out, "animation.glb"));
    const { issues } = await validator.validateBytes(new Uint8Array(bytes));
    const told = JSON.stringify(issues.messages.slice(0, 5));
    assert.deepEqual([issues.numErrors, issues.numWarnings], [0, 0], told);
    more(read(bytes), out);
    passed += 1;
    console.log(`ok   ${model}: ${(bytes.length / 1000).toFixed(0)} kB`);
  } catch (error) {
    failed += 1;
    console.log(`FAIL ${model}\n${error.stack}`);
  }
}

await check("examples/bouncing_ball.toml", ({ document, numbers }, out) => {
  // The node of the ball is as high as its sensor says.
  const ball = document.nodes.findIndex((node) => node.name === "ball");
  const [animation] = document.animations;
  const channel = animation.channels.find(({ target }) => target.node === ball && target.path === "translation");
  const sampler = animation.samplers[channel.sampler];
  const [times, places] = [numbers(sampler.input), numbers(sampler.output)];
  const height = new Map(column(join(out, "sensors.csv"), "height").map(([t, z]) => [Math.fround(t), z]));
  let compared = 0;
  times.forEach((t, k) => {
    if (!height.has(t)) return;
    assert.ok(Math.abs(places[3 * k + 2] - height.get(t)) < 1e-6, `at ${t} s`);
    compared += 1;
  });
  assert.ok(compared > 20);
});
await check("examples/robot_arm.toml", ({ document }) => {
  assert.equal(document.skins.length, 1);
  assert.ok(document.skins[0].joints.length > 8);
});
await check("examples/rubber_block.toml");
await check("examples/cable_bridge.toml");
await check("benchmarks/woodpecker-free/model.toml");
rmSync(work, { recursive: true });
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
