/** When and where trains run along the axis: their curves on it and on its way back. */
import type { TrackRange, Way } from "../graph/axis.ts";
import type { Run, SentCurve } from "../graph/runs.ts";
import { ApiFault, api, ask, askEach } from "./client.ts";
import { runQuery, type Setting } from "./setting.ts";

/** Curves along the axis, and along its way back. */
export interface Projected {
  readonly forward: readonly SentCurve[];
  readonly back: readonly SentCurve[];
}

export interface ProjectedTrain {
  readonly base: Projected;
  /** By exception key: a paced train's exceptions whose curves differ from its own. */
  readonly exceptions: ReadonlyMap<string, Projected>;
}

export type Tracks = Pick<Way, "ranges">;

interface Means {
  readonly setting: Setting;
  readonly signal: AbortSignal;
  readonly run: "base" | "final";
}

export interface Question extends Means {
  readonly axis: { readonly forward: Tracks; readonly back: Tracks | null };
}

export interface Sent {
  readonly base: readonly SentCurve[];
  readonly exceptions: Readonly<Record<string, readonly SentCurve[]>>;
}

type Asked = (
  body: { ids: number[]; track_section_ranges: TrackRange[] },
  question: Means,
) => Promise<ReadonlyMap<string, Sent>>;

const optionsOf = ({ setting, signal, run }: Means) => ({
  params: { query: { ...runQuery(setting), signal_updates: false, run } },
  signal,
});

/** Each kind of train has its own endpoint and its own form of answer. */
const ASK_CURVES: Readonly<Record<Run["kind"], Asked>> = {
  train_schedule: async (body, question) => {
    const options = { ...optionsOf(question), body };
    const answer = await ask(api.POST("/v2/train_schedule/project_path", options));
    const sent = Object.entries(answer).map(([id, one]): [string, Sent] => [
      id,
      { base: one.space_time_curves, exceptions: {} },
    ]);
    return new Map(sent);
  },
  paced_train: async (body, question) => {
    const options = { ...optionsOf(question), body };
    const answer = await ask(api.POST("/paced_train/project_path", options));
    const sent = Object.entries(answer).map(([id, one]): [string, Sent] => [
      id,
      { base: one.paced_train, exceptions: one.exceptions },
    ]);
    return new Map(sent);
  },
};

/** Trains per request. */
const BATCH = 500;

/** By train id: trains that run on one way. */
export type OnWay = ReadonlyMap<number, Sent>;

/** Projects trains on one way, without those deleted meanwhile. Throws ApiFault, or the abort's reason. */
export async function projectOnWay(
  kind: Run["kind"],
  ids: readonly number[],
  { ranges }: Tracks,
  question: Means,
): Promise<OnWay> {
  const batches = Array.from({ length: Math.ceil(ids.length / BATCH) }, (_one, i) =>
    ids.slice(i * BATCH, (i + 1) * BATCH),
  );
  const askBatch = async (asked: number[]): Promise<(readonly [number, Sent])[]> => {
    try {
      const body = { ids: asked, track_section_ranges: [...ranges] };
      const found = await ASK_CURVES[kind](body, question);
      return [...found].map(([id, one]) => [Number(id), one]);
    } catch (error) {
      const gone = countGone(error);
      if (gone === 0) throw error;
      if (gone >= asked.length) return [];
      const middle = Math.ceil(asked.length / 2);
      const begin = await askBatch(asked.slice(0, middle));
      return [...begin, ...(await askBatch(asked.slice(middle)))];
    }
  };
  return new Map((await askEach(batches, askBatch)).flat());
}

/** How many of the trains in a request do not exist: one makes the server refuse it whole. */
function countGone(error: unknown): number {
  if (!(error instanceof ApiFault)) return 0;
  const { type, context } = error.error ?? {};
  if (type === "editoast:train_schedule:BatchTrainScheduleNotFound")
    return Number(context?.["number"]);
  return type === "editoast:paced_train:BatchNotFound" ? Number(context?.["count"]) : 0;
}

/** By id: trains that run on the axis or on its way back. Throws ApiFault, or the abort's reason. */
export async function projectTrains(
  kind: Run["kind"],
  ids: readonly number[],
  { axis: { forward, back }, ...means }: Question,
): Promise<Map<number, ProjectedTrain>> {
  const [along, against] = await Promise.all([
    projectOnWay(kind, ids, forward, means),
    back === null ? new Map<number, Sent>() : projectOnWay(kind, ids, back, means),
  ]);
  return joinWays(along, against);
}

/** Merges the trains on the axis with those on its way back. */
export function joinWays(along: OnWay, against: OnWay): Map<number, ProjectedTrain> {
  const ids = new Set([...along.keys(), ...against.keys()]);
  return new Map([...ids].map((id) => [id, joinTrain(along.get(id), against.get(id))]));
}

function joinTrain(along: Sent | undefined, against: Sent | undefined): ProjectedTrain {
  const [on, off] = [along?.exceptions ?? {}, against?.exceptions ?? {}];
  const keys = new Set([...Object.keys(on), ...Object.keys(off)]);
  return {
    base: { forward: along?.base ?? [], back: against?.base ?? [] },
    exceptions: new Map(
      [...keys].map((key) => [key, { forward: on[key] ?? [], back: off[key] ?? [] }]),
    ),
  };
}
