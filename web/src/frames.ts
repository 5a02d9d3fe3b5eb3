// Positions between recorded frames: straight for points, along the shorter arc for rotations.

/** The frame before a time and how far the time is on the way to the next. */
export function locate(times: Float32Array, time: number): [number, number] {
  let low = 0;
  let high = times.length - 1;
  if (high <= 0 || time <= times[0]!) return [0, 0];
  if (time >= times[high]!) return [high, 0];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (times[middle]! <= time) low = middle;
    else high = middle;
  }
  return [low, (time - times[low]!) / (times[high]! - times[low]!)];
}

/** Numbers of a table of columns, mixed between a frame and the next. */
export class Columns {
  readonly columns: number;
  constructor(
    private values: Float32Array,
    private rows: number,
  ) {
    this.columns = rows > 0 ? values.length / rows : 0;
  }

  at(column: number, row: number): number {
    return this.values[column * this.rows + row] ?? 0;
  }

  mix(column: number, row: number, part: number): number {
    const a = this.at(column, row);
    return part === 0 ? a : a + part * (this.at(column, row + 1) - a);
  }

  /** A quaternion in four columns, x, y, z, w for three.js; stored with w first. */
  turn(column: number, row: number, part: number, out: [number, number, number, number]): void {
    const q = (k: number, r: number) => this.at(column + k, r);
    let dot = 0;
    for (let k = 0; k < 4; k++) dot += q(k, row) * q(k, part === 0 ? row : row + 1);
    const sign = dot < 0 ? -1 : 1;
    const value = (k: number) => (part === 0 ? q(k, row) : (1 - part) * q(k, row) + part * sign * q(k, row + 1));
    const [w, x, y, z] = [value(0), value(1), value(2), value(3)];
    const norm = Math.hypot(w, x, y, z) || 1;
    out[0] = x / norm;
    out[1] = y / norm;
    out[2] = z / norm;
    out[3] = w / norm;
  }
}
