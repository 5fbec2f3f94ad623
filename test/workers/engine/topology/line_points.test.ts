// Method: random lines with double tracks, loops, branches and ways round, of which some tracks have the code; all ways over them without turning back, listed from the document, are the judge of ends, order, distances and of what is left out.
import { describe, expect, it } from "vitest";
import type { RailjsonInput } from "../../../../workers/engine/infra/compile/railjson_input.ts";
import { stringAt } from "../../../../workers/engine/infra/infra.ts";
import { findLinePoints } from "../../../../workers/engine/topology/line_points.ts";
import { toMilli } from "../../../../workers/engine/units.ts";
import type { RailjsonDocument } from "../../../../workers/railjson/schemas.ts";
import { countTries } from "../../../helpers/tried.ts";
import { compileNetwork } from "../infra/compile_network.ts";
import { drawLines, LINE_CODE } from "../projection/drawn_lines.ts";
import { makeRandom, type Random } from "../seeded.ts";

const SEEDS = countTries({ few: 120, many: 2000 });

type Ways = readonly (readonly Visit[])[];

interface Visit {
  readonly id: string;
  readonly at_mm: number;
}

/** Some of the tracks are those of another line, or of none. */
function nameTracks(drawn: RailjsonDocument, random: Random): RailjsonDocument {
  const share = random() < 0.5 ? 1 : 0.9;
  return {
    ...drawn,
    track_sections: drawn.track_sections.map(({ extensions, ...track }) => {
      const sncf = { ...extensions!.sncf!, line_code: random() < share ? LINE_CODE : 8 };
      return random() < 0.05 ? track : { ...track, extensions: { sncf } };
    }),
  };
}

interface Piece {
  readonly tracks: readonly string[];
  readonly points: ReadonlySet<string>;
}

const endName = (track: string, endpoint: string): string => `${track} ${endpoint}`;

class LineOracle {
  /** By track end, the ends that it leads to. */
  readonly #joins = new Map<string, readonly (readonly [track: string, endpoint: string])[]>();
  readonly #lengths_mm: ReadonlyMap<string, number>;
  readonly #parts = new Map<string, Visit[]>();

  constructor(document: RailjsonDocument) {
    const own = document.track_sections.filter(
      ({ extensions }) => extensions?.sncf?.line_code === LINE_CODE,
    );
    this.#lengths_mm = new Map(own.map(({ id, length }) => [id, toMilli(length)]));
    for (const { switch_type, ports } of document.switches) {
      const pairs =
        switch_type === "link"
          ? [["A", "B"]]
          : [
              ["A", "B1"],
              ["A", "B2"],
            ];
      for (const [a, b] of [...pairs, ...pairs.map((pair) => pair.toReversed())]) {
        const [from, to] = [ports[a!]!, ports[b!]!];
        if (!this.#lengths_mm.has(to.track)) continue;
        const key = endName(from.track, from.endpoint);
        this.#joins.set(key, [...(this.#joins.get(key) ?? []), [to.track, to.endpoint]]);
      }
    }
    for (const { id, parts } of document.operational_points) {
      for (const { track, position } of parts) {
        const at_mm = toMilli(position);
        this.#parts.set(track, [...(this.#parts.get(track) ?? []), { id, at_mm }]);
      }
    }
  }

  /** Tracks that hang together, with their points. */
  pieces(): Piece[] {
    const left = new Set(this.#lengths_mm.keys());
    const pieces: Piece[] = [];
    for (const first of left) {
      const [waiting, points] = [[first], new Set<string>()];
      left.delete(first);
      for (const track of waiting) {
        for (const { id } of this.#parts.get(track) ?? []) points.add(id);
        for (const endpoint of ["BEGIN", "END"]) {
          for (const [other] of this.#joins.get(endName(track, endpoint)) ?? []) {
            if (left.delete(other)) waiting.push(other);
          }
        }
      }
      pieces.push({ tracks: waiting, points });
    }
    return pieces;
  }

  /** What each way from one of the tracks that goes on as far as it can passes. */
  ways(tracks: readonly string[]): Ways {
    const ways: Visit[][] = [];
    const goOn = (
      track: string,
      entered: string,
      before: readonly Visit[],
      seen: ReadonlySet<string>,
      from_mm: number,
    ): void => {
      const length_mm = this.#lengths_mm.get(track)!;
      const here = (this.#parts.get(track) ?? []).map(({ id, at_mm }) => ({
        id,
        at_mm: from_mm + (entered === "BEGIN" ? at_mm : length_mm - at_mm),
      }));
      const visits = [...before, ...here.sort((a, b) => a.at_mm - b.at_mm)];
      const next = (
        this.#joins.get(endName(track, entered === "BEGIN" ? "END" : "BEGIN")) ?? []
      ).filter(([other]) => !seen.has(other));
      if (next.length === 0) ways.push(visits);
      for (const [other, endpoint] of next) {
        goOn(other, endpoint, visits, new Set([...seen, other]), from_mm + length_mm);
      }
    };
    for (const track of tracks) {
      for (const entered of ["BEGIN", "END"]) goOn(track, entered, [], new Set([track]), 0);
    }
    return ways;
  }
}

/** Of the ways that pass all of the points in order, the least distance from the first to each. */
function measureRow(ways: Ways, ids: readonly string[]): number[] | null {
  let best: number[] | null = null;
  for (const way of ways) {
    // From each place of the first point on.
    for (const [from, first] of way.entries()) {
      if (first.id !== ids[0]) continue;
      const found: number[] = [];
      let at = from;
      for (const id of ids) {
        while (at < way.length && way[at]!.id !== id) at++;
        if (at === way.length) break;
        found.push(way[at]!.at_mm - first.at_mm);
      }
      if (found.length < ids.length) continue;
      best = best === null ? found : best.map((known, i) => Math.min(known, found[i]!));
    }
  }
  return best;
}

function leastFar(ways: Ways): Map<string, number> {
  const far = new Map<string, number>();
  for (const way of ways) {
    for (const [i, a] of way.entries()) {
      for (const b of way.slice(i)) {
        const key = `${a.id} ${b.id}`;
        far.set(key, Math.min(far.get(key) ?? Infinity, b.at_mm - a.at_mm));
      }
    }
  }
  return far;
}

describe("the points along a line", () => {
  it("are those of a longest way of its largest piece, in order, with their distances", () => {
    const seen = { lines: 0, with_some_left_out: 0 };
    for (let seed = 0; seed < SEEDS; seed++) {
      const document = nameTracks(drawLines(seed).document, makeRandom(seed + 1e6));
      const infra = compileNetwork(document as RailjsonInput);
      const found = findLinePoints(infra, LINE_CODE)!;
      const ids = found.ops.map((op) => stringAt(infra, infra.opName[op]!));
      const left_out = found.left_out.map((op) => stringAt(infra, infra.opName[op]!));
      const oracle = new LineOracle(document);
      const pieces = oracle.pieces();
      expect([...ids, ...left_out].sort(), `seed ${seed}`).toEqual(
        [...new Set(pieces.flatMap(({ points }) => [...points]))].sort(),
      );
      if (ids.length === 0) continue;
      const largest = Math.max(...pieces.map(({ points }) => points.size));
      const judged = pieces
        .filter(({ points }) => points.size === largest)
        .map(({ tracks, points }) => ({ points, ways: oracle.ways(tracks) }))
        // One train passes all of them.
        .filter(({ ways }) => measureRow(ways, ids) !== null);
      const [first = "", last = ""] = [ids[0], ids.at(-1)];
      const rows = judged.map(({ ways }) =>
        ids.map((id) => measureRow(ways, [first, id, last])?.[1]),
      );
      const right = [...found.positions_mm];
      expect(rows, `seed ${seed}`).toContainEqual(right);
      expect(first <= last).toBe(true);
      const { points, ways } = judged[rows.findIndex((row) => row.at(-1) === right.at(-1))]!;
      // From either end no point is farther than the other end.
      for (const [key, far_mm] of leastFar(ways)) {
        if (!key.split(" ").some((id) => id === first || id === last)) continue;
        expect(far_mm, `seed ${seed}: ${key}`).toBeLessThanOrEqual(right.at(-1)!);
      }
      // No other could be passed as well, unless by a way that is a kilometre longer, or as long as to the next point.
      for (const id of left_out.filter((one) => points.has(one))) {
        const [, at_mm = Infinity] = measureRow(ways, [first, id, last]) ?? [];
        const i = right.findIndex((position_mm) => position_mm > at_mm);
        if (i < 0) continue;
        const row = measureRow(ways, ids.toSpliced(i, 0, id));
        const more_mm =
          row === null ? Infinity : row[i + 1]! - row[i - 1]! - (right[i]! - right[i - 1]!);
        expect(more_mm, `seed ${seed}: ${id}`).toBeGreaterThan(1_000_000);
      }
      seen.lines++;
      if (left_out.length > 0) seen.with_some_left_out++;
    }
    expect(seen.lines).toBeGreaterThan(SEEDS * 0.9);
    expect(seen.with_some_left_out).toBeGreaterThan(SEEDS / 10);
  });
});
