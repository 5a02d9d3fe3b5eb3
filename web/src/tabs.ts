// What stands beside the animation: plots, energies, contacts, the run and its model.

import type { Report } from "./data.ts";
import { h, table } from "./elements.ts";
import type { Player } from "./player.ts";
import { type Curve, Plots } from "./plots.ts";
import { timeline } from "./timeline.ts";

export function tabs(report: Report, curves: Curve[], player: Player): HTMLElement {
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
        return h("div", {}, timeline(report.contacts, player), h("h2", {}, "Events"), ...events(report, player));
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
  const buttons = pages.map(([title]) => {
    const button = h("button", { role: "tab" }, title);
    button.addEventListener("click", () => {
      for (const other of buttons) other.classList.toggle("on", other === button);
      content.replaceChildren(make(title));
    });
    return button;
  });
  const make = (title: string) => {
    if (!built.has(title)) built.set(title, pages.find(([name]) => name === title)![1]());
    return built.get(title)!;
  };
  // On paper all of them follow each other.
  window.addEventListener("beforeprint", () => {
    content.replaceChildren(...pages.flatMap(([title]) => [h("h2", {}, title), make(title)]));
    window.dispatchEvent(new Event("resize"));
  });
  window.addEventListener("afterprint", () => buttons.find((button) => button.classList.contains("on"))?.click());
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

/** The list of events, by kind and contact; a click goes to the time of one. */
function events({ events: list }: Report, player: Player): HTMLElement[] {
  const unique = (column: number) => [...new Set(list.rows.map((row) => String(row[column])))].sort();
  const choose = (what: string, words: string[]) => {
    const options = ["", ...words].map((word) => h("option", { value: word }, word || `all ${what}`));
    return h("select", { "aria-label": what }, ...options);
  };
  const [kind, contact] = [choose("events", unique(1)), choose("contacts", unique(2))];
  const box = h("div", {});
  const fill = () => {
    const rows = list.rows.filter(
      (row) => (!kind.value || row[1] === kind.value) && (!contact.value || row[2] === contact.value),
    );
    const element = table(list.columns, rows);
    element.classList.add("events");
    for (const [k, row] of [...element.querySelectorAll("tbody tr")].entries())
      row.addEventListener("click", () => player.seek(Number(rows[k]![0])));
    box.replaceChildren(element);
  };
  kind.addEventListener("change", fill);
  contact.addEventListener("change", fill);
  if (unique(1).includes("impact")) kind.value = "impact";
  fill();
  const few = list.all > list.rows.length;
  const note = few
    ? [
        h(
          "p",
          { class: "faint" },
          `The ${list.rows.length} with the largest impulses of ${list.all}; events.csv has all.`,
        ),
      ]
    : [];
  return [h("div", { class: "row" }, kind, contact), ...note, box];
}
