/**
 * Works and limits on tracks that no way of the axis takes: between the stations that enclose them, as the server
 * places their tracks. Loaded when a group is chosen.
 */
import { computed, effect, signal } from "@preact/signals";
import type { Schemas } from "../../api/client.ts";
import { isAbort } from "../../api/client.ts";
import { askStations } from "../../api/stations_of_trains.ts";
import { applyScale, type Scale, type Way } from "../../graph/axis.ts";
import { type DirectedRange, placeRanges, type Stretch } from "../../graph/stretches.ts";
import { graph_data, ways } from "../graph.ts";
import { tellFailure } from "../session.ts";
import { setting } from "../setting.ts";
import { open_timetable_id } from "../timetable.ts";
import { work_group } from "../works/chosen_works.ts";
import type { Closure } from "../works/closure_groups.ts";
import { beside, limit_group, placed_ways } from "../works/limits.ts";

type PlacedTrack = NonNullable<
  Extract<Schemas["StationsLine"], { operational_points: unknown }>["tracks"]
>[number];

interface Known {
  readonly forward: Way;
  readonly tracks: ReadonlyMap<string, PlacedTrack>;
}

/** Tracks of one request. */
const ASKED_MAX = 10_000;

/** Null: not answered yet. */
const known = signal<Known | null>(null);

const closures = computed<readonly Closure[]>(() => [
  ...(work_group.value?.closures ?? []),
  ...(limit_group.value?.closures ?? []),
]);

/** Equal as long as the same tracks are wanted: the way back comes later, and others change groups. */
const wanted = computed(() => {
  const placed = placed_ways.value;
  const tracks = closures.value.flatMap(({ ranges }) =>
    ranges.flatMap((range) =>
      placeRanges([range], placed).length === 0 ? [range.track_section] : [],
    ),
  );
  return JSON.stringify([...new Set(tracks)].slice(0, ASKED_MAX));
});

const forward = computed(() => graph_data.value?.axis.forward ?? null);

effect(() => {
  const [way, tracks] = [forward.value, JSON.parse(wanted.value) as string[]];
  const [chosen, timetable_id] = [setting.value, open_timetable_id.value];
  known.value = null;
  if (way === null || chosen === null || timetable_id === null || tracks.length === 0) return;
  const ending = new AbortController();
  const { stations } = way;
  const means = { timetable_id, stations, setting: chosen, signal: ending.signal } as const;
  askTracks(tracks, { ...means, run: "final" }).then(
    (found) => {
      known.value = { forward: way, tracks: found };
    },
    (error: unknown) => {
      if (!isAbort(error)) tellFailure(error);
    },
  );
  return () => ending.abort();
});

async function askTracks(
  tracks: string[],
  question: Parameters<typeof askStations>[1],
): Promise<ReadonlyMap<string, PlacedTrack>> {
  const none = { train_schedules: [], paced_trains: [] };
  const lines = await askStations({ trains: none, tracks }, question);
  const placed = lines.flatMap((line) => ("operational_points" in line ? (line.tracks ?? []) : []));
  return new Map(placed.map((one) => [one.id, one]));
}

interface Beside {
  readonly closure: Closure;
  /** Beside the ways alone. */
  readonly stretches: readonly Stretch[];
  readonly is_placed: boolean;
}

const placed = computed<readonly Beside[]>(() => {
  const [answer, own, scale] = [known.value, placed_ways.value, ways.value[0]?.scale];
  if (scale === undefined) return [];
  const tracks = answer?.forward === forward.value ? answer?.tracks : undefined;
  return closures.value.map((closure) => {
    const on_ways = placeRanges(closure.ranges, own);
    const stretches = closure.ranges
      .flatMap((range) => placeBeside(range, tracks?.get(range.track_section), scale))
      .filter((one) => !on_ways.some((other) => isWithin(one, other)));
    return { closure, stretches, is_placed: on_ways.length + stretches.length > 0 };
  });
});

/** The part of a range on each stretch of its track. */
export function placeBeside(
  range: Pick<DirectedRange, "begin" | "end">,
  track: PlacedTrack | undefined,
  scale: Scale,
): Stretch[] {
  if (track === undefined) return [];
  return track.begin.flatMap((begin, k): Stretch[] => {
    const [end = 0, from = 0, to = 0] = [track.end[k], track.from[k], track.to[k]];
    const [low, high] = [Math.max(begin, range.begin), Math.min(end, range.end)];
    if (low >= high) return [];
    const shares = [low, high].map((at) =>
      applyScale(scale, from + ((to - from) * (at - begin)) / (end - begin)),
    );
    return [{ from_share: Math.min(...shares), to_share: Math.max(...shares) }];
  });
}

function isWithin(one: Stretch, other: Stretch): boolean {
  return one.from_share >= other.from_share && one.to_share <= other.to_share;
}

effect(() => {
  const found = placed.value.filter(({ stretches }) => stretches.length > 0);
  const areasOf = ({ closure: { from_ms, to_ms }, stretches }: Beside) =>
    stretches.map((one) => ({ ...one, from_ms, to_ms }));
  beside.value = {
    works: found.flatMap((one) => {
      const { kind } = one.closure;
      return kind === "LIMIT" ? [] : [{ type: kind, areas: areasOf(one), is_beside: true }];
    }),
    limits: found.flatMap((one) => {
      const { kind, speed_m_s } = one.closure;
      if (kind !== "LIMIT") return [];
      return [{ speed_m_s: speed_m_s ?? 0, areas: areasOf(one), is_beside: true }];
    }),
  };
});

/** Works and limits that the graph can't show; empty as long as their tracks are being placed. */
export const unplaced = computed<ReadonlySet<Closure>>(() => {
  const is_asked = wanted.value !== "[]";
  if (forward.value === null || (is_asked && known.value === null)) return new Set();
  return new Set(placed.value.flatMap(({ closure, is_placed }) => (is_placed ? [] : [closure])));
});
