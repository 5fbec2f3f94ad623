/** Tables on A4 pages: wide ones are cut between columns, long ones between rows; heads are repeated. */

import { paletteOf } from "../graph/drawing/palette.ts";
import { widthOfText } from "../graph/numbers.ts";
import { addFramedPage, type Doc, fitText, openPdf, write } from "./pdf.ts";
import type { Cell, Table } from "./tables.ts";

export interface TablePaper {
  readonly tables: readonly Table[];
  readonly subtitle: string;
  readonly font: Uint8Array;
  readonly page: (number: number) => string;
}

const PALETTE = paletteOf(false);
const FONT_PX = 10;
const ROW_PX = 15;
const GAP_PX = 10;
const COLUMN_MAX_PX = 170;
const EDGE_PX = 8;
const HEAD_PX = 46;

/** The file's bytes. */
export async function printTables(work: TablePaper, is_compressed = true): Promise<Uint8Array> {
  const { tables, font } = work;
  const { doc, close } = openPdf({ title: tables[0]?.title ?? "", font, is_compressed });
  let page = 0;
  for (const table of tables) {
    const widths = measureColumns(table);
    let from_column = table.fixed_count;
    do {
      const columns = listColumns(table, widths, from_column);
      let from_row = 0;
      do {
        page += 1;
        from_row += drawPage(doc, work, { table, widths, columns, from_row, page });
      } while (from_row < table.rows.length + (table.notes?.length ?? 0));
      from_column = (columns.at(-1) ?? 0) + 1;
    } while (from_column < widths.length);
  }
  return await close();
}

/** [nColumns] */
function measureColumns({ heads, rows }: Table): number[] {
  return (heads[0] ?? []).map((_head, i) => {
    const widths = [...heads, ...rows].map((cells) => widthOfText(String(cells[i] ?? ""), FONT_PX));
    return Math.min(COLUMN_MAX_PX, Math.max(...widths)) + GAP_PX;
  });
}

function fitCell(doc: Doc, cell: Cell): string {
  return typeof cell === "number" ? String(cell) : fitText(doc, cell, FONT_PX, COLUMN_MAX_PX);
}

/** The fixed columns and as many others as fit, at least one. */
function listColumns({ fixed_count }: Table, widths: readonly number[], from: number): number[] {
  const fixed = widths.slice(0, fixed_count).map((_width, i) => i);
  let left_px = PAGE_WIDTH_PX - fixed.reduce((sum, i) => sum + (widths[i] ?? 0), 0);
  const columns = [...fixed];
  for (let i = from; i < widths.length; i++) {
    left_px -= widths[i] ?? 0;
    if (left_px < 0 && i > from) break;
    columns.push(i);
  }
  return columns;
}

/** Width inside the frame of an A4 page. */
const PAGE_WIDTH_PX = 1040;

interface Part {
  readonly table: Table;
  readonly widths: readonly number[];
  readonly columns: readonly number[];
  readonly from_row: number;
  readonly page: number;
}

/** Returns the number of rows and notes that fitted. */
function drawPage(doc: Doc, { subtitle, page: printPage }: TablePaper, part: Part): number {
  const { table, widths, columns, from_row, page } = part;
  const { width_px, height_px } = addFramedPage(doc, "A4");
  const title = fitText(doc, table.title, 15, width_px - 120);
  write(doc, title, { x_px: EDGE_PX, y_px: 14, size: 15 });
  const quiet = { size: FONT_PX, colour: PALETTE.quiet_text };
  const under = fitText(doc, subtitle, FONT_PX, width_px - 2 * EDGE_PX);
  write(doc, under, { x_px: EDGE_PX, y_px: 32, ...quiet });
  write(doc, printPage(page), { x_px: width_px - EDGE_PX, y_px: 14, align: "right", ...quiet });
  const heads_px = HEAD_PX + table.heads.length * ROW_PX;
  const room = Math.max(1, Math.floor((height_px - heads_px - EDGE_PX) / ROW_PX));
  const shown = table.rows.slice(from_row, from_row + room);
  const from_note = Math.max(0, from_row - table.rows.length);
  const notes = (table.notes ?? []).slice(from_note, from_note + room - shown.length);
  let y = HEAD_PX + ROW_PX / 2;
  for (const [i, cells] of [...table.heads, ...shown].entries()) {
    let x = EDGE_PX;
    for (const column of columns) {
      const text = fitCell(doc, cells[column] ?? "");
      if (text !== "") write(doc, text, { x_px: x, y_px: y, size: FONT_PX });
      x += widths[column] ?? 0;
    }
    const is_last_head = i === table.heads.length - 1;
    doc.lineWidth(is_last_head ? 1 : 0.3);
    doc.strokeColor(is_last_head ? PALETTE.text : PALETTE.strong_grid);
    doc
      .moveTo(EDGE_PX, y + ROW_PX / 2)
      .lineTo(width_px - EDGE_PX, y + ROW_PX / 2)
      .stroke();
    y += ROW_PX;
  }
  for (const note of notes) {
    const text = fitText(doc, note, FONT_PX, width_px - 2 * EDGE_PX);
    write(doc, text, { x_px: EDGE_PX, y_px: y, ...quiet });
    y += ROW_PX;
  }
  return Math.max(1, shown.length + notes.length);
}
