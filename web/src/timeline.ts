// When each contact is open, sticks, slips and is hit.

import type { ContactLine } from "./data.ts";
import { h } from "./elements.ts";
import type { Player } from "./player.ts";

const ROW = 18;
const COLOURS: Record<number, string> = { 1: "transparent", 2: "#009e73", 3: "#e69f00" };

export function timeline(contacts: ContactLine[], player: Player): HTMLElement {
  const key = h(
    "p",
    { class: "legend" },
    h("i", { style: `background:${COLOURS[2]}` }),
    "stick or rest ",
    h("i", { style: `background:${COLOURS[3]}` }),
    "slip ",
    h("i", { class: "hit" }),
    "impact ",
  );
  const canvas = h("canvas", { class: "timeline", title: "Click to go to a time" });
  const names = h("div", { class: "names" }, ...contacts.map((c) => h("div", { title: c.name }, c.name)));
  const draw = () => {
    const [width, height] = [canvas.clientWidth, contacts.length * ROW];
    const ratio = Math.min(window.devicePixelRatio, 2);
    canvas.width = width * ratio;
    canvas.height = height * ratio;
    canvas.style.height = `${height}px`;
    const context = canvas.getContext("2d");
    if (!context || width === 0) return;
    context.scale(ratio, ratio);
    const x = (t: number) => ((t - player.start) / (player.end - player.start || 1)) * width;
    contacts.forEach((contact, k) => {
      for (let i = 0; i + 2 < contact.intervals.length; i += 3) {
        const [from, to, state] = contact.intervals.slice(i, i + 3) as [number, number, number];
        context.fillStyle = COLOURS[state] ?? "transparent";
        context.fillRect(x(from), k * ROW + 3, Math.max(x(to) - x(from), 0.5), ROW - 6);
      }
      context.fillStyle = "#d32f2f";
      for (const t of contact.hits) context.fillRect(x(t) - 0.5, k * ROW + 1, 1, ROW - 2);
    });
    context.fillStyle = getComputedStyle(document.documentElement).getPropertyValue("--ink");
    context.fillRect(x(player.time) - 0.5, 0, 1, height);
  };
  canvas.addEventListener("click", (event) => {
    player.seek(player.start + (event.offsetX / canvas.clientWidth) * (player.end - player.start));
  });
  player.onChange(draw);
  new ResizeObserver(draw).observe(canvas);
  return h("div", {}, key, h("div", { class: "lines" }, names, canvas));
}
