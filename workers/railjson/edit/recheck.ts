/**
 * Applies changes to a network and finds the faults of the affected objects: the same ones that a
 * check of the whole network would find.
 */
import type { Result } from "../../engine/result.ts";
import { err, ok } from "../../engine/result.ts";
import { checkNetwork, tooManyClaims, tooManySteps } from "../checks/check_network.ts";
import type { FaultyObject } from "../infra_error.ts";
import { MAX_ROUTE_STEPS, MAX_SPEED_CLAIMS } from "../limits.ts";
import { AffectedObjects, listKinds } from "./affected_objects.ts";
import type { FormerObject, NetworkModel } from "./network_model.ts";
import type { ChangedObject } from "./network_objects.ts";
import type { ObjectSet } from "./object_set.ts";
import { Surroundings } from "./surroundings.ts";

export interface Recheck {
  /** Objects whose faults may have changed; some of them are deleted. */
  readonly objects: ObjectSet;
  /** All faults of these. */
  readonly faults: readonly FaultyObject[];
  /** Tracks of routes whose walks may have changed, before and after. */
  readonly walked_tracks: ReadonlySet<string>;
}

/** What is needed to undo a change. */
export interface Undo {
  readonly formers: readonly FormerObject[];
  readonly walks: ReadonlyMap<string, readonly string[]>;
}

/** Changes the model; if it would exceed a limit, returns a sentence about it and changes nothing. */
export function changeModel(
  model: NetworkModel,
  changes: readonly ChangedObject[],
): Result<Recheck & { readonly undo: Undo }, string> {
  const kinds = listKinds(model, changes);
  const affected = new AffectedObjects();
  affected.look(model, kinds);
  const formers = model.apply(changes);
  affected.look(model, kinds);
  const walks = new Map([...affected.routes].map((id) => [id, model.walkOf(id)]));
  const undo = { formers, walks };
  const part = new Surroundings(model);
  const next = part.walk(affected.routes);
  const walked_tracks = new Set([...walks.values(), ...next.values()].flat());
  for (const id of affected.routes) {
    model.setWalk(id, next.get(id) ?? []);
    affected.addWalk(model, id);
  }
  for (const [type, id] of affected.objects.entries()) part.add(type, id);
  const excess = excessOf(model);
  const checked = excess === null ? checkNetwork(part.toDocument()) : err(excess);
  if (!checked.ok) {
    undoChange(model, undo);
    return checked;
  }
  const faults = checked.value.filter(({ obj_type, obj_id }) =>
    affected.objects.has(obj_type, obj_id),
  );
  return ok({ objects: affected.objects, faults, walked_tracks, undo });
}

function excessOf(model: NetworkModel): string | null {
  if (model.step_count > MAX_ROUTE_STEPS) return tooManySteps();
  return model.claim_count > MAX_SPEED_CLAIMS ? tooManyClaims() : null;
}

export function undoChange(model: NetworkModel, { formers, walks }: Undo): void {
  model.undo(formers);
  for (const [id, tracks] of walks) model.setWalk(id, tracks);
}
