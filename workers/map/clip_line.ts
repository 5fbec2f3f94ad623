/**
 * Cuts a line to the parts within a box (Liang and Barsky's rule, a segment at a time). A line that leaves the box and
 * comes back gives several parts.
 */
export interface ClipBox {
  readonly min: number;
  readonly max: number;
}

/** Receives the vertices of lines one by one. */
export interface LineSink {
  start(): void;
  add(x: number, y: number): void;
}

/** `xs` and `ys` are the line's vertices; the box is a square on both axes. */
export function clipLine(
  xs: readonly number[],
  ys: readonly number[],
  { min, max }: ClipBox,
  sink: LineSink,
): void {
  let is_open = false;
  for (let i = 1; i < xs.length; i++) {
    const [x0, y0] = [xs[i - 1] ?? 0, ys[i - 1] ?? 0];
    const [x1, y1] = [xs[i] ?? 0, ys[i] ?? 0];
    const [dx, dy] = [x1 - x0, y1 - y0];
    let from = 0;
    let to = 1;
    for (const [step, room] of [
      [-dx, x0 - min],
      [dx, max - x0],
      [-dy, y0 - min],
      [dy, max - y0],
    ] as const) {
      if (step === 0) {
        if (room < 0) to = -1;
      } else if (step < 0) from = Math.max(from, room / step);
      else to = Math.min(to, room / step);
    }
    if (from > to) {
      is_open = false;
      continue;
    }
    if (!is_open || from > 0) {
      sink.start();
      sink.add(x0 + from * dx, y0 + from * dy);
    }
    sink.add(x0 + to * dx, y0 + to * dy);
    is_open = to === 1;
  }
}
