/** What a network lacks for trains to run on it: asked of the server, looked at, stored as an edit. */
import { signal } from "@preact/signals";
import { api, ask, type Schemas } from "../../api/client.ts";
import { TOOL_TEXTS } from "../../tool_texts.ts";
import { commit } from "./commit.ts";
import { edited_id } from "./infra_state.ts";

type Proposal = Schemas["CompletionProposal"];
type Row = Proposal["report"][number];

/** Where trains keep on double lines; null: tracks are not told in which direction they are usually used. */
export const running_side = signal<"left" | "right" | null>(null);

/** Null: none was asked for. */
export const completion = signal<Proposal | null>(null);
export const is_asking = signal(false);

/** Throws ApiFault. */
export async function askCompletion(): Promise<void> {
  const infra_id = edited_id.peek();
  if (infra_id === null) return;
  const side = running_side.peek();
  const params = { path: { infra_id }, query: side === null ? {} : { running_side: side } };
  const was_shown = completion.peek() !== null;
  is_asking.value = true;
  try {
    const found = await ask(api.GET("/infra/{infra_id}/completion", { params }));
    // Another network may have been opened meanwhile, or what was shown was left.
    const is_left = was_shown && completion.peek() === null;
    if (edited_id.peek() === infra_id && !is_left) completion.value = found;
  } finally {
    is_asking.value = false;
  }
}

/** A row of the report, which begins with the type of its objects; one of a new code in the server's words. */
export function tellRow({ code, where, message, count }: Row): string {
  const types: Readonly<Record<string, string>> = TOOL_TEXTS.map.types;
  const rows: Readonly<Record<string, string>> = TOOL_TEXTS.editor.completion_rows;
  const name = types[where?.element ?? ""];
  const times = count > 1 ? ` (${count})` : "";
  return `${name === undefined ? "" : `${name}: `}${rows[code] ?? message}${times}`;
}

export async function storeCompletion(): Promise<void> {
  const operations = completion.peek()?.operations ?? [];
  completion.value = null;
  await commit(TOOL_TEXTS.editor.completed(operations.length), operations);
}
