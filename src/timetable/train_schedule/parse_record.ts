/** Stored records of trains as objects; large ones are parsed in turns, as the bodies were that they came in. */
import { parseInPieces } from "../../platform/http/parse_json.ts";
import type { InTurns } from "../../platform/turns.ts";

/** Characters that are parsed without a break. */
const AT_ONCE_MAX = 64 * 1024;
/** Bodies have limits, which may have been others when the record was stored. */
const NO_LIMITS = {
  depth: Number.POSITIVE_INFINITY,
  list_items: Number.POSITIVE_INFINITY,
  object_keys: Number.POSITIVE_INFINITY,
  values: Number.POSITIVE_INFINITY,
};

const encoder = new TextEncoder();

/** Written from a validated body and by nothing else: it has the form of its kind. */
export function* parseRecord<Form>(record: string): InTurns<Form> {
  if (record.length <= AT_ONCE_MAX) return JSON.parse(record) as Form;
  const { value } = yield* parseInPieces(encoder.encode(record), NO_LIMITS);
  return value as Form;
}
