// What a report holds. The program writes it (crates/carom/src/report), this page reads it; both sides know the number of the format.

export const FORMAT = 1;

/** Numbers, packed: `real` are 32-bit floats, `steps` whole multiples of a quantum, as differences along each column. */
export interface Packed {
  kind: "real" | "steps";
  /** Columns and rows; numbers stand column after column. */
  columns: number;
  rows: number;
  quantum: number;
  /** base64 of zlib. */
  data: string;
}

export type Geometry =
  | { type: "box"; size: [number, number, number] }
  | { type: "sphere"; radius: number }
  | { type: "cylinder"; radius: number; length: number }
  | { type: "line"; points: [number, number, number][] }
  | { type: "mesh"; points: [number, number, number][]; faces: number[][] }
  | { type: "cage"; radius: number }
  | { type: "patch"; size: [number, number] };

export type Pose = [number, number, number, number, number, number, number];

export interface Shape {
  body: number;
  track: number;
  /** Place in the frame of the track: x, y, z, then the quaternion, scalar part first. */
  at: Pose;
  geometry: Geometry;
}

/** A line or a surface through points that move on their own. */
export interface Outline {
  body: number;
  first: number;
  count: number;
  /** Corners of the faces of a surface; a line has none. */
  faces: number[][] | null;
  /** Cell of each face of a surface or segment of a line, a place among the values of fields. */
  cells: number[];
  /** Of the circle with the area of the section, m. */
  radius: number;
  /** Rims of the section in its y and z; with them the points are tracks from `first` on, x along the line. */
  rings: [number, number][][] | null;
}

/** What acts between two tracks. */
export interface Link {
  name: string;
  a: number;
  b: number;
}

/** Its axis is z of the first side. */
export interface Joint extends Link {
  kind: string;
}

export interface Field {
  name: string;
  unit: string;
  values: Packed;
}

export interface Channel {
  name: string;
  unit: string;
  /** Largest less least value, and the largest magnitude. */
  span: number;
  largest: number;
  values: Packed;
}

export interface Table {
  title: string;
  time: Packed;
  channels: Channel[];
  /** Rows that stand for one row here: 1, or more where a long history was thinned, least and largest value of each group kept. */
  every: number;
}

export interface ContactLine {
  name: string;
  /** Start, end and state (1 open, 2 stick, 3 slip), one after the other. */
  intervals: number[];
  hits: number[];
}

export interface Report {
  format: number;
  carom: string;
  name: string;
  outcome: string;
  error: string | null;
  until: number;
  warnings: string[];
  summary: [string, string][];
  gravity: [number, number, number];
  /** Normal of a planar model: 0, 1, 2 for x, y, z. */
  plane: number | null;
  bodies: string[];
  times: Packed;
  tracks: Packed;
  points: Packed;
  shapes: Shape[];
  outlines: Outline[];
  fields: Field[];
  springs: Link[];
  joints: Joint[];
  /** Contacts that act: how many in each frame; then point, force and 1 if hit. */
  arrows: { counts: Packed; values: Packed };
  tables: Table[];
  contacts: ContactLine[];
  /** The list of events, and how many there are if not all are listed. */
  events: { columns: string[]; rows: (string | number)[][]; all: number };
  sources: { name: string; text: string }[];
  parameters: Record<string, number>;
}

/** The numbers of a block, column after column. */
export async function unpack(block: Packed): Promise<Float32Array> {
  const bytes = await inflate(block.data);
  return block.kind === "real" ? unpackReals(bytes) : unpackSteps(bytes, block.columns, block.rows, block.quantum);
}

async function inflate(text: string): Promise<Uint8Array> {
  const raw = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  const stream = new Blob([raw]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Byte k of all numbers stands before byte k + 1 of all numbers. */
function words(bytes: Uint8Array): Uint32Array {
  const n = bytes.length / 4;
  const out = new Uint32Array(n);
  for (let i = 0; i < n; i++) {
    out[i] = bytes[i]! | (bytes[n + i]! << 8) | (bytes[2 * n + i]! << 16) | (bytes[3 * n + i]! << 24);
  }
  return out;
}

export function unpackReals(bytes: Uint8Array): Float32Array {
  return new Float32Array(words(bytes).buffer);
}

export function unpackSteps(bytes: Uint8Array, columns: number, rows: number, quantum: number): Float32Array {
  const codes = words(bytes);
  const out = new Float32Array(columns * rows);
  for (let c = 0; c < columns; c++) {
    let sum = 0;
    for (let r = 0; r < rows; r++) {
      const code = codes[c * rows + r]!;
      // Even codes are steps up, odd ones steps down.
      sum += code & 1 ? -((code >>> 1) + 1) : code >>> 1;
      out[c * rows + r] = sum * quantum;
    }
  }
  return out;
}
