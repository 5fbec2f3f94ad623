/** Decisions that would lower the delays of the day, and the one that was taken here last. */
import { computed, signal } from "@preact/signals";
import { api, ask, type Schemas } from "../api/client.ts";
import { open_timetable_id } from "../state/timetable.ts";
import { dayQuery, type Report, readAgain, send, tellKept } from "./today.ts";

export type Proposal = Schemas["Proposals"]["proposals"][number];

/** Null: none were asked for since the day changed. */
export const proposals = signal<Schemas["Proposals"] | null>(null);
const last_taken = signal<{
  readonly timetable_id: number;
  readonly undo: readonly Report[];
} | null>(null);
/** What takes it back, of the open timetable; null: none was taken, it added nothing, or it was undone. */
export const undo_of_taken = computed(() => {
  const last = last_taken.value;
  return last?.timetable_id === open_timetable_id.value && last.undo.length > 0 ? last.undo : null;
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
  const { outdated_count, undo: reports } = await ask(
    api.POST("/timetable/{timetable_id}/proposals/take", { params, body }),
  );
  tellKept(outdated_count);
  last_taken.value = { timetable_id, undo: reports };
  readAgain();
}

export async function undo(reports: readonly Report[]): Promise<void> {
  await send(reports);
  last_taken.value = null;
}
