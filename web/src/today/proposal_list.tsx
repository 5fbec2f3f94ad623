/** Proposals beside each other, with what each costs whom; taken in one act, undone in one. */
import type { ComponentChildren, JSX } from "preact";
import { useEffect } from "preact/hooks";
import { printClock } from "../graph/clock.ts";
import { may_operate } from "../state/rights.ts";
import { attempt } from "../state/session.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";
import { nameOfDayStop, nameOfDayTrain } from "./day_names.ts";
import { believed } from "./day_state.ts";
import {
  is_looking,
  leaveProposals,
  type Proposal,
  proposals,
  propose,
  take,
  undo,
  undo_of_taken,
} from "./proposals.ts";
import type { Decision } from "./reports.ts";

const TRAINS_MAX = 6;

export function ProposalList(): JSX.Element {
  // They stand on what was reported; one who takes them later than an edit of trains is told.
  useEffect(() => leaveProposals, [believed.value]);
  const told = proposals.value;
  const last = undo_of_taken.value;
  return (
    <>
      <div class="row">
        <button type="button" onClick={() => attempt(propose)}>
          {TOOL_TEXTS.today.propose}
        </button>
        {last !== null && (
          <button
            type="button"
            disabled={!may_operate.value}
            onClick={() => attempt(async () => await undo(last))}
          >
            {TOOL_TEXTS.today.undo_proposal}
          </button>
        )}
      </div>
      {told?.shown.length === 0 && <p class="quiet">{TOOL_TEXTS.today.no_proposal}</p>}
      {told !== null && told.shown.length > 0 && (
        <ol class="list proposals" aria-label={TOOL_TEXTS.today.proposals}>
          {told.shown.map((one, i) => (
            <li key={JSON.stringify(one.decisions)}>
              <Proposed one={one} number={i + 1} before_s={told.delay_seconds}>
                {told.is_whole && i > 0 && one === told.best && (
                  <p class="quiet">{TOOL_TEXTS.today.best_proposal}</p>
                )}
              </Proposed>
            </li>
          ))}
        </ol>
      )}
      {is_looking.value && (
        <p class="quiet" role="status">
          {told === null ? TOOL_TEXTS.today.looking : TOOL_TEXTS.today.looking_on}
        </p>
      )}
    </>
  );
}

interface ProposedProps {
  readonly one: Proposal;
  readonly number: number;
  readonly before_s: number;
  readonly children: ComponentChildren;
}

function Proposed({ one, number, before_s, children }: ProposedProps): JSX.Element {
  return (
    <>
      {children}
      <strong>
        {TOOL_TEXTS.today.delays(minutesOf(before_s), minutesOf(one.delay_seconds))}
        {one.missed_stops > 0 && ` ${TOOL_TEXTS.today.stuck}`}
      </strong>
      {one.decisions.map((decision) => (
        <p key={JSON.stringify(decision)}>{describe(decision)}</p>
      ))}
      <ul class="list">
        {one.trains.slice(0, TRAINS_MAX).map(({ train, end_before_seconds, end_after_seconds }) => (
          <li key={JSON.stringify(train)} class="row">
            <span>{nameOfDayTrain(train)}</span>
            <span class="late">
              {printEnd(end_before_seconds)} → {printEnd(end_after_seconds)}
            </span>
          </li>
        ))}
      </ul>
      {one.trains.length > TRAINS_MAX && (
        <p class="quiet">{TOOL_TEXTS.today.more(one.trains.length - TRAINS_MAX)}</p>
      )}
      <button
        type="button"
        disabled={!may_operate.value}
        aria-label={TOOL_TEXTS.today.take_number(number)}
        onClick={() => attempt(async () => await take(one))}
      >
        {TOOL_TEXTS.today.take}
      </button>
    </>
  );
}

function minutesOf(seconds: number): number {
  return Math.round(seconds / 60);
}

function printEnd(seconds: number | null): string {
  if (seconds === null) return TOOL_TEXTS.today.stuck;
  return seconds < 0 ? String(Math.ceil(seconds / 60)) : `+${Math.floor(seconds / 60)}`;
}

function describe({ train, event, stop, other, at }: Decision): string {
  const place = nameOfDayStop(train, stop ?? null);
  const what =
    event === "held"
      ? TOOL_TEXTS.today.events.held(place, printClock(Date.parse(at ?? "")))
      : TOOL_TEXTS.today.events.follows(place, other === undefined ? "" : nameOfDayTrain(other));
  return `${nameOfDayTrain(train)}: ${what}`;
}
