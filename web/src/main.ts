// The page: reads the data that stands in it, builds the parts, and joins them by one time.

import "uplot/dist/uPlot.min.css";
import "./style.css";
import { bar, keys } from "./bar.ts";
import { FORMAT, type Report, unpack } from "./data.ts";
import { h } from "./elements.ts";
import { Columns } from "./frames.ts";
import { live, remembered } from "./live.ts";
import { Player } from "./player.ts";
import type { Curve } from "./plots.ts";
import type { Motion } from "./scene.ts";
import { view } from "./stage.ts";
import { tabs } from "./tabs.ts";

async function main(): Promise<void> {
  const report = JSON.parse(document.getElementById("carom-data")!.textContent!) as Report;
  document.title = report.name;
  if (report.format !== FORMAT) {
    document.body.append(h("p", { class: "bad" }, `This page reads format ${FORMAT}, the data have ${report.format}.`));
    return;
  }
  const times = await unpack(report.times);
  const columns = async (block: Report["tracks"]) => new Columns(await unpack(block), block.rows);
  const motion: Motion = {
    times,
    tracks: await columns(report.tracks),
    points: await columns(report.points),
    fields: await Promise.all(report.fields.map((field) => columns(field.values))),
    arrowCounts: await unpack(report.arrows.counts),
    arrowValues: await unpack(report.arrows.values),
  };
  const curves: Curve[] = [];
  for (const block of report.tables) {
    const time = await unpack(block.time);
    for (const { name, unit, values } of block.channels)
      curves.push({ name, unit, time, values: await unpack(values) });
  }
  const ends = [times, ...curves.map((curve) => curve.time)].filter((t) => t.length > 0);
  const player = new Player(Math.min(0, ...ends.map((t) => t[0]!)), Math.max(0, ...ends.map((t) => t[t.length - 1]!)));
  build(report, motion, curves, player);
}

function build(report: Report, motion: Motion, curves: Curve[], player: Player): void {
  const drawn = report.shapes.length + report.outlines.length > 0 && motion.times.length > 0;
  const canvas = h("canvas", { class: "view", tabindex: "0", "aria-label": "animation of the mechanism" });
  const stage = h("div", { class: "stage" }, canvas);
  const side = h("aside", {});
  document.body.append(
    heading(report),
    h("main", {}, h("div", { class: "left" }, ...(drawn ? [stage] : []), bar(player)), side),
  );
  const scene = drawn ? view(report, motion, player, stage, canvas) : null;
  side.append(tabs(report, curves, player));
  keys(player, scene);
  const loop = (now: number) => {
    player.tick(now);
    scene?.render();
    requestAnimationFrame(loop);
  };
  requestAnimationFrame(loop);
  player.seek(remembered(player, scene) ?? player.start);
  live(report, player, scene);
  document.body.dataset.ready = "true";
  // For tests and for the curious.
  Object.assign(window, { carom: { report, player, scene, curves, motion } });
}

function heading(report: Report): HTMLElement {
  const good = report.outcome === "finished";
  const warnings = report.warnings.map((text) => h("p", { class: "bad" }, `⚠ ${text}`));
  if (report.error) warnings.unshift(h("p", { class: "bad" }, `⚠ ${report.error}`));
  const theme = h("button", { class: "plain", title: "Dark or light", click: () => flip() }, "◐");
  return h(
    "header",
    {},
    h("h1", {}, report.name),
    h("span", { class: good ? "good" : "bad" }, report.outcome),
    theme,
    ...(warnings.length > 0 ? [h("div", { class: "warnings" }, ...warnings)] : []),
  );
}

function flip(): void {
  const dark =
    document.documentElement.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  document.documentElement.dataset.theme = dark === "dark" ? "light" : "dark";
  window.dispatchEvent(new Event("resize"));
}

main().catch((error: unknown) => {
  document.body.append(h("p", { class: "bad" }, `The report cannot be shown: ${String(error)}`));
  throw error;
});
