"""The picture of vibration.md: vibration energy after an impact, from the runs of vibration.sh.

    python3 docs/images/vibration.py OUT docs/images/vibration.svg

Needs the standard library only. Bar: V = E - p²/(2m), p from the impulses of the wall. Pendulum: twice the strain energy, mean over
one period of the first mode.
"""

import csv
import json
import sys
from pathlib import Path

INK, GREY, GRID = "#333333", "#8a8a8a", "#e4e4e4"
RUNS = [
    ("fine", "fine run", "#000000", 3.0),
    ("ds", "decoupled, ρ∞ = 0.8", "#1f6fb2", 1.8),
    ("0.5", "Moreau–Jean, θ = ½", "#e08a1e", 1.8),
    ("1", "Moreau–Jean, θ = 1", "#c0392b", 1.8),
]
WIDTH, HEIGHT, LEFT, TOP, GAP = 940, 360, 60, 50, 80
PERIOD = 0.0272  # of the pendulum's first bending mode, s


def read(path):
    """Columns by name without unit."""
    with open(path) as file:
        rows = list(csv.reader(file))
    names = [name.split(" [")[0] for name in rows[0]]
    return {name: [float(row[i]) for row in rows[1:]] for i, name in enumerate(names)}


def bar(directory):
    data = read(directory / "sensors.csv")
    parameters = json.loads((directory / "run.json").read_text())["model"]["parameters"]
    value = {name: float(parameters[name]) for name in ("rho", "A", "L", "m", "v_0")}
    mass = value["rho"] * value["A"] * value["L"] + value["m"]
    momentum, energy = mass * value["v_0"], []
    for impulse, total in zip(data["impulse"], data["energy.total"]):
        momentum -= impulse
        energy.append(total - momentum**2 / (2 * mass))
    return data["time"], energy


def pendulum(directory):
    data = read(directory / "sensors.csv")
    time, strain = data["time"], data["strain_energy"]
    count = round(PERIOD / (time[1] - time[0]))
    sums = [0.0]
    for value in strain:
        sums.append(sums[-1] + value)
    means = [2 * (sums[i + count] - sums[i]) / count for i in range(len(strain) - count)]
    return time[count // 2 : count // 2 + len(means)], means


def thin(points, limit=700):
    return points[:: max(1, len(points) // limit)]


def panel(x, title, histories, times, top, ticks):
    """Axes and curves in a box that starts at x."""
    width, height = (WIDTH - LEFT - GAP - 20) / 2, HEIGHT - TOP - 50
    px = lambda t: x + width * (t - times[0]) / (times[1] - times[0])
    py = lambda v: TOP + height * (1 - v / top)
    svg = [f'<text x="{x}" y="{TOP - 14}" fill="{INK}" font-weight="bold">{title}</text>']
    for v in ticks[1]:
        svg.append(f'<line x1="{x}" x2="{x + width}" y1="{py(v):.1f}" y2="{py(v):.1f}" stroke="{GRID}"/>')
        svg.append(f'<text x="{x - 8}" y="{py(v) + 4:.1f}" fill="{GREY}" text-anchor="end">{v:g}</text>')
    for t in ticks[0]:
        svg.append(f'<text x="{px(t):.1f}" y="{TOP + height + 18}" fill="{GREY}" text-anchor="middle">{t:g}</text>')
    svg.append(f'<text x="{x + width / 2}" y="{TOP + height + 38}" fill="{INK}" text-anchor="middle">time, s</text>')
    svg.append(f'<clipPath id="c{x}"><rect x="{x}" y="{TOP}" width="{width}" height="{height}"/></clipPath>')
    for (time, values), (_, _, colour, stroke) in zip(histories, RUNS):
        points = [(t, v) for t, v in zip(time, values) if times[0] <= t <= times[1]]
        line = " ".join(f"{px(t):.1f},{py(v):.1f}" for t, v in thin(points))
        svg.append(
            f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="{stroke}" clip-path="url(#c{x})"/>'
        )
    return svg


def legend(x, y):
    svg = []
    for i, (_, name, colour, stroke) in enumerate(RUNS):
        row = y + 18 * i
        svg.append(f'<line x1="{x}" x2="{x + 24}" y1="{row}" y2="{row}" stroke="{colour}" stroke-width="{stroke}"/>')
        svg.append(f'<text x="{x + 32}" y="{row + 4}" fill="{INK}">{name}</text>')
    return svg


def main(source, target):
    source = Path(source)
    svg = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
    ]
    bars = [bar(source / f"bar-{run[0]}") for run in RUNS]
    svg += panel(LEFT, "Bar, h = 0.01 s: vibration energy, J", bars, (1.6, 8), 400, ([2, 4, 6, 8], [0, 100, 200, 300, 400]))
    rods = [pendulum(source / f"pendulum-{run[0]}") for run in RUNS]
    right = LEFT + (WIDTH - LEFT - GAP - 20) / 2 + GAP
    title = "Pendulum, h = 0.001 s: vibration energy, J"
    svg += panel(right, title, rods, (0.3, 0.7), 1.2, ([0.3, 0.4, 0.5, 0.6, 0.7], [0, 0.2, 0.4, 0.6, 0.8, 1, 1.2]))
    svg += legend(right + 200, TOP + 165)
    svg.append("</svg>")
    Path(target).write_text("\n".join(svg) + "\n")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
