/** Boxes of texts on a drawing, at any angle: finds out whether there is room for another. */

export interface Box {
  /** Its centre. */
  readonly x_px: number;
  readonly y_px: number;
  readonly width_px: number;
  readonly height_px: number;
  /** Radians, clockwise. */
  readonly angle: number;
}

/** Larger than most texts are long, so that a box touches few cells. */
const CELL_PX = 64;
/** Cells per row: more than any drawing has. */
const ROW = 8192;

/** Boxes that do not touch each other. */
export class Boxes {
  readonly #cells = new Map<number, Box[]>();

  /** Adds the box if it touches none; returns whether it was added. */
  add(box: Box): boolean {
    const cells = listCells(box);
    const is_free = cells.every((cell) =>
      (this.#cells.get(cell) ?? []).every((other) => !touch(other, box)),
    );
    if (is_free) this.#keep(box, cells);
    return is_free;
  }

  /** Adds the box wherever it is. */
  block(box: Box): void {
    this.#keep(box, listCells(box));
  }

  #keep(box: Box, cells: readonly number[]): void {
    for (const cell of cells) {
      const listed = this.#cells.get(cell);
      if (listed === undefined) this.#cells.set(cell, [box]);
      else listed.push(box);
    }
  }
}

/** Cells of its upright bounding box. */
function listCells({ x_px, y_px, width_px, height_px, angle }: Box): number[] {
  const [cos, sin] = [Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))];
  const half_x = (width_px * cos + height_px * sin) / 2;
  const half_y = (width_px * sin + height_px * cos) / 2;
  const cells: number[] = [];
  const last_column = Math.floor((x_px + half_x) / CELL_PX);
  const last_row = Math.floor((y_px + half_y) / CELL_PX);
  for (let row = Math.floor((y_px - half_y) / CELL_PX); row <= last_row; row++) {
    for (let column = Math.floor((x_px - half_x) / CELL_PX); column <= last_column; column++) {
      cells.push(row * ROW + column);
    }
  }
  return cells;
}

/** Two boxes are apart if they are so along a side of one of them (separating axes). */
function touch(a: Box, b: Box): boolean {
  const [dx, dy] = [b.x_px - a.x_px, b.y_px - a.y_px];
  if (Math.hypot(dx, dy) >= reachOf(a) + reachOf(b)) return false;
  return [a.angle, a.angle + Math.PI / 2, b.angle, b.angle + Math.PI / 2].every((axis) => {
    const apart = Math.abs(dx * Math.cos(axis) + dy * Math.sin(axis));
    return apart < halfAlong(a, axis) + halfAlong(b, axis);
  });
}

function reachOf({ width_px, height_px }: Box): number {
  return Math.hypot(width_px, height_px) / 2;
}

function halfAlong({ width_px, height_px, angle }: Box, axis: number): number {
  const turned = axis - angle;
  return (width_px * Math.abs(Math.cos(turned)) + height_px * Math.abs(Math.sin(turned))) / 2;
}
