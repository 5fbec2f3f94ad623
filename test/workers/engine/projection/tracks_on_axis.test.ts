// Method: random networks with loops, branches and ways round; the nearest points of the axis from every end of a track by relaxation over the network's document, and places between them by hand.
import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { RailjsonInput } from "../../../../workers/engine/infra/compile/railjson_input.ts";
import type { RailjsonDocument } from "../../../../workers/railjson/schemas.ts";
import { compileDocument } from "../../../../workers/tasks/network/compile_infra.ts";
import { measureAxis } from "../../../../workers/tasks/projection/measure_axis.ts";
import {
  type PlacedTrack,
  placeTracks,
} from "../../../../workers/tasks/projection/place_tracks.ts";
import type { InfraRef } from "../../../../workers/tasks/types.ts";
import { JOINED_PORTS } from "../../../helpers/joined_ports.ts";
import { countTries } from "../../../helpers/tried.ts";
import { makeRandom, wholeBetween } from "../seeded.ts";
import { drawLines } from "./drawn_lines.ts";

const SEEDS = countTries({ few: 300, many: 3000 });

interface End {
  readonly track: string;
  readonly endpoint: string;
}

const keyOf = ({ track, endpoint }: End): string => `${track} ${endpoint}`;
const otherEnd = ({ track, endpoint }: End): End => ({
  track,
  endpoint: endpoint === "BEGIN" ? "END" : "BEGIN",
});

interface Reached {
  readonly mm: number;
  readonly id: string;
}

/** The nearest axis point from each end of each track, outwards. */
class Surroundings {
  readonly lengths_mm = new Map<string, number>();
  readonly #joins = new Map<string, End[]>();
  readonly #parts = new Map<string, { readonly id: string; readonly mm: number }[]>();
  readonly #out = new Map<string, Reached>();

  constructor(document: RailjsonDocument, ids: ReadonlySet<string>) {
    for (const { id, length } of document.track_sections)
      this.lengths_mm.set(id, Math.round(length * 1000));
    for (const { switch_type, ports } of document.switches) {
      const own = ports as Readonly<Record<string, End>>;
      const pairs = JOINED_PORTS[switch_type];
      if (pairs === undefined) throw new Error(`what joins ${switch_type}?`);
      for (const [a, b] of pairs) {
        this.#join(own[a]!, own[b]!);
        this.#join(own[b]!, own[a]!);
      }
    }
    for (const { id, parts } of document.operational_points) {
      if (!ids.has(id)) continue;
      for (const { track, position } of parts) {
        const mm = Math.round(position * 1000);
        this.#parts.set(
          track,
          [...this.partsOf(track), { id, mm }].sort((a, b) => a.mm - b.mm),
        );
      }
    }
    this.#relax();
  }

  #join(from: End, to: End): void {
    this.#joins.set(keyOf(from), [...(this.#joins.get(keyOf(from)) ?? []), to]);
  }

  partsOf(track: string): readonly { readonly id: string; readonly mm: number }[] {
    return this.#parts.get(track) ?? [];
  }

  /** Each round looks one track further. */
  #relax(): void {
    for (let is_new = true; is_new; ) {
      is_new = false;
      for (const [key, ends] of this.#joins) {
        for (const end of ends) {
          const found = this.#onto(end);
          if (found === null || found.mm >= (this.#out.get(key)?.mm ?? Infinity)) continue;
          this.#out.set(key, found);
          is_new = true;
        }
      }
    }
  }

  #onto(end: End): Reached | null {
    const length = this.lengths_mm.get(end.track)!;
    const parts = this.partsOf(end.track);
    const own = end.endpoint === "BEGIN" ? parts[0] : parts.at(-1);
    if (own !== undefined) {
      return { id: own.id, mm: end.endpoint === "BEGIN" ? own.mm : length - own.mm };
    }
    const on = this.#out.get(keyOf(otherEnd(end)));
    return on === undefined ? null : { id: on.id, mm: on.mm + length };
  }

  outOf(track: string, endpoint: string): Reached | null {
    return this.#out.get(keyOf({ track, endpoint })) ?? null;
  }
}

interface Axis {
  readonly ids: readonly string[];
  readonly positions_mm: readonly number[];
  readonly lengths_mm: readonly (number | null)[];
}

/** Where a place of a track is; null: it is not placed. */
function placeRightly(around: Surroundings, axis: Axis, track: string, at: number): number | null {
  const length = around.lengths_mm.get(track)!;
  const [west, east] = [around.outOf(track, "BEGIN"), around.outOf(track, "END")];
  const parts = around.partsOf(track);
  const marks = [
    ...(west === null ? [] : [{ id: west.id, mm: -west.mm }]),
    ...parts,
    ...(east === null ? [] : [{ id: east.id, mm: length + east.mm }]),
  ];
  const before = marks.findLast(({ mm }) => mm <= at) ?? null;
  const after = marks.find(({ mm }) => mm > at) ?? null;
  const only = before === null ? after : after === null ? before : null;
  if (before === null || after === null) {
    // A short stub of a station is at the station; one that leads nowhere is not.
    const is_own = parts.some(({ id, mm }) => id === only?.id && mm === only.mm);
    const stub = before === null ? (only?.mm ?? 0) : length - (only?.mm ?? 0);
    return is_own && stub <= 500_000 ? axis.positions_mm[axis.ids.indexOf(only!.id)]! : null;
  }
  const [i, j] = [axis.ids.indexOf(before.id), axis.ids.indexOf(after.id)];
  let way = 0;
  for (let k = Math.min(i, j); k < Math.max(i, j); k++) {
    way += axis.lengths_mm[k] ?? axis.positions_mm[k + 1]! - axis.positions_mm[k]!;
  }
  if (after.mm - before.mm > 1.25 * way + 500_000) return null;
  const share = (at - before.mm) / (after.mm - before.mm);
  return axis.positions_mm[i]! + share * (axis.positions_mm[j]! - axis.positions_mm[i]!);
}

function placeOf({ begin, end, from, to }: PlacedTrack, at: number): number | null {
  const k = begin.findIndex((low, i) => low <= at && at < end[i]!);
  if (k < 0) return null;
  const share = (at - begin[k]!) / (end[k]! - begin[k]!);
  return from[k]! + share * (to[k]! - from[k]!);
}

const stretchOf = ({ begin, end, from, to }: PlacedTrack): number =>
  Math.max(...begin.map((low, i) => Math.abs(to[i]! - from[i]!) / (end[i]! - low)));

describe("a track on an axis", () => {
  it("lies between the points that enclose it, by length, or is not placed", () => {
    const met = { placed: 0, elsewhere: 0, sloped: 0, at_station: 0 };
    for (let seed = 1; seed <= SEEDS; seed++) {
      const { document, points } = drawLines(seed);
      const random = makeRandom(seed * 7);
      const compiled = compileDocument(document as RailjsonInput);
      if (compiled.kind !== "compiled") throw new Error(JSON.stringify(compiled.faults));
      const infra: InfraRef = { key: randomUUID(), buffer: compiled.buffer };
      const ids = points.filter(({ is_main }) => is_main || random() < 0.5).map(({ id }) => id);
      if (random() < 0.3) ids.reverse();
      const pairs = ids.slice(1).map((to, i) => ({ from: ids[i]!, to }));
      const lengths_mm = measureAxis({ infra, pairs });
      let at_mm = 0;
      const positions_mm = ids.map((_, i) =>
        i === 0 ? 0 : (at_mm += lengths_mm[i - 1] ?? wholeBetween(random, 1, 5_000_000)),
      );
      const axis = { ids, lengths_mm, positions_mm };
      const tracks = document.track_sections.map(({ id }) => id);
      const placed = new Map(
        placeTracks({ infra, axis, tracks: [...tracks, "none"] }).map((one) => [one.id, one]),
      );
      expect(placed.has("none")).toBe(false);
      const around = new Surroundings(document, new Set(ids));
      for (const track of tracks) {
        const length = around.lengths_mm.get(track)!;
        for (let n = 0; n < 5; n++) {
          const at = wholeBetween(random, 0, length - 1);
          const right = placeRightly(around, axis, track, at);
          const own = placed.get(track);
          const found = own === undefined ? null : placeOf(own, at);
          const where = `seed ${seed}, ${track} at ${at}`;
          if (right === null) {
            expect(found, where).toBeNull();
            met.elsewhere++;
          } else {
            // Half a millimetre for places on the axis, and one for a way round of whole millimetres, which it may stretch.
            const off_mm = 0.5 + Math.max(1, own === undefined ? 1 : stretchOf(own));
            expect(Math.abs((found ?? Infinity) - right), where).toBeLessThanOrEqual(off_mm);
            met.placed++;
            if (positions_mm.includes(Math.round(right))) met.at_station++;
            else met.sloped++;
          }
        }
      }
    }
    for (const count of Object.values(met)) expect(count).toBeGreaterThan(SEEDS / 10);
  });
});
