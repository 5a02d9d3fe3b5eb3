// The time that everything on the page shows.

export class Player {
  time = 0;
  speed = 1;
  loop = true;
  playing = false;
  private last = 0;
  private listeners: ((time: number) => void)[] = [];

  constructor(
    readonly start: number,
    readonly end: number,
  ) {
    this.time = start;
  }

  onChange(listener: (time: number) => void): void {
    this.listeners.push(listener);
  }

  seek(time: number): void {
    this.time = Math.min(Math.max(time, this.start), this.end);
    for (const listener of this.listeners) listener(this.time);
  }

  toggle(): void {
    this.playing = !this.playing;
    if (this.playing && this.time >= this.end) this.time = this.start;
    this.last = 0;
    this.seek(this.time);
  }

  /** Called with the clock of the browser, ms. */
  tick(now: number): void {
    if (this.playing && this.last > 0) this.advance(((now - this.last) / 1000) * this.speed);
    this.last = now;
  }

  advance(by: number): void {
    let next = this.time + by;
    if (next > this.end) {
      const length = this.end - this.start;
      if (this.loop && length > 0) next = this.start + ((next - this.start) % length);
      else {
        next = this.end;
        this.playing = false;
      }
    }
    this.seek(next);
  }
}

/** The speed at which a run lasts about ten seconds, rounded to 1, 2 or 5 times a power of ten. */
export function niceSpeed(duration: number): number {
  const raw = Math.max(duration, 1e-12) / 10;
  const power = 10 ** Math.floor(Math.log10(raw));
  const lead = raw / power;
  return Math.min(1, (lead < 1.5 ? 1 : lead < 3.5 ? 2 : lead < 7.5 ? 5 : 10) * power);
}
