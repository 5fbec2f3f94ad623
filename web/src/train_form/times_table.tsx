/** A train's times and places as a table, edited cell by cell with the keys of a spreadsheet. */
import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Edit, Form } from "../state/edits/edit.ts";
import { changeEdited, edited_times } from "../state/edits/open_form.ts";
import { type Reach, setSignal } from "../state/edits/path_edits.ts";
import { tell } from "../state/session.ts";
import {
  type Change,
  COLUMNS,
  type Column,
  changeCell,
  isEditable,
  type Line,
  listLines,
  pasteCells,
} from "../state/trains/table_times.ts";
import { needTracks, tracksOf } from "../state/trains/track_names.ts";
import { listClashing } from "../state/trains/train_conflicts.ts";
import { TEXTS } from "../texts.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";
import { PlaceActs } from "./places.tsx";

/** What moves along with a changed time. */
const reach = signal<Reach>("on");
const REACHES = ["on", "back", "alone"] as const;

export function TimesTable({ edit }: { readonly edit: Edit }): JSX.Element | null {
  const form = edit.after;
  if (form === null) return null;
  const clashing = listClashing(edit, form, edited_times.value);
  return (
    <section aria-labelledby="times">
      <h2 id="times">{TOOL_TEXTS.times.heading}</h2>
      <fieldset class="row">
        <legend>{TOOL_TEXTS.times.reach}</legend>
        {REACHES.map((one) => (
          <label key={one} class="check">
            <input
              type="radio"
              name="reach"
              checked={reach.value === one}
              onChange={() => {
                reach.value = one;
              }}
            />
            {TOOL_TEXTS.times.reaches[one]}
          </label>
        ))}
      </fieldset>
      <Grid form={form} lines={listLines(form, edited_times.value)} clashing={clashing} />
      <p class="quiet">{TOOL_TEXTS.times.hint}</p>
    </section>
  );
}

interface Spot {
  readonly line: number;
  readonly column: number;
}

function take(change: Change): boolean {
  if ("fault" in change) {
    tell("warning", change.fault);
    return false;
  }
  changeEdited(() => change.form);
  return true;
}

function Grid({
  form,
  lines,
  clashing,
}: {
  readonly form: Form;
  readonly lines: readonly Line[];
  readonly clashing: readonly (readonly string[])[];
}): JSX.Element {
  const table = useRef<HTMLTableElement>(null);
  // One tab stop: arrow keys continue from there.
  const [active, setActive] = useState<Spot>({ line: 0, column: 2 });
  const goTo = (line: number, column: number): void => {
    const cell = table.current?.querySelector<HTMLInputElement>(`[data-cell="${line} ${column}"]`);
    cell?.focus();
    cell?.select();
  };
  const paste = (text: string, spot: Spot): void => {
    const column = COLUMNS[spot.column] ?? "arrival";
    const from = { line: spot.line, column };
    take(pasteCells(form, text, from, (now) => listLines(now, edited_times.peek())));
  };
  return (
    <div class="scroll">
      <table ref={table} class="times">
        <Heads />
        <tbody>
          {lines.map((line, i) => (
            <tr key={line.at} class={line.is_missed ? "missed" : ""}>
              <th scope="row">{line.name}</th>
              {COLUMNS.map((column, j) => (
                <td key={column}>
                  {isEditable(form, line.at, column) && (
                    <Cell
                      form={form}
                      line={line}
                      column={column}
                      spot={{ line: i, column: j }}
                      is_active={active.line === i && active.column === j}
                      onActive={setActive}
                      goTo={goTo}
                      onPaste={paste}
                    />
                  )}
                </td>
              ))}
              <td class={line.is_missed ? "unkept" : "quiet"}>{line.possible}</td>
              <td class="unkept clashes">{(clashing[i] ?? []).join(", ")}</td>
              <td>
                <SignalChoice form={form} at={line.at} name={line.name} />
              </td>
              <td>
                <PlaceActs
                  form={form}
                  at={line.at}
                  is_first={i === 0}
                  is_last={i === lines.length - 1}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Heads(): JSX.Element {
  const columns = COLUMNS.map((column) => TOOL_TEXTS.times.columns[column]);
  return (
    <thead>
      <tr>
        {[
          TOOL_TEXTS.columns.station,
          ...columns,
          TOOL_TEXTS.times.possible,
          TOOL_TEXTS.times.conflicts,
          TOOL_TEXTS.times.signal,
          TOOL_TEXTS.times.acts,
        ].map((text) => (
          <th key={text} scope="col">
            {text}
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface CellProps {
  readonly form: Form;
  readonly line: Line;
  readonly column: Column;
  readonly spot: Spot;
  readonly is_active: boolean;
  readonly onActive: (spot: Spot) => void;
  readonly goTo: (line: number, column: number) => void;
  readonly onPaste: (text: string, spot: Spot) => void;
}

function Cell(props: CellProps): JSX.Element {
  const { form, line, column, spot, is_active, onActive, goTo, onPaste } = props;
  // Unfinished input survives a new run of the train.
  const [typed, setTyped] = useState<string | null>(null);
  const shown = line.cells[column];
  const station = form.path.find(({ id }) => id === line.at)?.operational_point;
  const has_tracks = column === "track" && station !== undefined;
  const list = has_tracks ? `tracks-${line.at}` : undefined;
  // A track that is stored by its id is told by its number.
  useEffect(() => {
    if (has_tracks && shown !== "") void needTracks(station);
  }, [has_tracks, station, shown !== ""]);
  const commit = (): void => {
    if (typed !== null && typed !== shown) {
      take(changeCell(form, line, { column, text: typed, reach: reach.peek() }));
    }
    setTyped(null);
  };
  const press = (event: KeyboardEvent & { readonly currentTarget: HTMLInputElement }): void => {
    const { key, currentTarget: input } = event;
    const step = stepOf(key, input);
    if (key === "Escape" && typed !== null) setTyped(null);
    else if (key === "Enter") {
      commit();
      goTo(spot.line + 1, spot.column);
    } else if (step !== null) {
      commit();
      goTo(spot.line + step.line, spot.column + step.column);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <>
      <input
        data-cell={`${spot.line} ${spot.column}`}
        aria-label={TEXTS.move.field_at(TOOL_TEXTS.times.columns[column], line.name)}
        tabIndex={is_active ? 0 : -1}
        list={list}
        autocomplete="off"
        maxLength={200}
        value={typed ?? shown}
        onInput={(event) => setTyped(event.currentTarget.value)}
        onFocus={() => {
          onActive(spot);
          if (has_tracks) void needTracks(station);
        }}
        onBlur={commit}
        onKeyDown={press}
        onPaste={(event) => {
          const text = event.clipboardData?.getData("text/plain") ?? "";
          if (!/[\t\n]/.test(text.trim())) return;
          event.preventDefault();
          setTyped(null);
          onPaste(text, spot);
        }}
      />
      {has_tracks && (
        <datalist id={list}>
          {[...new Set(tracksOf(station).map(({ name }) => name))].map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      )}
    </>
  );
}

/** Left and right leave the cell only from the ends of its text. */
function stepOf(
  key: string,
  { selectionStart, selectionEnd, value }: HTMLInputElement,
): Spot | null {
  const is_whole = selectionStart === 0 && selectionEnd === value.length;
  if (key === "ArrowUp") return { line: -1, column: 0 };
  if (key === "ArrowDown") return { line: 1, column: 0 };
  if (key === "ArrowLeft" && (is_whole || selectionEnd === 0)) return { line: 0, column: -1 };
  if (key === "ArrowRight" && (is_whole || selectionStart === value.length)) {
    return { line: 0, column: 1 };
  }
  return null;
}

const SIGNALS = ["OPEN", "STOP", "SHORT_SLIP_STOP"] as const;

/** The signal at which the train stops. */
function SignalChoice({
  form,
  at,
  name,
}: {
  readonly form: Form;
  readonly at: string;
  readonly name: string;
}): JSX.Element | null {
  const entry = form.schedule.find((one) => one.at === at);
  if (!entry?.stop_for) return null;
  return (
    <select
      aria-label={TEXTS.move.field_at(TOOL_TEXTS.times.signal, name)}
      value={entry.reception_signal}
      onChange={(event) => {
        const wanted = SIGNALS.find((one) => one === event.currentTarget.value);
        if (wanted !== undefined) changeEdited((one) => setSignal(one, at, wanted));
      }}
    >
      {SIGNALS.map((one) => (
        <option key={one} value={one}>
          {TOOL_TEXTS.times.signals[one]}
        </option>
      ))}
    </select>
  );
}
