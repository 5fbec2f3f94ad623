/** Names a station's tracks in one act: those without a name get the numbers by which planners see them. */
import { nameTracks } from "../../api/track_numbers.ts";
import { TOOL_TEXTS } from "../../tool_texts.ts";
import { askTargets } from "./ask_objects.ts";
import { commit } from "./commit.ts";
import { keyOf, type RailObject, update } from "./edits.ts";
import { edited_id } from "./infra_state.ts";
import type { Json, JsonObject } from "./patch.ts";

const SNCF = { line_code: 0, line_name: "", track_number: 0 };

/** `first`: the number of the first track from the left, across the direction of the first part's track. Throws ApiFault. */
export async function numberTracks(station: RailObject, first: number): Promise<void> {
  const infra_id = edited_id.peek();
  if (infra_id === null) return;
  const parts = station["parts"] as unknown as Parameters<typeof nameTracks>[0];
  const targets = [...new Set(parts.map(({ track }) => track))].map((obj_id) => ({
    obj_type: "TrackSection" as const,
    obj_id,
  }));
  const tracks = await askTargets(infra_id, targets);
  const sections = [...tracks.values()] as unknown as Parameters<typeof nameTracks>[1];
  const renamed = nameTracks(parts, sections).flatMap(({ id, is_numbered }, i) => {
    const track = tracks.get(keyOf({ obj_type: "TrackSection", obj_id: id }));
    if (track === undefined || is_numbered !== true) return [];
    const extensions = (track["extensions"] ?? {}) as JsonObject;
    const known = (extensions["sncf"] ?? SNCF) as JsonObject;
    const sncf = { ...known, track_name: String(first + i) };
    const next = { ...track, extensions: { ...extensions, sncf } as Json };
    return [{ before: track, next: next as RailObject }];
  });
  const operations = renamed.map(({ before, next }) => update("TrackSection", before, next));
  const drawn = new Map(
    renamed.map(({ next }) => [keyOf({ obj_type: "TrackSection", obj_id: next.id }), next]),
  );
  await commit(TOOL_TEXTS.editor.numbered(renamed.length), operations, drawn);
}
