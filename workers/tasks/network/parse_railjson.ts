/**
 * Task: converts a RailJSON body to packed objects and a fault list, or gives the reason why it
 * can't be read. Parsing 250 MiB blocks a thread for seconds and takes gigabytes, so it never runs
 * on the main thread. All large results are in shared memory: nothing is copied on the way back.
 */
import type { ObjectKey } from "../../../src/railway/object_types.ts";
import { checkNetwork } from "../../railjson/checks/check_network.ts";
import { decodeDocument } from "../../railjson/decode_document.ts";
import { type FaultTable, tabulateFaults } from "../../railjson/infra_error.ts";
import { countObjects, type PackedObjects, packObjects } from "../../railjson/pack_objects.ts";
import { listSearchRows, type SearchRows } from "../../railjson/search_rows.ts";
import { type DocumentFault, validateDocument } from "../../railjson/validate_document.ts";

export type ParsedRailjson =
  | {
      readonly kind: "parsed";
      readonly railjson_version: string;
      /** Number of objects in each list of the document. */
      readonly counts: Readonly<Record<ObjectKey, number>>;
      readonly objects: PackedObjects;
      readonly search_rows: SearchRows;
      /** At most `MAX_INFRA_ERRORS` rows. */
      readonly faults: FaultTable;
    }
  /** Not JSON, not UTF-8, or beyond the limits of nesting and size. */
  | { readonly kind: "invalid_json"; readonly reason: string }
  | { readonly kind: "wrong_version"; readonly version: string }
  /** At most `MAX_DOCUMENT_FAULTS`; paths are JSON pointers. */
  | { readonly kind: "invalid"; readonly faults: readonly DocumentFault[] };

/** Parses, validates, checks and packs a RailJSON document. */
export function parseRailjson(input: { readonly body: ArrayBuffer }): ParsedRailjson {
  const decoded = decodeDocument(input.body);
  if (!decoded.ok) return { kind: "invalid_json", reason: decoded.error };
  return packNetwork(decoded.value);
}

/**
 * The same for a storable value: a document converted from another format need not be printed and parsed again.
 * `onLetGo` is called each time that a step needs no more what it had.
 */
export function packNetwork(value: unknown, onLetGo: () => void = () => undefined): ParsedRailjson {
  const validated = validateDocument(value);
  if (validated.kind !== "valid") return validated;
  const { document } = validated;
  const checked = checkNetwork(document);
  if (!checked.ok) return { kind: "invalid", faults: [{ path: "", reason: checked.error }] };
  onLetGo();
  const told = {
    railjson_version: document.version,
    counts: countObjects(document),
    search_rows: listSearchRows(document),
    faults: tabulateFaults(document, checked.value),
  };
  onLetGo();
  const packed = packObjects(document);
  if (!packed.ok) return { kind: "invalid", faults: [packed.fault] };
  return { kind: "parsed", ...told, objects: packed.objects };
}
