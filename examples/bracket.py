"""Writes bracket.msh: a sheet bent to an L, 264 hexahedra, in millimetres, format 2.2 of Gmsh.

    python3 bracket.py bracket.msh
    python3 bracket.py fine.msh 3 2 1.5     # so many times finer along the sheet, across it and through it: 10,452 freedoms

The vertical leg stands against the wall x = 0, the horizontal one lies on z = 0. Groups: the volume `bracket`, the faces
`wall` (the back of the vertical leg), `shelf` (the outer half of the horizontal leg, above) and `tip` (its end).
"""

import math
import sys

LEG, ARM, WIDTH, THICKNESS, RADIUS = 60.0, 90.0, 40.0, 4.0, 8.0     # RADIUS of the inner side of the bend
ALONG_LEG, ALONG_BEND, ALONG_ARM, ACROSS, THROUGH = 8, 4, 10, 6, 2  # elements
FINER = [float(x) for x in sys.argv[2:5]] or [1.0, 1.0, 1.0]
ALONG_LEG, ALONG_BEND, ALONG_ARM = (round(n * FINER[0]) for n in (ALONG_LEG, ALONG_BEND, ALONG_ARM))
ACROSS, THROUGH = round(ACROSS * FINER[1]), round(THROUGH * FINER[2])


def place(i, s):
    """x and z of the i-th station along the sheet, at the depth s from its outer side."""
    outer = RADIUS + THICKNESS
    if i <= ALONG_LEG:
        return s, LEG + (outer - LEG) * i / ALONG_LEG
    if i <= ALONG_LEG + ALONG_BEND:
        angle = math.pi * (1 + 0.5 * (i - ALONG_LEG) / ALONG_BEND)
        return outer + (outer - s) * math.cos(angle), outer + (outer - s) * math.sin(angle)
    return outer + (ARM - outer) * (i - ALONG_LEG - ALONG_BEND) / ALONG_ARM, s


stations = ALONG_LEG + ALONG_BEND + ALONG_ARM
half_arm = stations - ALONG_ARM // 2


def node(i, j, k):
    return 1 + i + (stations + 1) * (j + (ACROSS + 1) * k)


nodes = []
for k in range(THROUGH + 1):
    for j in range(ACROSS + 1):
        for i in range(stations + 1):
            x, z = place(i, THICKNESS * k / THROUGH)
            nodes.append((x, WIDTH * (j / ACROSS - 0.5), z))

elements = []  # type, group, nodes
for i in range(stations):
    for j in range(ACROSS):
        back = [node(i, j, 0), node(i + 1, j, 0), node(i + 1, j + 1, 0), node(i, j + 1, 0)]
        front = [node(i, j, THROUGH), node(i + 1, j, THROUGH), node(i + 1, j + 1, THROUGH), node(i, j + 1, THROUGH)]
        if i < ALONG_LEG:
            elements.append((3, 2, back))
        if i >= half_arm:
            elements.append((3, 3, front))
        for k in range(THROUGH):
            side = [(i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1)]
            elements.append((5, 1, [node(a, b, k) for a, b in side] + [node(a, b, k + 1) for a, b in side]))
for j in range(ACROSS):
    for k in range(THROUGH):
        end = [(j, k), (j + 1, k), (j + 1, k + 1), (j, k + 1)]
        elements.append((3, 4, [node(stations, a, b) for a, b in end]))

lines = ["$MeshFormat", "2.2 0 8", "$EndMeshFormat"]
lines += ["$PhysicalNames", "4", '3 1 "bracket"', '2 2 "wall"', '2 3 "shelf"', '2 4 "tip"', "$EndPhysicalNames"]
lines += ["$Nodes", str(len(nodes))]
lines += [f"{n} {x:.9g} {y:.9g} {z:.9g}" for n, (x, y, z) in enumerate(nodes, 1)]
lines += ["$EndNodes", "$Elements", str(len(elements))]
lines += [f"{n} {kind} 2 {group} {group} {' '.join(map(str, of))}" for n, (kind, group, of) in enumerate(elements, 1)]
lines += ["$EndElements"]
with open(sys.argv[1], "w") as file:
    file.write("\n".join(lines) + "\n")
