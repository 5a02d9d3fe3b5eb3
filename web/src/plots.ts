// Plots of channels that follow the time of the animation.

import uPlot from "uplot";
import { PALETTE } from "./colours.ts";
import { digits, h } from "./elements.ts";
import { orbit } from "./orbit.ts";
import type { Player } from "./player.ts";

export interface Curve {
  name: string;
  unit: string;
  time: Float32Array;
  values: Float32Array;
}

const HEIGHT = 190;

/** Panels of one's choice. */
export class Plots {
  readonly element = h("div", { class: "panels" });
  private panels: Panel[] = [];
  private names: HTMLDataListElement;

  constructor(
    private curves: Curve[],
    private player: Player,
    start: string[][],
  ) {
    this.names = h("datalist", { id: "channels" }, ...curves.map((c) => h("option", { value: c.name })));
    const add = h("button", { click: () => this.add([]), title: "Another panel" }, "+ panel");
    this.element.append(this.names, h("div", { class: "row" }, add));
    for (const names of start) this.add(names);
    player.onChange((time) => {
      for (const panel of this.panels) panel.mark(time);
    });
    new ResizeObserver(() => {
      for (const panel of this.panels) panel.draw();
    }).observe(this.element);
  }

  add(names: string[]): Panel {
    const panel = new Panel(this.curves, names, this.player, () => {
      this.panels = this.panels.filter((other) => other !== panel);
      panel.element.remove();
    });
    this.panels.push(panel);
    this.element.insertBefore(panel.element, this.element.lastElementChild);
    panel.draw();
    return panel;
  }
}

class Panel {
  readonly element: HTMLElement;
  private plot: uPlot | null = null;
  private across = "time";
  private box = h("div", { class: "plot" });
  private chips = h("span", { class: "chips" });
  private marked = 0;
  private markOrbit: ((time: number) => void) | null = null;

  constructor(
    private curves: Curve[],
    private names: string[],
    private player: Player,
    close: () => void,
  ) {
    const input = h("input", { list: "channels", placeholder: "add a channel …", "aria-label": "add a channel" });
    input.addEventListener("change", () => {
      if (this.find(input.value) && !this.names.includes(input.value)) this.names.push(input.value);
      input.value = "";
      this.draw();
    });
    const x = h("input", { list: "channels", placeholder: "x: time", "aria-label": "channel along x", class: "x" });
    x.addEventListener("change", () => {
      this.across = this.find(x.value) ? x.value : "time";
      if (this.across === "time") x.value = "";
      this.draw();
    });
    const shut = h("button", { click: close, title: "Close this panel", class: "plain" }, "×");
    this.element = h("section", { class: "panel" }, h("div", { class: "row" }, this.chips, input, x, shut), this.box);
  }

  private find(name: string): Curve | undefined {
    return this.curves.find((curve) => curve.name === name);
  }

  draw(): void {
    this.plot?.destroy();
    this.plot = null;
    this.markOrbit = null;
    this.box.replaceChildren();
    const shown = this.names.map((name) => this.find(name)).filter((curve) => curve !== undefined);
    this.chips.replaceChildren(
      ...shown.map((curve, k) =>
        h(
          "button",
          {
            class: "chip",
            title: "Remove this curve",
            style: `border-color: ${PALETTE[k % PALETTE.length]}`,
            click: () => {
              this.names = this.names.filter((name) => name !== curve.name);
              this.draw();
            },
          },
          curve.unit ? `${curve.name} [${curve.unit}]` : curve.name,
        ),
      ),
    );
    const width = this.box.clientWidth || this.element.clientWidth;
    if (shown.length === 0 || width === 0) return;
    const across = this.across === "time" ? undefined : this.find(this.across);
    if (across) this.markOrbit = orbit(this.box, across, shown, width, 1.6 * HEIGHT);
    else this.plot = this.overTime(shown, width);
    this.mark(this.player.time);
  }

  private overTime(shown: Curve[], width: number): uPlot {
    const style = getComputedStyle(document.documentElement);
    const [ink, faint] = [style.getPropertyValue("--ink"), style.getPropertyValue("--faint")];
    const axis = { stroke: ink, grid: { stroke: faint, width: 1 }, ticks: { stroke: faint, width: 1 } };
    const units = [...new Set(shown.map((curve) => curve.unit))];
    const options: uPlot.Options = {
      width,
      height: HEIGHT,
      scales: { x: { time: false } },
      cursor: { sync: { key: "carom" }, drag: { x: true, y: false } },
      legend: { show: true, live: true },
      axes: [
        { ...axis, size: 32 },
        ...units.slice(0, 2).map((unit, k) => ({
          ...axis,
          scale: `u${unit}`,
          side: k === 0 ? 3 : 1,
          size: 64,
          label: unit,
          labelSize: 16,
          labelGap: 0,
          values: (_: uPlot, splits: number[]) => splits.map((y) => digits(y, 4)),
          grid: { show: k === 0, stroke: faint, width: 1 },
        })),
      ],
      series: [
        { label: "t [s]" },
        ...shown.map((curve, k) => ({
          label: curve.name,
          scale: `u${curve.unit}`,
          stroke: PALETTE[k % PALETTE.length]!,
          width: 1.3,
          points: { show: false },
          value: (_: uPlot, y: number | null) => (y === null || y === undefined ? "–" : digits(y, 5)),
        })),
      ],
      hooks: {
        draw: [(plot) => this.line(plot, ink)],
        ready: [
          () => queueMicrotask(() => this.mark(this.player.time)),
          (plot) =>
            plot.over.addEventListener("click", (event) => {
              // A drag zooms and ends in a click too: only those without a selection set the time.
              if (plot.select.width < 2) this.player.seek(plot.posToVal(event.offsetX, "x"));
            }),
        ],
      },
    };
    return new uPlot(options, align(shown), this.box);
  }

  private line(plot: uPlot, ink: string): void {
    const x = plot.valToPos(this.marked, "x", true);
    if (x < plot.bbox.left || x > plot.bbox.left + plot.bbox.width) return;
    plot.ctx.save();
    plot.ctx.strokeStyle = ink;
    plot.ctx.globalAlpha = 0.7;
    plot.ctx.beginPath();
    plot.ctx.moveTo(x, plot.bbox.top);
    plot.ctx.lineTo(x, plot.bbox.top + plot.bbox.height);
    plot.ctx.stroke();
    plot.ctx.restore();
  }

  /** Shows the time of the animation. */
  mark(time: number): void {
    this.marked = time;
    if (this.plot) {
      // The legend tells the values at the time of the animation, unless the pointer asks for others.
      if ((this.plot.cursor.left ?? -1) < 0) this.plot.setLegend({ idx: nearest(this.plot.data[0], time) }, false);
      this.plot.redraw(false, false);
    }
    this.markOrbit?.(time);
  }
}

/** The place of the number nearest to one in a rising row. */
function nearest(rising: ArrayLike<number>, wanted: number): number {
  let [low, high] = [0, rising.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (rising[middle]! <= wanted) low = middle;
    else high = middle;
  }
  return wanted - rising[low]! <= rising[high]! - wanted ? low : high;
}

/** Curves over one row of times: uPlot joins those of several tables. */
function align(shown: Curve[]): uPlot.AlignedData {
  const tables = shown.map((curve) => [curve.time, curve.values] as unknown as uPlot.AlignedData);
  const same = shown.every((curve) => curve.time === shown[0]!.time);
  if (same) return [shown[0]!.time, ...shown.map((curve) => curve.values)] as unknown as uPlot.AlignedData;
  return uPlot.join(tables);
}
