/**
 * Task: applies an edit to a content of a network and lists what to store. The thread's copy
 * becomes the new content; if that is not stored after all, the copy goes back.
 */
import { randomUUID } from "node:crypto";
import type { ObjectType } from "../../../src/railway/object_types.ts";
import { splitLinkId } from "../../engine/infra/split_tracks.ts";
import { toMilli } from "../../engine/units.ts";
import { describeEdit, type StoredEdit } from "../../railjson/edit/describe_edit.ts";
import type { NetworkModel } from "../../railjson/edit/network_model.ts";
import { NetworkEdit } from "../../railjson/edit/network_objects.ts";
import {
  applyOperations,
  type EditOperation,
  type OperationFault,
} from "../../railjson/edit/operations.ts";
import { splitTrack } from "../../railjson/edit/split_track.ts";
import { shareTexts } from "../shared_text.ts";
import { type ContentRef, type NetworkCopy, type NotOpen, withCopy } from "./network_copies.ts";

const ID_LENGTH_MAX = 255;

export type EditRequest =
  /** JSON in UTF-8, already checked to be operations. */
  | { readonly kind: "operations"; readonly body: SharedArrayBuffer }
  | { readonly kind: "split"; readonly track: string; readonly offset_mm: number };

export interface EditNetworkInput extends ContentRef {
  /** Key of the content that the edit makes. */
  readonly edited: { readonly infra: { readonly key: string } };
  readonly request: EditRequest;
}

export type EditOutcome =
  | NotOpen
  | { readonly kind: "refused"; readonly fault: OperationFault }
  | { readonly kind: "track_not_found" }
  | { readonly kind: "bad_offset"; readonly length: number }
  | { readonly kind: "too_large"; readonly reason: string }
  | {
      readonly kind: "edited";
      /** The answer for clients, in UTF-8. */
      readonly json: Uint8Array;
      readonly stored: StoredEdit;
    };

export function editNetwork(input: EditNetworkInput): EditOutcome {
  return withCopy<EditOutcome>(input, (copy) => editCopy(copy, input));
}

function editCopy(copy: NetworkCopy, { request, edited }: EditNetworkInput): EditOutcome {
  const { model } = copy;
  const edit = new NetworkEdit(model.objects);
  const done = request.kind === "split" ? split(model, edit, request) : operate(edit, request);
  if (done.kind !== "done") return done;
  const changes = edit.listChanges();
  const stored = describeEdit(model, changes, () => copy.change(edited.infra.key, changes));
  if (!stored.ok) return { kind: "too_large", reason: stored.error };
  const json = shareTexts([JSON.stringify(done.answer)]);
  return { kind: "edited", json, stored: stored.value };
}

type Done =
  | { readonly kind: "done"; readonly answer: unknown }
  | Extract<EditOutcome, { readonly kind: "refused" | "track_not_found" | "bad_offset" }>;

function operate(edit: NetworkEdit, { body }: { readonly body: SharedArrayBuffer }): Done {
  const operations: readonly EditOperation[] = JSON.parse(Buffer.from(body).toString("utf8"));
  const applied = applyOperations(edit, operations);
  if (!applied.ok) return { kind: "refused", fault: applied.error };
  return { kind: "done", answer: applied.value };
}

function split(
  { references }: NetworkModel,
  edit: NetworkEdit,
  request: { track: string; offset_mm: number },
): Done {
  const track = edit.list("track_sections").get(request.track);
  if (track === undefined) return { kind: "track_not_found" };
  const position = request.offset_mm / 1000;
  if (position <= 0 || position >= track.length)
    return { kind: "bad_offset", length: track.length };
  const ids = {
    left: newId(edit, "TrackSection"),
    right: newId(edit, "TrackSection"),
    link: linkId(edit, request, track.length),
  };
  splitTrack(edit, { track, references }, { position, ids });
  return { kind: "done", answer: [ids.left, ids.right] };
}

/** Tells where places on the former track are now. */
function linkId(
  edit: NetworkEdit,
  { track, offset_mm }: { readonly track: string; readonly offset_mm: number },
  length: number,
): string {
  const id = splitLinkId(track, offset_mm, toMilli(length));
  const is_usable = id.length <= ID_LENGTH_MAX && edit.get("Switch", id) === undefined;
  return is_usable ? id : newId(edit, "Switch");
}

function newId(edit: NetworkEdit, obj_type: ObjectType): string {
  let id = randomUUID();
  while (edit.get(obj_type, id) !== undefined) id = randomUUID();
  return id;
}
