/** Method: seeded rows; made at once, made with the rest added, and looked at second by second. */
import { expect, it } from "vitest";
import type { OccupancyRows } from "../../../../workers/engine/stdcm/occupancies.ts";
import { makeRandom, type Random, wholeBetween } from "../seeded.ts";
import { occupanciesOf, rowsOf } from "./occupancies_of.ts";

const ZONES = 4;
const SECONDS = 60;

function draw(random: Random, count: number): OccupancyRows {
  const begins = Array.from({ length: count }, () => wholeBetween(random, 1, SECONDS));
  return {
    zones: Uint32Array.from(begins, () => wholeBetween(random, 0, ZONES - 1)),
    begins_s: Float64Array.from(begins),
    // Some are empty, and some of negative length.
    ends_s: Float64Array.from(begins, (begin) => begin + wholeBetween(random, -2, 8)),
  };
}

function join(a: OccupancyRows, b: OccupancyRows): OccupancyRows {
  return {
    zones: Uint32Array.of(...a.zones, ...b.zones),
    begins_s: Float64Array.of(...a.begins_s, ...b.begins_s),
    ends_s: Float64Array.of(...a.ends_s, ...b.ends_s),
  };
}

it("are the same when some are added later, and tell what is taken", () => {
  let nTaken = 0;
  for (let seed = 0; seed < 300; seed++) {
    const random = makeRandom(seed);
    const first = draw(random, wholeBetween(random, 0, 60));
    const more = draw(random, wholeBetween(random, 0, 12));
    const all = join(first, more);
    const whole = occupanciesOf(all, ZONES);
    const added = occupanciesOf(first, ZONES).with(more);
    for (let zone = 0; zone < ZONES; zone++) {
      expect(rowsOf(added, zone), `seed ${seed}`).toEqual(rowsOf(whole, zone));
      for (let second = 0; second < SECONDS; second++) {
        const isTaken = all.zones.some(
          (one, i) => one === zone && all.begins_s[i]! <= second && all.ends_s[i]! > second,
        );
        expect(whole.findOverlap(zone, second, second + 1) !== null, `seed ${seed}`).toBe(isTaken);
        if (isTaken) nTaken++;
        const isMet = all.zones.some((one, i) => {
          const [begin_s, end_s] = [all.begins_s[i]!, all.ends_s[i]!];
          return one === zone && begin_s <= end_s && begin_s <= second && end_s >= second;
        });
        // Occupancies of no length count too.
        const isOverlapped = whole.findOverlap(zone, second - 0.5, second + 0.5) !== null;
        expect(isOverlapped, `seed ${seed}`).toBe(isMet);
      }
    }
  }
  expect(nTaken).toBeGreaterThan(1000);
});
