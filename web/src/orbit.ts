// A channel over another: paths, orbits, phase portraits. The same scale along both axes where the units are the same.

import { PALETTE } from "./colours.ts";
import { digits, h } from "./elements.ts";
import { locate } from "./frames.ts";
import type { Curve } from "./plots.ts";

const MARGIN = 46;

/** Draws curves over one; the result marks a time on them. */
export function orbit(
  box: HTMLElement,
  across: Curve,
  shown: Curve[],
  width: number,
  height: number,
): (time: number) => void {
  const ratio = Math.min(window.devicePixelRatio, 2);
  const canvas = h("canvas", {
    width: String(width * ratio),
    height: String(height * ratio),
    style: `width:${width}px;height:${height}px`,
  });
  box.append(canvas);
  const context = canvas.getContext("2d");
  if (!context) return () => {};
  const own = shown.filter((curve) => curve.time.length === across.time.length);
  const equal = own.every((curve) => curve.unit === across.unit);
  const [x0, x1] = range([across.values]);
  const [y0, y1] = range(own.map((curve) => curve.values));
  let sx = (width - 2 * MARGIN) / (x1 - x0);
  let sy = (height - 2 * MARGIN) / (y1 - y0);
  if (equal) sx = sy = Math.min(sx, sy);
  const px = (x: number) => width / 2 + sx * (x - (x0 + x1) / 2);
  const py = (y: number) => height / 2 - sy * (y - (y0 + y1) / 2);
  const ink = getComputedStyle(document.documentElement).getPropertyValue("--ink");
  return (time) => {
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    own.forEach((curve, k) => {
      context.strokeStyle = PALETTE[k % PALETTE.length]!;
      context.lineWidth = 1;
      context.beginPath();
      for (let i = 0; i < across.values.length; i++) context.lineTo(px(across.values[i]!), py(curve.values[i]!));
      context.stroke();
      const [row] = locate(across.time, time);
      context.fillStyle = ink;
      context.beginPath();
      context.arc(px(across.values[row]!), py(curve.values[row]!), 4, 0, 2 * Math.PI);
      context.fill();
    });
    context.fillStyle = ink;
    context.font = "12px system-ui, sans-serif";
    context.textAlign = "center";
    context.fillText(`${across.name} [${across.unit || "-"}]: ${digits(x0)} … ${digits(x1)}`, width / 2, height - 12);
    context.save();
    context.translate(16, height / 2);
    context.rotate(-Math.PI / 2);
    context.fillText(`${own.map((c) => c.name).join(", ")}: ${digits(y0)} … ${digits(y1)}`, 0, 0);
    context.restore();
  };
}

function range(columns: Float32Array[]): [number, number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const column of columns) {
    for (const value of column) {
      if (value < low) low = value;
      if (value > high) high = value;
    }
  }
  if (!(low < high)) return [Number.isFinite(low) ? low - 1 : -1, Number.isFinite(low) ? low + 1 : 1];
  return [low, high];
}
