// A page that `carom view` serves: while the run goes on it loads itself anew as results come, and goes on where it was.

import type { Report } from "./data.ts";
import type { Player } from "./player.ts";
import type { Scene } from "./scene.ts";

const KEY = "carom-live";
/** Milliseconds between two questions. */
const PAUSE = 1500;

interface Kept {
  time: number;
  /** Whether the newest was shown. */
  atEnd: boolean;
  playing: boolean;
  camera: number[] | null;
  tab: string | null;
}

/** What the server says of a run. */
interface State {
  outcome: string;
  instants: number;
}

function isServed(): boolean {
  return location.protocol === "http:";
}

/** Takes up where the page was before it loaded itself anew: the time, if it did. */
export function remembered(player: Player, scene: Scene | null): number | null {
  const text = isServed() ? sessionStorage.getItem(KEY) : null;
  if (text === null) return null;
  sessionStorage.removeItem(KEY);
  const kept = JSON.parse(text) as Kept;
  if (kept.camera) scene?.putCamera(kept.camera);
  if (kept.tab !== null) {
    const button = [...document.querySelectorAll<HTMLElement>("nav button")].find((b) => b.textContent === kept.tab);
    queueMicrotask(() => button?.click());
  }
  if (kept.playing) player.toggle();
  return kept.atEnd ? player.end : kept.time;
}

/** Asks from time to time whether there is more. */
export function live(report: Report, player: Player, scene: Scene | null): void {
  if (!isServed() || !["running", "preparing"].includes(report.outcome)) return;
  const ask = async () => {
    const answer = await fetch("state");
    const state = (await answer.json()) as State;
    if (state.outcome === report.outcome && state.instants <= report.times.rows) return;
    const kept: Kept = {
      time: player.time,
      atEnd: player.time >= player.end,
      playing: player.playing,
      camera: scene?.savedCamera() ?? null,
      tab: document.querySelector("nav .on")?.textContent ?? null,
    };
    sessionStorage.setItem(KEY, JSON.stringify(kept));
    location.reload();
  };
  // A server that has gone away ends the questions, and not the page.
  const timer = setInterval(() => ask().catch(() => clearInterval(timer)), PAUSE);
}
