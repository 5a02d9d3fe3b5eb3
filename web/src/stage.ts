// The animation with what belongs to it: views, bodies, quantities, forces.

import { gradient } from "./colours.ts";
import type { Report } from "./data.ts";
import { digits, h } from "./elements.ts";
import { canFilm, film, save } from "./film.ts";
import type { Player } from "./player.ts";
import { type Motion, Scene } from "./scene.ts";

/** Builds it into a stage. */
export function view(
  report: Report,
  motion: Motion,
  player: Player,
  stage: HTMLElement,
  canvas: HTMLCanvasElement,
): Scene {
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
  tools.append(...takers(report, scene, player, canvas));
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

/** Buttons that take a picture and a film of the animation, on white. */
function takers(report: Report, scene: Scene, player: Player, canvas: HTMLCanvasElement): HTMLElement[] {
  const name = report.name.replace(/[^\w-]+/g, "_");
  const picture = h("button", { title: "Save a picture (PNG)" }, "picture");
  picture.addEventListener("click", () => {
    scene.setPaper(true);
    scene.render();
    canvas.toBlob((blob) => blob && save(blob, `${name}.png`));
    scene.setPaper(false);
  });
  if (!canFilm(canvas)) return [picture];
  const record = h("button", { title: "Play from the start and save it as a film (WebM)", class: "film" }, "film");
  record.addEventListener("click", async () => {
    record.disabled = true;
    scene.setPaper(true);
    save(await film(canvas, player), `${name}.webm`);
    scene.setPaper(false);
    record.disabled = false;
  });
  return [picture, record];
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
    const only = h("button", { class: "plain", title: "Only this, or all" }, "only");
    only.addEventListener("click", () => {
      const alone = hidden.size === report.bodies.length - 1 && !hidden.has(k);
      hidden.clear();
      if (!alone) {
        for (const other of report.bodies.keys()) if (other !== k) hidden.add(other);
      }
      update();
    });
    const follow = h("button", { class: "plain follow", title: "Follow this body" }, "follow");
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
