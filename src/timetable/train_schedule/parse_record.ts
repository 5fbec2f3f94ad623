/** Parses stored records of trains; large ones in turns, as their request bodies were. */
import { parseInPieces } from "../../platform/http/body/parse_json.ts";
import type { InTurns } from "../../platform/turns.ts";

/** Characters parsed without a break. */
const AT_ONCE_MAX = 64 * 1024;
/** None: the limits of bodies may have been different when the record was stored. */
const NO_LIMITS = {
  depth: Number.POSITIVE_INFINITY,
  list_items: Number.POSITIVE_INFINITY,
  object_keys: Number.POSITIVE_INFINITY,
  values: Number.POSITIVE_INFINITY,
};

const encoder = new TextEncoder();

/** Safe: a record is only ever written from a validated body of its kind. */
export function* parseRecord<Form>(record: string): InTurns<Form> {
  if (record.length <= AT_ONCE_MAX) return JSON.parse(record) as Form;
  const { value } = yield* parseInPieces(encoder.encode(record), NO_LIMITS);
  return value as Form;
}
