/** What can be done from anywhere, by name: for the command palette. */
import { opened_out } from "../out/opened.ts";
import type { IconName } from "../parts/icon.tsx";
import { shows_tried_days } from "../robustness/shown_days.ts";
import { deleteTrain, duplicateTrain } from "../state/acts.ts";
import { openTab, timetable_id } from "../state/address.ts";
import { scope } from "../state/asked/resolving.ts";
import { shows_form, wished_train } from "../state/edits/open_form.ts";
import { redo, undo } from "../state/edits/undo.ts";
import { redoable, undoable } from "../state/edits/undo_steps.ts";
import { stepDays } from "../state/follow_dates.ts";
import { may_write } from "../state/rights.ts";
import { selected_run, selected_train } from "../state/selection.ts";
import { attempt } from "../state/session.ts";
import { fitAll, goTo, showRun, visible_conflicts, zoomBy } from "../state/view.ts";
import { TEXTS } from "../texts.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";
import { toggleDrawing } from "../train_graph/new_line.ts";
import { opened_dialog } from "./opened_dialog.ts";

export interface Command {
  readonly name: string;
  readonly icon: IconName;
  readonly hint?: string;
  readonly run: () => void;
}

const ZOOM = 1.4;

export function listActs(): readonly Command[] {
  return [
    ...(timetable_id.value === null ? [] : [...listViewing(), ...listMaking(), ...listChanging()]),
    { name: TOOL_TEXTS.start.heading, icon: "left", run: () => goToPage("") },
    { name: TOOL_TEXTS.start.projects, icon: "left", run: () => goToPage("projects") },
    { name: TOOL_TEXTS.start.stocks, icon: "train", run: () => goToPage("stocks") },
    { name: TEXTS.reader, icon: "user", run: () => open("reader") },
    { name: TOOL_TEXTS.frame.shortcuts, icon: "more", hint: "?", run: () => open("shortcuts") },
  ];
}

function listViewing(): readonly Command[] {
  const run = selected_run.value;
  return [
    { name: TEXTS.graph.fit, icon: "fit", hint: "0", run: fitAll },
    { name: TEXTS.graph.now, icon: "now", hint: "n", run: () => goTo(Date.now()) },
    { name: TEXTS.graph.zoom_in, icon: "plus", hint: "+", run: () => zoomBy(ZOOM) },
    { name: TEXTS.graph.zoom_out, icon: "minus", hint: "−", run: () => zoomBy(1 / ZOOM) },
    { name: TEXTS.graph.day_before, icon: "left", run: () => stepDays(-1) },
    { name: TEXTS.graph.day_after, icon: "right", run: () => stepDays(1) },
    ...(run === null
      ? []
      : [
          {
            name: TEXTS.graph.fit_train,
            icon: "fit_train",
            hint: "z",
            run: () => showRun(run),
          } as const,
        ]),
    {
      name: TOOL_TEXTS.robustness.act,
      icon: "today",
      run: () => {
        shows_tried_days.value = true;
        openTab("today");
      },
    },
    { name: TOOL_TEXTS.out.print, icon: "right", run: () => print("print") },
    { name: TOOL_TEXTS.out.tables, icon: "right", run: () => print("tables") },
  ];
}

function listMaking(): readonly Command[] {
  if (!may_write.value) return [];
  return [
    {
      name: TEXTS.form.begin,
      icon: "plus",
      run: () => {
        openTab("graph");
        wished_train.value = "anywhere";
      },
    },
    { name: TEXTS.form.draw, icon: "pencil", hint: "t", run: toggleDrawing },
    ...(visible_conflicts.value.length === 0
      ? []
      : [
          {
            name: TOOL_TEXTS.conflicts.resolve_all,
            icon: "right",
            run: () => {
              openTab("graph");
              scope.value = { numbers: null };
            },
          } as const,
        ]),
    ...(undoable.value.length === 0
      ? []
      : [
          {
            name: TOOL_TEXTS.editor.undo,
            icon: "undo",
            hint: "u",
            run: () => attempt(undo),
          } as const,
        ]),
    ...(redoable.value.length === 0
      ? []
      : [
          {
            name: TOOL_TEXTS.editor.redo,
            icon: "redo",
            hint: "U",
            run: () => attempt(redo),
          } as const,
        ]),
  ];
}

/** Of the chosen train. */
function listChanging(): readonly Command[] {
  const train = selected_train.value;
  if (train === null || !may_write.value) return [];
  return [
    {
      name: TOOL_TEXTS.form.show,
      icon: "pencil",
      run: () => {
        shows_form.value = true;
        openTab("train");
      },
    },
    {
      name: TOOL_TEXTS.acts.duplicate,
      icon: "plus",
      hint: "d",
      run: () => attempt(async () => await duplicateTrain(train)),
    },
    {
      name: "paced" in train ? TOOL_TEXTS.acts.delete_service : TOOL_TEXTS.acts.delete,
      icon: "close",
      run: () => attempt(async () => await deleteTrain(train)),
    },
  ];
}

function goToPage(name: string): void {
  location.hash = `#/${name}`;
}

function open(which: "reader" | "shortcuts"): void {
  opened_dialog.value = which;
}

function print(which: "print" | "tables"): void {
  opened_out.value = which;
}
