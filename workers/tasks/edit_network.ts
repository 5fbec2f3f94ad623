/**
 * Task: an edit of a network, applied to a content and compiled, and what is to be stored of it. The thread keeps the
 * new content under its key: one that is never stored is never asked for.
 */
import { randomUUID } from "node:crypto";
import type { ObjectType } from "../../src/railway/object_types.ts";
import type { RailjsonInput } from "../engine/infra/railjson_input.ts";
import { describeEdit, type StoredEdit } from "../railjson/edit/describe_edit.ts";
import { NetworkEdit, toDocument } from "../railjson/edit/network_objects.ts";
import {
  applyOperations,
  type EditOperation,
  type OperationFault,
} from "../railjson/edit/operations.ts";
import { splitTrack } from "../railjson/edit/split_track.ts";
import { type CompiledInfra, compileDocument } from "./compile_infra.ts";
import { type ContentRef, keepCopy, NetworkCopy, openCopy } from "./network_copies.ts";
import { shareTexts } from "./shared_text.ts";

export type EditRequest =
  /** JSON in UTF-8, found to be operations. */
  | { readonly kind: "operations"; readonly body: SharedArrayBuffer }
  | { readonly kind: "split"; readonly track: string; readonly offset_mm: number };

export interface EditNetworkInput extends ContentRef {
  /** Of the content that the edit makes. */
  readonly edited: { readonly infra: { readonly key: string } };
  readonly request: EditRequest;
}

export type EditOutcome =
  | { readonly kind: "not_open" }
  | { readonly kind: "refused"; readonly fault: OperationFault }
  | { readonly kind: "track_not_found" }
  | { readonly kind: "bad_offset"; readonly length: number }
  | { readonly kind: "too_large"; readonly reason: string }
  | {
      readonly kind: "edited";
      /** The answer that clients get, in UTF-8. */
      readonly json: Uint8Array;
      readonly stored: StoredEdit;
      readonly compiled: CompiledInfra;
    };

export function editNetwork(input: EditNetworkInput): EditOutcome {
  const copy = openCopy(input);
  if (copy === null) return { kind: "not_open" };
  const edit = new NetworkEdit(copy.objects);
  const done =
    input.request.kind === "split" ? split(edit, input.request) : operate(edit, input.request);
  if (done.kind !== "done") return done;
  const { objects } = edit;
  const document = toDocument(objects, copy.version);
  const stored = describeEdit(copy.objects, { edit, document });
  if (!stored.ok) return { kind: "too_large", reason: stored.error };
  keepCopy(input.edited.infra.key, new NetworkCopy(copy.version, objects));
  // A valid document is what the compiler reads.
  const compiled = compileDocument(document as unknown as RailjsonInput);
  const json = shareTexts([JSON.stringify(done.answer)]);
  return { kind: "edited", json, stored: stored.value, compiled };
}

type Done =
  | { readonly kind: "done"; readonly answer: unknown }
  | Exclude<EditOutcome, { readonly kind: "edited" | "not_open" | "too_large" }>;

function operate(edit: NetworkEdit, { body }: { readonly body: SharedArrayBuffer }): Done {
  const operations: readonly EditOperation[] = JSON.parse(Buffer.from(body).toString("utf8"));
  const applied = applyOperations(edit, operations);
  if (!applied.ok) return { kind: "refused", fault: applied.error };
  return { kind: "done", answer: applied.value };
}

function split(edit: NetworkEdit, request: { track: string; offset_mm: number }): Done {
  const track = edit.list("track_sections").get(request.track);
  if (track === undefined) return { kind: "track_not_found" };
  const position = request.offset_mm / 1000;
  if (position <= 0 || position >= track.length)
    return { kind: "bad_offset", length: track.length };
  const ids = {
    left: newId(edit, "TrackSection"),
    right: newId(edit, "TrackSection"),
    link: newId(edit, "Switch"),
  };
  splitTrack(edit, track, { position, ids });
  return { kind: "done", answer: [ids.left, ids.right] };
}

function newId(edit: NetworkEdit, obj_type: ObjectType): string {
  let id = randomUUID();
  while (edit.get(obj_type, id) !== undefined) id = randomUUID();
  return id;
}
