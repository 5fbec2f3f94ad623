// Method: the largest paced trains against what JSON.parse gives of them; the pieces are counted in which they are read.
import { describe, expect, it } from "vitest";
import type { InTurns } from "../../../src/platform/turns.ts";
import { PACED_TRAIN } from "../../../src/timetable/paced_train/paced_train.kind.ts";
import { TRAIN_KINDS } from "../../../src/timetable/train/train_kinds.ts";
import { parseRecord } from "../../../src/timetable/train_schedule/parse_record.ts";
import { atOnce } from "../../helpers/at_once.ts";
import { type Json, validPacedTrain, validTrain } from "../../platform/http/rules/valid_forms.ts";

const EXCEPTIONS = 4_000;
/** Bytes that may be read without a break, with room for what else is in a piece. */
const PIECE_BYTES_MAX = 64 * 1024;

const exceptions = Array.from({ length: EXCEPTIONS }, (_, i) => ({
  key: `é${i}`,
  disabled: i % 7 === 0,
  occurrence_index: i,
  train_name: { value: `"${i}" \\ \u{1f686}` },
  labels: { value: Array.from({ length: 20 }, (_label, n) => `__proto__ ${n}`) },
}));
const train = validPacedTrain({
  exceptions,
  paced: { time_window: `PT${EXCEPTIONS + 100}M`, interval: "PT1M" },
});

function countPieces(work: InTurns<unknown>): number {
  for (let count = 1; ; count++) if (work.next().done === true) return count;
}

function recordOf(form: Json): string {
  return JSON.stringify(form);
}

describe("a record of a megabyte", () => {
  it("is parsed to what it was, in pieces", () => {
    const record = recordOf(train);
    expect(record.length).toBeGreaterThan(1e6);
    expect(atOnce(parseRecord(record))).toEqual(train);
    const pieces = countPieces(parseRecord(record));
    expect(record.length / pieces).toBeLessThan(PIECE_BYTES_MAX);
  });

  it.each(TRAIN_KINDS.map((kind) => [kind.name, kind] as const))(
    "of a %s is expanded in pieces, at most one train each",
    (name, kind) => {
      const labels = Array.from({ length: 90_000 }, (_, i) => `label ${i}`);
      const record = recordOf(name === "paced_train" ? train : validTrain({ labels }));
      const works: readonly [InTurns<unknown>, number][] = [
        [kind.listDepartures(record), atOnce(kind.listDepartures(record)).length],
        [
          kind.toVariants({ id: 1, record }),
          atOnce(kind.toVariants({ id: 1, record })).exceptions.length,
        ],
        [kind.depart(record, undefined), 1],
      ];
      for (const [work, train_count] of works) {
        const pieces = countPieces(work);
        expect(pieces).toBeGreaterThan(record.length / PIECE_BYTES_MAX);
        expect(pieces).toBeGreaterThanOrEqual(train_count);
      }
    },
  );

  it("stands for the same trains as before", () => {
    const trains = atOnce(PACED_TRAIN.listDepartures(recordOf(train)));
    // One in seven is switched off.
    expect(trains).toHaveLength(EXCEPTIONS + 100 - Math.ceil(EXCEPTIONS / 7));
  });
});
