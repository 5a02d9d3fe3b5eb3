// The animation as a film for slides: what the canvas shows from the start to the end, as the browser encodes it (WebM).

import type { Player } from "./player.ts";

const FRAMES_PER_SECOND = 30;
const BITS_PER_SECOND = 6e6;
/** Milliseconds that the last picture is shown, in which the encoder catches up. */
const LAST = 400;

export function canFilm(canvas: HTMLCanvasElement): boolean {
  return typeof canvas.captureStream === "function" && typeof MediaRecorder === "function";
}

/** Plays once from the start, and gives the film. */
export function film(canvas: HTMLCanvasElement, player: Player): Promise<Blob> {
  const recorder = new MediaRecorder(canvas.captureStream(FRAMES_PER_SECOND), {
    mimeType: "video/webm",
    videoBitsPerSecond: BITS_PER_SECOND,
  });
  const parts: Blob[] = [];
  recorder.addEventListener("dataavailable", (event) => parts.push(event.data));
  const loop = player.loop;
  player.loop = false;
  player.seek(player.start);
  return new Promise((done) => {
    recorder.addEventListener("stop", () => done(new Blob(parts, { type: "video/webm" })));
    const watch = () => {
      if (player.playing) {
        requestAnimationFrame(watch);
        return;
      }
      player.loop = loop;
      setTimeout(() => recorder.stop(), LAST);
    };
    recorder.start();
    player.toggle();
    requestAnimationFrame(watch);
  });
}

/** Hands a file to the user. */
export function save(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
