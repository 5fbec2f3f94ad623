/** Tables of the line, of a station and of the chosen train: shown, printed, or saved for a spreadsheet. */

import { computed, signal } from "@preact/signals";
import type { JSX } from "preact";
import { daysToText } from "../../../src/railway/days/days_text.ts";
import { dayOf } from "../../../src/railway/days/operating_days.ts";
import { printDay, printIsoDay, printSecondsOn, printShortDay } from "../graph/clock.ts";
import { type Run, spanOf } from "../graph/runs.ts";
import { nameZone } from "../graph/zone.ts";
import { Choice } from "../parts/choice.tsx";
import { Dialog } from "../parts/dialog/dialog.tsx";
import { save } from "../parts/save.ts";
import { language } from "../state/asked/reader.ts";
import { countPlaces } from "../state/asked/turns.ts";
import { calendar } from "../state/dates.ts";
import { bitsOf } from "../state/edits/days.ts";
import { attempt } from "../state/session.ts";
import { openStation, placed_station } from "../state/stations/placed_station.ts";
import { findTrain } from "../state/timetable.ts";
import { nameOfTrack, visible_visits } from "../state/trains/opened_station.ts";
import { placed_stations, viewport, visible_runs } from "../state/view.ts";
import { nameCategory, TEXTS } from "../texts.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";
import { driver_sheet } from "./driver_sheet.ts";
import { readFont } from "./font.ts";
import { opened_out } from "./opened.ts";
import { printCsv, printXlsx } from "./table_files.ts";
import { printTables } from "./table_pdf.ts";
import { type Cell, makeBoard, makeLineTable, type Table } from "./tables.ts";

const KINDS = ["line", "station", "train"] as const;
type Kind = (typeof KINDS)[number];

const kind = signal<Kind>("line");
const is_printing = signal(false);

/** For more columns, use a filter or a shorter time. */
const TRAINS_MAX = 300;

const runs_in_sight = computed(() => {
  const { from_ms, to_ms } = viewport.value;
  return visible_runs.value.filter((run) => {
    const span = spanOf(run);
    return span !== null && span.to_ms >= from_ms && span.from_ms <= to_ms;
  });
});

/** Where the tables begin: a day before the first train is no day of theirs. */
const begin_ms = computed(() => {
  const { from_ms, to_ms } = viewport.value;
  const first_ms = Math.min(
    to_ms,
    ...runs_in_sight.value.map((run) => spanOf(run)?.from_ms ?? to_ms),
  );
  return Math.max(from_ms, first_ms);
});

function clock(time_ms: number): string {
  return printSecondsOn(time_ms, begin_ms.value);
}

/** Told below the table. */
const estimated = (text: string): string => `~${text}`;

function lastWaypoint(run: Run): number {
  const record = findTrain(run.train_id);
  return record === null ? Number.NaN : countPlaces(record, run) - 1;
}

export const line_tables = computed<readonly Table[]>(() => {
  const stations = placed_stations.value;
  const [first, last] = [stations[0]?.name ?? "", stations.at(-1)?.name ?? ""];
  const shown = runs_in_sight.value.slice(0, TRAINS_MAX);
  return [false, true].map((is_back) =>
    makeLineTable(shown, stations, is_back, {
      station: TOOL_TEXTS.tables.station,
      km: TOOL_TEXTS.tables.km,
      arrives: TOOL_TEXTS.tables.arrives,
      departs: TOOL_TEXTS.tables.departs,
      title: is_back ? `${last} – ${first}` : `${first} – ${last}`,
      clock,
      passes: (time_ms) => `(${clock(time_ms)})`,
      estimated,
      category: (run) => nameCategory(run.category),
      ...(calendar.value !== null && { days: tellDays(calendar.value) }),
      lastWaypoint,
    }),
  );
});

/** The days of a run's train in words; a train without days runs on the date of its start. */
function tellDays(known: NonNullable<typeof calendar.value>): (run: Run) => string {
  const first_day = dayOf(known.period.first);
  const texts = new Map<string, string>();
  return ({ train_id, start_ms }) => {
    const days = findTrain(train_id)?.days;
    if (days === undefined) return printShortDay(start_ms);
    const key = JSON.stringify(days);
    const text =
      texts.get(key) ?? daysToText({ first_day, bits: bitsOf(days, known) }, language.value);
    texts.set(key, text);
    return text;
  };
}

export const board = computed<readonly Table[]>(() => {
  const placed = placed_station.value;
  if (placed === null) return [];
  const table = makeBoard(visible_visits.value, placed_stations.value, {
    title: placed.name,
    heads: TOOL_TEXTS.tables.board,
    clock,
    category: (run) => nameCategory(run.category),
    track: (id) => nameOfTrack(id) ?? "",
    estimated,
    lastWaypoint,
  });
  return [table];
});

const tables = computed<readonly Table[]>(() => {
  if (kind.value === "line") return line_tables.value;
  if (kind.value === "station") return board.value;
  const sheet = driver_sheet.value;
  return sheet === null ? [] : [sheet];
});

const subtitle = computed(() => {
  const [from_ms, to_ms] = [begin_ms.value, viewport.value.to_ms];
  const [from, to] = [printDay(from_ms), printDay(to_ms)];
  const times = `${from} ${clock(from_ms).slice(0, 5)} – ${from === to ? "" : `${to} `}${clock(to_ms).slice(0, 5)} ${nameZone()}`;
  return kind.value === "line" ? `${times} · ${TOOL_TEXTS.tables.passing}` : times;
});

export function TablesDialog(): JSX.Element {
  const found = tables.value;
  return (
    <Dialog heading={TOOL_TEXTS.tables.heading} onClose={close} is_wide>
      <div class="row">
        <Choice
          label={TOOL_TEXTS.tables.of}
          value={kind.value}
          options={KINDS.map((one) => ({ value: one, text: TOOL_TEXTS.tables.kinds[one] }))}
          onChange={(value) => {
            kind.value = KINDS.find((one) => one === value) ?? "line";
          }}
        />
        {kind.value === "station" && (
          <Choice
            label={TOOL_TEXTS.tables.station}
            value={placed_station.value?.id ?? ""}
            options={[
              { value: "", text: TEXTS.setting.none },
              ...placed_stations.value.map(({ id, name }) => ({ value: id, text: name })),
            ]}
            onChange={openStation}
          />
        )}
        <button
          type="button"
          disabled={found.length === 0 || is_printing.value}
          onClick={() => attempt(savePdf)}
        >
          {is_printing.value ? TOOL_TEXTS.print.printing : TOOL_TEXTS.print.save}
        </button>
        <button type="button" disabled={found.length === 0} onClick={saveXlsx}>
          {TOOL_TEXTS.tables.xlsx}
        </button>
        <button type="button" disabled={found.length === 0} onClick={saveCsv}>
          {TOOL_TEXTS.tables.csv}
        </button>
        <button type="button" onClick={close}>
          {TEXTS.close}
        </button>
      </div>
      <p class="quiet">{found.length === 0 ? explainNothing() : subtitle.value}</p>
      {kind.value === "line" && runs_in_sight.value.length > TRAINS_MAX && (
        <p class="notice warning">
          {TOOL_TEXTS.tables.too_many(TRAINS_MAX, runs_in_sight.value.length)}
        </p>
      )}
      {found.map((table) => (
        <Preview key={table.title} table={table} />
      ))}
    </Dialog>
  );
}

function explainNothing(): string {
  return kind.value === "station" ? TOOL_TEXTS.tables.no_station : TOOL_TEXTS.tables.no_train;
}

function Preview({
  table: { title, heads, rows, notes = [] },
}: {
  readonly table: Table;
}): JSX.Element {
  const [names = [], ...more] = heads;
  return (
    // Focusable, so that keys scroll it too.
    <div class="preview" role="region" aria-label={title} tabIndex={0}>
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            {names.map((cell, i) => (
              <Head key={i} cell={cell} />
            ))}
          </tr>
          {more.map((cells, i) => (
            <tr key={i}>
              {cells.map((cell, k) => (
                <td key={k}>{cell}</td>
              ))}
            </tr>
          ))}
        </thead>
        <tbody>
          {rows.map((cells, i) => (
            <tr key={i}>
              {cells.map((cell, k) => (
                <td key={k}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {notes.map((note) => (
        <p key={note} class="quiet">
          {note}
        </p>
      ))}
    </div>
  );
}

/** An empty head is no heading. */
function Head({ cell }: { readonly cell: Cell }): JSX.Element {
  return cell === "" ? <td /> : <th scope="col">{cell}</th>;
}

function close(): void {
  opened_out.value = null;
}

function fileName(ending: string): string {
  return `${kind.peek()}_${printIsoDay(viewport.peek().from_ms)}.${ending}`;
}

function saveCsv(): void {
  // The byte order mark tells spreadsheets that this is UTF-8.
  const text = `\u{feff}${printCsv(tables.peek())}`;
  save(new Blob([text], { type: "text/csv;charset=utf-8" }), fileName("csv"));
}

const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

function saveXlsx(): void {
  const bytes = printXlsx(tables.peek());
  save(new Blob([bytes as Uint8Array<ArrayBuffer>], { type: XLSX }), fileName("xlsx"));
}

async function savePdf(): Promise<void> {
  is_printing.value = true;
  try {
    const bytes = await printTables({
      tables: tables.peek(),
      subtitle: subtitle.peek(),
      font: await readFont(),
      page: TOOL_TEXTS.tables.page,
    });
    const blob = new Blob([bytes as Uint8Array<ArrayBuffer>], { type: "application/pdf" });
    save(blob, fileName("pdf"));
  } finally {
    is_printing.value = false;
  }
}
