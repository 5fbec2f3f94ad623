/** What goes wrong on the day: the chosen train runs slower, or track is closed; each until it is taken back. */
import type { JSX, TargetedInputEvent } from "preact";
import { useState } from "preact/hooks";
import { readClock } from "../graph/read_clock.ts";
import { withZone } from "../graph/zone.ts";
import { Field } from "../parts/fields.tsx";
import { may_operate } from "../state/rights.ts";
import { attempt } from "../state/session.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";
import type { DayTrain } from "./day_state.ts";
import { closeTrack, now, slowTrain } from "./reports.ts";

const PERCENT_MAX = 400;

export function SlowerForm({ one }: { readonly one: DayTrain }): JSX.Element {
  const [percent, setPercent] = useState("");
  const number = Number(percent);
  const is_told = Number.isInteger(number) && number >= 1 && number <= PERCENT_MAX;
  return (
    <form
      class="today pair"
      onSubmit={(event) => {
        event.preventDefault();
        if (!is_told) return;
        setPercent("");
        attempt(async () => await slowTrain(one, number));
      }}
    >
      <Field
        label={TOOL_TEXTS.today.percent}
        type="number"
        min={1}
        max={PERCENT_MAX}
        value={percent}
        onInput={(event) => setPercent(event.currentTarget.value)}
      />
      <p class="row below">
        <button type="submit" disabled={!is_told || !may_operate.value}>
          {TOOL_TEXTS.today.make_slower}
        </button>
      </p>
    </form>
  );
}

const HALF_DAY_MS = 43_200_000;

interface ClosedFields {
  readonly track: string;
  readonly from_m: string;
  readonly to_m: string;
  readonly since: string;
  readonly until: string;
}
const NO_FIELDS: ClosedFields = { track: "", from_m: "", to_m: "", since: "", until: "" };

function readMm(text: string): number | null {
  return text === "" ? null : Math.round(1000 * Number(text));
}

/** Null: not all of it can be understood. Without a part the whole section, without times from now on without an end. */
function readClosed(fields: ClosedFields): Parameters<typeof closeTrack> | null {
  const track_section = fields.track.trim();
  const [begin, end] = [readMm(fields.from_m), readMm(fields.to_m)];
  const now_ms = Date.parse(now());
  const at_ms = fields.since === "" ? now_ms : readClock(fields.since, now_ms);
  // The next time that clocks show it.
  const until_ms = fields.until === "" ? null : readClock(fields.until, at_ms + HALF_DAY_MS);
  const is_part = (begin ?? 0) >= 0 && (begin ?? 0) <= (end ?? Infinity);
  const is_time = !Number.isNaN(at_ms) && (until_ms === null || until_ms > at_ms);
  if (track_section === "" || !is_part || !is_time) return null;
  const part = { ...(begin !== null && { begin }), ...(end !== null && { end }) };
  return [{ track_section, ...part }, at_ms, until_ms];
}

export function ClosedForm(): JSX.Element {
  const [fields, setFields] = useState(NO_FIELDS);
  const closed = readClosed(fields);
  const field = (name: keyof ClosedFields, label: string) => ({
    label,
    value: fields[name],
    onInput: (event: TargetedInputEvent<HTMLInputElement>) =>
      setFields({ ...fields, [name]: event.currentTarget.value }),
  });
  return (
    <form
      class="today"
      onSubmit={(event) => {
        event.preventDefault();
        if (closed === null) return;
        setFields(NO_FIELDS);
        attempt(async () => await closeTrack(...closed));
      }}
    >
      <div class="pair">
        <Field {...field("track", TOOL_TEXTS.today.track)} />
        <p class="row below">
          <button type="submit" disabled={closed === null || !may_operate.value}>
            {TOOL_TEXTS.today.close_track}
          </button>
        </p>
      </div>
      <details>
        <summary>{TOOL_TEXTS.today.closed_part}</summary>
        <div class="pair">
          <Field type="number" min={0} step="any" {...field("from_m", TOOL_TEXTS.today.from_m)} />
          <Field type="number" min={0} step="any" {...field("to_m", TOOL_TEXTS.today.to_m)} />
          <Field type="time" {...field("since", withZone(TOOL_TEXTS.today.since))} />
          <Field type="time" {...field("until", withZone(TOOL_TEXTS.today.until))} />
        </div>
      </details>
    </form>
  );
}
