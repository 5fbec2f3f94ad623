/** Actions on a project, a study or a scenario. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { whenLoaded } from "../parts/loaded.tsx";
import { RecordMenu } from "../parts/record_acts.tsx";
import { type At, deleteAt, renameAt } from "../state/records/projects.ts";
import { hasRole, isAtLeast, type Level } from "../state/records/roles.ts";
import type { What } from "../state/records/sharing.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";

const SharingDialog = whenLoaded(() => import("../sharing/sharing_dialog.tsx"), "SharingDialog");

export function Acts({
  shared,
  at,
  name,
  level,
  copy,
  onChange,
}: {
  readonly shared: What;
  readonly at: At;
  readonly name: string;
  readonly level: Level | null;
  readonly copy: (name: string) => Promise<void>;
  readonly onChange: () => Promise<void>;
}): JSX.Element {
  const [is_shared, setShared] = useState(false);
  const may_make = hasRole("operational-studies:write");
  const may_read = isAtLeast(level, "Reader");
  const acts = {
    name,
    own_name: name,
    may_write: may_make && isAtLeast(level, "Writer"),
    may_copy: may_make && may_read,
    may_delete: may_make && isAtLeast(level, "Owner"),
    delete_words: TOOL_TEXTS.projects.delete_words,
    rename: async (next: string) => await renameAt(at, next),
    copy,
    remove: async () => await deleteAt(at),
    onChange,
  };
  return (
    <>
      <RecordMenu acts={acts}>
        <button type="button" disabled={!may_read} onClick={() => setShared(true)}>
          {TOOL_TEXTS.records.share}
        </button>
      </RecordMenu>
      {is_shared && <SharingDialog {...shared} name={name} onClose={() => setShared(false)} />}
    </>
  );
}
