/**
 * A train's times as a table: one line per place, with what is planned, what is possible, and what conflicts
 * there. Cells are texts in the field's units; a text becomes a change of the form, or a reason why it can't.
 */
import { printClockOn } from "../../graph/clock.ts";
import { durationMs } from "../../graph/occurrences.ts";
import { printStop, readClock, readStop } from "../../graph/read_clock.ts";
import { TEXTS } from "../../texts.ts";
import { TOOL_TEXTS } from "../../tool_texts.ts";
import type { Form } from "../edits/edit.ts";
import {
  clearMargin,
  marginAt,
  type Reach,
  setArrival,
  setMargin,
  setStop,
  setTrack,
  shiftArrival,
} from "../edits/path_edits.ts";
import { nameOfPlace } from "../stations/waypoints.ts";
import { referenceTo, shownTrack } from "./track_names.ts";

/** Editable columns, in order. */
export const COLUMNS = ["arrival", "stop", "departure", "track", "margin"] as const;
export type Column = (typeof COLUMNS)[number];

export interface Line {
  readonly at: string;
  readonly name: string;
  readonly cells: Readonly<Record<Column, string>>;
  /** When it can arrive; empty: as planned, or not known. */
  readonly possible: string;
  /** The planned arrival can't be kept. */
  readonly is_missed: boolean;
  /** ms after the train's start, planned or possible; null if neither is known. */
  readonly arrival_ms: number | null;
}

const MISSED_MS = 1_000;

/** `times_ms`: when the train can be at its waypoints; null if not known. */
export function listLines(form: Form, times_ms: readonly number[] | null): Line[] {
  const start_ms = Date.parse(form.start_time);
  const entries = new Map(form.schedule.map((entry) => [entry.at, entry]));
  const print = (ms: number): string => printClockOn(start_ms + ms, start_ms);
  return form.path.map((place, i) => {
    const { arrival = null, stop_for = null } = entries.get(place.id) ?? {};
    const planned_ms = i === 0 ? 0 : arrival === null ? null : durationMs(arrival);
    const possible_ms = i === 0 ? 0 : (times_ms?.[i] ?? null);
    const arrival_ms = planned_ms ?? possible_ms;
    const stop_ms = stop_for === null ? null : durationMs(stop_for);
    const is_missed =
      planned_ms !== null &&
      possible_ms !== null &&
      Math.abs(planned_ms - possible_ms) >= MISSED_MS;
    const is_end = i === form.path.length - 1;
    const leaves_ms = arrival_ms === null || is_end ? null : arrival_ms + (stop_ms ?? 0);
    return {
      at: place.id,
      name: nameOfPlace(place),
      possible:
        possible_ms === null || (planned_ms !== null && !is_missed) ? "" : print(possible_ms),
      is_missed,
      arrival_ms,
      cells: {
        arrival: i === 0 || planned_ms === null ? "" : print(planned_ms),
        stop: stop_ms === null ? "" : printStop(stop_ms),
        departure: leaves_ms === null ? "" : print(leaves_ms),
        track: shownTrack(place) ?? "",
        margin: marginAt(form, place.id) ?? "",
      },
    };
  });
}

/** The first place has no arrival, the last no departure and no margin; a place on a track has no other track. */
export function isEditable({ path }: Form, at: string, column: Column): boolean {
  const i = path.findIndex(({ id }) => id === at);
  if (column === "arrival") return i > 0;
  if (column === "track") return path[i]?.track === undefined;
  return column === "stop" || i < path.length - 1;
}

export type Change = { readonly form: Form } | { readonly fault: string };

const MARGIN = /^(\d{1,15}(?:[.,]\d{1,15})?)\s*(%|min\/100\s?km)?$/;

/** The form after a cell gets a new text. */
export function changeCell(
  form: Form,
  line: Line,
  {
    column,
    text,
    reach,
  }: { readonly column: Column; readonly text: string; readonly reach: Reach },
): Change {
  const words = text.trim();
  switch (column) {
    case "arrival":
      return changeArrival(form, line, words, reach);
    case "departure":
      return changeDeparture(form, line, words, reach);
    case "stop": {
      const stop_ms = words === "" ? null : readStop(words);
      if (Number.isNaN(stop_ms)) return { fault: TOOL_TEXTS.times.no_stop(words) };
      return { form: setStop(form, line.at, stop_ms) };
    }
    case "track": {
      const place = form.path.find(({ id }) => id === line.at);
      const reference = place === undefined || words === "" ? null : referenceTo(place, words);
      return { form: setTrack(form, line.at, reference) };
    }
    case "margin": {
      if (words === "") return { form: clearMargin(form, line.at) };
      const [, number, unit = "%"] = MARGIN.exec(words) ?? [];
      if (number === undefined) return { fault: TOOL_TEXTS.times.no_margin(words) };
      const value = `${number.replace(",", ".")}${unit.replace(" ", "")}`;
      return { form: setMargin(form, line.at, value) };
    }
  }
}

/** An empty text: it arrives when it can. */
function changeArrival(form: Form, line: Line, words: string, reach: Reach): Change {
  const { at, arrival_ms } = line;
  if (form.path[0]?.id === at) return changeDeparture(form, line, words, reach);
  if (words === "") return { form: setArrival(form, at, null) };
  const start_ms = Date.parse(form.start_time);
  const wanted_ms = readClock(words, start_ms + (arrival_ms ?? 0), start_ms);
  if (Number.isNaN(wanted_ms)) return { fault: TOOL_TEXTS.times.no_time(words) };
  return shiftTo(form, line, wanted_ms - start_ms, reach);
}

/** At the first place it is the start itself, elsewhere the end of the stop. */
function changeDeparture(form: Form, line: Line, words: string, reach: Reach): Change {
  const { at, arrival_ms } = line;
  const start_ms = Date.parse(form.start_time);
  const wanted_ms = readClock(words, start_ms + (arrival_ms ?? 0), start_ms);
  if (Number.isNaN(wanted_ms)) return { fault: TOOL_TEXTS.times.no_time(words) };
  if (form.path[0]?.id !== at) {
    const stop_ms = wanted_ms - start_ms - (arrival_ms ?? 0);
    if (arrival_ms === null || stop_ms < 0)
      return { fault: TOOL_TEXTS.times.before_arrival(line.name) };
    return { form: setStop(form, at, stop_ms) };
  }
  const stop_for = form.schedule.find((entry) => entry.at === at)?.stop_for ?? null;
  return shiftTo(
    form,
    line,
    wanted_ms - start_ms - (stop_for === null ? 0 : durationMs(stop_for)),
    reach,
  );
}

function shiftTo(
  form: Form,
  { at, name, arrival_ms }: Line,
  wanted_ms: number,
  reach: Reach,
): Change {
  const now_ms = arrival_ms ?? wanted_ms;
  const shifted = shiftArrival(form, at, { by_ms: wanted_ms - now_ms, now_ms, reach });
  return shifted === null ? { fault: TEXTS.move.before_start(name) } : { form: shifted };
}

/** Pastes a block of cells, as spreadsheets put it on the clipboard, to the right of a cell and down. */
export function pasteCells(
  form: Form,
  text: string,
  from: { readonly line: number; readonly column: Column },
  lines: (form: Form) => readonly Line[],
): Change {
  const rows = text.replace(/\r?\n$/, "").split(/\r?\n/);
  const first = COLUMNS.indexOf(from.column);
  let now = form;
  for (const [i, row] of rows.slice(0, form.path.length).entries()) {
    for (const [j, cell] of row.split("\t").slice(0, COLUMNS.length).entries()) {
      const [line, column] = [lines(now)[from.line + i], COLUMNS[first + j]];
      if (line === undefined || column === undefined) continue;
      const is_untold = column === "departure" && cell.trim() === "";
      if (is_untold || !isEditable(now, line.at, column)) continue;
      if (line.cells[column] === cell.trim()) continue;
      const changed = changeCell(now, line, { column, text: cell, reach: "alone" });
      if ("fault" in changed) return changed;
      now = changed.form;
    }
  }
  return { form: now };
}
