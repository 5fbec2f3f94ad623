// Method: drawn networks with loops, double tracks, branches and ways round, with trains and services on them, opened in
// the page's state on a server within the process, by day, over midnight and in the night in which clocks go back, in three zones; every time that a view shows beside the train's own run, which is read
// from `GET …/times`, `…/path` and `…/simulation` alone and placed at stations by brute force on the network's document.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ROLLING_STOCKS } from "../../../bench/network/rolling_stocks.ts";
import type { Bar } from "../../../web/src/graph/occupancy.ts";
import type { Run } from "../../../web/src/graph/runs.ts";
import type { StationLine } from "../../../web/src/graph/stations.ts";
import type { Viewport } from "../../../web/src/graph/viewport.ts";
import type { Table } from "../../../web/src/out/tables.ts";
import { startTestApi, type TestApi } from "../../helpers/api.ts";
import { scaled } from "../../helpers/pace.ts";
import { parseCsv } from "../../helpers/parse_csv.ts";
import { countTries } from "../../helpers/tried.ts";
import {
  type DrawnLines,
  drawLines,
  LINE_CODE,
  TURNED,
} from "../../workers/engine/projection/drawn_lines.ts";
import { StationOracle } from "../../workers/engine/projection/station_oracle.ts";
import { makeRandom, type Random, wholeBetween } from "../../workers/engine/seeded.ts";
import { closePage, openPage, type PageState, soon } from "../state/page.ts";
import { clocks, dayOf, Judge, met, minuteOf, type Seen, secondsOf, shortOf } from "./own_judge.ts";
import {
  answerPage,
  openPlace,
  type Place,
  readTimes,
  readTruths,
  readWaypoint,
  spanOf,
  type Truth,
} from "./own_runs.ts";
import { FONT, readTexts } from "./pdf_texts.ts";

const SEEDS = countTries({ few: 60, many: 3000 });
/** A file is printed for every so many of them: fonts take time. */
const PRINTED_EVERY = 10;
const DIESEL = ROLLING_STOCKS.find(({ effort_curves }) =>
  Object.values(effort_curves.modes).some(({ is_electric }) => !is_electric),
)!;
const MINUTE_MS = 60_000;

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
  await api.make("POST", "/rolling_stock", { ...DIESEL, name: "stock" });
  await api.make("POST", "/rolling_stock", { ...DIESEL, name: "slow stock", max_speed: 12 });
});
afterAll(async () => {
  closePage();
  await api.close();
});
describe("times that the page shows", () => {
  it(
    `are those of the trains' own runs: ${SEEDS} networks`,
    async () => {
      let page: Page | null = null;
      for (let seed = 1; seed <= SEEDS; seed++) {
        const lines = drawLines(seed);
        const random = makeRandom(seed);
        const place = await openPlace(api, seed, { lines, random });
        try {
          page ??= await openFirst(place);
          clocks.zone = page.reader.reader_zone.value = spanOf(seed).zone;
          await judgePlace(page, { seed, lines, random, place });
        } catch (error) {
          throw new Error(`seed ${seed}`, { cause: error });
        }
      }
      for (const [what, count] of Object.entries(met)) {
        expect(count, what).toBeGreaterThan(SEEDS / 30);
      }
    },
    scaled(1000 * SEEDS),
  );
});

async function openFirst({ timetable, infra }: Place) {
  const state = await openPage(
    { fetch: async (request) => await answerPage(api, request) },
    `#/timetable/${timetable}/graph?infra=${infra}`,
    ({ timetable: known }) => known.open_timetable_id.peek() === timetable,
  );
  return {
    state,
    opened: await import("../../../web/src/state/trains/opened_station.ts"),
    tables: await import("../../../web/src/out/tables_dialog.tsx"),
    sheet: await import("../../../web/src/out/driver_sheet.ts"),
    compared: await import("../../../web/src/compare/compared.ts"),
    graph_pdf: await import("../../../web/src/out/graph_pdf.ts"),
    paper: await import("../../../web/src/out/paper.ts"),
    lettering: await import("../../../web/src/graph/drawing/lettering.ts"),
    minutes: await import("../../../web/src/graph/minutes.ts"),
    occupancy: await import("../../../web/src/graph/occupancy.ts"),
    files: await import("../../../web/src/out/table_files.ts"),
    stations: await import("../../../web/src/graph/stations.ts"),
    runs: await import("../../../web/src/graph/runs.ts"),
    trace: await import("../../../web/src/graph/trace.ts"),
    viewport: await import("../../../web/src/graph/viewport.ts"),
    reader: await import("../../../web/src/state/asked/reader.ts"),
  };
}
type Page = Awaited<ReturnType<typeof openFirst>>;

interface Opened {
  readonly seed: number;
  readonly lines: DrawnLines;
  readonly random: Random;
  readonly place: Place;
}

async function openAxis(
  { graph, loading, timetable, address }: PageState,
  { infra, timetable: timetable_id }: Place,
  axis: string,
): Promise<boolean> {
  const parameters = { infra: String(infra), axis };
  address.open({ timetable_id, tab: "graph", parameters });
  await soon(
    () =>
      timetable.open_timetable_id.peek() === timetable_id &&
      loading.step.peek() === "idle" &&
      (loading.fault.peek() !== null || graph.graph_data.peek()?.is_whole === true),
  );
  return loading.fault.peek() === null;
}

/** Of two stations, of three where trains turn at the middle one, of the line, of a train, or of the train that the page chooses. */
function drawAxis({ lines, random, place }: Opened): string {
  const chance = random();
  const mains = lines.points.filter(({ is_main, id }) => is_main && id.startsWith("Station"));
  if (chance < 0.3 && lines.points.some(({ id }) => id === TURNED)) {
    const ids = [mains[0]!.id, mains.at(-1)!.id, TURNED];
    return `stations:${(random() < 0.5 ? ids : ids.reverse()).join(":")}`;
  }
  if (chance > 0.9) return `line:${LINE_CODE}`;
  if (chance < 0.5) {
    const from = wholeBetween(random, 0, mains.length - 2);
    const to = wholeBetween(random, from + 1, mains.length - 1);
    const ids = [mains[from]!.id, mains[to]!.id];
    return `stations:${(random() < 0.5 ? ids : ids.reverse()).join(":")}`;
  }
  const keys = [...place.stops_of.keys()];
  if (chance < 0.8 && keys.length > 0) {
    return keys[wholeBetween(random, 0, keys.length - 1)]!.replace(" ", ":");
  }
  return "";
}

async function judgePlace(page: Page, opened: Opened): Promise<void> {
  const { state } = page;
  const { place, lines } = opened;
  if (place.stops_of.size === 0) return;
  const axis = drawAxis(opened);
  const is_drawn = await openAxis(state, place, axis);
  if (!is_drawn && !(await openAxis(state, place, ""))) return;
  met.networks++;
  if (is_drawn && axis.includes(TURNED)) met.turned++;
  if (is_drawn && axis.startsWith("line")) met.of_line++;
  const truths = await readTruths(api, place);
  const judge = new Judge(lines, truths, state.view.placed_stations.peek());
  const passing = state.graph.passing_runs.peek();
  const drawn = state.graph.runs.peek();
  judge.judgeTrains(passing, drawn, state.off_axis.off_axis.peek());
  for (const run of passing) judge.seenOf(run);
  state.view.setSize(4000, 1500);
  state.view.fitAll();
  for (const run of drawn) judgeLine(page, run, judge);
  judgeMinutes(page, judge);
  const tables = page.tables.line_tables.peek();
  judgeLineTables(tables, passing, judge);
  for (const table of tables) {
    const rows = [[table.title], ...table.heads, ...table.rows];
    expect(parseCsv(page.files.printCsv([table]))).toEqual(rows.map((row) => row.map(String)));
  }
  await judgeStation(page, opened, judge);
  await judgeSheet(page, opened, truths);
  await judgeComparison(page, opened);
  if (opened.seed % PRINTED_EVERY === 0) await judgePdf(page);
}

/** The line goes through each station where and when the train is there; on paper as well, to a pixel. */
function judgeLine({ runs, trace, viewport, paper, state }: Page, run: Run, judge: Judge): void {
  const span = runs.spanOf(run)!;
  const length_km = state.graph.graph_data.peek()!.axis.forward.length_mm / 1e6;
  const scale = { mm_per_min: 3, mm_per_km: 20 };
  const sheets = paper.laySheets("A0 long", scale, span, length_km);
  if (run.is_back) met.back++;
  if (run.curves.length > 1) met.left++;
  for (const { station, arrival, departure } of judge.seenOf(run)) {
    const share = judge.shareOf(station);
    const isLone = run.curves.some(
      ({ times_ms, from_share, to_share }) =>
        from_share === to_share &&
        times_ms[0] === times_ms.at(-1) &&
        times_ms[0] === arrival - run.start_ms,
    );
    if (isLone) met.alone++;
    const isHere = (time_ms: number): boolean =>
      run.curves.some(({ times_ms, shares }) =>
        times_ms.some(
          (t, i) => t + run.start_ms === time_ms && Math.abs(shares[i]! - share) < 1e-9,
        ),
      );
    expect(isHere(arrival) && isHere(departure), `${run.key} ${station}`).toBe(true);
    for (const { view } of sheets) {
      const points: [number, number][] = [];
      const add = (x: number, y: number) => points.push([x, y]);
      trace.traceRun(view, run, { moveTo: add, lineTo: add });
      for (const time_ms of [arrival, departure]) {
        const [x, y] = [viewport.xOf(view, time_ms), viewport.yOf(view, share)];
        if (x < 0 || x > view.width_px || y < 0 || y > view.height_px) continue;
        const far = Math.min(...points.map(([px, py]) => Math.hypot(px - x, py - y)));
        expect(far).toBeLessThan(isLone ? 4.01 : 1.01);
        met.traced++;
      }
    }
  }
}

function minutesOf({ arrival, departure, is_estimated }: Seen): string[] {
  if (is_estimated) return [`(${minuteOf(departure)})`];
  return departure > arrival ? [minuteOf(arrival), minuteOf(departure)] : [minuteOf(departure)];
}

function judgeMinutes({ state, minutes, stations, lettering, runs }: Page, judge: Judge): void {
  const scene = state.view.scene.peek();
  const margin_ms = 10 * MINUTE_MS;
  for (const run of scene.runs) {
    const span = runs.spanOf(run)!;
    const view: Viewport = {
      from_ms: span.from_ms - margin_ms,
      to_ms: span.to_ms + margin_ms,
      from_share: -0.1,
      to_share: 1.1,
      width_px: 20 * ((span.to_ms - span.from_ms + 2 * margin_ms) / MINUTE_MS),
      height_px: 1000,
    };
    for (const line of stations.layStations(view, scene.stations)) {
      if (!line.has_name) continue;
      const seen = judge.seenOf(run).filter(({ station }) => station === line.station.id);
      const found = minutes.layMinutes(view, [run], [line]);
      expect(found.map(({ text }) => text)).toEqual(seen.flatMap(minutesOf));
      met.minutes += found.length;
    }
  }
  // As they stand together, those that have room.
  const view = { ...state.view.viewport.peek(), width_px: 60_000 };
  const together = lettering.letter(view, scene);
  const named = new Map(together.stations.map((one: StationLine) => [one.station.id, one.y_px]));
  for (const { run, text, y_px } of together.minutes) {
    const near = judge
      .seenOf(run)
      .filter(({ station }) => Math.abs(named.get(station)! - y_px) < 7.5);
    expect(near.flatMap(minutesOf)).toContain(text);
  }
}

const withoutDays = (cell: unknown): string => String(cell).replace(/ [+−]\d+(?=\)?$)/, "");

const [ARRIVES, DEPARTS] = ["arr.", "dep."];

/** An arrival unless the train begins here or passes, a departure unless it ends here. */
function printCalls({ station, begins, ends, arrival, departure, is_estimated }: Seen) {
  const stands = departure > arrival;
  const [arrives, departs] = [secondsOf(arrival), secondsOf(departure)];
  const calls: { label: string; text: string; day: number }[] = [];
  if (!begins && (stands || ends)) {
    calls.push({ label: ARRIVES, text: arrives, day: dayOf(arrival) });
  }
  if (!ends) {
    const text = stands || begins ? departs : `(${departs})`;
    calls.push({ label: DEPARTS, text, day: dayOf(departure) });
  }
  return calls.map((call) => ({
    ...call,
    station,
    text: is_estimated ? `~${call.text}` : call.text,
  }));
}

function judgeLineTables(tables: readonly Table[], passing: readonly Run[], judge: Judge): void {
  const by_name = new Map(passing.map((run) => [run.name, run]));
  expect(by_name.size).toBe(passing.length);
  const met_names = new Set<string>();
  for (const { heads, rows } of tables) {
    /** On which days the table counts from, told by each of its cells. */
    const first_days = new Set<number>();
    for (const [column, name] of heads[0]!.entries()) {
      if (column < 3) continue;
      met_names.add(String(name));
      const seen = judge.seenOf(by_name.get(String(name))!);
      const right = seen.flatMap(printCalls);
      let station = "";
      for (const row of rows) {
        station = String(row[0]) || station;
        const cell = String(row[column]);
        if (cell === "") continue;
        const days = Number((/ ([+−]\d+)\)?$/.exec(cell)?.[1] ?? "0").replace("−", "-"));
        // A line without a label has arrivals alone or departures alone.
        const at = right.findIndex(
          (one) =>
            one.station === station &&
            one.text === withoutDays(cell) &&
            (row[2] === "" || row[2] === one.label),
        );
        expect(at, `${name} ${station} ${row[2]} ${cell}`).toBeGreaterThanOrEqual(0);
        for (const { day } of right.splice(at, 1)) first_days.add(day - days);
        met.lines_of_table++;
      }
      expect(right).toEqual([]);
    }
    expect(first_days.size).toBeLessThan(2);
  }
  for (const run of passing) {
    const count = new Set(
      judge
        .seenOf(run)
        .filter((s) => !s.is_estimated)
        .map((s) => s.station),
    );
    if (count.size >= 2) expect(met_names).toContain(run.name);
  }
}

async function judgeStation(
  { state, opened, tables, occupancy }: Page,
  { random }: Opened,
  judge: Judge,
) {
  const { address, view, graph } = state;
  const listed = view.placed_stations.peek();
  // A train that passes no station is an axis without any.
  if (listed.length === 0) return;
  const { id } = listed[wholeBetween(random, 0, listed.length - 1)]!;
  address.setParameters({ station: id });
  await soon(() => opened.opened_station.peek()?.id === id);
  const wanted = graph.passing_runs
    .peek()
    .flatMap((run) =>
      judge.seenOf(run).flatMap((seen) => (seen.station === id ? [{ run, ...seen }] : [])),
    );
  // All days.
  const moments = wanted.flatMap(({ arrival, departure }) => [arrival, departure]);
  if (moments.length > 0) {
    view.viewport.value = {
      ...view.viewport.peek(),
      from_ms: Math.min(...moments) - MINUTE_MS,
      to_ms: Math.max(...moments) + MINUTE_MS,
    };
  }
  const rows = tables.board.peek().flatMap((table) => table.rows);
  const right = wanted.map(({ run, arrival, departure, is_estimated, begins, ends }) => [
    !begins && (ends || departure > arrival) ? secondsOf(arrival) : "",
    ends ? "" : `${is_estimated ? "~" : ""}${secondsOf(departure)}`,
    run.name,
  ]);
  expect(rows.map((row) => row.slice(0, 3).map(withoutDays).join(" ")).sort()).toEqual(
    right.map((row) => row.join(" ")).sort(),
  );
  const { rows: tracks, bars } = opened.diagram.peek();
  expect(bars.length).toBe(wanted.length);
  const shown = view.viewport.peek();
  const ms_per_px = (shown.to_ms - shown.from_ms) / shown.width_px;
  const known = new Set(opened.opened_station.peek()!.tracks.map((track) => track.id));
  for (const bar of bars as readonly Bar[]) {
    const from_ms = shown.from_ms + bar.x_px * ms_per_px;
    const own = wanted.find(
      ({ run, arrival }) => run.key === bar.visit.run.key && Math.abs(arrival - from_ms) < 1,
    )!;
    const stay_ms = own.departure - own.arrival;
    const clocks = [...new Set([own.arrival, own.departure].map(shortOf))].join("–");
    const mark = (text: string): string => (own.is_estimated ? `(${text})` : text);
    expect(occupancy.printVisit(bar.visit)).toBe(mark(clocks));
    expect(occupancy.nameVisit(bar.visit)).toBe(mark(bar.visit.run.name));
    if (bar.width_px > 4.001) expect(Math.abs(bar.width_px * ms_per_px - stay_ms)).toBeLessThan(1);
    else expect(stay_ms).toBeLessThan(4.01 * ms_per_px);
    const row = tracks.findLast(({ y_px }) => y_px <= bar.y_px)!;
    if (row.track !== null) expect(own.tracks).toContain(row.track.id);
    else expect(own.is_estimated || own.tracks.some((track) => !known.has(track))).toBe(true);
    met.visits++;
  }
  view.fitAll();
}

async function judgeSheet(
  { state, sheet }: Page,
  { random, lines }: Opened,
  truths: ReadonlyMap<string, Truth>,
): Promise<void> {
  const runs = state.graph.runs.peek();
  if (runs.length === 0) return;
  const run = runs[wholeBetween(random, 0, runs.length - 1)]!;
  state.selection.select(run.key);
  await soon(() => sheet.driver_sheet.peek()?.title.startsWith(`${run.name},`) === true);
  const { printed, start_ms, waypoints } = truths.get(run.key)!;
  const oracle = new StationOracle(lines);
  const parts = new Set(oracle.listParts(printed!).map(({ id }) => id));
  const axis = new Set(state.view.placed_stations.peek().map(({ id }) => id));
  // Its name is not known where it has no part on the path and is not on the axis.
  const nameOf = (id: string): string => (parts.has(id) || axis.has(id) ? id : "");
  const right = oracle.listVisits(printed!).map((visit) => ({
    name: nameOf(visit.id),
    arrival: visit.arrival,
    departure: visit.departure,
  }));
  // Where it stands nowhere near a station.
  for (const [i, { arrival, departure }] of waypoints.entries()) {
    const is_end = i === 0 || i === waypoints.length - 1;
    const [from, to] = [arrival - start_ms, departure - start_ms];
    const stops = printed!.stops_ms[i] !== null;
    const is_there = right.some((one) => from >= one.arrival - 1 && from <= one.departure + 1);
    if ((stops || is_end) && !is_there) right.push({ name: "", arrival: from, departure: to });
  }
  right.sort((a, b) => a.arrival - b.arrival);
  const wanted = right.map(({ name, arrival, departure }, i, all) => {
    const is_last = i === all.length - 1;
    const print = (ms: number): string => secondsOf(start_ms + Math.floor(ms + 1e-6));
    return [
      name,
      is_last || departure > arrival ? print(arrival) : "",
      is_last ? "" : print(departure),
    ];
  });
  const rows = sheet.driver_sheet.peek()!.rows;
  const told = rows
    .map((row) => row.slice(1, 4).map(withoutDays))
    .filter((row) => row.join("") !== "");
  expect(told).toEqual(wanted);
  met.sheets++;
}

async function judgeComparison({ state, compared }: Page, { place }: Opened): Promise<void> {
  state.address.setParameters({ compare: String(place.other) });
  await soon(() => compared.differences.peek() !== null && !compared.is_elsewhere.peek());
  const rows_of = await readTimes(api, { ...place, timetable: place.other });
  const found = state.view.compared_runs.peek();
  const drawn = state.graph.passing_runs.peek();
  expect(found.map(({ name }) => name).sort()).toEqual(drawn.map(({ name }) => name).sort());
  for (const run of found) {
    const own = rows_of.get(run.key)!;
    for (const { waypoint, arrival_ms, departure_ms, station } of run.passes) {
      if (waypoint === null) continue;
      const { arrival, departure } = readWaypoint(own[waypoint]!);
      expect(run.start_ms + arrival_ms).toBe(arrival);
      expect(run.start_ms + departure_ms).toBe(departure);
      expect(station).not.toBe("");
      met.compared++;
    }
  }
  const differences = compared.differences.peek()!;
  const shifts = new Map(differences.map(({ train, shift_ms }) => [train.train_name, -shift_ms]));
  for (const [name, shift_ms] of place.shifts_ms) expect(shifts.get(name) ?? 0).toBe(shift_ms);
}

/** The file has the points of all lines and all minutes. */
async function judgePdf({ state, graph_pdf, paper, trace, lettering }: Page): Promise<void> {
  const scene = state.view.scene.peek();
  const { from_ms, to_ms } = state.view.whole_area.peek();
  const length_km = state.graph.graph_data.peek()!.axis.forward.length_mm / 1e6;
  const scale = { mm_per_min: 4, mm_per_km: 20 };
  const sheets = paper.laySheets("A0 long", scale, { from_ms, to_ms }, length_km);
  const texts = {
    title: "",
    validity: "",
    subtitle: "",
    legend: [],
    conflict: "",
    work: "",
    limit: "",
    page: () => "",
  };
  const work = { paper: "A0 long", sheets, scene, texts, font: FONT } as const;
  const pdf = Buffer.from(await graph_pdf.printGraph(work, false)).toString("latin1");
  const points = new Set(
    [...pdf.matchAll(/^(\S+) (\S+) [ml]$/gm)].map(([, x, y]) => `${Number(x)} ${Number(y)}`),
  );
  const round = (px: number): number => Math.round(px * 1e6) / 1e6;
  const printed = readTexts(pdf);
  for (const { view } of sheets) {
    const add = (x: number, y: number): void => {
      expect(points).toContain(`${round(x)} ${round(y)}`);
      met.printed++;
    };
    for (const run of [...scene.runs, ...scene.compared_runs]) {
      trace.traceRun(view, run, { moveTo: add, lineTo: add });
    }
    for (const { text } of lettering.letter(view, scene).minutes) expect(printed).toContain(text);
  }
}
