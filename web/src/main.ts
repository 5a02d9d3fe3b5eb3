// The page: reads the data that stands in it, builds the parts, and joins them by one time.

import "uplot/dist/uPlot.min.css";
import "./style.css";
import { gradient } from "./colours.ts";
import { FORMAT, type Report, unpack } from "./data.ts";
import { digits, h, table } from "./elements.ts";
import { Columns } from "./frames.ts";
import { niceSpeed, Player } from "./player.ts";
import { type Curve, Plots } from "./plots.ts";
import { type Motion, Scene } from "./scene.ts";
import { timeline } from "./timeline.ts";

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
  player.seek(player.start);
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

/** Play, time and speed. */
function bar(player: Player): HTMLElement {
  player.speed = niceSpeed(player.end - player.start);
  const play = h("button", { class: "play", title: "Play or pause (space)", click: () => player.toggle() }, "▶");
  const range = h("input", { type: "range", min: "0", max: "10000", value: "0", "aria-label": "time" });
  range.addEventListener("input", () => {
    player.seek(player.start + (Number(range.value) / 10000) * (player.end - player.start));
  });
  const clock = h("output", { class: "clock" });
  const speeds = [...new Set([0.001, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, player.speed])].sort((a, b) => a - b);
  const speed = h(
    "select",
    { title: "Speed", "aria-label": "speed" },
    ...speeds.map((s) => h("option", { value: String(s) }, `${digits(s)} ×`)),
  );
  speed.value = String(player.speed);
  speed.addEventListener("change", () => {
    player.speed = Number(speed.value);
  });
  const loop = h("input", { type: "checkbox" });
  loop.checked = player.loop;
  loop.addEventListener("change", () => {
    player.loop = loop.checked;
  });
  player.onChange((time) => {
    play.textContent = player.playing ? "❚❚" : "▶";
    range.value = String((10000 * (time - player.start)) / (player.end - player.start || 1));
    clock.textContent = `${time.toFixed(decimals(player.end - player.start))} s`;
  });
  return h("div", { class: "bar" }, play, range, clock, speed, h("label", {}, loop, "loop"));
}

function decimals(duration: number): number {
  return Math.max(0, Math.min(9, 3 - Math.floor(Math.log10(duration || 1))));
}

/** The animation with what belongs to it: views, bodies, quantities, forces. */
function view(report: Report, motion: Motion, player: Player, stage: HTMLElement, canvas: HTMLCanvasElement): Scene {
  const scene = new Scene(report, motion, canvas);
  new ResizeObserver(() => scene.resize(stage.clientWidth, stage.clientHeight)).observe(stage);
  scene.resize(stage.clientWidth, stage.clientHeight);
  scene.fit();
  player.onChange((time) => scene.show(time));
  const views = ["iso", "x", "y", "z", "-x", "-y", "-z"].map((name) =>
    h("button", { click: () => scene.view(name), title: `Look along ${name}` }, name),
  );
  const fit = h("button", { click: () => scene.fit(), title: "Everything in the picture (f)" }, "fit");
  const tools = h("div", { class: "tools" }, ...views, fit);
  if (report.arrows.counts.rows > 0 && motion.arrowValues.length > 0) {
    const force = h("input", {
      type: "range",
      min: "0",
      max: "4",
      step: "0.1",
      value: "1",
      title: "Length of the forces of contacts",
      "aria-label": "length of forces",
    });
    force.addEventListener("input", () => {
      scene.forces = Number(force.value);
      scene.show(player.time);
    });
    tools.append(h("label", {}, "forces", force));
  }
  if (report.joints.length + report.springs.length > 0) {
    const marks = h("input", { type: "checkbox" });
    marks.checked = true;
    marks.addEventListener("change", () => scene.showMarks(marks.checked));
    tools.append(h("label", {}, marks, "joints, springs"));
  }
  if (report.fields.length > 0) tools.append(fields(report, motion, scene, player));
  const name = h("div", { class: "hover" });
  canvas.addEventListener("pointermove", (event) => {
    const body = scene.pick(
      (2 * event.offsetX) / canvas.clientWidth - 1,
      1 - (2 * event.offsetY) / canvas.clientHeight,
    );
    name.textContent = body === null ? "" : report.bodies[body]!;
    name.style.left = `${event.offsetX + 14}px`;
    name.style.top = `${event.offsetY + 10}px`;
  });
  canvas.addEventListener("pointerleave", () => {
    name.textContent = "";
  });
  stage.append(tools, bodies(report, scene), name);
  return scene;
}

function fields(report: Report, motion: Motion, scene: Scene, player: Player): HTMLElement {
  const choice = h(
    "select",
    { title: "Colour of surfaces", "aria-label": "colour of surfaces" },
    h("option", { value: "-1" }, "plain"),
    ...report.fields.map((f, k) => h("option", { value: String(k) }, `${f.name} [${f.unit}]`)),
  );
  const key = h("span", { class: "key" });
  choice.addEventListener("change", () => {
    scene.field = Number(choice.value);
    const values = motion.fields[scene.field];
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    const rows = motion.times.length;
    for (let c = 0; values && c < values.columns; c++) {
      for (let r = 0; r < rows; r++) {
        const value = values.at(c, r);
        if (value < low) low = value;
        if (value > high) high = value;
      }
    }
    scene.fieldRange = [low, high];
    key.replaceChildren(...(values ? [digits(low), h("i", { style: `background:${gradient()}` }), digits(high)] : []));
    scene.show(player.time);
  });
  return h("span", {}, choice, key);
}

/** Bodies to hide, to isolate and to follow. */
function bodies(report: Report, scene: Scene): HTMLElement {
  const hidden = new Set<number>();
  const boxes: HTMLInputElement[] = [];
  const update = () => {
    boxes.forEach((box, k) => {
      box.checked = !hidden.has(k);
    });
    scene.hide(new Set(hidden));
  };
  let followed: number | null = null;
  const rows = report.bodies.map((name, k) => {
    const box = h("input", { type: "checkbox", "aria-label": `show ${name}` });
    box.checked = true;
    boxes.push(box);
    box.addEventListener("change", () => {
      if (box.checked) hidden.delete(k);
      else hidden.add(k);
      update();
    });
    const only = h("button", { class: "plain", title: "Only this, or all" }, "◎");
    only.addEventListener("click", () => {
      const alone = hidden.size === report.bodies.length - 1 && !hidden.has(k);
      hidden.clear();
      if (!alone) {
        for (const other of report.bodies.keys()) if (other !== k) hidden.add(other);
      }
      update();
    });
    const follow = h("button", { class: "plain follow", title: "Follow this body" }, "⌖");
    follow.addEventListener("click", () => {
      followed = followed === k ? null : k;
      scene.setFollowed(followed);
      for (const other of document.querySelectorAll(".follow"))
        other.classList.toggle("on", other === follow && followed !== null);
    });
    return h("li", {}, h("label", {}, box, h("i", { style: `background:${scene.colour(k)}` }), name), only, follow);
  });
  return h("details", { class: "bodies" }, h("summary", {}, `${report.bodies.length} bodies`), h("ul", {}, ...rows));
}

function tabs(report: Report, curves: Curve[], player: Player): HTMLElement {
  const energy = report.tables.find((t) => t.title === "energy")?.channels.map((c) => c.name) ?? [];
  const thinned = report.tables.filter((t) => t.every > 1);
  const note =
    thinned.length > 0
      ? [
          h(
            "p",
            { class: "faint" },
            `Long histories are drawn by the least and the largest of ${Math.max(...thinned.map((t) => t.every))} rows each; the files have all.`,
          ),
        ]
      : [];
  const pages: [string, () => HTMLElement][] = [
    ["Plots", () => h("div", {}, new Plots(curves, player, starting(report)).element, ...note)],
  ];
  if (energy.length > 0) pages.push(["Energy", () => new Plots(curves, player, [energy, ["remainder"]]).element]);
  if (report.contacts.length > 0) {
    pages.push([
      "Contacts",
      () => {
        const events = table(report.events.columns, report.events.rows);
        for (const [k, row] of [...events.querySelectorAll("tbody tr")].entries()) {
          row.addEventListener("click", () => player.seek(Number(report.events.rows[k]![0])));
        }
        return h("div", {}, timeline(report.contacts, player), h("h2", {}, "Impacts"), events);
      },
    ]);
  }
  pages.push(["Run", () => table([], report.summary)]);
  pages.push([
    "Model",
    () => {
      const parameters = Object.entries(report.parameters).map(([name, value]) => [name, value] as (string | number)[]);
      const texts = report.sources.map(({ name, text }) =>
        h("details", { open: "" }, h("summary", {}, name), h("pre", {}, text)),
      );
      return h("div", {}, ...(parameters.length > 0 ? [table(["parameter", "value"], parameters)] : []), ...texts);
    },
  ]);
  const content = h("div", { class: "page" });
  const built = new Map<string, HTMLElement>();
  const buttons = pages.map(([title, make]) => {
    const button = h("button", { role: "tab" }, title);
    button.addEventListener("click", () => {
      for (const other of buttons) other.classList.toggle("on", other === button);
      if (!built.has(title)) built.set(title, make());
      content.replaceChildren(built.get(title)!);
    });
    return button;
  });
  queueMicrotask(() => buttons[0]!.click());
  return h("div", { class: "tabs" }, h("nav", { role: "tablist" }, ...buttons), content);
}

/** Sensors with the same unit and size in one panel: small signals stay visible beside large ones. Those that never change are left out. */
function starting(report: Report): string[][] {
  const sensors = report.tables.find((t) => t.title === "sensors")?.channels ?? [];
  const panels = new Map<string, string[]>();
  for (const channel of sensors.filter((c) => c.span > 0)) {
    const key = `${channel.unit} ${Math.round(Math.log10(channel.span) / 2)}`;
    panels.set(key, [...(panels.get(key) ?? []), channel.name]);
  }
  return [...panels.values()].map((names) => names.slice(0, 6)).slice(0, 5);
}

function keys(player: Player, scene: Scene | null): void {
  document.addEventListener("keydown", (event) => {
    const target = event.target as HTMLElement;
    if (["INPUT", "SELECT", "TEXTAREA"].includes(target.tagName) && (target as HTMLInputElement).type !== "range")
      return;
    const step = (player.end - player.start) / 200;
    if (event.key === " ") {
      if (target.tagName === "BUTTON") return;
      player.toggle();
    } else if (event.key === "ArrowRight") player.seek(player.time + step);
    else if (event.key === "ArrowLeft") player.seek(player.time - step);
    else if (event.key === "Home") player.seek(player.start);
    else if (event.key === "End") player.seek(player.end);
    else if (event.key === "f") scene?.fit();
    else return;
    event.preventDefault();
  });
}

main().catch((error: unknown) => {
  document.body.append(h("p", { class: "bad" }, `The report cannot be shown: ${String(error)}`));
  throw error;
});
