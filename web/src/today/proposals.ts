/** Decisions that would lower the delays of the day, and the one that was taken here last. */
import { computed, signal } from "@preact/signals";
import { api, ask, type Schemas } from "../api/client.ts";
import { open_timetable_id } from "../state/timetable.ts";
import { dayQuery, readAgain, send, tellKept } from "./today.ts";

export type Proposal = Schemas["Proposals"]["proposals"][number];

/** Null: none were asked for since the day changed. */
export const proposals = signal<Schemas["Proposals"] | null>(null);
const last_taken = signal<{ readonly timetable_id: number; readonly proposal: Proposal } | null>(
  null,
);
/** Of the open timetable; null: none was taken, or it was undone. */
export const taken = computed(() => {
  const last = last_taken.value;
  return last?.timetable_id === open_timetable_id.value ? last.proposal : null;
});

export async function propose(): Promise<void> {
  const [timetable_id, query] = [open_timetable_id.peek(), dayQuery.peek()];
  if (timetable_id === null || query === null) return;
  const params = { path: { timetable_id }, query };
  proposals.value = await ask(
    api.POST("/timetable/{timetable_id}/proposals", { params, body: {} }),
  );
}

/** All its decisions or none. */
export async function take(proposal: Proposal): Promise<void> {
  const [timetable_id, query, told] = [open_timetable_id.peek(), dayQuery.peek(), proposals.peek()];
  if (timetable_id === null || query === null || told === null) return;
  const body = { version: told.version, decisions: proposal.decisions };
  const params = { path: { timetable_id }, query };
  proposals.value = null;
  const { outdated_count } = await ask(
    api.POST("/timetable/{timetable_id}/proposals/take", { params, body }),
  );
  tellKept(outdated_count);
  last_taken.value = { timetable_id, proposal };
  readAgain();
}

export async function undo({ undo: reports }: Proposal): Promise<void> {
  await send(reports);
  last_taken.value = null;
}
