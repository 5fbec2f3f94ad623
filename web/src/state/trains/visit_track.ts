/** Tries another track of the opened station for a train, or for all trains of a service. */
import type { Run } from "../../graph/runs.ts";
import { withTrack } from "../../graph/track_change.ts";
import { TEXTS } from "../../texts.ts";
import { TOOL_TEXTS } from "../../tool_texts.ts";
import type { Form, Waypoint } from "../edits/edit.ts";
import { editOf, tryEdits } from "../edits/trial.ts";
import { may_write } from "../rights.ts";
import { select } from "../selection.ts";
import { tell } from "../session.ts";
import { placed_station } from "../stations/placed_station.ts";
import { shareOfPlace } from "../stations/waypoints.ts";
import { findTrain } from "../timetable.ts";
import { opened_station } from "./opened_station.ts";

export function tryTrack({ key, train_id, is_back, exception_key }: Run, track_id: string): void {
  const [station, placed, record] = [
    opened_station.peek(),
    placed_station.peek(),
    findTrain(train_id),
  ];
  if (station === null || placed === null || record === null) return;
  if (!may_write.peek()) {
    tell("warning", TEXTS.move.not_allowed);
    return;
  }
  const edit = editOf(record);
  const { after } = edit;
  const passage = { station, track_id, share: placed.share, is_back, shareOf: shareOfPlace };
  const path = after === null || exception_key !== null ? null : withTrack(after.path, passage);
  if (after === null || path === null) {
    tell("warning", TOOL_TEXTS.occupancy.no_track_change(placed.name));
    return;
  }
  select(key);
  const form: Form = { ...after, path: path as Waypoint[] };
  tryEdits([{ ...edit, after: form }]);
}
