/** Asks about fields that somebody else has changed too, showing both values. */
import type { JSX } from "preact";
import { Dialog } from "../parts/dialog/dialog.tsx";
import { type Edit, formOf } from "../state/edits/edit.ts";
import type { Clash } from "../state/edits/merge.ts";
import { nameDifference, printValue } from "../state/edits/record_values.ts";
import { settleOvertaken } from "../state/edits/settle_overtaken.ts";
import type { Overlap } from "../state/edits/store_edits.ts";
import { overtaken } from "../state/edits/store_trial.ts";
import { attempt } from "../state/session.ts";
import { nameOfTrain } from "../state/timetable.ts";
import { TEXTS } from "../texts.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";

export function OvertakenDialog(): JSX.Element | null {
  const found = overtaken.value;
  if (found === null) return null;
  const { overlaps } = found;
  return (
    <Dialog
      heading={TOOL_TEXTS.move.overtaken_heading}
      onClose={() => {
        overtaken.value = null;
      }}
    >
      {overlaps.map((overlap) => (
        <Clashes key={overlap.edit.key} overlap={overlap} />
      ))}
      <p class="row below">
        <button type="button" onClick={() => attempt(async () => await settleOvertaken("theirs"))}>
          {TOOL_TEXTS.move.keep_theirs}
        </button>
        <button
          type="button"
          class="main"
          onClick={() => attempt(async () => await settleOvertaken("mine"))}
        >
          {TOOL_TEXTS.move.store_mine}
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
        {after === null && ` ${TOOL_TEXTS.edits.to_remove}`}
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">{TOOL_TEXTS.columns.field}</th>
            <th scope="col">{TOOL_TEXTS.columns.theirs(stored.train.modified_by?.name)}</th>
            <th scope="col">{TOOL_TEXTS.columns.mine}</th>
          </tr>
        </thead>
        <tbody>
          {clashes.map((clash) => (
            <tr key={`${clash.group} ${clash.key} ${clash.name}`}>
              <th scope="row">{nameDifference(clash, mine)}</th>
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
  if (after === null) return TOOL_TEXTS.edits.removed;
  return printValue(clash.name, clash.mine, after);
}
