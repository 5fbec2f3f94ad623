/**
 * Signals: a dark plate on a mast whose foot is at the bottom centre, and lights from top to bottom. A signal that can show
 * an absolute stop has the taller plate with a place beside its lights for those of slowing down.
 */
import { circle, type Drawing, PLATE, POST, plate, polygon, rect, star } from "./shapes.ts";

const SIZE = 128;
const COLOURS = { green: "#22c55e", yellow: "#facc15", red: "#ef4444" } as const;
const OFF = "#454a54";
const R = 9;

type Colour = keyof typeof COLOURS;

/** A place for a light: where it is, and what burns there. */
interface Lamp {
  readonly x: number;
  readonly y: number;
  readonly lit?: Colour;
  readonly flashes?: true;
}

function drawLamp({ x, y, lit, flashes }: Lamp): string {
  if (lit === undefined) return circle(x, y, R, OFF);
  return flashes ? star(x, y, R, COLOURS[lit]) : circle(x, y, R, COLOURS[lit]);
}

function mast(top: number): string {
  return rect([61, top, 6, SIZE - top], POST) + rect([50, 122, 28, 6], POST);
}

function draw(name: string, shape: string, lamps: readonly Lamp[]): Drawing {
  return { name, size: SIZE, shapes: shape + lamps.map(drawLamp).join("") };
}

/** A block signal: green, red and yellow one below the other. */
function block(name: string, lit: Colour): Drawing {
  const colours: readonly Colour[] = ["green", "red", "yellow"];
  const shape = mast(88) + plate([46, 10, 36, 80], 16);
  return draw(
    name,
    shape,
    colours.map((colour, i) => ({ x: 64, y: 27 + 23 * i, ...(colour === lit ? { lit } : {}) })),
  );
}

/** As `plate` draws, in the form of a T. */
const TALL_PLATE =
  '<path d="M40 9H88A14 14 0 0 1 102 23V49A14 14 0 0 1 88 63H80V95A14 14 0 0 1 66 109H62A14 14 0 0 1 48 95V63H40A14 14 0 0 1 26 49V23A14 14 0 0 1 40 9Z"' +
  ` fill="${PLATE}" stroke="#f4f5f7" stroke-width="3"/>`;

type Lit = Readonly<Record<string, Pick<Lamp, "lit" | "flashes">>>;

/** A signal of the absolute stop, with its lamps by name. */
function absolute(name: string, lit: Lit): Drawing {
  const places = {
    side_left: [40, 24],
    side_right: [64, 24],
    above: [88, 24],
    below: [88, 47],
    green: [64, 47],
    first: [64, 70],
    second: [64, 93],
  } as const;
  const lamps = Object.entries(places).map(([place, [x, y]]) => ({ x, y, ...lit[place] }));
  return draw(name, mast(106) + TALL_PLATE, lamps);
}

const YELLOW = { lit: "yellow" } as const;
const FLASHING = { lit: "yellow", flashes: true } as const;

const BLOCKS = [block("S VL", "green"), block("S A", "yellow"), block("S", "red")];
const ABSOLUTES = [
  absolute("CARRE VL", { green: { lit: "green" } }),
  absolute("CARRE A", { second: YELLOW }),
  absolute("CARRE A CLI", { second: FLASHING }),
  absolute("CARRE", { first: { lit: "red" }, second: { lit: "red" } }),
  absolute("CARRE R30", { side_left: YELLOW, side_right: YELLOW }),
  absolute("CARRE R60", { side_left: FLASHING, side_right: FLASHING }),
  absolute("CARRE RR30", { above: YELLOW, below: YELLOW }),
  absolute("CARRE RR60", { above: FLASHING, below: FLASHING }),
];

/** A distant signal: a round plate with its lights side by side. */
function distant(name: string, left: Colour | null, right: Colour): Drawing {
  const shape = mast(86) + plate([34, 28, 60, 60], 30);
  const first = left === null ? { x: 51, y: 58 } : { x: 51, y: 58, lit: left };
  return draw(name, shape, [first, { x: 77, y: 58, lit: right }]);
}

const DISTANTS = [distant("DISQUE VL", null, "green"), distant("DISQUE A", "yellow", "red")];

/** The marker board of cab signalling. */
const MARKER: Drawing = {
  name: "REP TGV",
  size: SIZE,
  shapes:
    mast(84) +
    rect([28, 14, 72, 72], "#1d4ed8", ' rx="4" stroke="#f4f5f7" stroke-width="3"') +
    polygon(
      [
        [40, 24],
        [40, 76],
        [90, 50],
      ],
      COLOURS.yellow,
    ),
};

/** The drawings of each system, by its name. */
export const SIGNALS: Readonly<Record<string, readonly Drawing[]>> = {
  BAL: [...BLOCKS, ...ABSOLUTES],
  BAPR: [...BLOCKS, ...ABSOLUTES, ...DISTANTS],
  TVM300: [MARKER],
  TVM430: [MARKER],
};
