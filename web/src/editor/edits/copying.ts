/** The tool that copies: two corners, then each click puts what lies between them there. */
import { signal } from "@preact/signals";
import { api, ask } from "../../api/client.ts";
import type { Spot } from "../../map/tracks.ts";
import { tell } from "../../state/session.ts";
import { TOOL_TEXTS } from "../../tool_texts.ts";
import { askTargets } from "./ask_objects.ts";
import { commit } from "./commit.ts";
import { type Copied, copyOf, isWithin, pasteAt, type Turn, type Typed } from "./copied.ts";
import { create, keyOf, type ObjectType, type Target } from "./edits.ts";
import { edited_id } from "./infra_state.ts";
import type { LineObject } from "./joints.ts";
import { newId } from "./new_objects.ts";

/** Tracks of one copy. */
const TRACKS_MAX = 200;

export const first_corner = signal<Spot | null>(null);
export const copied = signal<Copied | null>(null);
export const turn = signal<Turn>({ degrees: 0, is_mirrored: false });

export function forgetCopy(): void {
  first_corner.value = null;
  copied.value = null;
  turn.value = { degrees: 0, is_mirrored: false };
}

/** Ids by type. Throws ApiFault. */
export async function listAttached(infra_id: number, track_id: string): Promise<Target[]> {
  const path = { infra_id, track_id };
  const query = { neutral_sections: true };
  const attached = await ask(
    api.GET("/infra/{infra_id}/attached/{track_id}", { params: { path, query } }),
  );
  return Object.entries(attached).flatMap(([obj_type, ids]) =>
    ids.map((obj_id) => ({ obj_type: obj_type as ObjectType, obj_id })),
  );
}

/** The tracks that lie wholly between two corners, with what is on them. Throws ApiFault. */
export async function copyBetween(
  corners: readonly [Spot, Spot],
  track_ids: readonly string[],
): Promise<void> {
  const infra_id = edited_id.peek();
  if (infra_id === null) return;
  first_corner.value = null;
  const named = track_ids.map((obj_id): Target => ({ obj_type: "TrackSection", obj_id }));
  const found = [...(await askTargets(infra_id, named)).values()];
  const tracks = found.filter((one) => isWithin(one as unknown as LineObject, corners));
  if (tracks.length > TRACKS_MAX) {
    tell("warning", TOOL_TEXTS.editor.too_much(TRACKS_MAX));
    return;
  }
  const targets = new Map<string, Target>();
  for (const { id } of tracks) {
    for (const one of await listAttached(infra_id, id)) targets.set(keyOf(one), one);
  }
  const objects = await askTargets(infra_id, [...targets.values()]);
  const attached = [...targets].flatMap(([key, { obj_type }]): Typed[] => {
    const object = objects.get(key);
    return object === undefined ? [] : [{ obj_type, object }];
  });
  copied.value = copyOf(tracks, attached, corners[0]);
  if (copied.value === null) tell("warning", TOOL_TEXTS.editor.nothing_copied);
}

export async function paste(own: Copied, at: Spot): Promise<void> {
  const objects = pasteAt(own, at, { turn: turn.peek(), newId });
  await commit(
    TOOL_TEXTS.editor.copy_of(objects.length),
    objects.map(({ obj_type, object }) => create(obj_type, object)),
  );
}
