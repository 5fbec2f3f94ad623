// Method: random services named by the page and by the server, and by adding up; split and joined again; ways back beside random other trains.
import fc from "fast-check";
import { beforeEach, describe, expect, it, vi } from "vitest";
import {
  listEffectiveTrains,
  type PacedTrain,
} from "../../../src/timetable/paced_train/effective_trains.ts";
import { listPacedTrainFaults } from "../../../src/timetable/paced_train/pacing_rules.ts";
import { durationMs, listOccurrences, printDuration } from "../../../web/src/graph/occurrences.ts";
import { copyRecord, formOf, type ServiceForm } from "../../../web/src/state/edits/edit.ts";
import { nameException } from "../../../web/src/state/edits/exception_texts.ts";
import { merge } from "../../../web/src/state/edits/merge.ts";
import {
  firstNumbering,
  tellNumbering,
  withNumbering,
} from "../../../web/src/state/edits/numbering.ts";
import { tellDifferences } from "../../../web/src/state/edits/record_values.ts";
import { nameOfOne } from "../../../web/src/state/selection.ts";
import { joinTrains, listTrains } from "../../../web/src/state/trains/services.ts";
import { atOnce } from "../../helpers/at_once.ts";
import { pacedTrainPair } from "../../helpers/paced_arbitraries.ts";
import { makeService, makeTrain, TIMETABLE } from "./fake_server.ts";

const RULE = { first: 4001, step: 2, suffix: "" };
const rule = fc.record({
  first: fc.nat({ max: 9_999 }),
  step: fc.integer({ min: 1, max: 12 }),
  suffix: fc.constantFrom("", "B", " x"),
});

const numbered = (numbering: typeof RULE): ServiceForm =>
  withNumbering(formOf(makeService(4)), numbering);

async function loadModules() {
  // Nothing follows this timetable.
  vi.resetModules();
  return {
    ...(await import("../../../web/src/state/edits/numbering.ts")),
    ...(await import("../../../web/src/state/edits/returns.ts")),
    ...(await import("../../../web/src/state/timetable.ts")),
  };
}

let page: Awaited<ReturnType<typeof loadModules>>;
beforeEach(async () => {
  page = await loadModules();
});

const know = (...services: readonly object[]): void => {
  const paced_trains = new Map(services.map((one, i) => [50 + i, { ...one, id: 50 + i }]));
  page.timetable.value = {
    timetable_id: TIMETABLE,
    trains: new Map([[1, makeTrain(1, { train_name: "4002" })]]),
    paced_trains,
  } as never;
};

it("durations are whole milliseconds, so that no occurrence is lost", () => {
  const drawn = Array.from({ length: 150_000 }, (_, i) => 7 * i);
  expect(drawn.filter((ms) => durationMs(printDuration(ms)) !== ms)).toEqual([]);
});

describe("a numbered service", () => {
  it("has the names that the server gives its trains, whatever its exceptions", () => {
    fc.assert(
      fc.property(pacedTrainPair, ({ echoed }) => {
        const names = (trains: Iterable<{ readonly name: string; readonly start_ms: number }>) =>
          [...trains].map(({ name, start_ms }) => `${start_ms} ${name}`).sort();
        expect(names(listOccurrences(echoed as never))).toEqual(
          names(atOnce(listEffectiveTrains(echoed as unknown as PacedTrain))),
        );
      }),
      { numRuns: 300 },
    );
  });

  it("is split into trains of those names, and joined again has the same rule without exceptions", () => {
    fc.assert(
      fc.property(rule, (numbering) => {
        const service = { ...numbered(numbering), id: 4, timetable_id: TIMETABLE } as never;
        const trains = listTrains(service);
        let number = numbering.first;
        for (const { train_name } of trains) {
          expect(train_name).toBe(number + numbering.suffix);
          number += numbering.step;
        }
        expect(trains.some((train) => "numbering" in train)).toBe(false);
        const stored = trains.map((train, i) => ({ ...makeTrain(i + 1), ...train }));
        const joined = joinTrains(stored).at(-1)?.after as ServiceForm;
        expect([joined.numbering, joined.exceptions]).toEqual([numbering, []]);
      }),
    );
  });

  it("keeps its rule in a copy", () => {
    expect(copyRecord(numbered(RULE)).after).toMatchObject({ numbering: RULE });
  });

  it("tells its trains apart, where one is chosen and where one is changed", () => {
    const service = { ...numbered(RULE), id: 4, timetable_id: TIMETABLE } as never;
    expect([0, 1].map((index) => nameOfOne(service, { index, exception_key: null }))).toEqual([
      "4001",
      "4003",
    ]);
    const exception = { key: "k", occurrence_index: 2, disabled: true };
    expect(nameException(exception, numbered(RULE))).toBe("4005");
    expect(nameException(exception, {})).toBe("train 3");
  });

  it("has a name and the numbers of its trains", () => {
    const service = { ...numbered(RULE), train_name: "R 4" } as never;
    know(service);
    expect([...page.listNames()].slice(0, 4)).toEqual(["4002", "R 4", "4001", "4003"]);
  });

  it("begins with the number in its name, and its rule is told by examples", () => {
    expect(firstNumbering({ train_name: "R 4001" } as never)).toEqual(RULE);
    expect(firstNumbering({ train_name: "local" } as never)).toEqual({ ...RULE, first: 1 });
    expect([0, 1, 2, 3, 9].map((count) => tellNumbering(RULE, count))).toEqual([
      "",
      "4001",
      "4001, 4003",
      "4001, 4003, 4005",
      "4001, 4003, … 4017",
    ]);
    const was = numbered(RULE);
    const [told] = tellDifferences(was, numbered({ ...RULE, first: 4101 }));
    expect(told).toEqual({ field: "Numbers", old: "4001, 4003", new: "4101, 4103" });
    expect(tellDifferences(was, withNumbering(was, null))[0]).toMatchObject({ new: "none" });
  });

  it("loses its rule where one side takes it away, and another's change of it is asked about", () => {
    const base = numbered(RULE);
    const without = withNumbering(base, null);
    const renamed = { ...base, train_name: "other" };
    expect(merge(base, without, renamed)).toEqual({
      merged: { ...without, train_name: "other" },
      clashes: [],
    });
    const { clashes } = merge(base, without, numbered({ ...RULE, first: 1 }));
    expect(clashes.map(({ name }) => name)).toEqual(["numbering"]);
  });
});

describe("the way back of a numbered service", () => {
  const turn = { turn_ms: 600_000, symmetry_min: null, track_id: null, run_ms: 1_800_000 };
  const returnOf = (form: ServiceForm): ServiceForm =>
    page.tryReturn({ kind: "paced_train", id: 4 }, form, turn).after as ServiceForm;

  it("has the next free numbers, of the other parity if the step is even", () => {
    fc.assert(
      fc.property(rule, fc.array(rule, { maxLength: 3 }), (own, others) => {
        const form = numbered(own);
        know(form, ...others.map(numbered));
        const taken = page.listNames();
        const back = returnOf(form);
        expect(listPacedTrainFaults(back as never)).toEqual([]);
        const { first = 0, ...rest } = back.numbering ?? {};
        expect(rest).toEqual({ step: own.step, suffix: own.suffix });
        const namesFrom = (number: number) =>
          listOccurrences({ ...back, exceptions: [], numbering: { ...own, first: number } }).map(
            ({ name }) => name,
          );
        const isFree = (number: number) => namesFrom(number).every((name) => !taken.has(name));
        expect(isFree(first)).toBe(true);
        for (let number = own.first + 1; number < first; number++) {
          expect((own.step % 2 === 0 && (number - own.first) % 2 === 0) || !isFree(number)).toBe(
            true,
          );
        }
        if (own.step % 2 === 0) expect((first - own.first) % 2).toBe(1);
      }),
    );
  });

  it("has no rule where the service has none", () => {
    know();
    expect(returnOf(formOf(makeService(4)))).not.toHaveProperty("numbering");
  });
});
