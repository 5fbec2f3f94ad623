/** The chosen train's sheet for its driver; what lies along its path is requested when the sheet is shown. */
import { computed, effect, signal } from "@preact/signals";
import { api, ask, isAbort } from "../api/client.ts";
import { dateQuery, runQuery, type Setting } from "../api/setting.ts";
import { askObjects } from "../api/station.ts";
import { projectTrains, type Question } from "../api/stations_of_trains.ts";
import type { Station } from "../graph/axis.ts";
import { printSecondsOn } from "../graph/clock.ts";
import type { Pass, Run } from "../graph/runs.ts";
import { graph_data } from "../state/graph.ts";
import {
  selected_data,
  selected_key,
  selected_name,
  selected_start_ms,
  selected_train,
  selection,
} from "../state/selection.ts";
import { tellFailure } from "../state/session.ts";
import { listStations, nameOf } from "../state/stations/described_way.ts";
import { open_timetable_id } from "../state/timetable.ts";
import type { Path, Simulation } from "../state/trains/selected_run.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";
import {
  makeDriverSheet,
  type Placed,
  type SheetData,
  type SheetStation,
  type Table,
} from "./tables.ts";

type Along = Pick<SheetData, "stations" | "signalling">;

interface Asked {
  readonly path: Path;
  readonly along: Along;
}

const asked = signal<Asked | null>(null);

effect(() => {
  const [data, one] = [selected_data.value, selection.value];
  const [path, simulation] = [data?.path ?? null, data?.simulation ?? null];
  if (data === null || path === null || simulation === null || one === null) return undefined;
  const ending = new AbortController();
  const means = { chosen: data.setting, train: one, signal: ending.signal };
  askAlong(path, listStands(simulation.final_output), means).then(
    (along) => {
      asked.value = { path, along };
    },
    (error: unknown) => {
      if (!isAbort(error)) tellFailure(error);
    },
  );
  return () => ending.abort();
});

type Chosen = Pick<Run, "kind" | "train_id">;

/** Of one request. */
const STATIONS_MAX = 500;

interface TrackObject {
  readonly id: string;
  readonly extensions?: { readonly sncf?: { readonly track_name?: string } | null } | null;
}

interface Means {
  readonly chosen: Setting;
  readonly train: Chosen;
  readonly signal: AbortSignal;
}

async function askAlong(
  path: Path,
  stands: readonly Stand[],
  { chosen, train, signal }: Means,
): Promise<Along> {
  const { infra_id } = chosen;
  const timetable_id = open_timetable_id.peek() ?? 0;
  const body = { track_section_ranges: path.track_section_ranges };
  const [{ operational_points = [] }, signalling] = await Promise.all([
    ask(
      api.POST("/infra/{infra_id}/path_properties", {
        params: { path: { infra_id }, query: { "props[]": ["operational_points"] } },
        body,
        signal,
      }),
    ),
    train.kind === "train_schedule" ? askSignalling(path, chosen, train.train_id, signal) : [],
  ]);
  // A station with several parts is there once.
  const points = [
    ...new Map(operational_points.map((one) => [one.id, one] as const).toReversed()).values(),
  ];
  const sorted = points.toSorted((a, b) => a.position - b.position);
  const own = new Set(sorted.map(({ id }) => id));
  // The train may stand in one of them on a track without a part of it.
  const others = (graph_data.peek()?.axis.forward.stations ?? []).filter(({ id }) => !own.has(id));
  const end_mm = sorted.at(-1)?.position ?? 0;
  const passes = await askPasses(
    [...listStations(sorted), ...others.map((one) => ({ ...one, position_mm: end_mm }))],
    { timetable_id, setting: chosen, signal, train },
  );
  const ids = [...operational_points.map(({ part }) => part.track), ...passes.map(trackOf)];
  const wanted = [...new Set(ids)].filter((id) => id !== null);
  const tracks = (await askObjects(infra_id, "TrackSection", wanted, signal)) as TrackObject[];
  const names = new Map(tracks.map(({ id, extensions }) => [id, extensions?.sncf?.track_name]));
  const stations: Placed<SheetStation>[] = sorted.map((point) => {
    const pass = passes.find(({ station }) => station === point.id) ?? null;
    const track = names.get(pass?.track ?? point.part.track) ?? "";
    return { position_mm: point.position, value: { name: nameOf(point), track, pass } };
  });
  for (const { position_mm, ...stand } of stands) {
    const pass = passes.find((one) => !one.is_estimated && isWithin(stand, one));
    if (own.has(pass?.station ?? "")) continue;
    const name = others.find(({ id }) => id === pass?.station)?.name ?? "";
    const track = names.get(pass?.track ?? "") ?? "";
    stations.push({ position_mm, value: { name, track, pass: { ...stand, is_estimated: false } } });
  }
  return { stations: stations.toSorted((a, b) => a.position_mm - b.position_mm), signalling };
}

const trackOf = ({ track }: Pass): string | null => track;

/** Where a run begins, stands and ends, ms since its start. */
interface Stand {
  readonly position_mm: number;
  readonly arrival_ms: number;
  readonly departure_ms: number;
}

function listStands({ positions, times, speeds }: Simulation["final_output"]): Stand[] {
  const found: Stand[] = [];
  for (const [i, position_mm] of positions.entries()) {
    const is_end = i === 0 || i === positions.length - 1;
    if (speeds[i] !== 0 && !is_end) continue;
    const time_ms = times[i] ?? 0;
    const before = found.at(-1);
    const is_new = before === undefined || before.position_mm !== position_mm;
    const arrival_ms = is_new ? time_ms : before.arrival_ms;
    if (!is_new) found.pop();
    found.push({ position_mm, arrival_ms, departure_ms: time_ms });
  }
  return found;
}

/** A pass may be of several stops in one station. */
function isWithin({ arrival_ms }: Pick<Stand, "arrival_ms">, pass: Pass): boolean {
  return arrival_ms >= pass.arrival_ms - 1 && arrival_ms <= pass.departure_ms + 1;
}

/** Where the chosen train is at stations. */
async function askPasses(
  stations: readonly Station[],
  { train, ...means }: Omit<Question, "stations" | "run"> & { readonly train: Chosen },
): Promise<readonly Pass[]> {
  const { kind, train_id } = train;
  const ids = { train_schedules: [] as number[], paced_trains: [] as number[] };
  ids[kind === "train_schedule" ? "train_schedules" : "paced_trains"].push(train_id);
  const question = { ...means, stations: stations.slice(0, STATIONS_MAX), run: "final" } as const;
  const found = (await projectTrains(ids, question)).get(train_id);
  return (found?.runs.get(selected_key.peek() ?? "") ?? found?.base)?.passes ?? [];
}

/** Where the signalling system changes along the path. */
async function askSignalling(
  path: Path,
  chosen: Setting,
  train_id: number,
  signal: AbortSignal,
): Promise<Placed<string>[]> {
  const { track_section_ranges, routes, blocks } = path;
  const answer = await ask(
    api.POST("/v2/train_schedule/project_path", {
      params: {
        query: { ...runQuery(chosen), ...dateQuery(chosen), signal_updates: true, run: "final" },
      },
      body: { ids: [train_id], track_section_ranges, routes, blocks },
      signal,
    }),
  );
  const updates = answer[String(train_id)]?.signal_updates ?? [];
  const sorted = updates.toSorted((a, b) => a.position_start - b.position_start);
  return sorted
    .filter((one, i) => one.signaling_system !== sorted[i - 1]?.signaling_system)
    .map((one) => ({ position_mm: one.position_start, value: one.signaling_system }));
}

/** Null: no train is chosen, it has no run, or what lies along its path is not known yet. */
export const driver_sheet = computed<Table | null>(() => {
  const [data, train, known] = [selected_data.value, selected_train.value, asked.value];
  const simulation = data?.simulation ?? null;
  if (train === null || simulation === null || known === null || known.path !== data?.path) {
    return null;
  }
  const start_ms = selected_start_ms.value;
  const { boundaries, values } = simulation.mrsp;
  const starts = [0, ...boundaries];
  const speeds = values.map(({ speed }, i) => ({ position_mm: starts[i] ?? 0, value: speed }));
  const changes = speeds.filter(({ value }, i) => value !== speeds[i - 1]?.value);
  return makeDriverSheet(
    { start_ms, speeds: changes, ...known.along },
    {
      title: [selected_name.value, train.rolling_stock_name, data?.setting.date]
        .filter(Boolean)
        .join(", "),
      heads: TOOL_TEXTS.tables.sheet,
      clock: (time_ms) => printSecondsOn(time_ms, start_ms),
      estimated: (text) => `~${text}`,
    },
  );
});
