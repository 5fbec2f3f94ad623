/** What a network lacks for trains to run on it: asked of the server, looked at, stored as an edit. */
import { signal } from "@preact/signals";
import { api, ask, type Schemas } from "../api/client.ts";
import { LATER } from "../later_texts.ts";
import { commit } from "./commit.ts";
import { edited_id } from "./infra_state.ts";

type Proposal = Schemas["CompletionProposal"];

/** Null: none was asked for. */
export const completion = signal<Proposal | null>(null);

/** Throws ApiFault. */
export async function askCompletion(): Promise<void> {
  const infra_id = edited_id.peek();
  if (infra_id === null) return;
  const params = { path: { infra_id } };
  completion.value = await ask(api.GET("/infra/{infra_id}/completion", { params }));
}

export async function storeCompletion(): Promise<void> {
  const operations = completion.peek()?.operations ?? [];
  completion.value = null;
  await commit(LATER.editor.completed(operations.length), operations);
}
