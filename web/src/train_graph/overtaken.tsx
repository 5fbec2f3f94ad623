/** Asks about fields that somebody else has changed too, with both values. */
import type { JSX } from "preact";
import { durationMs } from "../graph/occurrences.ts";
import { printMoment, printSpan } from "../parts/clock.ts";
import { Dialog } from "../parts/dialog.tsx";
import type { Clash, Replacement } from "../state/merge.ts";
import { overtaken, settleOvertaken } from "../state/move.ts";
import { attempt } from "../state/session.ts";
import { nameOfTrain } from "../state/timetable.ts";
import { TEXTS } from "../texts.ts";
import { placeOfWaypoint } from "./handles.ts";

export function OvertakenDialog(): JSX.Element | null {
  const found = overtaken.value;
  if (found === null) return null;
  const { wanted, stored, clashes } = found;
  return (
    <Dialog
      heading={TEXTS.move.overtaken_heading}
      onClose={() => {
        overtaken.value = null;
      }}
    >
      <p>{TEXTS.move.overtaken(nameOfTrain(stored.train))}</p>
      <table>
        <thead>
          <tr>
            <th scope="col">{TEXTS.columns.field}</th>
            <th scope="col">{TEXTS.columns.theirs}</th>
            <th scope="col">{TEXTS.columns.mine}</th>
          </tr>
        </thead>
        <tbody>
          {clashes.map((clash) => (
            <tr key={`${clash.at} ${clash.name}`}>
              <th scope="row">{nameField(clash)}</th>
              <td>{printValue(clash.name, clash.theirs, stored.train)}</td>
              <td>{printValue(clash.name, clash.mine, wanted.after)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="row below">
        <button type="button" onClick={() => attempt(async () => await settleOvertaken("theirs"))}>
          {TEXTS.move.keep_theirs}
        </button>
        <button
          type="button"
          class="main"
          onClick={() => attempt(async () => await settleOvertaken("mine"))}
        >
          {TEXTS.move.store_mine}
        </button>
      </p>
    </Dialog>
  );
}

function isKnown(name: string): name is keyof typeof TEXTS.fields {
  return Object.hasOwn(TEXTS.fields, name);
}

function nameField({ name, at }: Clash): string {
  const field = isKnown(name) ? TEXTS.fields[name] : name;
  return at === null ? field : TEXTS.move.field_at(field, placeOfWaypoint(at));
}

/** Arrivals are counted from their own side's start. */
function printValue(name: string, value: unknown, { start_time }: Replacement): string {
  if (value === undefined || value === null) return TEXTS.setting.none;
  if (typeof value !== "string") return JSON.stringify(value);
  const start_ms = Date.parse(start_time);
  if (name === "start_time") return printMoment(Date.parse(value), start_ms);
  if (name === "arrival") return printMoment(start_ms + durationMs(value), start_ms);
  return name === "stop_for" ? printSpan(durationMs(value)) : value;
}
