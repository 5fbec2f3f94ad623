/**
 * The sheet of maps that know no system: masts, buffer stops, signs of speed and of power. Each sign is there a second time
 * under the name that a schematic style asks for.
 */
import { figure } from "./digits.ts";
import { circle, type Drawing, POST, polygon, rect, stroke } from "./shapes.ts";

const SIZE = 48;
const INK = "#111318";
const BOARD = "#ffffff";
const BLUE = "#1e3a8a";
const MAST = "#9aa1ac";

const HEAD = circle(24, 12, 8, INK);

function sketch(name: string, shapes: string): Drawing {
  return { name, size: SIZE, shapes };
}

const POSTS = [
  sketch(
    "MATD",
    stroke(
      [
        [24, 44],
        [24, 24],
        [36, 24],
      ],
      MAST,
      3,
    ) + circle(38, 24, 4, MAST),
  ),
  sketch(
    "MATG",
    stroke(
      [
        [24, 44],
        [24, 24],
        [12, 24],
      ],
      MAST,
      3,
    ) + circle(10, 24, 4, MAST),
  ),
  sketch(
    "HEURTOIR",
    rect([8, 14, 6, 20], "#b91c1c") +
      stroke(
        [
          [14, 24],
          [40, 24],
        ],
        POST,
        4,
      ),
  ),
  sketch(
    "UNKNOWN",
    stroke(
      [
        [24, 44],
        [24, 18],
      ],
      MAST,
      3,
    ) +
      HEAD +
      circle(24, 12, 3, BOARD),
  ),
];

/** A lower speed ahead: a white board with its figure; that of a branch stands on its point. */
function speedBoard(value: number): string {
  return (
    rect([3, 9, 42, 30], BOARD, ` stroke="${INK}" stroke-width="2.5"`) +
    figure(value, [8, 14, 32, 20], INK)
  );
}

function branchBoard(value: number): string {
  return (
    polygon(
      [
        [24, 1],
        [47, 24],
        [24, 47],
        [1, 24],
      ],
      INK,
    ) +
    polygon(
      [
        [24, 5],
        [43, 24],
        [24, 43],
        [5, 24],
      ],
      BOARD,
    ) +
    figure(value, [12, 17, 24, 14], INK)
  );
}

/** Km/h, as boards show them. */
const SPEEDS = [
  ...Array.from({ length: 44 }, (_, i) => 5 * (i + 1)),
  ...Array.from({ length: 10 }, (_, i) => 230 + 10 * i),
];

const LETTERS: readonly Drawing[] = [
  sketch(
    "Z",
    rect([4, 4, 40, 40], BOARD, ` stroke="${INK}" stroke-width="2.5"`) +
      stroke(
        [
          [14, 13],
          [34, 13],
          [14, 35],
          [34, 35],
        ],
        INK,
        5,
      ),
  ),
  sketch(
    "R",
    rect([4, 4, 40, 40], BOARD, ` stroke="${INK}" stroke-width="2.5"`) +
      stroke(
        [
          [15, 37],
          [15, 12],
          [28, 12],
          [33, 17],
          [33, 21],
          [28, 26],
          [15, 26],
        ],
        INK,
        5,
      ) +
      stroke(
        [
          [25, 26],
          [34, 37],
        ],
        INK,
        5,
      ),
  ),
];

/** A blue board on its point with white marks: what a driver does with power and pantographs. */
function powerBoard(name: string, marks: string): Drawing {
  return sketch(
    name,
    polygon(
      [
        [24, 1],
        [47, 24],
        [24, 47],
        [1, 24],
      ],
      BLUE,
    ) + marks,
  );
}

const WHITE = 5;
const POWER = [
  powerBoard(
    "BP DIS",
    stroke(
      [
        [12, 24],
        [20, 24],
      ],
      BOARD,
      WHITE,
    ) +
      stroke(
        [
          [28, 24],
          [36, 24],
        ],
        BOARD,
        WHITE,
      ),
  ),
  powerBoard(
    "BP EXE",
    stroke(
      [
        [12, 24],
        [36, 24],
      ],
      BOARD,
      WHITE,
    ),
  ),
  powerBoard(
    "BP FIN",
    stroke(
      [
        [24, 12],
        [24, 36],
      ],
      BOARD,
      WHITE,
    ),
  ),
  powerBoard(
    "CC EXE",
    stroke(
      [
        [15, 17],
        [15, 31],
        [21, 31],
      ],
      BOARD,
      WHITE,
    ) +
      stroke(
        [
          [33, 17],
          [33, 31],
          [27, 31],
        ],
        BOARD,
        WHITE,
      ),
  ),
  powerBoard(
    "CC FIN",
    stroke(
      [
        [15, 17],
        [15, 31],
        [33, 31],
        [33, 17],
      ],
      BOARD,
      WHITE,
    ),
  ),
  powerBoard(
    "REV",
    stroke(
      [
        [34, 24],
        [14, 24],
      ],
      BOARD,
      WHITE,
    ) +
      stroke(
        [
          [21, 17],
          [14, 24],
          [21, 31],
        ],
        BOARD,
        WHITE,
      ),
  ),
];

const SIGNS = [
  ...LETTERS,
  ...POWER,
  ...SPEEDS.map((value) => sketch(`TIV D FIXE ${value}`, speedBoard(value))),
  ...SPEEDS.map((value) => sketch(`TIVD B FIX ${value}`, branchBoard(value))),
];

export const DEFAULT_SHEET: readonly Drawing[] = [
  ...POSTS,
  ...SIGNS,
  ...SIGNS.map((drawing) => ({ ...drawing, name: `SCHB ${drawing.name}` })),
];
