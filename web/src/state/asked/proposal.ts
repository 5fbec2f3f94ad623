/**
 * Asks for changes that resolve conflicts. Each better proposal replaces the trial as it comes, without the
 * changes that the planner leaves out, so that everything shown about it follows from exactly these changes.
 */

import { computed, effect, signal } from "@preact/signals";
import type { Progress } from "marey-client/lines";
import { isAbort } from "../../api/client.ts";
import { askProposals, type Proposal, type Wanted } from "../../api/proposal_stream.ts";
import { identify, type SentConflict } from "../../graph/drawing/marks.ts";
import { shown_date } from "../dates.ts";
import { cancelTrial, trial, tryProposal } from "../edits/trial.ts";
import { conflicts } from "../graph.ts";
import { explain, noteFailure } from "../session.ts";
import { setting } from "../setting.ts";
import { open_timetable_id } from "../timetable.ts";
import { editsOf, listRows, type ProposedRow } from "./proposal_rows.ts";
import { type Scope, scope } from "./resolving.ts";

export interface Search {
  readonly scope: Scope;
  /** Whose trains were shown; null: those at the starts of their records. */
  readonly date: string | null;
  readonly state: "asking" | "ended" | "failed";
  readonly progress: Progress | null;
  /** The best proposal so far. */
  readonly proposal: Proposal | null;
  /** Changes that the planner leaves out, by key. */
  readonly left_out: ReadonlySet<string>;
  readonly fault: string | null;
}

/** Null: no proposal was requested. */
export const search = signal<Search | null>(null);

export const rows = computed<readonly ProposedRow[]>(() => {
  const proposal = search.value?.proposal ?? null;
  return proposal === null ? [] : listRows(proposal);
});

/** The allowed changes, in the units of the form. */
export interface Allowed {
  readonly later_min: number;
  readonly earlier_min: number;
  /** 0: no stop is prolonged. */
  readonly hold_min: number;
  /** Stops may be added where trains pass. */
  readonly holds_anywhere: boolean;
  /** Other station tracks may be used. */
  readonly tracks: boolean;
  /** Other ways between waypoints. */
  readonly routes: boolean;
  /** A service may be changed itself, in place of many of its trains. */
  readonly services: boolean;
  readonly deadline_s: number;
}

const FIRST: Allowed = {
  later_min: 15,
  earlier_min: 0,
  hold_min: 10,
  holds_anywhere: false,
  tracks: false,
  routes: false,
  services: true,
  deadline_s: 10,
};
const KEY = "marey resolve";

export const allowed = signal<Allowed>(readAllowed());

/** The last choice. */
function readAllowed(): Allowed {
  try {
    return { ...FIRST, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return FIRST;
  }
}

export function allow(change: Partial<Allowed>): void {
  allowed.value = { ...allowed.peek(), ...change };
  try {
    localStorage.setItem(KEY, JSON.stringify(allowed.peek()));
  } catch {
    // If the browser may not store it, the planner chooses again next time.
  }
}

/** A conflict in question that would stay, with the server's reason; null: its change is left out here. */
export interface Staying {
  readonly conflict: SentConflict;
  readonly reason: Proposal["left"][number]["reason"] | null;
}

/** Null: not known yet. */
export const staying = computed<readonly Staying[] | null>(() => {
  const [proposal, now] = [search.value?.proposal ?? null, trial.value];
  if (proposal === null) return null;
  // with a variant a conflict names another train, and a trial is of one date
  if (isAsPromised()) return proposal.left;
  const own = proposal.solved.map((conflict): Staying => ({ conflict, reason: null }));
  const all = [...own, ...proposal.left];
  if (now === null) return all;
  if (now.follows === null || now.asked !== now.edits) return null;
  const gone = new Set(now.follows.conflicts.gone.map(identify));
  return all.filter(({ conflict }) => !gone.has(identify(conflict)));
});

/** What is left is known from the proposal alone. */
function isAsPromised(): boolean {
  const asked = search.value;
  if (asked === null || trial.value === null) return false;
  return isOfDays(asked) && asked.left_out.size === 0;
}

/** Of a date, or of all days. */
export function isOfDays({
  scope: { of_all_days },
  date,
}: Pick<Search, "scope" | "date">): boolean {
  return of_all_days === true || date !== null;
}

let work = new AbortController();

/** Runs until the returned function is called: once it is stored or given up, a proposal is no longer shown. */
export function followProposal(): () => void {
  return effect(() => {
    const [now, id] = [trial.value, open_timetable_id.value];
    const asked = search.peek();
    const is_over = now === null && asked !== null && listTaken(asked).length > 0;
    const is_of_other = asked !== null && asked.date !== shown_date.value;
    if (id !== null && !is_over && !is_of_other) return;
    if (is_of_other && now?.is_proposal === true) cancelTrial();
    work.abort();
    search.value = null;
    if (id === null) scope.value = null;
  });
}

function listTaken({ left_out }: Search): readonly ProposedRow[] {
  return rows.peek().filter(({ key }) => !left_out.has(key));
}

export function stopSearch(): void {
  work.abort();
}

/** Ends the search and drops its proposal, unless the search is for `but_of`. */
export function leaveProposal(but_of: Scope | null = null): void {
  if (but_of !== null && search.peek()?.scope === but_of) return;
  work.abort();
  search.value = null;
  if (trial.peek()?.is_proposal === true) cancelTrial();
}

export async function findProposal(of: Scope): Promise<void> {
  const [id, chosen] = [open_timetable_id.peek(), setting.peek()];
  if (id === null || chosen === null) return;
  leaveProposal();
  work = new AbortController();
  const { signal: own } = work;
  const none = { progress: null, proposal: null, left_out: new Set<string>(), fault: null };
  const date = shown_date.peek();
  search.value = { scope: of, date, state: "asking", ...none };
  const end = (state: Search["state"], fault: string | null = null): void => {
    const now = search.peek();
    if (now !== null && work.signal === own) search.value = { ...now, state, fault };
  };
  try {
    const wanted = describeWanted(of, isOfDays({ scope: of, date }));
    const of_all_days = of.of_all_days === true;
    for await (const line of askProposals(id, { setting: chosen, wanted, of_all_days }, own)) {
      const now = search.peek();
      if (own.aborted || now === null) break;
      if ("progress" in line) search.value = { ...now, progress: line.progress };
      else takeProposal({ ...now, proposal: line });
    }
    end("ended");
  } catch (error) {
    if (isAbort(error)) end("ended");
    else {
      noteFailure(error);
      end("failed", explain(error));
    }
  }
}

function takeProposal(next: Search): void {
  if (trial.peek()?.state === "storing") return;
  const before = listKeys();
  search.value = next;
  const own = new Set([...before, ...listKeys()]);
  // Edits of other records, made on top of the proposal, are kept.
  const others = trial.peek()?.edits.filter(({ key }) => !own.has(key)) ?? [];
  const edits = [...editsOf(listTaken(next)), ...others];
  if (edits.length === 0) cancelTrial();
  else tryProposal(edits);
}

/** Keys of the proposed edits. */
function listKeys(): string[] {
  return editsOf(rows.peek()).map(({ key }) => key);
}

/** Leaves a change out, or puts it back. */
export function takeRow(key: string, is_taken: boolean): void {
  const now = search.peek();
  if (now === null) return;
  const left_out = new Set(now.left_out);
  if (is_taken) left_out.delete(key);
  else left_out.add(key);
  takeProposal({ ...now, left_out });
}

function describeWanted({ numbers }: Scope, is_of_days: boolean): Wanted {
  const { later_min, earlier_min, hold_min, holds_anywhere, tracks, routes } = allowed.peek();
  const { services, deadline_s } = allowed.peek();
  const hold_at = holds_anywhere ? "operational_points" : "stops";
  const wanted = numbers === null ? null : new Set(numbers);
  const named = conflicts.peek().filter(({ number }) => wanted?.has(number) === true);
  const hold = hold_min === 0 ? null : minutes(hold_min);
  return {
    ...(wanted !== null && { conflicts: named.map(({ sent }) => nameConflict(sent)) }),
    allow: {
      later: minutes(later_min),
      earlier: minutes(earlier_min),
      hold,
      hold_at,
      tracks,
      routes,
    },
    services: services && !is_of_days,
    deadline: `PT${deadline_s}S`,
  };
}

function minutes(count: number): string {
  return `PT${Math.round(60 * count)}S`;
}

/** By its trains, its place and its time. */
function nameConflict(conflict: SentConflict): NonNullable<Wanted["conflicts"]>[number] {
  const { train_schedule_ids, paced_train_occurrence_ids, requirements } = conflict;
  const trains = [
    ...train_schedule_ids.map((id) => ({ kind: "train_schedule" as const, id })),
    ...paced_train_occurrence_ids.map(({ paced_train_id: id, index, exception_key }) => ({
      kind: "paced_train" as const,
      id,
      ...(index !== undefined ? { occurrence_key: index } : { exception_key: exception_key ?? "" }),
    })),
  ];
  const zone = requirements[0]?.zone;
  const { start_time: begin, end_time: end } = conflict;
  return { trains: trains.slice(0, 2), ...(zone !== undefined && { zone }), begin, end };
}
