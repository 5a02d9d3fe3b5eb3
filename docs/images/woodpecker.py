"""The picture of the README: one limit cycle of the woodpecker, and two histories, from a result directory.

    python3 woodpecker.py out/woodpecker-free woodpecker.svg

Needs the standard library only. Geometry comes from the model stored in run.json, motion from sensors.csv, closed contacts from
contacts.csv.
"""

import csv
import json
import math
import sys
from pathlib import Path

INK, GREY, GRID = "#333333", "#8a8a8a", "#e4e4e4"
POLE, SLEEVE, BODY, HEAD, CLOSED, SHADE = "#d9c9a5", "#1f6fb2", "#b5651d", "#c0392b", "#d62728", "#f3efe4"
WIDTH, HEIGHT = 940, 600
POSES = 8


def read(path):
    """Columns by name without unit."""
    with open(path) as file:
        rows = list(csv.reader(file))
    names = [name.split(" [")[0] for name in rows[0]]
    return {name: [float(row[i]) for row in rows[1:]] for i, name in enumerate(names)}


def turn(p, angle):
    c, s = math.cos(angle), math.sin(angle)
    return c * p[0] - s * p[1], s * p[0] + c * p[1]


class Picture:
    def __init__(self):
        self.parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="DejaVu Sans, Helvetica, Arial, sans-serif">',
            f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
        ]

    def path(self, points, close=False, **style):
        d = "M" + "L".join(f"{x:.2f},{y:.2f}" for x, y in points) + ("Z" if close else "")
        self.parts.append(f'<path d="{d}" {attributes(style)}/>')

    def text(self, x, y, content, size=13, anchor="start", fill=INK):
        self.parts.append(f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}" fill="{fill}">{content}</text>')

    def circle(self, x, y, r, **style):
        self.parts.append(f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{r}" {attributes(style)}/>')

    def save(self, path):
        Path(path).write_text("\n".join(self.parts + ["</svg>"]) + "\n")


def attributes(style):
    return " ".join(f'{key.replace("_", "-")}="{value}"' for key, value in style.items())


def pose(picture, model, s, contacts, i, x_0, y_0, scale, level):
    """Pole, sleeve, spring, bird and closed contacts at sample i; `level` is the height that is drawn at y_0."""
    points, bird_points = model["bodies"]["sleeve"]["points"], model["bodies"]["bird"]["points"]
    sleeve, alpha, beta = (s["sleeve_x"][i], s["sleeve_y"][i]), s["sleeve_angle"][i], s["bird_angle"][i]
    hinge = tuple(a + b for a, b in zip(sleeve, turn(points["spring"], alpha)))
    arm = turn(bird_points["spring"], beta)
    bird = (hinge[0] - arm[0], hinge[1] - arm[1])

    def screen(p):
        return x_0 + scale * p[0], y_0 - scale * (p[1] - level)

    def on(origin, angle, p):
        q = turn(p, angle)
        return screen((origin[0] + q[0], origin[1] + q[1]))

    r_o = model["parameters"]["r_O"]
    top, bottom = level + 0.026, level - 0.036
    picture.path([screen(p) for p in [(-r_o, bottom), (r_o, bottom), (r_o, top), (-r_o, top)]], True, fill=POLE)
    # Spring: a zigzag from the sleeve's side to the bird's centre.
    start, end = on(sleeve, alpha, (points["c2"][0], 0)), screen(bird)
    length = math.dist(start, end)
    normal = (-(end[1] - start[1]) / length, (end[0] - start[0]) / length)
    zigzag = []
    for k in range(17):
        f, a = k / 16, 0 if k in (0, 16) else 2.2 * (-1) ** k
        zigzag.append(tuple(start[j] + f * (end[j] - start[j]) + a * normal[j] for j in (0, 1)))
    picture.path(zigzag, fill="none", stroke=GREY, stroke_width=1.1)
    # Bird: body, head, beak, tail.
    ellipse = [(0.0072 * math.cos(t), 0.001 + 0.0155 * math.sin(t)) for t in [k * math.tau / 40 for k in range(40)]]
    tail = [(-0.003, -0.0125), (0.004, -0.0125), (0.0065, -0.026), (0.001, -0.0245)]
    beak = bird_points["beak"]
    picture.path([on(bird, beta, p) for p in tail], True, fill="#8a4b14")
    picture.path([on(bird, beta, p) for p in [beak, (-0.006, 0.0235), (-0.006, 0.0172)]], True, fill="#3d3d3d")
    picture.path([on(bird, beta, p) for p in ellipse], True, fill=BODY)
    picture.circle(*on(bird, beta, (-0.003, 0.019)), f"{0.0062 * scale:.2f}", fill=HEAD)
    picture.circle(*on(bird, beta, (-0.0048, 0.0208)), 1.5, fill="white")
    corners = [on(sleeve, alpha, points[c]) for c in ("c2", "c3", "c4", "c5")]
    picture.path(corners, True, fill="#1f6fb233", stroke=SLEEVE, stroke_width=1.6)
    for name in contacts["names"]:
        if contacts[f"{name}.status"][i] > 0:
            at = on(bird, beta, beak) if name == "beak" else on(sleeve, alpha, points[name])
            picture.circle(*at, 3.4, fill=CLOSED, stroke="white", stroke_width=0.8)


def plot(picture, box, t, values, ticks, label, color, shade):
    """A curve over time with a grid; `ticks` are values to label."""
    x, y, w, h = box
    low, high = ticks[0], ticks[-1]
    place = lambda time, value: (x + w * time / t[-1], y + h * (high - value) / (high - low))
    a, b = place(shade[0], low), place(shade[1], high)
    picture.path([a, (b[0], a[1]), b, (a[0], b[1])], True, fill=SHADE)
    for tick in ticks:
        (x_1, y_1), (x_2, _) = place(0, tick), place(t[-1], tick)
        picture.path([(x_1, y_1), (x_2, y_1)], stroke=GRID, stroke_width=1)
        picture.text(x - 6, y_1 + 4, f"{tick:g}".replace("-", "−"), 11, "end", GREY)
    for k in range(0, 16, 3):
        at = place(0.1 * k, low)
        picture.path([at, (at[0], at[1] + 4)], stroke=GREY, stroke_width=1)
        picture.text(at[0], at[1] + 17, f"{0.1 * k:g}", 11, "middle", GREY)
    step = max(1, len(t) // 3000)
    picture.path([place(*p) for p in list(zip(t, values))[::step]], fill="none", stroke=color, stroke_width=1.5)
    picture.text(x, y - 9, label, 12)
    picture.text(x + w, y + h + 32, "time in s", 11, "end", GREY)


def main(directory, target):
    directory = Path(directory)
    run = json.loads((directory / "run.json").read_text())
    model, s = run["model"], read(directory / "sensors.csv")
    contacts = read(directory / "contacts.csv") | {"names": list(model["contacts"])}
    t, angle = s["time"], s["bird_angle"]
    minima = [i for i in range(1, len(t) - 1) if angle[i] < angle[i - 1] and angle[i] <= angle[i + 1]]
    first, last = minima[-3], minima[-2]
    picture = Picture()
    picture.text(30, 34, "One cycle of the woodpecker toy", 16)
    picture.text(30, 54, f"from {t[first]:.4f} s to {t[last]:.4f} s, free sleeve, μ = {model['parameters']['mu']:g}; red dots: closed contacts", 12, fill=GREY)
    level, scale = s["sleeve_y"][first], 2500
    y_0 = 165
    picture.path([(24, y_0), (WIDTH - 24, y_0)], stroke=GREY, stroke_width=0.8, stroke_dasharray="2 4")
    # Equally spaced instants, the nearest of which gives way to the blow of the beak.
    instants = [first + round(k * (last - first) / POSES) for k in range(POSES + 1)]
    blow = max(range(first, last), key=lambda i: contacts["beak.impulse_n"][i])
    instants[min(range(POSES + 1), key=lambda k: abs(instants[k] - blow))] = blow
    for k, i in enumerate(instants):
        x_0 = 44 + k * (WIDTH - 160) / POSES
        pose(picture, model, s, contacts, i, x_0, y_0, scale, level)
        picture.text(x_0 + 14, y_0 + 134, f"{1e3 * (t[i] - t[first]):.0f} ms", 12, "middle")
    shade = (t[first], t[last])
    height = [1e3 * y for y in s["sleeve_y"]]
    plot(picture, (62, 358, 385, 190), t, height, [-100, -75, -50, -25, 0], "height of the sleeve in mm", SLEEVE, shade)
    turned = [math.degrees(a) for a in angle]
    plot(picture, (525, 358, 385, 190), t, turned, [-30, -20, -10, 0, 10], "angle of the bird in degrees", BODY, shade)
    picture.save(target)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
