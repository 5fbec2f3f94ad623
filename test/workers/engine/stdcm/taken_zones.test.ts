/**
 * Method: seeded trains and works; what a search cuts out of the joined zones is what widening and joining
 * all their rows anew gives.
 */
import { expect, it } from "vitest";
import { FREE_SLOT } from "../../../../workers/engine/conflicts/occupancy.ts";
import { Occupancies } from "../../../../workers/engine/stdcm/occupancies.ts";
import { tabulateTaken } from "../../../../workers/engine/stdcm/taken_zones.ts";
import { makeRandom, type Random, wholeBetween } from "../seeded.ts";
import { rowsOf } from "./occupancies_of.ts";

const ZONES = 5;
const RUNS = 6;

interface Row {
  readonly zone: number;
  readonly begin_ms: number;
  readonly end_ms: number;
}

function drawRow(random: Random): Row {
  const begin_ms = wholeBetween(random, 0, 60);
  const end_ms = begin_ms + wholeBetween(random, 1, 20);
  return { zone: wholeBetween(random, 0, ZONES - 1), begin_ms, end_ms };
}

function drawRows(random: Random, most: number): Row[] {
  return Array.from({ length: wholeBetween(random, 0, most) }, () => drawRow(random));
}

/** Runs with zones that count, and places of routes that do not. */
function layOut(runs: readonly (readonly Row[])[], nRoutes: number) {
  const rows = runs.flatMap((own) => [
    ...own,
    ...Array.from({ length: nRoutes }, () => ({ zone: 0, begin_ms: -1000, end_ms: 1000 })),
  ]);
  const runStart = [0];
  for (const own of runs) runStart.push(runStart.at(-1)! + own.length + nRoutes);
  return {
    nRuns: runs.length,
    begins_ms: Float64Array.from(rows, ({ begin_ms }) => begin_ms),
    ends_ms: Float64Array.from(rows, ({ end_ms }) => end_ms),
    places: Uint32Array.from(rows, ({ zone }) => zone),
    runStart: Uint32Array.from(runStart),
    runRouting: Uint32Array.from(runs, (own, r) => runStart[r]! + own.length),
    runFirst_ms: new Float64Array(runs.length),
    runLast_ms: new Float64Array(runs.length),
  };
}

it("are for every search what its trains and works take, widened by its gaps", () => {
  let nCut = 0;
  for (let seed = 0; seed < 500; seed++) {
    const random = makeRandom(seed);
    const runs = Array.from({ length: RUNS }, () => drawRows(random, 8));
    const trains = Array.from({ length: wholeBetween(random, 0, 12) }, () => ({
      run: random() < 0.2 ? FREE_SLOT : wholeBetween(random, 0, RUNS - 1),
      start_ms: wholeBetween(random, -100, 300),
    }));
    const works = drawRows(random, 6);
    const slots = {
      runs: Uint32Array.from(trains, ({ run }) => run),
      starts_ms: Float64Array.from(trains, ({ start_ms }) => start_ms),
      orders: new Float64Array(trains.length),
      ordinals: new Uint32Array(trains.length),
    };
    const occupancy = {
      runs: layOut(runs, wholeBetween(random, 0, 2)),
      slots,
      works: {
        zones: Uint32Array.from(works, ({ zone }) => zone),
        works: Uint32Array.from(works.keys()),
        begins_ms: Float64Array.from(works, ({ begin_ms }) => begin_ms),
        ends_ms: Float64Array.from(works, ({ end_ms }) => end_ms),
      },
    };
    const span = {
      start_ms: wholeBetween(random, -50, 100),
      until_ms: wholeBetween(random, 100, 300),
      gap_before_ms: wholeBetween(random, 0, 15),
      gap_after_ms: wholeBetween(random, 0, 15),
    };
    const all = [
      ...works,
      ...trains.flatMap(({ run, start_ms }) =>
        (runs[run] ?? []).map(({ zone, begin_ms, end_ms }) => ({
          zone,
          begin_ms: start_ms + begin_ms,
          end_ms: start_ms + end_ms,
        })),
      ),
    ].map(({ zone, begin_ms, end_ms }) => ({
      zone,
      begin_ms: begin_ms - span.gap_after_ms,
      end_ms: end_ms + span.gap_before_ms,
    }));
    const cut = new Occupancies(tabulateTaken(occupancy, ZONES), span);
    const until_s = (span.until_ms - span.start_ms) / 1000;
    for (let zone = 0; zone < ZONES; zone++) {
      const near = joinRows(
        all.filter((one) => one.zone === zone),
        span.start_ms,
      ).filter(([begin_s, end_s]) => end_s > 0 && begin_s <= until_s);
      const got = rowsOf(cut, zone);
      // What is joined with something too late to matter may end earlier, never within the span.
      expect(clip(got, until_s), `seed ${seed}`).toEqual(clip(near, until_s));
      nCut += got.length;
    }
  }
  expect(nCut).toBeGreaterThan(1000);
});

type Spans = readonly (readonly [begin_s: number, end_s: number])[];

/** Rows that overlap or touch are one. */
function joinRows(rows: readonly Omit<Row, "zone">[], start_ms: number): Spans {
  const joined: { begin_ms: number; end_ms: number }[] = [];
  for (const { begin_ms, end_ms } of [...rows].sort((a, b) => a.begin_ms - b.begin_ms)) {
    const last = joined.at(-1);
    if (last !== undefined && begin_ms <= last.end_ms) last.end_ms = Math.max(last.end_ms, end_ms);
    else joined.push({ begin_ms, end_ms });
  }
  return joined.map(
    ({ begin_ms, end_ms }) => [(begin_ms - start_ms) / 1000, (end_ms - start_ms) / 1000] as const,
  );
}

function clip(spans: Spans, until_s: number): Spans {
  return spans.map(([begin_s, end_s]) => [Math.max(0, begin_s), Math.min(until_s, end_s)] as const);
}

it("no zone is left out that is never free for long", () => {
  let [nDense, nNever] = [0, 0];
  for (let seed = 0; seed < 300; seed++) {
    const random = makeRandom(seed);
    const every_ms = wholeBetween(random, 100, 500) * 1000;
    const takes_ms = wholeBetween(random, 60, 480) * 1000;
    const nTrains = wholeBetween(random, 1, 60);
    const slots = {
      runs: Uint32Array.from({ length: nTrains }, () => 0),
      starts_ms: Float64Array.from({ length: nTrains }, (_, i) => i * every_ms),
      orders: new Float64Array(nTrains),
      ordinals: new Uint32Array(nTrains),
    };
    const nothing = { zones: new Uint32Array(0), works: new Uint32Array(0) };
    const times = { begins_ms: new Float64Array(0), ends_ms: new Float64Array(0) };
    const taken = tabulateTaken(
      {
        runs: layOut([[{ zone: 2, begin_ms: 0, end_ms: takes_ms }]], 0),
        slots,
        works: { ...nothing, ...times },
      },
      ZONES,
    );
    const span = {
      start_ms: wholeBetween(random, 0, 1000) * 1000,
      until_ms: wholeBetween(random, 1000, 12_000) * 1000,
      gap_before_ms: wholeBetween(random, 0, 2) * 60_000,
      gap_after_ms: wholeBetween(random, 0, 2) * 60_000,
    };
    const least_s = wholeBetween(random, 0, 100);
    const occupancies = new Occupancies(taken, span);
    const until_s = (span.until_ms - span.start_ms) / 1000;
    let [free_s, from_s] = [0, 0];
    for (const [begin_s, end_s] of [...rowsOf(occupancies, 2), [until_s, until_s] as const]) {
      free_s = Math.max(free_s, Math.min(begin_s, until_s) - from_s);
      from_s = end_s;
    }
    const isDense = occupancies.listDense(least_s).includes(2);
    if (isDense) nDense++;
    if (free_s < least_s) {
      nNever++;
      expect(isDense, `seed ${seed}`).toBe(true);
    }
  }
  expect(nNever).toBeGreaterThan(20);
  expect(nDense).toBeGreaterThan(nNever);
  expect(nDense).toBeLessThan(250);
});
