/** Asks about fields that somebody else has changed too, showing both values. */
import type { JSX } from "preact";
import { printMoment, printSpan } from "../graph/clock.ts";
import { durationMs } from "../graph/occurrences.ts";
import { LATER } from "../later_texts.ts";
import { Dialog } from "../parts/dialog.tsx";
import { type Edit, type Form, formOf } from "../state/edit.ts";
import { nameField } from "../state/edit_texts.ts";
import type { Clash } from "../state/merge.ts";
import { attempt } from "../state/session.ts";
import type { Overlap } from "../state/store_edits.ts";
import { overtaken, settleOvertaken } from "../state/store_trial.ts";
import { nameOfTrain } from "../state/timetable.ts";
import { nameOfPlace, nameOfWaypoint } from "../state/waypoints.ts";
import { TEXTS } from "../texts.ts";

export function OvertakenDialog(): JSX.Element | null {
  const found = overtaken.value;
  if (found === null) return null;
  const { overlaps } = found;
  return (
    <Dialog
      heading={LATER.move.overtaken_heading}
      onClose={() => {
        overtaken.value = null;
      }}
    >
      {overlaps.map((overlap) => (
        <Clashes key={overlap.edit.key} overlap={overlap} />
      ))}
      <p class="row below">
        <button type="button" onClick={() => attempt(async () => await settleOvertaken("theirs"))}>
          {LATER.move.keep_theirs}
        </button>
        <button
          type="button"
          class="main"
          onClick={() => attempt(async () => await settleOvertaken("mine"))}
        >
          {LATER.move.store_mine}
        </button>
      </p>
    </Dialog>
  );
}

function Clashes({ overlap }: { readonly overlap: Overlap }): JSX.Element {
  const { edit, stored, clashes } = overlap;
  const theirs = formOf(stored.train);
  const { before, after } = edit;
  const mine = after ?? before ?? theirs;
  return (
    <>
      <p>
        {TEXTS.move.overtaken(nameOfTrain(stored.train), stored.train.modified_by?.name)}
        {after === null && ` ${TEXTS.edits.to_remove}`}
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">{LATER.columns.field}</th>
            <th scope="col">{LATER.columns.theirs(stored.train.modified_by?.name)}</th>
            <th scope="col">{LATER.columns.mine}</th>
          </tr>
        </thead>
        <tbody>
          {clashes.map((clash) => (
            <tr key={`${clash.group} ${clash.key} ${clash.name}`}>
              <th scope="row">{nameClash(clash, mine)}</th>
              <td>{printValue(clash.name, clash.theirs, theirs)}</td>
              <td>{printMine(clash, edit)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function printMine(clash: Clash, edit: Edit): string {
  const { after } = edit;
  if (after === null) return TEXTS.edits.removed;
  return printValue(clash.name, clash.mine, after);
}

function nameClash({ group, key, name }: Clash, form: Form): string {
  const field = name === "" ? TEXTS.edits.entry : nameField(name);
  if (group === "schedule") return TEXTS.move.field_at(field, nameOfWaypoint(form, key));
  return group === "exceptions" ? TEXTS.move.field_at(field, TEXTS.edits.exception(key)) : field;
}

/** Each side's arrivals count from that side's start. */
function printValue(name: string, value: unknown, { start_time, path }: Form): string {
  if (value === undefined || value === null) return TEXTS.setting.none;
  if (name === "path") return path.map(nameOfPlace).join(" – ");
  if (typeof value !== "string") return JSON.stringify(value);
  const start_ms = Date.parse(start_time);
  if (name === "start_time") return printMoment(Date.parse(value), start_ms);
  if (name === "arrival") return printMoment(start_ms + durationMs(value), start_ms);
  return name === "stop_for" ? printSpan(durationMs(value)) : value;
}
