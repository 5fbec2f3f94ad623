/** Finds stations that are not on the axis; they can then be chosen from the lists beside it. */
import type { JSX } from "preact";
import { attempt } from "../state/session.ts";
import { lookFor } from "../state/stations.ts";
import { TEXTS } from "../texts.ts";

export function StationSearch(): JSX.Element {
  return (
    <label class="field">
      <span>{TEXTS.stations.search}</span>
      <input
        type="search"
        onInput={(event) => {
          const text = event.currentTarget.value;
          attempt(async () => await lookFor(text));
        }}
      />
    </label>
  );
}
