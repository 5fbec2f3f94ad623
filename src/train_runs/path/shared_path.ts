/** Paths in the form that servers share: the packed path as bytes, the rest of an outcome beside it. */
import type { ListTrackPathsOutcome } from "../../../workers/tasks/path/list_track_paths.ts";
import type { FoundPath, PathOutcome } from "../../../workers/tasks/types.ts";
import {
  type SharedCodec,
  type SharedForm,
  shareBytes,
} from "../../platform/compute/shared_value.ts";
import { given } from "../../platform/given.ts";

export const SHARED_PATH: SharedCodec<PathOutcome> = {
  toForm: (outcome) => {
    const path = pathOf(outcome);
    // The packed path is left out of the JSON: a buffer prints as an empty object.
    return { head: outcome, buffers: path === null ? [] : [new Uint8Array(path.packed)] };
  },
  fromForms: (forms) => forms.map(readOutcome),
};

/** Lists of paths on tracks are just texts. */
export const SHARED_PATH_LIST: SharedCodec<ListTrackPathsOutcome> = {
  toForm: (head) => ({ head, buffers: [] }),
  // Safe: `toForm` above wrote it.
  fromForms: (forms) => forms.map(({ head }) => head as ListTrackPathsOutcome),
};

function readOutcome({ head, buffers: [packed] }: SharedForm): PathOutcome {
  // Safe: `toForm` wrote it, an outcome whose packed path is in the buffers.
  const outcome = head as PathOutcome;
  const path = pathOf(outcome);
  if (path === null) return outcome;
  const whole = { ...path, packed: shareBytes(given(packed, "a path has bytes")) };
  if (outcome.kind === "success") return { ...outcome, path: whole };
  return outcome.kind === "incompatible_constraints"
    ? { ...outcome, relaxed_path: whole }
    : outcome;
}

function pathOf(outcome: PathOutcome): FoundPath | null {
  if (outcome.kind === "success") return outcome.path;
  return outcome.kind === "incompatible_constraints" ? outcome.relaxed_path : null;
}
