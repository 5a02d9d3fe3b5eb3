// Colours: Okabe & Ito's palette for things, a perceptually even scale (viridis, sampled) for quantities.

export const PALETTE = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#7a5195", "#8c6d31"];
export const STILL = "#9a9a9a";

const VIRIDIS = [
  [68, 1, 84],
  [71, 44, 122],
  [59, 81, 139],
  [44, 113, 142],
  [33, 144, 141],
  [39, 173, 129],
  [92, 200, 99],
  [170, 220, 50],
  [253, 231, 37],
] as const;

/** Red, green and blue from 0 to 1 for a share from 0 to 1. */
export function scale(share: number): [number, number, number] {
  const x = Math.min(Math.max(Number.isFinite(share) ? share : 0, 0), 1) * (VIRIDIS.length - 1);
  const k = Math.min(Math.floor(x), VIRIDIS.length - 2);
  const [a, b] = [VIRIDIS[k]!, VIRIDIS[k + 1]!];
  const mix = (i: 0 | 1 | 2) => (a[i] + (x - k) * (b[i] - a[i])) / 255;
  return [mix(0), mix(1), mix(2)];
}

export function gradient(): string {
  return `linear-gradient(to right, ${VIRIDIS.map((c) => `rgb(${c.join(",")})`).join(", ")})`;
}
