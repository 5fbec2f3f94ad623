/** Drawn above the trains: what is chosen, tried, failed, marked. Read at once, drawn at the next frame. */
import { changeBadges } from "../graph/drawing/badges.ts";
import {
  drawBase,
  drawConflict,
  drawGone,
  drawHighlight,
  drawNow,
  drawRequirements,
  FAILED_DASH,
  TRIED_DASH,
} from "../graph/drawing/draw.ts";
import { drawBadges, drawGoneBadges, drawNumbers } from "../graph/drawing/draw_texts.ts";
import { placeBadges } from "../graph/drawing/lettering.ts";
import type { Conflict } from "../graph/drawing/marks.ts";
import { colourOf, dashOf, widthOf } from "../graph/drawing/palette.ts";
import type { Pen } from "../graph/drawing/pen.ts";
import { layNumbers } from "../graph/numbers.ts";
import type { Run } from "../graph/runs.ts";
import type { Spot } from "../parts/gestures.ts";
import { found_run } from "../state/asked/request.ts";
import { runs_by_key } from "../state/conflict_names.ts";
import { several_runs } from "../state/edits/several.ts";
import { type Trial, trial } from "../state/edits/trial.ts";
import {
  gone_conflicts,
  gone_numbers,
  new_conflicts,
  shown_side,
  tried_runs,
} from "../state/edits/tried_runs.ts";
import {
  base_run,
  requirement_areas,
  selected_run,
  shows_requirements,
} from "../state/selection.ts";
import { marked_runs, now_ms, visible_conflicts, visible_runs } from "../state/view.ts";
import { chosen_conflict, hovered, rectangle } from "./graph_state.ts";
import { chosen_handle, drawHandles, handles } from "./handles.ts";
import { type NewLine, new_line } from "./new_line.ts";

export function prepareUpper(): (pen: Pen) => void {
  const areas = shows_requirements.value ? requirement_areas.value : [];
  const [selected, base, tried, found] = [
    selected_run.value,
    base_run.value,
    tried_runs.value,
    found_run.value,
  ];
  const [over, chosen, frame] = [hovered.value, chosen_conflict.value, rectangle.value];
  const [now, wanted, marks] = [now_ms.value, trial.value, marked_runs.value];
  const side = shown_side.value;
  const [gone, fresh] = [gone_conflicts.value, new_conflicts.value];
  const [numbered, resolved] = [visible_conflicts.value, gone_numbers.value];
  const [siblings, line] = [listSiblings(selected), new_line.value];
  const together = several_runs.value;
  const taking_part = (chosen?.runs ?? []).flatMap((key) => runs_by_key.value.get(key) ?? []);
  const [stops, chosen_stop] = [handles.value, chosen_handle.value];
  return (pen) => {
    drawRequirements(pen, areas);
    drawNow(pen, now);
    const isHidden = (run: Run): boolean => side === "after" && isEdited(wanted, run);
    for (const run of siblings) if (!isHidden(run)) drawLit(pen, run);
    for (const run of together) drawTogether(pen, run, together.length);
    for (const run of marks) drawMarked(pen, run);
    if (base !== null) drawBase(pen, base);
    pen.ctx.setLineDash([]);
    if (over !== null && over.run !== selected) drawLit(pen, over.run);
    if (selected !== null && !isHidden(selected)) {
      drawSelected(pen, selected, side === "both" && isEdited(wanted, selected));
    }
    if (side === "both") {
      for (const conflict of gone) drawGone(pen, conflict);
      if (resolved.size > 0) drawResolved(pen, numbered, resolved);
    }
    if (side !== "before") {
      for (const conflict of fresh) drawConflict(pen, conflict, true);
      for (const run of tried) drawTried(pen, run, wanted?.state === "failed");
    }
    if (found !== null) drawFound(pen, found);
    for (const run of taking_part) drawLit(pen, run);
    if (chosen !== null) drawConflict(pen, chosen, true);
    drawHandles(pen, stops, chosen_stop);
    if (line !== null) drawNewLine(pen, line);
    if (frame !== null) drawFrame(pen, frame.from, frame.to);
  };
}

/** Numbers of conflicts that would disappear. */
function drawResolved(
  pen: Pen,
  conflicts: readonly Conflict[],
  numbers: ReadonlySet<number>,
): void {
  const { gone, fewer } = changeBadges(placeBadges(pen.view, conflicts), numbers);
  drawGoneBadges(pen, gone);
  drawBadges(pen, fewer);
}

/** All occurrences of a paced train are highlighted together. */
function listSiblings(selected: Run | null): readonly Run[] {
  if (selected?.kind !== "paced_train") return [];
  return visible_runs.value.filter(({ train_id }) => train_id === selected.train_id);
}

function drawLit(pen: Pen, run: Run): void {
  const colour = colourOf(pen.palette, run.look);
  drawHighlight(pen, run, { ...lineOf(run, 1), colour, has_rim: true });
}

/** Of its kind, and wider. */
function lineOf({ look }: Run, more_px: number): { width_px: number; dash: readonly number[] } {
  return { width_px: widthOf(look) + more_px, dash: dashOf(look) };
}

function drawMarked(pen: Pen, run: Run): void {
  drawHighlight(pen, run, { colour: pen.palette.now, width_px: 3.6, dash: [], has_rim: true });
}

/** Its stored line; thin while it is tried elsewhere. */
function drawSelected(pen: Pen, run: Run, is_edited: boolean): void {
  const { palette } = pen;
  const colour = colourOf(palette, run.look);
  const style = is_edited
    ? { colour, width_px: 1.2, dash: [2, 3], has_rim: false }
    : { ...lineOf(run, 0.75), colour, has_rim: true, halo: palette.halo };
  drawHighlight(pen, run, style);
}

/** Lines of many trains are thin, to leave what is between them visible. */
function drawTogether(pen: Pen, run: Run, count: number): void {
  const is_few = count <= FEW;
  const colour = pen.palette.selected;
  drawHighlight(pen, run, { colour, width_px: is_few ? 3 : 2, dash: [], has_rim: is_few });
}

const FEW = 12;

function isEdited(wanted: Trial | null, { train_id }: Run): boolean {
  return wanted?.edits.some(({ id }) => id === train_id) === true;
}

function drawTried(pen: Pen, run: Run, is_failed: boolean): void {
  const { palette } = pen;
  const style = is_failed
    ? { colour: palette.failed, width_px: 2.6, dash: FAILED_DASH, has_rim: true }
    : {
        ...lineOf(run, 0.5),
        colour: colourOf(palette, run.look),
        dash: TRIED_DASH,
        has_rim: true,
        halo: palette.halo,
      };
  drawHighlight(pen, run, style);
  drawNumbers(pen, layNumbers(pen.view, [run], []));
}

function drawFound(pen: Pen, run: Run): void {
  const colour = pen.palette.tried;
  drawHighlight(pen, run, { colour, width_px: 2.6, dash: TRIED_DASH, has_rim: true });
}

function drawNewLine({ ctx, palette }: Pen, { from, to }: NewLine): void {
  ctx.strokeStyle = palette.tried;
  ctx.lineWidth = 2.6;
  ctx.setLineDash(TRIED_DASH);
  ctx.beginPath();
  ctx.moveTo(from.x_px, from.y_px);
  ctx.lineTo(to.x_px, to.y_px);
  ctx.stroke();
  ctx.setLineDash([]);
}

function drawFrame({ ctx, palette }: Pen, a: Spot, b: Spot): void {
  ctx.strokeStyle = palette.selected;
  ctx.lineWidth = 1;
  ctx.setLineDash([4, 3]);
  ctx.strokeRect(a.x_px, a.y_px, b.x_px - a.x_px, b.y_px - a.y_px);
  ctx.setLineDash([]);
}
