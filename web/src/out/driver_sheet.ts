/** The chosen train's sheet for its driver; what lies along its path is requested when the sheet is shown. */
import { computed, effect, signal } from "@preact/signals";
import { api, ask, isAbort } from "../api/client.ts";
import { runQuery, type Setting } from "../api/setting.ts";
import { askObjects } from "../api/station.ts";
import { projectTrains, type Question } from "../api/stations_of_trains.ts";
import type { Station } from "../graph/axis.ts";
import { printSecondsOn } from "../graph/clock.ts";
import type { Pass, Run } from "../graph/runs.ts";
import { LATER } from "../later_texts.ts";
import { listStations, nameOf } from "../state/axis_loading.ts";
import {
  type Path,
  selected_data,
  selected_key,
  selected_name,
  selected_start_ms,
  selected_train,
  selection,
} from "../state/selection.ts";
import { tellFailure } from "../state/session.ts";
import { setting } from "../state/setting.ts";
import { open_timetable_id } from "../state/timetable.ts";
import { makeDriverSheet, type Placed, type SheetData, type Table } from "./tables.ts";

type Along = Pick<SheetData, "stations" | "signalling">;

interface Asked {
  readonly path: Path;
  readonly along: Along;
}

const asked = signal<Asked | null>(null);

effect(() => {
  const [path, chosen, one] = [selected_data.value?.path ?? null, setting.value, selection.value];
  if (path === null || chosen === null || one === null) return undefined;
  const ending = new AbortController();
  askAlong(path, chosen, one, ending.signal).then(
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

async function askAlong(
  path: Path,
  chosen: Setting,
  { kind, train_id }: Chosen,
  signal: AbortSignal,
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
    kind === "train_schedule" ? askSignalling(path, chosen, train_id, signal) : [],
  ]);
  const ids = [...new Set(operational_points.map(({ part }) => part.track))];
  const tracks = (await askObjects(infra_id, "TrackSection", ids, signal)) as TrackObject[];
  const names = new Map(tracks.map(({ id, extensions }) => [id, extensions?.sncf?.track_name]));
  // A station with several parts is there once.
  const points = [
    ...new Map(operational_points.map((one) => [one.id, one] as const).toReversed()).values(),
  ];
  const sorted = points.toSorted((a, b) => a.position - b.position);
  const passes = await askPasses(listStations(sorted), {
    timetable_id,
    setting: chosen,
    signal,
    train: { kind, train_id },
  });
  const stations = sorted.map((point) => {
    const pass = passes.find(({ station }) => station === point.id) ?? null;
    const track = names.get(pass?.track ?? point.part.track) ?? "";
    return { position_mm: point.position, value: { name: nameOf(point), track, pass } };
  });
  return { stations, signalling };
}

/** Where the chosen train is at the stations of its path. */
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
      params: { query: { ...runQuery(chosen), signal_updates: true, run: "final" } },
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
      title: `${selected_name.value}, ${train.rolling_stock_name}`,
      heads: LATER.tables.sheet,
      clock: (time_ms) => printSecondsOn(time_ms, start_ms),
      estimated: (text) => `~${text}`,
    },
  );
});
