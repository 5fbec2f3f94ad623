/** A proposal: what it would change, train by train, and what would follow from the part that is taken. */
import type { JSX } from "preact";
import type { Proposal } from "../api/proposal_stream.ts";
import { printMoment, printSpan } from "../graph/clock.ts";
import { identify, type SentConflict } from "../graph/drawing/marks.ts";
import { rows, type Search, type Staying, staying, takeRow } from "../state/asked/proposal.ts";
import type { ProposedRow } from "../state/asked/proposal_rows.ts";
import { describeRuns } from "../state/conflict_names.ts";
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
      {has_rows && <Figures taken={taken} proposal={proposal} />}
      <Stays found={staying.value} />
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
}: {
  readonly taken: readonly ProposedRow[];
  readonly proposal: Proposal;
}): JSX.Element {
  const now = trial.value;
  const follows = now !== null && now.asked === now.edits ? now.follows : null;
  const before = conflicts.value.length;
  const change =
    follows === null ? 0 : follows.conflicts.new.length - follows.conflicts.gone.length;
  const is_known = follows !== null || taken.length === 0;
  const late_ms = taken.reduce((sum, one) => sum + Math.max(0, one.late_ms), 0);
  const is_whole = taken.length === rows.value.length;
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
              <strong>{is_known ? before + change : "…"}</strong>
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
      {is_whole && is_proven && <p class="quiet">{TOOL_TEXTS.resolve.proven}</p>}
      {follows !== null && follows.conflicts.new.length > 0 && (
        <p class="unkept">{TOOL_TEXTS.resolve.comes(follows.conflicts.new.length)}</p>
      )}
    </>
  );
}

function Changes({ asked }: { readonly asked: Search }): JSX.Element {
  const is_storing = trial.value?.state === "storing";
  return (
    <fieldset disabled={is_storing}>
      <legend>{TOOL_TEXTS.resolve.changes}</legend>
      <p class="quiet">{TOOL_TEXTS.resolve.take}</p>
      <ul class="list">
        {rows.value.map(({ key, name, texts, late_ms, is_plain }) => (
          <li key={key}>
            <label class="check proposed">
              <input
                type="checkbox"
                checked={!asked.left_out.has(key)}
                onChange={(event) => takeRow(key, event.currentTarget.checked)}
              />
              <span>
                <strong>{name}</strong> {texts.join(", ")}
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

function Stays({ found }: { readonly found: readonly Staying[] | null }): JSX.Element | null {
  if (found === null) return null;
  if (found.length === 0) return <p class="done">{TOOL_TEXTS.resolve.all_solved}</p>;
  return (
    <details>
      <summary>{TOOL_TEXTS.resolve.stays(found.length)}</summary>
      <ul class="list" tabIndex={0} aria-label={TOOL_TEXTS.resolve.stays(found.length)}>
        {found.slice(0, STAYING_MAX).map(({ conflict, reason }) => (
          <li key={identify(conflict)}>
            {nameConflict(conflict)}
            <span class="quiet"> · {TOOL_TEXTS.resolve.reasons[reason ?? "left_out"]}</span>
          </li>
        ))}
        {found.length > STAYING_MAX && <li>{TOOL_TEXTS.edits.more(found.length - STAYING_MAX)}</li>}
      </ul>
    </details>
  );
}

function nameConflict(conflict: SentConflict): JSX.Element {
  const same = identify(conflict);
  const placed = conflicts.value.find(({ sent }) => identify(sent) === same);
  const from_ms = Date.parse(conflict.start_time);
  return (
    <>
      {placed !== undefined && <span class="badge">{placed.number}</span>}{" "}
      <time>{printMoment(from_ms, from_ms)}</time>{" "}
      {placed !== undefined && <strong>{describeRuns(placed)}</strong>}
    </>
  );
}
