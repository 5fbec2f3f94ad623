/** Who changed a record last, and when: keys of answers and of events. */
import * as v from "valibot";
import { PrintedDateTime } from "../../railway/quantities.ts";
import { Text } from "../../railway/scalars.ts";
import { about, nameSchemas } from "../../railway/wire.ts";
import type { User } from "./endpoint.ts";
import { bodyId } from "./fields.ts";

const ModifiedBy = v.strictObject({ id: bodyId, name: about(Text, "The user's name") });

export const authorship_entries = {
  modified_by: about(
    v.nullable(ModifiedBy),
    "Who changed it last; null: nobody was signed in, the user is gone, or it is not known",
  ),
  modified_at: about(
    v.nullable(PrintedDateTime),
    "When it was changed last; null: before this was written down",
  ),
};

const DROPPED = about(
  v.optional(
    v.pipe(
      v.unknown(),
      v.transform(() => undefined),
    ),
  ),
  "Ignored: clients send it back, or an older one sends it",
);

/** Entries of a body that refuses unknown keys, for keys that clients are known to send and that change nothing. */
export function dropped<Key extends string>(...keys: readonly Key[]): Record<Key, typeof DROPPED> {
  return Object.fromEntries(keys.map((key) => [key, DROPPED])) as Record<Key, typeof DROPPED>;
}

/** For copies of what was read; the server sets these itself. */
export const dropped_authorship = dropped("modified_by", "modified_at");

nameSchemas({ ModifiedBy });

/** The keys as JSON text, as the database prints them (`modification_text`). */
export function printAuthorship(user: User | null, modified_at: string): string {
  const author = user === null ? null : { id: user.id, name: user.name };
  return `"modified_by":${JSON.stringify(author)},"modified_at":"${modified_at}"`;
}
