/** What goes wrong on the day: the chosen train runs slower, or track is closed; each until it is taken back. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Field } from "../parts/fields.tsx";
import { may_operate } from "../state/rights.ts";
import { attempt } from "../state/session.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";
import type { DayTrain } from "./day_state.ts";
import { closeTrack, slowTrain } from "./reports.ts";

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

export function ClosedForm(): JSX.Element {
  const [track, setTrack] = useState("");
  const name = track.trim();
  return (
    <form
      class="today pair"
      onSubmit={(event) => {
        event.preventDefault();
        if (name === "") return;
        setTrack("");
        attempt(async () => await closeTrack(name));
      }}
    >
      <Field
        label={TOOL_TEXTS.today.track}
        value={track}
        onInput={(event) => setTrack(event.currentTarget.value)}
      />
      <p class="row below">
        <button type="submit" disabled={name === "" || !may_operate.value}>
          {TOOL_TEXTS.today.close_track}
        </button>
      </p>
    </form>
  );
}
