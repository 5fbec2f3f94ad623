/** Cuts a track in two: the server cuts it, and the page works out the operations that undo this. */
import { api, ask } from "../../api/client.ts";
import { tellFailure } from "../../state/session.ts";
import { TOOL_TEXTS } from "../../tool_texts.ts";
import { askTargets } from "./ask_objects.ts";
import { addStep, made_here } from "./commit.ts";
import { listAttached } from "./copying.ts";
import {
  create,
  keyOf,
  type Operation,
  type RailObject,
  remove,
  type Target,
  update,
} from "./edits.ts";
import { edited_id, readInfra } from "./infra_state.ts";
import { isSame, type Json } from "./patch.ts";

/** The ids of the two parts; null: the cut was refused, and the reader has a message. */
export async function splitTrack(
  track: string,
  position_m: number,
): Promise<readonly string[] | null> {
  const infra_id = edited_id.peek();
  if (infra_id === null) return null;
  try {
    const old: Target = { obj_type: "TrackSection", obj_id: track };
    const attached = await listAttached(infra_id, track);
    const before = await askTargets(infra_id, [old, ...attached]);
    const parts = await ask(
      api.POST("/infra/{infra_id}/split_track_section", {
        params: { path: { infra_id } },
        body: { track, offset: Math.round(position_m * 1000) },
      }),
    );
    const [left = ""] = parts;
    const was_there = new Set(attached.map(keyOf));
    const links = (await listAttached(infra_id, left)).filter(
      (one) => one.obj_type === "Switch" && !was_there.has(keyOf(one)),
    );
    const made = [
      ...parts.map((obj_id): Target => ({ obj_type: "TrackSection", obj_id })),
      ...links,
    ];
    const after = await askTargets(infra_id, [...made, ...attached]);
    for (const [key, object] of after) made_here.set(key, object);
    made_here.delete(keyOf(old));
    await readInfra();
    addStep(infra_id, {
      name: TOOL_TEXTS.editor.split_of(track),
      ...describeSplit({ old, made, attached, before, after }),
    });
    return parts;
  } catch (error) {
    tellFailure(error);
    return null;
  }
}

interface Split {
  readonly old: Target;
  readonly made: readonly Target[];
  readonly attached: readonly Target[];
  readonly before: ReadonlyMap<string, RailObject>;
  readonly after: ReadonlyMap<string, RailObject>;
}

/** The same as operations, forward and back: pure. */
export function describeSplit({ old, made, attached, before, after }: Split): {
  readonly operations: Operation[];
  readonly inverse: Operation[];
} {
  const turn = (from: Split["before"], to: Split["before"]): Operation[] =>
    attached.flatMap((target) => {
      const [own, other] = [from.get(keyOf(target)), to.get(keyOf(target))];
      if (own === undefined || other === undefined || isSame(own as Json, other as Json)) return [];
      return [update(target.obj_type, own, other)];
    });
  const make = (targets: readonly Target[], from: Split["before"]): Operation[] =>
    targets.flatMap((target) => {
      const object = from.get(keyOf(target));
      return object === undefined ? [] : [create(target.obj_type, object)];
    });
  const drop = (targets: readonly Target[]): Operation[] =>
    targets.map(({ obj_type, obj_id }) => remove(obj_type, obj_id));
  return {
    operations: [...make(made, after), ...turn(before, after), ...drop([old])],
    inverse: [...make([old], before), ...turn(after, before), ...drop(made.toReversed())],
  };
}
