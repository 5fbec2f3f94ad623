/** Proposals that resolve conflicts: asked for, looked at, taken as a whole or in part. */
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { CheckField } from "../parts/fields.tsx";
import {
  type Allowed,
  allow,
  allowed,
  findProposal,
  followProposal,
  isOfDays,
  leaveProposal,
  type Search,
  search,
  stopSearch,
} from "../state/asked/proposal.ts";
import { type Scope, scope } from "../state/asked/resolving.ts";
import { shown_date } from "../state/dates.ts";
import { trial } from "../state/edits/trial.ts";
import { graph_data } from "../state/graph.ts";
import { may_write } from "../state/rights.ts";
import { attempt } from "../state/session.ts";
import { TEXTS } from "../texts.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";
import { Proposed } from "./proposed.tsx";
import "./resolve.css";

export function ResolvePanel(): JSX.Element | null {
  const wanted = scope.value;
  useEffect(followProposal, []);
  useEffect(() => {
    if (wanted !== null) leaveProposal(wanted);
  }, [wanted]);
  if (wanted === null) return null;
  const asked = search.value;
  return (
    <details open class="move">
      <summary ref={showFirst}>{nameScope(wanted)}</summary>
      <AllowedFields is_of_days={isOfDays({ scope: wanted, date: shown_date.value })} />
      {!may_write.value && <p class="quiet">{TEXTS.move.not_allowed}</p>}
      <Buttons wanted={wanted} asked={asked} />
      <p role="status">{asked !== null && describeSearch(asked)}</p>
      {asked?.fault && <p class="unkept">{asked.fault}</p>}
      {asked !== null && asked.proposal !== null && (
        <Proposed asked={asked} proposal={asked.proposal} onEnd={focusSummary} />
      )}
    </details>
  );
}

/** It is at the top of the lists, and the button that opened it further down. */
function showFirst(summary: HTMLElement | null): void {
  summary?.focus();
}

function focusSummary(button: HTMLElement): void {
  button.closest("details")?.querySelector("summary")?.focus();
}

function nameScope({ numbers, of_all_days }: Scope): string {
  const { all, all_days, one, several } = TOOL_TEXTS.resolve.heading;
  if (of_all_days === true) return all_days;
  if (numbers === null) return all;
  return numbers.length === 1 ? one(numbers[0] ?? 0) : several(numbers.length);
}

function AllowedFields({ is_of_days }: { readonly is_of_days: boolean }): JSX.Element {
  return (
    <details>
      <summary>{TOOL_TEXTS.resolve.allowed}</summary>
      <div class="pair">
        <NumberField label={TOOL_TEXTS.resolve.later} name="later_min" most={120} />
        <NumberField label={TOOL_TEXTS.resolve.earlier} name="earlier_min" most={120} />
        <NumberField label={TOOL_TEXTS.resolve.hold} name="hold_min" most={120} />
        <NumberField label={TOOL_TEXTS.resolve.deadline} name="deadline_s" most={120} />
      </div>
      <AllowedField label={TOOL_TEXTS.resolve.holds_anywhere} name="holds_anywhere" />
      <AllowedField label={TOOL_TEXTS.resolve.tracks} name="tracks" />
      <AllowedField label={TOOL_TEXTS.resolve.routes} name="routes" />
      {!is_of_days && <AllowedField label={TOOL_TEXTS.resolve.services} name="services" />}
    </details>
  );
}

type CheckName = "holds_anywhere" | "tracks" | "routes" | "services";

function AllowedField({
  label,
  name,
}: {
  readonly label: string;
  readonly name: CheckName;
}): JSX.Element {
  return (
    <CheckField
      label={label}
      is_on={allowed.value[name]}
      onChange={(is_on) => allow({ [name]: is_on })}
    />
  );
}

interface NumberProps {
  readonly label: string;
  readonly name: Exclude<keyof Allowed, CheckName>;
  readonly most: number;
}

function NumberField({ label, name, most }: NumberProps): JSX.Element {
  return (
    <label class="field">
      <span>{label}</span>
      <input
        type="number"
        min={0}
        max={most}
        step="any"
        value={allowed.value[name]}
        onChange={(event) => {
          const { valueAsNumber: value } = event.currentTarget;
          if (value >= 0 && value <= most) allow({ [name]: value });
          else event.currentTarget.value = String(allowed.peek()[name]);
        }}
      />
    </label>
  );
}

/** One button asks and stops, so that the focus stays on it. */
function Buttons({
  wanted,
  asked,
}: {
  readonly wanted: Scope;
  readonly asked: Search | null;
}): JSX.Element {
  const is_asking = asked?.state === "asking";
  const is_other_tried = trial.value !== null && !trial.value.is_proposal;
  const is_first = asked === null || trial.value?.is_outdated === true;
  return (
    <>
      {is_other_tried && <p class="quiet">{TOOL_TEXTS.resolve.tried_already}</p>}
      <p class="row below">
        <button
          type="button"
          class={is_first && !is_asking ? "main" : ""}
          disabled={is_other_tried || !may_write.value || graph_data.value === null}
          onClick={() => {
            if (is_asking) stopSearch();
            else attempt(async () => await findProposal(wanted));
          }}
        >
          {is_asking && TOOL_TEXTS.resolve.stop}
          {!is_asking && (asked === null ? TOOL_TEXTS.resolve.find : TOOL_TEXTS.resolve.again)}
        </button>
        <button
          type="button"
          onClick={() => {
            leaveProposal();
            scope.value = null;
            // The panel goes; the conflicts are where it was opened from.
            document.getElementById("tab-conflicts")?.focus();
          }}
        >
          {TOOL_TEXTS.resolve.close}
        </button>
      </p>
    </>
  );
}

function describeSearch({ state, progress, proposal }: Search): string {
  if (state === "failed") return "";
  if (state === "ended") return proposal === null ? TOOL_TEXTS.resolve.nothing_yet : "";
  const text = proposal === null ? TOOL_TEXTS.resolve.looking : TOOL_TEXTS.resolve.improving;
  return text(progress?.seconds ?? 0);
}
