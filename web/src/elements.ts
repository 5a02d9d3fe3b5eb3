// Elements of the page. Texts are set as texts, never as markup: a model cannot put script into a page.

type Child = Node | string;

export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, string | ((event: Event) => void)> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

export function table(head: string[], rows: (string | number)[][]): HTMLTableElement {
  const cell = (tag: "td" | "th", value: string | number) =>
    h(tag, typeof value === "number" ? { class: "number" } : {}, typeof value === "number" ? digits(value, 4) : value);
  const header = head.length > 0 ? [h("thead", {}, h("tr", {}, ...head.map((text) => cell("th", text))))] : [];
  const body = h("tbody", {}, ...rows.map((row) => h("tr", {}, ...row.map((value) => cell("td", value)))));
  return h("table", {}, ...header, body);
}

/** A few digits, in powers of ten where a number is large or small. */
export function digits(value: number, count = 5): string {
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size >= 1e6 || size < 1e-3) return value.toExponential(count - 1).replace(/\.?0+e/, "e");
  return String(Number(value.toPrecision(count)));
}
