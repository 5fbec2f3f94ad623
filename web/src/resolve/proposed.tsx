/** A proposal: what it would change, train by train, and what would follow from the part that is taken. */
import type { JSX } from "preact";
import { daysToText } from "../../../src/railway/days/days_text.ts";
import { dayOf } from "../../../src/railway/days/operating_days.ts";
import type { Proposal } from "../api/proposal_stream.ts";
import type { WhatIf } from "../api/what_if.ts";
import { printDay, printMoment, printSpan } from "../graph/clock.ts";
import { identify, listRuns, type SentConflict } from "../graph/drawing/marks.ts";
import {
  isOfDays,
  rows,
  type Search,
  type Staying,
  staying,
  takeRow,
} from "../state/asked/proposal.ts";
import type { ProposedRow } from "../state/asked/proposal_rows.ts";
import { language } from "../state/asked/reader.ts";
import { describeRuns } from "../state/conflict_names.ts";
import { calendar } from "../state/dates.ts";
import { trial } from "../state/edits/trial.ts";
import { conflicts } from "../state/graph.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";
import { Tried } from "../trial/tried.tsx";

interface Props {
  readonly asked: Search;
  readonly proposal: Proposal;
  readonly onEnd: (button: HTMLElement) => void;
}

export function Proposed({ asked, proposal, onEnd }: Props): JSX.Element {
  if (proposal.solved.length + proposal.left.length === 0) {
    return <p>{TOOL_TEXTS.resolve.none_to_solve}</p>;
  }
  const taken = rows.value.filter(({ key }) => !asked.left_out.has(key));
  const has_rows = rows.value.length > 0;
  return (
    <>
      {!has_rows && (
        <p>{isOutOfTime(proposal) ? TOOL_TEXTS.resolve.nothing_yet : TOOL_TEXTS.resolve.nothing}</p>
      )}
      {has_rows && <Figures taken={taken} proposal={proposal} asked={asked} />}
      <Stays found={staying.value} proposal={proposal} />
      <Tried is_proposal onEnd={onEnd} />
      {has_rows && <Changes asked={asked} />}
    </>
  );
}

function isOutOfTime({ left }: Proposal): boolean {
  return left.some(({ reason }) => reason === "out_of_time");
}

function Figures({
  taken,
  proposal,
  asked,
}: {
  readonly taken: readonly ProposedRow[];
  readonly proposal: Proposal;
  readonly asked: Search;
}): JSX.Element {
  const now = trial.value;
  const follows = now !== null && now.asked === now.edits ? now.follows : null;
  const { before, after } =
    asked.scope.of_all_days === true ? countOfDays(proposal) : countShown(follows);
  const is_known = follows !== null || taken.length === 0;
  const late_ms = taken.reduce((sum, one) => sum + Math.max(0, one.late_ms), 0);
  const is_whole = taken.length === rows.value.length;
  // a variant is another train in a conflict that stays
  const is_told = follows !== null && !(is_whole && isOfDays(asked));
  const is_proven = proposal.bound > 0 && proposal.bound >= proposal.cost;
  return (
    <>
      <table class="outcome">
        <thead>
          <tr>
            <td />
            <th scope="col">{TOOL_TEXTS.resolve.now}</th>
            <th scope="col">{TOOL_TEXTS.resolve.with_it}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{TOOL_TEXTS.resolve.conflicts}</th>
            <td>{before}</td>
            <td>
              <strong>{is_known ? after : "…"}</strong>
            </td>
          </tr>
          <tr>
            <th scope="row">{TOOL_TEXTS.resolve.trains}</th>
            <td />
            <td>{taken.length}</td>
          </tr>
          <tr>
            <th scope="row">{TOOL_TEXTS.resolve.delay}</th>
            <td />
            <td>{printSpan(late_ms)}</td>
          </tr>
          {is_whole && (
            <tr>
              <th scope="row">{TOOL_TEXTS.resolve.cost}</th>
              <td />
              <td>{printSpan(proposal.cost * 60_000)}</td>
            </tr>
          )}
        </tbody>
      </table>
      {proposal.unseen !== undefined && <Unseen days={proposal.unseen} />}
      {is_whole && is_proven && <p class="quiet">{TOOL_TEXTS.resolve.proven}</p>}
      {is_told && follows.conflicts.new.length > 0 && (
        <p class="unkept">{TOOL_TEXTS.resolve.comes(follows.conflicts.new.length)}</p>
      )}
    </>
  );
}

/** Days of the period for which there was no room. */
function Unseen({ days }: { readonly days: NonNullable<Proposal["unseen"]> }): JSX.Element {
  const [first = "", last = ""] = [days.first, days.last].map((date) => printDay(Date.parse(date)));
  return <p class="unkept">{TOOL_TEXTS.resolve.unseen(days.count, first, last)}</p>;
}

interface Counts {
  readonly before: number;
  readonly after: number;
}

function countShown(follows: WhatIf | null): Counts {
  const before = conflicts.value.length;
  if (follows === null) return { before, after: before };
  return { before, after: before + follows.conflicts.new.length - follows.conflicts.gone.length };
}

/** Each once: one that goes on some of its days alone stays. */
function countOfDays({ solved, left }: Proposal): Counts {
  const same = new Set([...solved, ...left.map(({ conflict }) => conflict)].map(identify));
  return { before: same.size, after: left.length };
}

function Changes({ asked }: { readonly asked: Search }): JSX.Element {
  const is_storing = trial.value?.state === "storing";
  const is_one = asked.scope.of_all_days === true;
  return (
    <fieldset disabled={is_storing}>
      <legend>{TOOL_TEXTS.resolve.changes}</legend>
      <p class="quiet">{is_one ? TOOL_TEXTS.resolve.take_all : TOOL_TEXTS.resolve.take}</p>
      <ul class="list">
        {rows.value.map(({ key, name, variant, texts, late_ms, is_plain }) => (
          <li key={key}>
            <label class="check proposed">
              <input
                type="checkbox"
                checked={!asked.left_out.has(key)}
                disabled={is_one}
                onChange={(event) => takeRow(key, event.currentTarget.checked)}
              />
              <span>
                <strong>{name}</strong> {texts.join(", ")}
                {variant !== null && <span class="quiet"> · {TOOL_TEXTS.resolve.variant}</span>}
                {!is_plain && <span class="quiet"> · {describeArrival(late_ms)}</span>}
              </span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

function describeArrival(late_ms: number): string {
  return late_ms <= 0 ? TOOL_TEXTS.resolve.on_time : TOOL_TEXTS.resolve.arrives(printSpan(late_ms));
}

/** More are counted. */
const STAYING_MAX = 50;

function Stays({
  found,
  proposal,
}: {
  readonly found: readonly Staying[] | null;
  readonly proposal: Proposal;
}): JSX.Element | null {
  if (found === null) return null;
  if (found.length === 0) return <p class="done">{TOOL_TEXTS.resolve.all_solved}</p>;
  return (
    <details>
      <summary>{TOOL_TEXTS.resolve.stays(found.length)}</summary>
      <ul class="list" tabIndex={0} aria-label={TOOL_TEXTS.resolve.stays(found.length)}>
        {found.slice(0, STAYING_MAX).map(({ conflict, reason }) => (
          <li key={identify(conflict)}>
            {nameConflict(conflict)}
            <span class="quiet">
              {describeDays(conflict, proposal)} ·{" "}
              {TOOL_TEXTS.resolve.reasons[reason ?? "left_out"]}
            </span>
          </li>
        ))}
        {found.length > STAYING_MAX && <li>{TOOL_TEXTS.edits.more(found.length - STAYING_MAX)}</li>}
      </ul>
    </details>
  );
}

/** On which days it stays, of all days. */
function describeDays(
  conflict: SentConflict & { readonly day_set?: number },
  { day_sets = [] }: Proposal,
): string {
  const [set, period] = [day_sets[conflict.day_set ?? -1], calendar.value?.period];
  if (set === undefined || period === undefined) return "";
  const bits = Uint8Array.from(set.bits, Number);
  return ` · ${daysToText({ first_day: dayOf(period.first), bits }, language.value)}`;
}

function nameConflict(conflict: SentConflict): JSX.Element {
  const same = identify(conflict);
  const placed = conflicts.value.find(({ sent }) => identify(sent) === same);
  const from_ms = Date.parse(conflict.start_time);
  return (
    <>
      {placed !== undefined && <span class="badge">{placed.number}</span>}{" "}
      <time>{printMoment(from_ms, from_ms)}</time>{" "}
      <strong>{describeRuns(placed ?? { runs: listRuns(conflict), sent: conflict })}</strong>
    </>
  );
}
