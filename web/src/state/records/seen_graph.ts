/**
 * Small drawings of the timetables that were looked at last in this browser, for the start page: the part of the graph that
 * was shown when it was left.
 */
import { effect } from "@preact/signals";
import { addressOf } from "../../api/client.ts";
import type { Curve, Run } from "../../graph/runs.ts";
import type { Area } from "../../graph/viewport.ts";
import { timetable_id } from "../address.ts";
import { graph_data } from "../graph.ts";
import { placed_stations, viewport, visible_runs } from "../view.ts";

export const SEEN_WIDTH = 268;
export const SEEN_HEIGHT = 144;
/** More could not be told apart, and a browser keeps a few megabytes. */
const LINES_MAX = 150;
const KEPT_MAX = 24;
/** The reader has stopped moving the view. */
const STILL_MS = 1000;

export interface SeenGraph {
  /** Heights of the stations. */
  readonly stations: readonly number[];
  /** A look (palette.ts), and the path of an SVG. */
  readonly lines: readonly (readonly [look: string, path: string])[];
}

type Seen = readonly [timetable_id: number, graph: SeenGraph];

const keyOf = (): string => `${addressOf("/")} seen`;

/** A browser may refuse to store anything, and the stored text may be anything. */
function readAll(): readonly Seen[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(keyOf()) ?? "[]");
    return Array.isArray(found) ? found.filter(isSeen) : [];
  } catch {
    return [];
  }
}

function isSeen(one: unknown): one is Seen {
  if (!Array.isArray(one) || !Number.isSafeInteger(one[0])) return false;
  const { stations, lines } = (one[1] ?? {}) as Partial<Record<keyof SeenGraph, unknown>>;
  return isList(stations, Number.isFinite) && isList(lines, isLine);
}

const isList = (found: unknown, isOne: (one: unknown) => boolean): boolean =>
  Array.isArray(found) && found.every(isOne);
const isLine = (line: unknown): boolean =>
  isList(line, (text) => typeof text === "string") && (line as readonly string[]).length === 2;

/** Null: it was never looked at here. */
export function readSeenGraph(timetable: number): SeenGraph | null {
  return readAll().find(([id]) => id === timetable)?.[1] ?? null;
}

export function keepSeenGraph(timetable: number, graph: SeenGraph): void {
  const others = readAll().filter(([id]) => id !== timetable);
  const kept: readonly Seen[] = [[timetable, graph], ...others.slice(0, KEPT_MAX - 1)];
  try {
    localStorage.setItem(keyOf(), JSON.stringify(kept));
  } catch {
    // The card has no drawing then.
  }
}

/** What is in view of the runs, smaller. */
export function drawSeen(
  runs: readonly Run[],
  stations: readonly { readonly share: number }[],
  view: Area,
): SeenGraph {
  const lines: [look: string, path: string][] = [];
  for (const { curves, start_ms, look } of runs) {
    for (const curve of curves) {
      const path = drawCurve(curve, start_ms, view);
      if (path !== null) lines.push([look, path]);
    }
    if (lines.length >= LINES_MAX) break;
  }
  return { stations: stations.map(({ share }) => heightOf(share, view)), lines };
}

const heightOf = (share: number, { from_share, to_share }: Area): number =>
  Math.round(((share - from_share) / (to_share - from_share)) * SEEN_HEIGHT);

/** Null: it is out of view. */
function drawCurve({ times_ms, shares }: Curve, start_ms: number, view: Area): string | null {
  const { from_ms, to_ms } = view;
  const [first_ms = 0, last_ms = 0] = [times_ms[0], times_ms.at(-1)];
  if (start_ms + last_ms < from_ms || start_ms + first_ms > to_ms) return null;
  const points: string[] = [];
  for (const [i, share] of shares.entries()) {
    const time_share = (start_ms + (times_ms[i] ?? 0) - from_ms) / (to_ms - from_ms);
    const point = `${Math.round(time_share * SEEN_WIDTH)} ${heightOf(share, view)}`;
    if (point !== points.at(-1)) points.push(point);
  }
  return `M${points.join("L")}`;
}

effect(() => {
  const [id, data] = [timetable_id.value, graph_data.value];
  const [runs, stations, view] = [visible_runs.value, placed_stations.value, viewport.value];
  if (id === null || data?.is_whole !== true || runs.length === 0) return undefined;
  const timer = setTimeout(() => keepSeenGraph(id, drawSeen(runs, stations, view)), STILL_MS);
  return () => clearTimeout(timer);
});
