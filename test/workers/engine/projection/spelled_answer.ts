/** What is answered of a train at the stations of an axis, spelled out. */
import { type Json, spellRun } from "../../../train_runs/spelled_runs.ts";

interface Passes {
  readonly axis_index: number[];
  readonly arrival: number[];
  readonly departure: number[];
  readonly track: string[];
  readonly stops: boolean[];
  readonly estimated: boolean[];
}

export interface Line {
  readonly segments: { times: number[]; positions: number[]; bypasses: number[] }[];
}

interface Zones {
  readonly zone: string[];
  readonly begin: number[];
  readonly end: number[];
}

export interface Answer {
  readonly zones: Zones;
  readonly passes: Passes;
  readonly lines: Line[];
}

const NOTHING =
  '"passes":{"axis_index":[],"arrives_after":[],"stays":[],"track":[],"stops":[],"estimated":[]},"lines":[],"zones":{"zone":[],"begin":[],"end":[]}';

/** An answer with moments, places and ids of tracks in place of steps and indexes. */
export function spellAnswer(
  json: string,
  tracks: readonly (readonly { readonly id: string }[])[],
): Answer {
  const { passes, lines, zones } = spellRun(JSON.parse(`{${json === "" ? NOTHING : json}}`));
  const ids = passes.track.map((track: number | string, i: number) =>
    typeof track === "string" ? track : tracks[passes.axis_index[i]]?.[track]?.id,
  );
  const spellSegment = (segment: Json): Json => ({
    times: addUp(segment["time_steps"]),
    positions: addUp(segment["position_steps"]),
    bypasses: segment["bypasses"],
  });
  const spelled = lines.map(({ segments }: Json) => ({ segments: segments.map(spellSegment) }));
  return { zones, passes: { ...passes, track: ids }, lines: spelled } as Answer;
}

function addUp(steps: readonly number[]): number[] {
  let at = 0;
  return steps.map((step) => (at += step));
}
