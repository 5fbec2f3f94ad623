/** The trial and its consequences, never to be mistaken for what is stored. */
import type { JSX } from "preact";
import { tellNoRun } from "../api/fault_words.ts";
import { printClockOn } from "../graph/clock.ts";
import { durationMs } from "../graph/occurrences.ts";
import { asked_about, storeAsked } from "../state/asked/ask_store.ts";
import { type Edit, type Form, isComplete } from "../state/edits/edit.ts";
import { nameEdited, replacementOf } from "../state/edits/edit_names.ts";
import { describeEdit, nameStep } from "../state/edits/edit_texts.ts";
import { askedOf, summaryOf } from "../state/edits/foreseen.ts";
import { made, openMade } from "../state/edits/open_form.ts";
import { cancelTrial, type Trial, trial } from "../state/edits/trial.ts";
import { SIDES, shown_side } from "../state/edits/tried_runs.ts";
import { selection } from "../state/selection.ts";
import { attempt } from "../state/session.ts";
import { nameOfWaypoint } from "../state/stations/waypoints.ts";
import { TEXTS } from "../texts.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";
import { NewConflicts } from "./new_conflicts.tsx";

/** A proposal, with its edits, has its own panel. `onEnd` is called before the buttons and their focus disappear. */
export function Tried({
  is_proposal = false,
  onEnd,
}: {
  readonly is_proposal?: boolean;
  readonly onEnd: (button: HTMLElement) => void;
}): JSX.Element | null {
  const now = trial.value;
  if (now === null || now.is_proposal !== is_proposal) return null;
  const { edits, follows, state, fault } = now;
  const [first] = edits;
  const is_complete = edits.every(isComplete);
  const is_storing = state === "storing";
  const one = edits.length === 1 && first !== undefined ? first : null;
  return (
    <>
      <div class={`tried ${state}`} role="status">
        <p>
          {one !== null && one.id !== selection.value?.train_id && (
            <strong>{nameEdited(edits)} </strong>
          )}
          {is_storing && TOOL_TEXTS.move.storing}
          {state === "tried" &&
            TOOL_TEXTS.move.tried(one === null ? nameTried(edits) : describeEdit(one))}
          {state === "failed" && TOOL_TEXTS.move.failed} {fault}
        </p>
        {one === null && !is_proposal && <EditList edits={edits} />}
        {follows === null && state === "tried" && fault === null && (
          <p class="quiet">{is_complete ? TOOL_TEXTS.move.asking : TEXTS.form.incomplete}</p>
        )}
        {!is_proposal && edits.map((edit) => <Foreseen key={edit.key} now={now} edit={edit} />)}
        {follows !== null && !is_proposal && (
          // Consequences of earlier edits, until the answer to these arrives.
          <p aria-busy={now.asked !== edits}>
            {TOOL_TEXTS.move.follows(follows.conflicts.gone.length, follows.conflicts.new.length)}
          </p>
        )}
        <p class="row">
          <button
            type="button"
            class="main"
            disabled={!is_complete || now.is_outdated || is_storing}
            onClick={(event) => {
              onEnd(event.currentTarget);
              attempt(storeAsked);
            }}
          >
            {asked_about.value === edits
              ? TOOL_TEXTS.move.store_without_run
              : TOOL_TEXTS.move.store}
          </button>
          <button
            type="button"
            disabled={is_storing}
            onClick={(event) => {
              onEnd(event.currentTarget);
              cancelTrial();
            }}
          >
            {TOOL_TEXTS.move.cancel}
          </button>
          <Sides />
        </p>
      </div>
      <NewConflicts />
    </>
  );
}

/** Whether the graph shows the trains as they are, as they would be, or both. */
function Sides(): JSX.Element {
  const { label, ...texts } = TOOL_TEXTS.move.sides;
  return (
    <span class="row sides" role="group" aria-label={label}>
      {SIDES.map((side) => (
        <button
          type="button"
          key={side}
          aria-pressed={shown_side.value === side}
          onClick={() => {
            shown_side.value = side;
          }}
        >
          {texts[side]}
        </button>
      ))}
    </span>
  );
}

/** Several trains, or a service in their place. */
function nameTried(edits: readonly Edit[]): string {
  return replacementOf(edits) === null ? nameEdited(edits) : nameStep(edits);
}

/** Further edits are only counted. */
const LISTED_MAX = 8;

/** Of a replacement only what it makes: half of it can't be left out. */
function EditList({ edits: all }: { readonly edits: readonly Edit[] }): JSX.Element {
  const is_replacement = replacementOf(all) !== null;
  const edits = is_replacement ? all.filter(({ after }) => after !== null) : all;
  return (
    <ul>
      {edits.slice(0, LISTED_MAX).map((edit) => (
        <li key={edit.key}>
          {TEXTS.edits.step(nameEdited([edit]), describeEdit(edit))}{" "}
          {edit.before === null && edit !== made.value && (
            <button type="button" onClick={() => openMade(edit.key)}>
              {TOOL_TEXTS.form.open(nameEdited([edit]))}
            </button>
          )}
          {!is_replacement && (
            <button type="button" onClick={() => cancelTrial(edit.key)}>
              {TOOL_TEXTS.edits.leave_out(nameEdited([edit]))}
            </button>
          )}
        </li>
      ))}
      {edits.length > LISTED_MAX && <li>{TOOL_TEXTS.edits.more(edits.length - LISTED_MAX)}</li>}
    </ul>
  );
}

/** What the train itself could not do. */
function Foreseen({ now, edit }: { readonly now: Trial; readonly edit: Edit }): JSX.Element | null {
  const asked = askedOf(now, edit.key)?.after ?? null;
  if (now.follows === null || asked === null) return null;
  const summary = summaryOf(now, edit.key);
  if (summary === null || !("path_item_times_final" in summary)) {
    return <p class="unkept">{explainNoRun(now, edit, summary)}</p>;
  }
  const missed = listMissed(asked, summary.path_item_times_final);
  const others = (summary.warnings_count ?? 0) - missed.length;
  return (
    <>
      {missed.map((text) => (
        <p key={text} class="unkept">
          {text}
        </p>
      ))}
      {others > 0 && <p class="unkept">{TOOL_TEXTS.move.not_kept(others)}</p>}
    </>
  );
}

function explainNoRun({ edits }: Trial, edit: Edit, summary: ReturnType<typeof summaryOf>): string {
  const text =
    summary !== null && "error_type" in summary
      ? TOOL_TEXTS.edits.no_run(tellNoRun(String(summary.error_type)))
      : TOOL_TEXTS.move.no_run;
  return edits.length === 1 ? text : TEXTS.edits.step(nameEdited([edit]), text);
}

const MISSED_MS = 1_000;

/** Planned arrivals that the train would be late or early for. */
function listMissed(form: Form, times_ms: readonly number[]): string[] {
  const { start_time, path, schedule } = form;
  const start_ms = Date.parse(start_time);
  return schedule.flatMap(({ at, arrival }) => {
    const possible_ms = times_ms[path.findIndex(({ id }) => id === at)];
    if (!arrival || possible_ms === undefined) return [];
    const wanted_ms = durationMs(arrival);
    if (Math.abs(possible_ms - wanted_ms) < MISSED_MS) return [];
    const [wanted, possible] = [wanted_ms, possible_ms].map((ms) =>
      printClockOn(start_ms + ms, start_ms),
    );
    return [TOOL_TEXTS.move.missed(nameOfWaypoint(form, at), wanted ?? "", possible ?? "")];
  });
}
