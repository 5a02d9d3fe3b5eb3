import assert from "node:assert/strict";
import { test } from "node:test";
import { scale } from "../../src/colours.ts";
import { unpackReals, unpackSteps } from "../../src/data.ts";
import { Columns, locate } from "../../src/frames.ts";
import { niceSpeed, Player } from "../../src/player.ts";

/** Byte k of all words before byte k + 1 of all words, as the program writes them. */
function planes(words: number[]): Uint8Array {
  return Uint8Array.from([0, 8, 16, 24].flatMap((shift) => words.map((word) => (word >>> shift) & 255)));
}

test("steps are summed along each column", () => {
  // Columns (3, 2, 2) and (-1, 70000): codes are 2k for k >= 0 and -2k - 1 below.
  const back = unpackSteps(planes([6, 1, 0, 1, 140002, 0]), 2, 3, 0.5);
  assert.deepEqual([...back], [1.5, 1, 1, -0.5, 35000, 35000]);
});

test("floats come back with their bits", () => {
  const words = [...new Uint32Array(new Float32Array([1.5, -2e-30, 0]).buffer)];
  assert.deepEqual([...unpackReals(planes(words))], [1.5, Math.fround(-2e-30), 0]);
});

test("times are found between frames and beyond the ends", () => {
  const times = Float32Array.from([0, 1, 2, 4]);
  assert.deepEqual(locate(times, -1), [0, 0]);
  assert.deepEqual(locate(times, 3), [2, 0.5]);
  assert.deepEqual(locate(times, 9), [3, 0]);
  assert.deepEqual(locate(new Float32Array(0), 1), [0, 0]);
});

test("rotations turn along the shorter arc, whatever the sign of the quaternion", () => {
  const half = Math.SQRT1_2;
  // From none to a quarter turn about z, the second written with the other sign: w, x, y, z are columns.
  const columns = new Columns(Float32Array.from([1, -half, 0, 0, 0, 0, 0, -half]), 2);
  const out: [number, number, number, number] = [0, 0, 0, 1];
  columns.turn(0, 0, 0.5, out);
  assert.ok(Math.abs(2 * Math.atan2(out[2], out[3]) - Math.PI / 4) < 1e-6);
});

test("a player loops, or ends at the end", () => {
  const player = new Player(0, 2);
  player.playing = true;
  player.advance(2.5);
  assert.equal(player.time, 0.5);
  player.loop = false;
  player.advance(5);
  assert.deepEqual([player.time, player.playing], [2, false]);
});

test("short runs are shown slowly", () => {
  assert.deepEqual([0.05, 2, 10, 100].map(niceSpeed), [0.005, 0.2, 1, 1]);
});

test("colours end where the scale ends, and not-a-number has one", () => {
  assert.deepEqual(scale(-3), scale(0));
  assert.deepEqual(scale(7), scale(1));
  assert.deepEqual(scale(Number.NaN), scale(0));
});
