// Play, time and speed; and the keys.

import { digits, h } from "./elements.ts";
import { niceSpeed, type Player } from "./player.ts";
import type { Scene } from "./scene.ts";

/** Play, time and speed. */
export function bar(player: Player): HTMLElement {
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

export function keys(player: Player, scene: Scene | null): void {
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
    else if (scene && /^[xyzXYZ]$/.test(event.key))
      scene.view(event.key === event.key.toLowerCase() ? event.key : `-${event.key.toLowerCase()}`);
    else if (scene && event.key === "i") scene.view("iso");
    else return;
    event.preventDefault();
  });
}
