/**
 * Train numbers along their lines, repeated, none over another: the number whose line has the most
 * room wins. The work is bounded, whatever the number of trains.
 */
import { type Box, Boxes } from "./drawing/boxes.ts";
import { type Curve, firstAfter, type Run } from "./runs.ts";
import { type Viewport, xOf, yOf } from "./viewport.ts";

export const NUMBER_FONT_PX = 11;
const HEIGHT_PX = 13;
/** From the line to the centre of its number. */
const ABOVE_PX = 8;
/** From one number of a line to the next. */
const REPEAT_PX = 340;
/** Spare length: a stretch hardly longer than its number looks crowded. */
const MARGIN_PX = 10;
/** If the line bends more along a number, it would cross it. */
const BEND_PX = 3;
const LENGTH_MAX = 14;
const NUMBERS_MAX = 400;
/** If there are more trains, only this many are tried: the others' numbers would have no room. */
const RUNS_MAX = 800;
const CANDIDATES_MAX = 3000;
/** After this many failures in a row the picture is full. */
const MISSES_MAX = 500;

export interface TrainNumber extends Box {
  readonly run: Run;
  readonly text: string;
}

/** A possible place of a number: the middle of a part of a stretch. */
interface Candidate {
  readonly run: Run;
  readonly curve: Curve;
  /** Since the train's start. */
  readonly t_ms: number;
  /** Half of the time that the train takes to run along the number. */
  readonly half_ms: number;
  /** Length of the line beside the number. */
  readonly room_px: number;
  /** 0: the best of its train. */
  rank: number;
}

/** There are no numbers where texts of conflicts and stations are. */
export function layNumbers(
  view: Viewport,
  runs: readonly Run[],
  taken: readonly Box[],
): TrainNumber[] {
  const boxes = new Boxes();
  for (const box of taken) boxes.block(box);
  const placed: TrainNumber[] = [];
  const of_run = new Map<Run, Box[]>();
  let misses = 0;
  for (const candidate of listCandidates(view, runs)) {
    const { run } = candidate;
    const { text, width_px } = writeNumber(run);
    const box = layAlong(view, candidate, width_px);
    const own = of_run.get(run) ?? [];
    if (box === null || own.some((other) => isNear(other, box)) || !boxes.add(box)) {
      misses += 1;
      if (misses === MISSES_MAX) break;
      continue;
    }
    misses = 0;
    of_run.set(run, [...own, box]);
    placed.push({ ...box, run, text });
    if (placed.length === NUMBERS_MAX) break;
  }
  return placed;
}

function isNear(a: Box, b: Box): boolean {
  return Math.hypot(a.x_px - b.x_px, a.y_px - b.y_px) < REPEAT_PX * 0.7;
}

/** Each train's best candidate, then the second ones, and so on; within a rank, those with the most room first. */
function listCandidates(view: Viewport, runs: readonly Run[]): readonly Candidate[] {
  const all: Candidate[] = [];
  for (const run of pickSome(runs.filter((one) => isInSight(view, one)))) {
    const own: Candidate[] = [];
    for (const curve of run.curves) addOnCurve(view, { run, curve }, own);
    own.sort((a, b) => b.room_px - a.room_px);
    for (const [rank, candidate] of own.entries()) {
      candidate.rank = rank;
      all.push(candidate);
    }
  }
  all.sort((a, b) => a.rank - b.rank || b.room_px - a.room_px);
  return all.slice(0, CANDIDATES_MAX);
}

function isInSight({ from_ms, to_ms }: Viewport, { curves, start_ms }: Run): boolean {
  const first = curves[0]?.times_ms[0];
  const last = curves.at(-1)?.times_ms.at(-1);
  return (
    first !== undefined &&
    last !== undefined &&
    start_ms + first <= to_ms &&
    start_ms + last >= from_ms
  );
}

/** Evenly chosen, and the same runs while panning, as long as they are in sight. */
function pickSome(runs: readonly Run[]): readonly Run[] {
  const step = Math.ceil(runs.length / RUNS_MAX);
  if (step <= 1) return runs;
  return runs.filter(({ train_id, index }) => spread(train_id + (index ?? 0)) * step < 1);
}

interface Stretch {
  /** Indexes of its first and last point. */
  readonly begin: number;
  readonly end: number;
}

/** Computed once per curve: curves never change. */
const moving = new WeakMap<Curve, readonly Stretch[]>();

/** From each departure to the next arrival. */
function listMoving(curve: Curve): readonly Stretch[] {
  const known = moving.get(curve);
  if (known !== undefined) return known;
  const { shares } = curve;
  const found: Stretch[] = [];
  let begin = 0;
  for (let i = 1; i <= shares.length; i++) {
    if (i < shares.length && shares[i] !== shares[i - 1]) continue;
    if (i - 1 > begin) found.push({ begin, end: i - 1 });
    begin = i;
  }
  moving.set(curve, found);
  return found;
}

/** Maps a number to 0…1 as if at random: neighbours and numbers with a common factor end up far apart. */
function spread(number: number): number {
  return (Math.imul(number, 0x9e3779b1) >>> 0) / 2 ** 32;
}

/** Adds the candidates of one curve. */
function addOnCurve(
  view: Viewport,
  { run, curve }: { readonly run: Run; readonly curve: Curve },
  found: Candidate[],
): void {
  const { times_ms, shares, from_share, to_share } = curve;
  if (to_share < view.from_share || from_share > view.to_share) return;
  const [from_ms, to_ms] = [view.from_ms - run.start_ms, view.to_ms - run.start_ms];
  const { width_px } = writeNumber(run);
  const px_per_ms = view.width_px / (view.to_ms - view.from_ms);
  const px_per_share = view.height_px / (view.to_share - view.from_share);
  for (const { begin, end } of listMoving(curve)) {
    const [t0 = 0, t1 = 0, s0 = 0, s1 = 0] = [
      times_ms[begin],
      times_ms[end],
      shares[begin],
      shares[end],
    ];
    if (t1 < from_ms || t0 > to_ms) continue;
    const length_px = Math.hypot((t1 - t0) * px_per_ms, (s1 - s0) * px_per_share);
    if (length_px < width_px + 2 * MARGIN_PX) continue;
    const count = Math.max(1, Math.floor(length_px / REPEAT_PX));
    const room_px = length_px / count - width_px;
    const half_ms = ((t1 - t0) * width_px) / length_px / 2;
    const step_ms = (t1 - t0) / count;
    const first = Math.max(0, Math.floor((from_ms - t0) / step_ms));
    const last = Math.min(count - 1, Math.floor((to_ms - t0) / step_ms));
    for (let i = first; i <= last; i++) {
      const t_ms = t0 + (i + 0.5) * step_ms;
      found.push({ run, curve, t_ms, half_ms, room_px, rank: 0 });
    }
  }
}

/** Beside the line and parallel to it; null if the line bends there or the number would be cut off. */
function layAlong(
  view: Viewport,
  { run: { start_ms }, curve, t_ms, half_ms }: Candidate,
  width_px: number,
): Box | null {
  const spotAt = (t: number): readonly [number, number] => [
    xOf(view, start_ms + t),
    yOf(view, shareAtTime(curve, t)),
  ];
  const [[x0, y0], [x, y], [x1, y1]] = [
    spotAt(t_ms - half_ms),
    spotAt(t_ms),
    spotAt(t_ms + half_ms),
  ];
  if (Math.hypot((x0 + x1) / 2 - x, (y0 + y1) / 2 - y) > BEND_PX) return null;
  const angle = Math.atan2(y1 - y0, x1 - x0);
  const half_x = (width_px * Math.cos(angle) + HEIGHT_PX * Math.abs(Math.sin(angle))) / 2;
  const half_y = (width_px * Math.abs(Math.sin(angle)) + HEIGHT_PX * Math.cos(angle)) / 2;
  const x_px = x + Math.sin(angle) * ABOVE_PX;
  const y_px = y - Math.cos(angle) * ABOVE_PX;
  const is_inside =
    x_px >= half_x &&
    y_px >= half_y &&
    x_px <= view.width_px - half_x &&
    y_px <= view.height_px - half_y;
  return is_inside ? { x_px, y_px, width_px, height_px: HEIGHT_PX, angle } : null;
}

function shareAtTime({ times_ms, shares }: Curve, t: number): number {
  const i = firstAfter(times_ms, t);
  const [t0 = 0, t1 = 0] = [times_ms[i - 1], times_ms[i]];
  const [s0 = 0, s1 = 0] = [shares[i - 1], shares[i]];
  return t1 === t0 ? s0 : s0 + ((t - t0) / (t1 - t0)) * (s1 - s0);
}

interface Written {
  readonly text: string;
  readonly width_px: number;
}

const written = new WeakMap<Run, Written>();

/** A name as it is written along a line. */
function writeNumber(run: Run): Written {
  const known = written.get(run);
  if (known !== undefined) return known;
  const letters = Array.from(run.name);
  const is_long = letters.length > LENGTH_MAX;
  const text = is_long ? `${letters.slice(0, LENGTH_MAX - 1).join("")}…` : run.name;
  const made = { text, width_px: widthOfText(text, NUMBER_FONT_PX) };
  written.set(run, made);
  return made;
}

/** An upper bound for any usual font: asking the browser to measure 5,000 names takes too long. */
export function widthOfText(text: string, font_px: number): number {
  let width = 0;
  for (const letter of text) {
    if (letter >= "\u1100") width += 1.05;
    else width += /[A-ZMW@%&]/.test(letter) ? 0.74 : 0.62;
  }
  return width * font_px;
}
