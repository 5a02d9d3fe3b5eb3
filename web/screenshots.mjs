// The pictures of the documentation, from reports: node screenshots.mjs CAROM [NAME …]
//
// Pages as one sees them, and one picture of every example. Written into docs/images.

import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { launch } from "./test/chromium.mjs";

const [program, ...wanted] = [resolve(process.argv[2]), ...process.argv.slice(3)];
const root = resolve("..");
const images = join(root, "docs/images");
const LARGEST = 150_000;

/** Pages: model, time, size, what to click before, and colour of what. */
const PAGES = {
  "report-woodpecker": { model: "benchmarks/woodpecker-free/model.toml", time: 0.206, clicks: [] },
  "report-contacts": { model: "benchmarks/woodpecker-free/model.toml", time: 0.35, clicks: ["nav >> text=Contacts"] },
  "report-arm": { model: "examples/arm_stop.toml", time: 0.42, field: "bending moment [N m]" },
  "report-dark": { model: "examples/pouring.toml", time: 0.6, dark: true, clicks: ["nav >> text=Energy"] },
};

/** Examples: model, time, view, colour. */
const EXAMPLES = {
  woodpecker: { model: "benchmarks/woodpecker-free/model.toml", time: 0.206 },
  cradle: { model: "examples/cradle.toml", time: 0.05 },
  billiard_break: { model: "benchmarks/billiard-break/model.toml", time: 0.6 },
  tippe_top: { model: "benchmarks/tippe-top/model.toml", time: 2.5 },
  clearance: { model: "benchmarks/slider-crank-clearance/model.toml", time: 0.05 },
  ball_bearing: { model: "benchmarks/ball-bearing/model.toml", time: 0.1, set: ["--set", "simulation.until=0.2"] },
  arm_stop: { model: "examples/arm_stop.toml", time: 0.42, field: "bending moment [N m]" },
  geneva: { model: "examples/geneva.toml", time: 0.55 },
  cable_bridge: { model: "examples/cable_bridge.toml", time: 4, field: "axial force [N]" },
  pouring: { model: "examples/pouring.toml", time: 0.6 },
  snap_through: { model: "examples/snap_through.toml", time: 0.138, field: "bending moment [N m]" },
  kerb: { model: "examples/kerb.toml", time: 0.35 },
  panel_latch: { model: "examples/panel_latch.toml", time: 1.4 },
  phone_drop: { model: "examples/phone_drop.toml", time: 0.46, near: "phone" },
  gripper: { model: "examples/gripper.toml", time: 1 },
};

const work = mkdtempSync(join(tmpdir(), "carom-pictures-"));
const browser = await launch();
const reports = new Map();

/** The report of a model, run once. */
function report(model, set = []) {
  if (!reports.has(model)) {
    const out = join(work, String(reports.size));
    execFileSync(program, ["run", join(root, model), "--out", out, "--report", "--quiet", ...set]);
    reports.set(model, join(out, "report.html"));
  }
  return reports.get(model);
}

async function open({ model, set, time, field, dark, view, clicks = [] }, size) {
  const page = await browser.newPage({ viewport: size, colorScheme: dark ? "dark" : "light" });
  await page.goto(`file://${report(model, set)}`);
  await page.waitForSelector("body[data-ready]", { timeout: 60000 });
  if (field) await page.locator(".tools select").selectOption({ label: field });
  for (const place of clicks) await page.click(place);
  await page.evaluate(
    ([t, from]) => {
      window.carom.player.seek(t);
      if (from) window.carom.scene.view(from);
    },
    [time, view],
  );
  return page;
}

async function write(page, target, path) {
  await page.waitForTimeout(400);
  await target.screenshot({ path });
  await page.close();
  const bytes = statSync(path).size;
  console.log(`${path.slice(root.length + 1)}: ${(bytes / 1000).toFixed(0)} kB`);
  if (bytes > LARGEST) {
    console.error(`more than ${LARGEST / 1000} kB`);
    process.exitCode = 1;
  }
}

const isWanted = (name) => wanted.length === 0 || wanted.includes(name);
for (const [name, shot] of Object.entries(PAGES).filter(([name]) => isWanted(name))) {
  const page = await open(shot, { width: 1120, height: 640 });
  await write(page, page, join(images, `${name}.png`));
}
if (!existsSync(join(images, "examples"))) mkdirSync(join(images, "examples"));
for (const [name, shot] of Object.entries(EXAMPLES).filter(([name]) => isWanted(name))) {
  const page = await open(shot, { width: 1000, height: 420 });
  // The mechanism alone.
  await page.addStyleTag({
    content:
      "aside, header, .bar, .tools, .bodies { display: none !important } main { grid-template-columns: 1fr !important }",
  });
  await page.setViewportSize({ width: 520, height: 560 });
  await page.waitForTimeout(200);
  await page.evaluate(
    ([view, near]) => {
      const { scene, report } = window.carom;
      if (view) scene.view(view);
      else scene.fit();
      if (near) scene.near(report.bodies.indexOf(near), 0.3);
    },
    [shot.view, shot.near],
  );
  await write(page, page.locator(".stage"), join(images, "examples", `${name}.png`));
}
await browser.close();
rmSync(work, { recursive: true });
