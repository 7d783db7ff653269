"""Computes linear blend and dual quaternion skinning from the arrays here and compares with the expected positions."""
import array, ast, csv, json, math, sys
from pathlib import Path

HERE = Path(__file__).parent
GOLDEN = json.loads((HERE / "golden.json").read_text(encoding="utf-8"))

def rows(name):
    data = (HERE / name).read_bytes()
    start = 10 + int.from_bytes(data[8:10], "little")
    header = ast.literal_eval(data[10:start].decode())
    values, width = array.array({"<f4": "f", "<u4": "I"}[header["descr"]]), math.prod(header["shape"][1:])
    values.frombytes(data[start:])
    return [values[i : i + width] for i in range(0, len(values), width)]

def transform(matrix, v):
    return [sum(matrix[4 * r + c] * v[c] for c in range(3)) + matrix[4 * r + 3] for r in range(3)]

def lbs(skin, mesh, signs, mode):
    matrices = rows(skin["posed_from_mesh"])
    def vertex(v, influences):
        parts = [(w, transform(matrices[j], v)) for j, w in influences]
        return [sum(w * part[i] for w, part in parts) for i in range(3)], 1.0
    return vertex

def dqs(skin, mesh, signs, mode):
    motions = rows(skin["motions"].get(mode, skin["motions"]["none"]))
    bind_from_mesh = rows(skin["bind_from_mesh"])
    def vertex(v, influences):
        v, sum8, heaviest = transform([x for row in bind_from_mesh for x in row], v), [0.0] * 8, motions[influences[0][0]]
        firm = 1.0
        for joint, weight in influences:
            against = {"as-given": motions[joint], "heaviest": heaviest, "running-sum": sum8 if any(sum8) else heaviest}[signs]
            dot = sum(a * b for a, b in zip(motions[joint][:4], against))
            firm = 0.0 if abs(dot) < 1e-5 else firm
            signed = -weight if dot < 0 else weight
            sum8 = [s + signed * m for s, m in zip(sum8, motions[joint])]
        length = math.hypot(*sum8[:4])
        sum8, length = (sum8, length) if length >= 1e-5 else (heaviest, 1.0)
        x, y, z, w, dx, dy, dz, dw = (s / length for s in sum8)
        half = [y * v[2] - z * v[1] + w * v[0], z * v[0] - x * v[2] + w * v[1], x * v[1] - y * v[0] + w * v[2]]
        turn = [y * half[2] - z * half[1], z * half[0] - x * half[2], x * half[1] - y * half[0]]
        move = [w * dx - dw * x + y * dz - z * dy, w * dy - dw * y + z * dx - x * dz, w * dz - dw * z + x * dy - y * dx]
        return [v[i] + 2 * turn[i] + 2 * move[i] for i in range(3)], firm * min(length, 1.0)
    return vertex

failed = False
for mesh in GOLDEN["meshes"]:
    skin = GOLDEN["skins"][mesh["skin"]]
    rest, joints, weights = (rows(mesh[name]) for name in ("rest_positions", "joints", "weights"))
    for expected in mesh["expected"]:
        positions, table = rows(expected["positions"]), list(csv.reader((HERE / expected["csv"]).open()))[1:]
        errors = [math.dist(p, map(float, row[1:4])) for p, row in zip(positions, table)]
        if expected["method"] in ("lbs", "dqs"):
            skinned = globals()[expected["method"]](skin, mesh, expected["signs"], expected["antipodality"])
            vertices = [[(j, w) for j, w in zip(*both) if w != 0] for both in zip(joints, weights)]
            found = [skinned(v, i) for v, i in zip(rest, vertices)]
            errors += [math.dist(v, p) * firm for (v, firm), p in zip(found, positions)]
        largest = max(errors, default=0.0) / GOLDEN["extent"] if len(table) == len(positions) == len(rest) else math.inf
        failed |= not largest <= GOLDEN["tolerance"]
        print(f"{expected['positions']:<60} {largest:.1e} of the extent")
sys.exit("positions differ" if failed else 0)
