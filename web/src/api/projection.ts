/** Where and when trains run along the axis: their curves on it, and on the way back. */
import type { TrackRange, Way } from "../graph/axis.ts";
import type { Run, SentCurve } from "../graph/runs.ts";
import { api, ask } from "./client.ts";
import { runQuery, type Setting } from "./setting.ts";

/** Curves along the axis, and along the way back. */
export interface Projected {
  readonly forward: readonly SentCurve[];
  readonly back: readonly SentCurve[];
}

export interface ProjectedTrain {
  readonly base: Projected;
  /** By key, of a paced train's exceptions that differ from it. */
  readonly exceptions: ReadonlyMap<string, Projected>;
}

type Tracks = Pick<Way, "ranges">;

export interface Question {
  readonly axis: { readonly forward: Tracks; readonly back: Tracks | null };
  readonly setting: Setting;
  readonly signal: AbortSignal;
  readonly run: "base" | "final";
}

interface Sent {
  readonly base: readonly SentCurve[];
  readonly exceptions: Readonly<Record<string, readonly SentCurve[]>>;
}

type Asked = (
  body: { ids: number[]; track_section_ranges: TrackRange[] },
  question: Question,
) => Promise<ReadonlyMap<string, Sent>>;

const optionsOf = ({ setting, signal, run }: Question) => ({
  params: { query: { ...runQuery(setting), signal_updates: false, run } },
  signal,
});

/** Each kind of train has its own endpoint, and its own form of answer. */
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

/** Trains in one question. */
const BATCH = 500;

/** By id, of trains that run on the axis or on its way back. Throws ApiFault, or the abort's reason. */
export async function projectTrains(
  kind: Run["kind"],
  ids: readonly number[],
  question: Question,
): Promise<Map<number, ProjectedTrain>> {
  const { forward, back } = question.axis;
  const askFor = ASK_CURVES[kind];
  const found = new Map<number, ProjectedTrain>();
  for (let i = 0; i < ids.length; i += BATCH) {
    const batch = ids.slice(i, i + BATCH);
    const [along, against] = await Promise.all([
      askFor({ ids: batch, track_section_ranges: [...forward.ranges] }, question),
      back === null
        ? new Map<string, Sent>()
        : askFor({ ids: batch, track_section_ranges: [...back.ranges] }, question),
    ]);
    for (const id of new Set([...along.keys(), ...against.keys()])) {
      found.set(Number(id), joinWays(along.get(id), against.get(id)));
    }
  }
  return found;
}

function joinWays(along: Sent | undefined, against: Sent | undefined): ProjectedTrain {
  const [on, off] = [along?.exceptions ?? {}, against?.exceptions ?? {}];
  const keys = new Set([...Object.keys(on), ...Object.keys(off)]);
  return {
    base: { forward: along?.base ?? [], back: against?.base ?? [] },
    exceptions: new Map(
      [...keys].map((key) => [key, { forward: on[key] ?? [], back: off[key] ?? [] }]),
    ),
  };
}
