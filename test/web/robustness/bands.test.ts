// Method: drawn lateness at the stops of a drawn line; each moment of it lies in the band of the next stop, on the line.
import { describe, expect, it } from "vitest";
import { makeCurve, type Run, shareOfRunAt } from "../../../web/src/graph/runs.ts";
import { type LateStop, listBands } from "../../../web/src/robustness/bands.ts";
import { makeRandom, type Random, wholeBetween } from "../../workers/engine/seeded.ts";
import { bareRun } from "../graph/bare_run.ts";

const COLOURS = ["pale", "middle", "dense"];

/** Minutes from which on a band begins, by another way than the page's. */
function colourOf(late_s: number | null): string | undefined {
  if (late_s === null || late_s < 60) return undefined;
  if (late_s < 180) return "pale";
  return late_s < 300 ? "middle" : "dense";
}

/** Points at drawn moments, in one or two pieces, and stops at some of them and between. */
function drawLine(random: Random): { readonly run: Run; readonly stops: readonly LateStop[] } {
  const curves = [];
  let ms = 0;
  for (let piece = 0; piece < wholeBetween(random, 1, 2); piece++) {
    const times: number[] = [];
    const shares: number[] = [];
    for (let i = 0; i < wholeBetween(random, 2, 12); i++) {
      times.push(ms);
      shares.push(random());
      ms += wholeBetween(random, 1, 400_000);
    }
    const placed = Float64Array.from(shares);
    curves.push(
      makeCurve({ times_ms: Float64Array.from(times), positions_mm: placed, shares: placed }),
    );
  }
  const moments = Array.from({ length: wholeBetween(random, 1, 8) }, () =>
    wholeBetween(random, 0, ms),
  );
  const stops = [...new Set(moments)]
    .sort((a, b) => a - b)
    .map((arrival_ms) => ({
      arrival_ms,
      late_s: random() < 0.15 ? null : wholeBetween(random, 0, 500),
    }));
  return { run: bareRun("train_schedule 1", { name: "1", start_ms: 5000, curves }), stops };
}

describe("bands of lateness", () => {
  it("lie on the line, each moment in the band of the next stop", () => {
    let seen = 0;
    for (let seed = 0; seed < 200; seed++) {
      const random = makeRandom(seed);
      const { run, stops } = drawLine(random);
      const bands = listBands(run, stops, COLOURS);
      for (let i = 0; i < 60; i++) {
        const moment = wholeBetween(random, 0, 3_000_000) + 0.5;
        const share = shareOfRunAt(run, run.start_ms + moment);
        const next = stops.find(({ arrival_ms }) => arrival_ms > moment);
        const there = bands.flatMap((band) => {
          const own = shareOfRunAt(band, run.start_ms + moment);
          return own === null ? [] : [[band.band, own] as const];
        });
        const colour = share === null ? undefined : colourOf(next?.late_s ?? null);
        expect(
          there.map(([name]) => name),
          `seed ${seed}`,
        ).toEqual(colour === undefined ? [] : [colour]);
        for (const [, own] of there) expect(own).toBeCloseTo(share!, 9);
        seen += there.length;
      }
      // Neighbours of one band are one.
      for (const [i, one] of bands.entries()) {
        const before = bands[i - 1];
        const end_ms = before?.curves.at(-1)?.times_ms.at(-1);
        if (before?.band === one.band && end_ms !== undefined)
          expect(one.curves[0]?.times_ms[0]).not.toBe(end_ms);
      }
    }
    expect(seen).toBeGreaterThan(1000);
  });
});
