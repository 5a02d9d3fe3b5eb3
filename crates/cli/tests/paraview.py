"""Files for ParaView, read by VTK's own reader: paraview.py CAROM

Runs models, opens every file that the collection names, and compares times, places and values with the histories of the run.
"""

import csv
import subprocess
import sys
import tempfile
import traceback
import xml.etree.ElementTree as ElementTree
from pathlib import Path

from vtkmodules.vtkCommonCore import vtkCommand, vtkIdList
from vtkmodules.vtkIOXML import vtkXMLUnstructuredGridReader
from vtkmodules.util.numpy_support import vtk_to_numpy

ROOT = Path(__file__).resolve().parents[3]
CAROM = Path(sys.argv[1]).resolve()


def read(path):
    """A grid; what VTK complains of is an error here."""
    complaints = []
    reader = vtkXMLUnstructuredGridReader()
    reader.SetFileName(str(path))
    for kind in (vtkCommand.ErrorEvent, vtkCommand.WarningEvent):
        reader.AddObserver(kind, lambda *_: complaints.append(path))
    reader.Update()
    assert not complaints, f"VTK complains of {path}"
    return reader.GetOutput()


def run(model, out, *more):
    """Runs a model; gives the parts of its frames: {part: [(time, grid)]}."""
    subprocess.run([CAROM, "run", ROOT / model, "--out", out, "--quiet", *more], check=True)
    parts = {}
    for entry in ElementTree.parse(out / "bodies.pvd").getroot().iter("DataSet"):
        grid = read(out / entry.get("file"))
        time = float(entry.get("timestep"))
        assert grid.GetFieldData().GetArray("TimeValue").GetValue(0) == time, f"time of {entry.get('file')}"
        parts.setdefault(int(entry.get("part")), []).append((time, grid))
    for part, frames in parts.items():
        sizes = {(grid.GetNumberOfPoints(), grid.GetNumberOfCells()) for _, grid in frames}
        assert len(sizes) == 1 or part == 2, "only contacts come and go"
        times = [time for time, _ in frames]
        assert times == sorted(set(times)), "times grow"
    return parts


def numbers(grid, name):
    """An array of points or of cells."""
    for data, count in ((grid.GetPointData(), grid.GetNumberOfPoints()), (grid.GetCellData(), grid.GetNumberOfCells())):
        if data.GetArray(name) is not None:
            values = vtk_to_numpy(data.GetArray(name))
            assert len(values) == count, f"{name}: {len(values)} values for {count}"
            return values
    raise AssertionError(f"there is no array {name}")


def corners_of(grid, cell):
    ids = vtkIdList()
    grid.GetCellPoints(cell, ids)
    return [ids.GetId(k) for k in range(ids.GetNumberOfIds())]


def history(out, name):
    """A column of the sensors by time."""
    with open(out / "sensors.csv", newline="") as file:
        head, *rows = csv.reader(file)
    place = next(k for k, label in enumerate(head) if label.startswith(f"{name} ["))
    return {float(row[0]): float(row[place]) for row in rows}


def test_a_sphere_is_where_its_sensor_says(out):
    frames = run("examples/bouncing_ball.toml", out)[0]
    height, speed = history(out, "height"), history(out, "speed")
    compared = 0
    for time, grid in frames:
        if time not in height:
            continue
        corners = {point for cell in (numbers(grid, "body") >= 0).nonzero()[0] for point in corners_of(grid, int(cell))}
        middle = vtk_to_numpy(grid.GetPoints().GetData())[sorted(corners)].mean(axis=0)
        # Points of shapes are of single precision; the centre is 0.05 m above the lowest point, which is the body.
        assert abs(middle[2] - 0.05 - height[time]) < 1e-6, f"at {time} s: {middle[2]} for {height[time]}"
        # All points move with the ball, which does not turn.
        speeds = numbers(grid, "velocity")[sorted(corners)]
        assert abs(speeds - [0, 0, speed[time]]).max() < 1e-5, f"velocity at {time} s"
        compared += 1
    assert compared > 10, f"{compared} frames compared"


def test_a_solid_has_stresses_and_moves_by_its_displacements(out):
    frames = run("examples/rubber_block.toml", out)[1]
    first = vtk_to_numpy(frames[0][1].GetPoints().GetData()) - numbers(frames[0][1], "displacement")
    for time, grid in frames:
        moved = vtk_to_numpy(grid.GetPoints().GetData()) - numbers(grid, "displacement")
        assert abs(moved - first).max() < 1e-12, f"at {time} s"
        assert (numbers(grid, "von_mises") >= 0).all() and (numbers(grid, "strain_energy") > -1e-12).all()
        assert numbers(grid, "velocity").shape[1] == 3
    assert numbers(frames[-1][1], "von_mises").max() > 0


def test_contacts_are_points_with_forces(out):
    parts = run("examples/kerb.toml", out)
    weight = 9.81 * (250 + 15 + 20)
    # The car comes to rest on its spring on the way to the kerb: the road carries the weight.
    time, grid = min(parts[2], key=lambda frame: abs(frame[0] - 0.2))
    assert grid.GetNumberOfPoints() == 1 and grid.GetFieldData().GetAbstractArray("contact_name").GetValue(numbers(grid, "contact")[0]) == "road"
    force = numbers(grid, "force")[0]
    assert abs(force[1] - weight) < 0.05 * weight, f"{force} at {time} s"
    place = grid.GetPoint(0)
    assert abs(place[1]) < 1e-9 and abs(place[0] - (-1.2 + 3 * time)) < 0.01, place
    # At the end the wheel rolls on the kerb, its second contact, at a height of 8 cm.
    assert numbers(parts[2][-1][1], "contact").tolist() == [1] and abs(parts[2][-1][1].GetPoint(0)[1] - 0.08) < 1e-9


def test_bodies_have_names(out):
    grid = run("examples/slider_crank.toml", out)[0][0][1]
    fields = grid.GetFieldData()
    count = fields.GetArray("body_number").GetNumberOfTuples()
    named = {fields.GetArray("body_number").GetValue(k): fields.GetAbstractArray("body_name").GetValue(k) for k in range(count)}
    assert "crank" in named.values(), named
    assert set(numbers(grid, "body").tolist()) <= set(named), "every cell's body has a name"


def test_a_beam_is_a_line_through_its_nodes(out):
    parts = run("examples/robot_arm.toml", out)
    assert set(parts) == {0, 1}
    grid = parts[1][-1][1]
    assert {grid.GetCellType(k) for k in range(grid.GetNumberOfCells())} == {3}, "lines"
    assert numbers(grid, "strain_energy").max() > 0
    # Its bending moment falls towards the tip, and the one at the root is that of its sensor, a little more than in the middle of the first element.
    moment = abs(numbers(grid, "section_moment")).max(axis=1)
    root = abs(list(history(out, "root").values())[-1])
    assert moment[0] < root < 1.3 * moment[0], f"{moment[0]} for {root}"


passed = failed = 0
for name, test in [(name, test) for name, test in globals().items() if name.startswith("test_")]:
    with tempfile.TemporaryDirectory() as folder:
        try:
            test(Path(folder) / "run")
            passed += 1
        except Exception:  # noqa: BLE001 - whatever a test raises, the others are tried
            failed += 1
            print(f"FAIL {name}")
            traceback.print_exc(file=sys.stdout)
print(f"{passed} passed, {failed} failed")
sys.exit(failed > 0)
