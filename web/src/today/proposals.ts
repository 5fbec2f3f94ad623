/** Decisions that would lower the delays of the day, and the one that was taken here last. */
import { computed, signal } from "@preact/signals";
import { readJsonLines } from "marey-client/lines";
import { api, ask, type Schemas } from "../api/client.ts";
import { open_timetable_id } from "../state/timetable.ts";
import { dayQuery } from "./day_state.ts";
import { readAgain } from "./followed_reports.ts";
import { type Report, send, tellKept } from "./reports.ts";

type Answer = Schemas["Proposals"];
export type Proposal = Answer["proposals"][number];

interface FoundProposals extends Pick<Answer, "as_of" | "version" | "delay_seconds"> {
  /** The first that was found stays the first, so that nobody takes another one by mistake; the rest follows in one. */
  readonly shown: readonly Proposal[];
  readonly best: Proposal | null;
  readonly is_whole: boolean;
}

/** Null: none were asked for since the day changed. */
export const proposals = signal<FoundProposals | null>(null);
/** Whether some are looked for. */
export const is_looking = signal(false);
let work = new AbortController();
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
  leaveProposals();
  const { signal: own } = (work = new AbortController());
  is_looking.value = true;
  try {
    let last: Answer | null = null;
    for await (const answer of askLines(timetable_id, query, own)) {
      if (own.aborted) return;
      last = answer;
      if (proposals.peek() === null && answer.proposals.length > 0)
        proposals.value = showMore([], answer, false);
    }
    if (last !== null && !own.aborted)
      proposals.value = showMore(proposals.peek()?.shown ?? [], last, true);
  } finally {
    if (work.signal === own) is_looking.value = false;
  }
}

async function* askLines(
  timetable_id: number,
  query: NonNullable<typeof dayQuery.value>,
  own: AbortSignal,
): AsyncGenerator<Answer> {
  const body = await ask(
    api.POST("/timetable/{timetable_id}/proposals", {
      params: { path: { timetable_id }, query },
      headers: { accept: "application/x-ndjson" },
      body: {},
      parseAs: "stream",
      signal: own,
    }),
  );
  yield* readJsonLines<Answer>(body);
}

function showMore(
  shown: readonly Proposal[],
  { as_of, version, delay_seconds, proposals: told }: Answer,
  is_whole: boolean,
): FoundProposals {
  const keyOf = ({ decisions }: Proposal): string => JSON.stringify(decisions);
  const keys = new Set(shown.map(keyOf));
  const more = told.filter((one) => !keys.has(keyOf(one)));
  const all = [...shown, ...more];
  const [best = null] = told;
  return { as_of, version, delay_seconds, shown: all, best, is_whole };
}

/** Ends the search, and forgets what it has found. */
export function leaveProposals(): void {
  work.abort();
  is_looking.value = false;
  proposals.value = null;
}

/** All its decisions or none. */
export async function take(proposal: Proposal): Promise<void> {
  const [timetable_id, query, told] = [open_timetable_id.peek(), dayQuery.peek(), proposals.peek()];
  if (timetable_id === null || query === null || told === null) return;
  const body = { version: told.version, decisions: proposal.decisions };
  const params = { path: { timetable_id }, query };
  leaveProposals();
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
