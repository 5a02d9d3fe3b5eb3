// The report in a real browser: node test/browser.mjs CAROM [PICTURES [WORD]]
//
// CAROM is the program; PICTURES a folder for screenshots; WORD chooses tests by their names. Chromium is taken from $CHROMIUM or /usr/bin/chromium.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { launch } from "./chromium.mjs";

const [program, pictures] = process.argv.slice(2, 4).map((path) => resolve(path));
const root = resolve("..");
const work = mkdtempSync(join(tmpdir(), "carom-report-"));
const browser = await launch();
let passed = 0;
const problems = [];

/** Runs a model and opens its report; script errors and requests to anywhere count as failures. */
async function open(model, extra = []) {
  const out = join(work, `run${passed}_${problems.length}`);
  execFileSync(program, ["run", model, "--out", out, "--report", "--quiet", ...extra]);
  const page = await browser.newPage({ viewport: { width: 1400, height: 800 } });
  const errors = [];
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("request", (request) => request.url().startsWith("http") && errors.push(`asked for ${request.url()}`));
  const start = Date.now();
  await page.goto(`file://${join(out, "report.html")}`);
  await page.waitForSelector("body[data-ready]", { timeout: 30000 });
  return { page, out, errors, seconds: (Date.now() - start) / 1000, bytes: statSync(join(out, "report.html")).size };
}

async function check(name, body) {
  if (process.argv[4] && !name.includes(process.argv[4])) return;
  try {
    await body();
    passed += 1;
    console.log(`ok   ${name}`);
  } catch (error) {
    problems.push(name);
    console.log(`FAIL ${name}\n${error.stack}`);
  }
}

const shot = async (page, name) => {
  if (!pictures) return;
  mkdirSync(pictures, { recursive: true });
  await page.screenshot({ path: join(pictures, `${name}.png`) });
};
const state = (page, expression) => page.evaluate(expression);

/** A column of a history. */
function column(file, label) {
  const [head, ...rows] = readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => line.split(","));
  const place = head.findIndex((text) => text.startsWith(`${label} [`));
  return rows.map((row) => [Number(row[0]), Number(row[place])]);
}

await check("the woodpecker opens without errors, plays, scrubs and shows the recorded positions", async () => {
  const { page, out, errors } = await open(join(root, "benchmarks/woodpecker-free/model.toml"));
  assert.equal(await page.title(), "woodpecker, free sleeve");
  await page.click(".play");
  await page.waitForFunction(() => window.carom.player.time > 0.01);
  await page.keyboard.press("Space");
  assert.equal(await state(page, () => window.carom.player.playing), false);
  await page.locator(".bar input[type=range]").fill("5000");
  assert.ok(Math.abs((await state(page, () => window.carom.player.time)) - 0.75) < 1e-3);
  // The height of the sleeve in the animation is that of its sensor.
  const body = await state(page, () => window.carom.report.bodies.indexOf("sleeve"));
  for (const t of [0, 0.3, 0.75, 1.5]) {
    const y = await state(page, `(window.carom.player.seek(${t}), window.carom.scene.middle(${body}).y)`);
    const rows = column(join(out, "sensors.csv"), "sleeve_y");
    const near = rows.reduce((best, row) => (Math.abs(row[0] - t) < Math.abs(best[0] - t) ? row : best));
    assert.ok(Math.abs(y - near[1]) < 2e-6, `at ${t} s: ${y} for ${near[1]}`);
  }
  await shot(page, "woodpecker");
  assert.deepEqual(errors, []);
  await page.close();
});

await check("bodies are picked, hidden, isolated and followed", async () => {
  const { page, errors } = await open(join(root, "examples/slider_crank.toml"));
  const picked = await state(page, () => {
    for (let x = -0.9; x < 0.9; x += 0.02) {
      for (let y = -0.9; y < 0.9; y += 0.05) {
        const body = window.carom.scene.pick(x, y);
        if (body !== null && body > 0) return body;
      }
    }
    return null;
  });
  assert.ok(picked > 0);
  await page.click(".bodies summary");
  await page.locator(".bodies li input").nth(picked).uncheck();
  const seen = await state(
    page,
    (body) => {
      for (let x = -1; x < 1; x += 0.02)
        for (let y = -1; y < 1; y += 0.05) if (window.carom.scene.pick(x, y) === body) return true;
      return false;
    },
    picked,
  );
  assert.equal(seen, false);
  await page.locator(".bodies li .follow").nth(picked).click();
  await page.keyboard.press("End");
  assert.deepEqual(errors, []);
  await page.close();
});

await check("plots zoom, take channels and draw orbits", async () => {
  const { page, errors } = await open(join(root, "benchmarks/woodpecker-free/model.toml"));
  const plot = page.locator(".u-over").first();
  const box = await plot.boundingBox();
  await page.mouse.move(box.x + 0.2 * box.width, box.y + 40);
  await page.mouse.down();
  await page.mouse.move(box.x + 0.5 * box.width, box.y + 60, { steps: 5 });
  await page.mouse.up();
  await shot(page, "zoomed");
  await page.click("text=+ panel");
  const panel = page.locator(".panel").last();
  await panel.locator("input").first().fill("sleeve_y");
  await panel.locator("input").first().press("Tab");
  assert.equal(await panel.locator(".chip").count(), 1);
  await panel.locator("input.x").fill("sleeve_vy");
  await panel.locator("input.x").press("Tab");
  assert.equal(await panel.locator("canvas").count(), 1);
  for (const tab of ["Energy", "Contacts", "Run", "Model"]) {
    await page.click(`nav >> text=${tab}`);
    await page.waitForTimeout(100);
    await shot(page, `tab_${tab.toLowerCase()}`);
  }
  await page.emulateMedia({ colorScheme: "dark" });
  await page.click("nav >> text=Plots");
  await shot(page, "dark");
  await page.emulateMedia({ media: "print" });
  assert.ok((await page.pdf()).length > 10000);
  assert.deepEqual(errors, []);
  await page.close();
});

await check("a flexible body is coloured by its stress", async () => {
  const { page, errors } = await open(join(root, "examples/rubber_block.toml"));
  const fields = await state(page, () => window.carom.report.fields.map((f) => f.name));
  assert.ok(fields.includes("von Mises stress"), String(fields));
  await page.locator(".tools select").selectOption({ index: fields.indexOf("von Mises stress") + 1 });
  await page.keyboard.press("End");
  await shot(page, "rubber");
  assert.deepEqual(errors, []);
  await page.close();
});

await check("beams have their sections, and section forces that colour them", async () => {
  const { page, errors } = await open(join(root, "examples/arm_stop.toml"));
  const outline = await state(page, () => window.carom.report.outlines[0]);
  // A rectangle of 24 x 6 mm by its four corners, on tracks of their own.
  assert.deepEqual(
    outline.rings.map((ring) => ring.length),
    [4],
  );
  const sizes = [0, 1].map((i) => Math.max(...outline.rings[0].map((corner) => corner[i])));
  assert.deepEqual(sizes, [0.012, 0.003]);
  await page.locator(".tools select").selectOption({ label: "bending moment [N m]" });
  await state(page, () => window.carom.player.seek(0.42));
  const colours = await state(
    page,
    () => new Set(window.carom.scene.skins[0].geometry.getAttribute("color").array).size,
  );
  assert.ok(colours > 10, String(colours));
  await shot(page, "arm");
  assert.deepEqual(errors, []);
  await page.close();
});

await check("events are listed by kind, and lead to their time; keys step and jump", async () => {
  const { page, errors } = await open(join(root, "examples/kerb.toml"));
  await page.click("nav >> text=Contacts");
  const rows = page.locator(".events tbody tr");
  const impacts = await rows.count();
  assert.ok(impacts > 0);
  await rows.first().click();
  const time = await state(page, () => window.carom.player.time);
  const first = await state(page, () => window.carom.report.events.rows.find((row) => row[1] === "impact")[0]);
  assert.ok(Math.abs(time - first) < 1e-9);
  await page.locator('select[aria-label="events"]').selectOption("");
  assert.ok((await rows.count()) > impacts);
  await page.keyboard.press("Escape");
  await page.locator(".view").focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  assert.ok(Math.abs((await state(page, () => window.carom.player.time)) - 1.2 / 200) < 1e-9);
  await page.keyboard.press("End");
  assert.equal(await state(page, () => window.carom.player.time), Math.fround(1.2));
  assert.deepEqual(errors, []);
  await page.close();
});

await check("a film of the animation can be saved", async () => {
  const { page, errors } = await open(join(root, "examples/bouncing_ball.toml"), ["--until", "0.3"]);
  await page.locator('select[aria-label="speed"]').selectOption("0.1");
  const [download] = await Promise.all([page.waitForEvent("download"), page.click(".film")]);
  assert.equal(download.suggestedFilename(), "bouncing_ball.webm");
  const bytes = readFileSync(await download.path());
  // The first bytes of every WebM file.
  assert.deepEqual([...bytes.subarray(0, 4)], [0x1a, 0x45, 0xdf, 0xa3]);
  assert.ok(bytes.length > 2000, String(bytes.length));
  assert.deepEqual(errors, []);
  await page.close();
});

await check("a run that goes on is followed, and the page stays where it was", async () => {
  const out = join(work, "live");
  execFileSync(program, ["run", join(root, "examples/pendulum.toml"), "--out", out, "--quiet"]);
  const file = join(out, "run.json");
  const finished = readFileSync(file, "utf8");
  writeFileSync(file, finished.replace('"outcome": "finished"', '"outcome": "running"'));
  const server = spawn(program, ["view", out, "--no-browser"], { stdio: ["ignore", "pipe", "inherit"] });
  try {
    const said = await new Promise((done) => server.stdout.once("data", (bytes) => done(String(bytes))));
    const [address] = /http:\S+/.exec(said);
    const page = await browser.newPage({ viewport: { width: 1000, height: 600 } });
    await page.goto(address);
    await page.waitForSelector("body[data-ready]");
    assert.equal(await page.locator("header span").textContent(), "running");
    await state(page, () => window.carom.player.seek(0.5));
    await page.click("nav >> text=Run");
    writeFileSync(file, finished);
    await page.waitForFunction(() => document.querySelector("header span")?.textContent === "finished");
    await page.waitForSelector("body[data-ready]");
    assert.equal(await state(page, () => window.carom.player.time), 0.5);
    assert.equal(await page.locator("nav .on").textContent(), "Run");
    assert.equal((await fetch(`${address}nothing`)).status, 404);
    await page.close();
  } finally {
    server.kill();
  }
});

await check("a model cannot put script into the page", async () => {
  const bad = "</script><img src=x onerror=window.harm=1><script>window.harm=1</script>";
  const model = join(work, "bad.toml");
  writeFileSync(
    model,
    `name = ${JSON.stringify(bad)}\nsimulation = { step = 1e-2, until = 0.1 }\n[bodies.a]\ntype = "sphere"\nmass = 1\nradius = 0.1# ${bad}\n`,
  );
  const { page, errors } = await open(model);
  assert.equal(await state(page, () => window.harm), undefined);
  assert.equal(await page.locator("h1").textContent(), bad);
  assert.deepEqual(errors, []);
  await page.close();
});

await check("100 bodies at 1,000 frames are under 20 MB and open within 2 s", async () => {
  const model = join(work, "hundred.toml");
  writeFileSync(
    model,
    'gravity = [0, 0, -9.81]\nsimulation = { step = 5e-3, until = 10, frames = 1000, integrator = "moreau_jean" }\n[bodies.b]\ntype = "spheres"\nradius = 0.05\nmass = 0.1\ngrid = { count = [5, 5, 4], spacing = 0.13 }\n[ground.shapes]\n'.replace(
      "[ground.shapes]\n",
      "",
    ),
  );
  const { page, errors, seconds, bytes } = await open(model);
  console.log(`     ${(bytes / 1e6).toFixed(2)} MB, ready after ${seconds.toFixed(2)} s`);
  assert.equal(await state(page, () => window.carom.motion.times.length), 1001);
  assert.ok(bytes < 20e6);
  assert.ok(seconds < 2, `${seconds} s`);
  assert.deepEqual(errors, []);
  await shot(page, "hundred");
  await page.close();
});

await check("500 bodies at 10,000 frames can be opened and played", async () => {
  const model = join(work, "many.toml");
  writeFileSync(
    model,
    'gravity = [0, 0, -9.81]\nsimulation = { step = 1e-3, until = 10, frames = 10000, record_every = 100, integrator = "moreau_jean" }\n[bodies.b]\ntype = "spheres"\nradius = 0.05\nmass = 0.1\ngrid = { count = [10, 10, 5], spacing = 0.13 }\n',
  );
  const { page, errors, seconds, bytes } = await open(model);
  console.log(`     ${(bytes / 1e6).toFixed(2)} MB, ready after ${seconds.toFixed(2)} s`);
  await page.keyboard.press("End");
  const z = await state(page, () => window.carom.scene.middle(1).z);
  assert.ok(z < -400, String(z));
  assert.deepEqual(errors, []);
  await page.close();
});

await browser.close();
rmSync(work, { recursive: true });
console.log(`${passed} passed, ${problems.length} failed`);
process.exit(problems.length === 0 ? 0 : 1);
