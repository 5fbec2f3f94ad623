/** The graph on paper: a vector PDF with its font embedded; each page has a frame, a caption and a legend. */
import { printTick } from "../graph/clock.ts";
import { DIAMOND_PX } from "../graph/drawing/badges.ts";
import { alphaOf, BAND_PX, BASE_DASH, placeSpeeds, printSpeed } from "../graph/drawing/draw.ts";
import { type Lettering, letter } from "../graph/drawing/lettering.ts";
import type { Limit } from "../graph/drawing/marks.ts";
import { colourOf, dashOf, paletteOf, widthOf } from "../graph/drawing/palette.ts";
import { MINUTE_FONT_PX } from "../graph/minutes.ts";
import { NUMBER_FONT_PX } from "../graph/numbers.ts";
import type { Run } from "../graph/runs.ts";
import type { Scene } from "../graph/scene.ts";
import { traceRun } from "../graph/trace.ts";
import { listTimeTicks, type Viewport, xOf, yOf } from "../graph/viewport.ts";
import { LEFT_MM, type PaperName, PX_PER_MM, type Sheet, TOP_MM } from "./paper.ts";
import { addFramedPage, clean, type Doc, fitText, openPdf, write } from "./pdf.ts";

export interface Legend {
  readonly category: string;
  readonly text: string;
}

/** Texts around the graph. */
export interface PaperTexts {
  readonly title: string;
  /** When the timetable is valid. */
  readonly validity: string;
  /** The shown times, and the scale. */
  readonly subtitle: string;
  readonly legend: readonly Legend[];
  readonly conflict: string;
  readonly work: string;
  readonly limit: string;
  readonly page: (number: number, count: number) => string;
}

export interface Paperwork {
  readonly paper: PaperName;
  readonly sheets: readonly Sheet[];
  readonly scene: Scene;
  readonly texts: PaperTexts;
  /** TrueType or WOFF. */
  readonly font: Uint8Array;
}

const PALETTE = paletteOf(false);
const HOUR_APART_PX = 46;
const GRID_APART_PX = 15;

/** The file's bytes. */
export async function printGraph(work: Paperwork, is_compressed = true): Promise<Uint8Array> {
  const { texts, font, sheets } = work;
  const { doc, close } = openPdf({ title: texts.title, font, is_compressed });
  for (const [i] of sheets.entries()) drawSheet(doc, work, i);
  return await close();
}

function drawSheet(doc: Doc, { paper, sheets, scene, texts }: Paperwork, index: number): void {
  const view = sheets[index]?.view;
  if (view === undefined) return;
  const { width_px, height_px } = addFramedPage(doc, paper);
  const pages = texts.page(index + 1, sheets.length);
  drawHead(doc, texts, { width_px, pages });
  drawLegend(doc, texts, { scene, y_px: height_px - 12, width_px });
  const lettering = letter(view, scene);
  doc.save();
  doc.translate(LEFT_MM * PX_PER_MM, TOP_MM * PX_PER_MM);
  drawAround(doc, view, lettering);
  doc.save();
  doc.rect(0, 0, view.width_px, view.height_px).clip();
  drawInside(doc, view, { scene, lettering });
  doc.restore();
  doc.strokeColor(PALETTE.strong_grid).lineWidth(1);
  doc.rect(0, 0, view.width_px, view.height_px).stroke();
  doc.restore();
}

function drawHead(
  doc: Doc,
  { title, validity, subtitle }: PaperTexts,
  { width_px, pages }: { readonly width_px: number; readonly pages: string },
): void {
  const right_px = width_px - 8;
  const half_px = width_px / 2 - 16;
  write(doc, fitText(doc, title, 16, half_px), { x_px: 8, y_px: 16, size: 16 });
  const quiet = { size: 10, colour: PALETTE.quiet_text };
  write(doc, fitText(doc, subtitle, 10, half_px), { x_px: 8, y_px: 34, ...quiet });
  const at = { x_px: right_px, align: "right" } as const;
  write(doc, fitText(doc, validity, 10, half_px), { ...at, y_px: 16, ...quiet });
  write(doc, pages, { ...at, y_px: 34, ...quiet });
}

const SAMPLE_PX = 26;

function drawLegend(
  doc: Doc,
  { legend, conflict, work, limit }: PaperTexts,
  place: { readonly scene: Scene; readonly y_px: number; readonly width_px: number },
): void {
  const { scene, y_px, width_px } = place;
  let x = 8;
  const add = (text: string, draw: () => void): void => {
    const wide_px = SAMPLE_PX + 6 + doc.fontSize(10).widthOfString(clean(text)) + 18;
    if (x + wide_px > width_px) return;
    draw();
    write(doc, text, { x_px: x + SAMPLE_PX + 6, y_px, size: 10 });
    x += wide_px;
  };
  for (const { category, text } of legend) {
    add(text, () => {
      styleLine(doc, category);
      doc
        .moveTo(x, y_px)
        .lineTo(x + SAMPLE_PX, y_px)
        .stroke()
        .undash();
    });
  }
  const box = (colour: string): void => {
    doc
      .fillColor(colour, 0.3)
      .rect(x, y_px - 5, SAMPLE_PX, 10)
      .fill()
      .fillOpacity(1);
  };
  if (scene.conflicts.length > 0) add(conflict, () => box(PALETTE.conflict));
  if (scene.works.length > 0) add(work, () => box(PALETTE.work));
  if (scene.limits.length > 0) add(limit, () => box(PALETTE.limit));
}

/** Names of stations, hours above and below. */
function drawAround(doc: Doc, view: Viewport, { stations }: Lettering): void {
  for (const { station, y_px, has_name, has_detail } of stations) {
    if (!has_name || y_px < -1 || y_px > view.height_px + 1) continue;
    const room_px = LEFT_MM * PX_PER_MM - 14;
    const at = { x_px: -6, align: "right" } as const;
    const name = fitText(doc, station.name, 11, room_px);
    write(doc, name, { ...at, y_px: y_px - (has_detail ? 5 : 0), size: 11 });
    if (!has_detail) continue;
    const detail = fitText(doc, station.detail, 8, room_px);
    write(doc, detail, { ...at, y_px: y_px + 7, size: 8, colour: PALETTE.quiet_text });
  }
  for (const tick of listTimeTicks(view, HOUR_APART_PX)) {
    const label = printTick(tick);
    const at = { x_px: xOf(view, tick.time_ms), align: "center", size: 10 } as const;
    write(doc, label, { ...at, y_px: -9 });
    write(doc, label, { ...at, y_px: view.height_px + 10 });
  }
}

function drawInside(
  doc: Doc,
  view: Viewport,
  { scene, lettering }: { readonly scene: Scene; readonly lettering: Lettering },
): void {
  for (const { time_ms, kind } of listTimeTicks(view, GRID_APART_PX)) {
    const x = xOf(view, time_ms);
    doc.lineWidth(kind === "day" ? 1.5 : kind === "hour" ? 0.8 : 0.4);
    doc.strokeColor(kind === "part" ? PALETTE.grid : PALETTE.strong_grid);
    doc.moveTo(x, 0).lineTo(x, view.height_px).stroke();
  }
  for (const { y_px, has_name, is_major } of lettering.stations) {
    const named = is_major ? PALETTE.major : PALETTE.station;
    doc.lineWidth(has_name ? 0.8 : 0.5);
    doc.strokeColor(has_name ? named : PALETTE.strong_grid);
    doc.moveTo(0, y_px).lineTo(view.width_px, y_px).stroke();
  }
  for (const work of scene.works) fillAreas(doc, view, { ...work, colour: PALETTE.work });
  for (const limit of scene.limits) {
    const { areas, speed_m_s } = limit;
    fillAreas(doc, view, { ...limit, colour: PALETTE.limit });
    for (const place of placeSpeeds(view, areas)) {
      write(doc, printSpeed(speed_m_s), { ...place, size: 9, colour: PALETTE.limit });
    }
  }
  for (const { areas } of scene.conflicts) {
    fillAreas(doc, view, { areas, colour: PALETTE.conflict });
  }
  for (const run of scene.compared_runs) strokeCompared(doc, view, run);
  doc.lineWidth(0.8);
  doc.strokeColor(PALETTE.quiet_text).dash(BASE_DASH[0], { space: BASE_DASH[1] });
  for (const run of scene.base_runs) if (traceRun(view, run, doc)) doc.stroke();
  doc.undash();
  for (const run of [...scene.turns, ...scene.runs]) {
    styleLine(doc, run.look);
    if (traceRun(view, run, doc)) doc.stroke();
    doc.undash();
  }
  drawTexts(doc, lettering);
}

/** The last two digits of a band's colour say how dense it is. */
function strokeCompared(doc: Doc, view: Viewport, run: Run): void {
  const { band } = run;
  if (!traceRun(view, run, doc)) return;
  if (band === undefined) doc.lineWidth(0.8).strokeColor(PALETTE.compared).stroke();
  else {
    const density = Number.parseInt(band.slice(7), 16) / 255;
    doc.lineWidth(BAND_PX).strokeColor(band.slice(0, 7), density).stroke().strokeOpacity(1);
  }
}

function styleLine(doc: Doc, look: string): void {
  const [length, space = length] = dashOf(look);
  doc.lineWidth(0.8 * widthOf(look)).strokeColor(colourOf(PALETTE, look));
  if (length !== undefined) doc.dash(length, { space });
}

function fillAreas(
  doc: Doc,
  view: Viewport,
  { areas, colour, is_beside }: Pick<Limit, "areas" | "is_beside"> & { readonly colour: string },
): void {
  const seen = areas.filter(({ from_ms, to_ms }) => to_ms >= view.from_ms && from_ms <= view.to_ms);
  if (seen.length === 0) return;
  doc.fillColor(colour, 0.3 * alphaOf(is_beside));
  for (const { from_ms, to_ms, from_share, to_share } of seen) {
    const [x, y] = [xOf(view, from_ms), yOf(view, from_share)];
    doc.rect(x, y, Math.max(1, xOf(view, to_ms) - x), Math.max(1, yOf(view, to_share) - y));
  }
  doc.fill().fillOpacity(1);
}

function drawTexts(doc: Doc, { minutes, numbers, badges }: Lettering): void {
  const align = "center";
  for (const { run, text, x_px, y_px } of minutes) {
    const colour = colourOf(PALETTE, run.look);
    write(doc, text, { x_px, y_px, size: MINUTE_FONT_PX, colour, align });
  }
  for (const { run, text, x_px, y_px, angle } of numbers) {
    const colour = colourOf(PALETTE, run.look);
    write(doc, text, { x_px, y_px, size: NUMBER_FONT_PX, colour, angle, align });
  }
  for (const { text, x_px, y_px, width_px } of badges) {
    const x = x_px - width_px / 2 + DIAMOND_PX;
    doc.lineWidth(1.2).fillColor(PALETTE.background).strokeColor(PALETTE.conflict);
    doc
      .moveTo(x - DIAMOND_PX, y_px)
      .lineTo(x, y_px - DIAMOND_PX)
      .lineTo(x + DIAMOND_PX, y_px);
    doc
      .lineTo(x, y_px + DIAMOND_PX)
      .closePath()
      .fillAndStroke();
    write(doc, text, { x_px: x + DIAMOND_PX + 2, y_px, size: 9, colour: PALETTE.conflict });
  }
}
