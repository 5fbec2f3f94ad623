/** Digits as strokes in a box of 10 by 16, so that a sign's figure needs no font. */
import { stroke } from "./shapes.ts";

type Points = readonly (readonly [number, number])[];

const DIGITS: readonly (readonly Points[])[] = [
  [
    [
      [2, 1],
      [8, 1],
      [9, 4],
      [9, 12],
      [8, 15],
      [2, 15],
      [1, 12],
      [1, 4],
      [2, 1],
    ],
  ],
  [
    [
      [2, 4],
      [6, 1],
      [6, 15],
    ],
  ],
  [
    [
      [1, 4],
      [2, 1],
      [8, 1],
      [9, 4],
      [9, 6],
      [1, 15],
      [9, 15],
    ],
  ],
  [
    [
      [1, 1],
      [9, 1],
      [5, 6],
      [8, 7],
      [9, 10],
      [9, 12],
      [7, 15],
      [3, 15],
      [1, 13],
    ],
  ],
  [
    [
      [7, 15],
      [7, 1],
      [1, 10],
      [9, 10],
    ],
  ],
  [
    [
      [9, 1],
      [2, 1],
      [1, 7],
      [6, 6],
      [9, 9],
      [9, 12],
      [7, 15],
      [3, 15],
      [1, 13],
    ],
  ],
  [
    [
      [8, 2],
      [5, 1],
      [2, 4],
      [1, 10],
      [2, 14],
      [5, 15],
      [8, 14],
      [9, 11],
      [8, 8],
      [5, 7],
      [2, 9],
    ],
  ],
  [
    [
      [1, 1],
      [9, 1],
      [4, 15],
    ],
  ],
  [
    [
      [5, 7],
      [2, 5],
      [2, 3],
      [4, 1],
      [6, 1],
      [8, 3],
      [8, 5],
      [5, 7],
    ],
    [
      [5, 7],
      [9, 10],
      [9, 12],
      [7, 15],
      [3, 15],
      [1, 12],
      [1, 10],
      [5, 7],
    ],
  ],
  [
    [
      [2, 14],
      [5, 15],
      [8, 12],
      [9, 6],
      [8, 2],
      [5, 1],
      [2, 2],
      [1, 5],
      [2, 8],
      [5, 9],
      [8, 7],
    ],
  ],
];

const WIDTH = 10;
const HEIGHT = 16;
const GAP = 3;

/** A number in the middle of a box, as large as fits. */
export function figure(
  value: number,
  [x, y, width, height]: readonly [number, number, number, number],
  colour: string,
): string {
  const digits = Array.from(String(value), Number);
  const whole = digits.length * (WIDTH + GAP) - GAP;
  const scale = Math.min(width / whole, height / HEIGHT);
  const left = x + (width - whole * scale) / 2;
  const top = y + (height - HEIGHT * scale) / 2;
  const round = (at: number): number => Math.round(at * 100) / 100;
  return digits
    .flatMap((digit, i) =>
      (DIGITS[digit] ?? []).map((points) =>
        stroke(
          points.map(([px, py]) => [
            round(left + (i * (WIDTH + GAP) + px) * scale),
            round(top + py * scale),
          ]),
          colour,
          round(2.4 * scale),
        ),
      ),
    )
    .join("");
}
