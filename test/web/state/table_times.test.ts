// Method: a train of three places by hand: what its table shows, and what cells, also pasted ones, make of its record.
import { describe, expect, it } from "vitest";
import { formOf, type TrainForm } from "../../../web/src/state/edits/edit.ts";
import {
  type Change,
  type Column,
  changeCell,
  isEditable,
  listLines,
  pasteCells,
} from "../../../web/src/state/trains/table_times.ts";
import { makeTrain } from "./fake_server.ts";

const TIMES_MS = [0, 300_000, 600_000];
const base: TrainForm = formOf(
  makeTrain(1, { schedule: makeTrain(1).schedule.map((one) => ({ ...one })) }),
);
const lines = (form: TrainForm) => listLines(form, TIMES_MS);
const change = (
  form: TrainForm,
  line: number,
  column: Column,
  text: string,
  reach = "on",
): Change => {
  const found = lines(form)[line];
  if (found === undefined) throw new Error("no line");
  return changeCell(form, found, { column, text, reach: reach as "on" });
};
const formAfter = (changed: Change): TrainForm => {
  if ("fault" in changed) throw new Error(changed.fault);
  return changed.form as TrainForm;
};
const texts = (form: TrainForm) => lines(form).map(({ cells }) => Object.values(cells));

describe("a times table", () => {
  it("shows what is planned, and what is possible where nothing is", () => {
    expect(texts(base)).toEqual([
      ["", "", "05:00", "", "5%"],
      ["", "1:00", "05:06", "", ""],
      ["", "", "", "", ""],
    ]);
    expect(lines(base).map(({ possible }) => possible)).toEqual(["", "05:05", "05:10"]);
    const late = formAfter(change(base, 1, "arrival", "5:04"));
    expect(lines(late)[1]).toMatchObject({ is_missed: true, possible: "05:05" });
    expect(lines(late)[1]?.cells.arrival).toBe("05:04");
  });

  it("offers no arrival at the start, and no departure at the end", () => {
    const [first, last] = ["a", "c"];
    expect(isEditable(base, first, "arrival")).toBe(false);
    expect(isEditable(base, first, "departure")).toBe(true);
    expect([isEditable(base, last, "departure"), isEditable(base, last, "margin")]).toEqual([
      false,
      false,
    ]);
  });

  it("takes what is typed into the record", () => {
    expect(formAfter(change(base, 1, "arrival", "05:07")).schedule[0]?.arrival).toBe("PT420S");
    expect(formAfter(change(base, 1, "arrival", "")).schedule[0]?.arrival).toBe(null);
    expect(formAfter(change(base, 1, "stop", "2")).schedule[0]?.stop_for).toBe("PT120S");
    expect(formAfter(change(base, 1, "stop", "")).schedule[0]?.stop_for).toBe(null);
    expect(formAfter(change(base, 1, "departure", "05:08")).schedule[0]?.stop_for).toBe("PT180S");
    expect(formAfter(change(base, 0, "departure", "05:30")).start_time).toBe(
      "2026-03-02T05:30:00Z",
    );
    expect(formAfter(change(base, 1, "track", "V2")).path[1]).toMatchObject({
      track_reference: { track_name: "V2" },
    });
    const margins = formAfter(change(base, 1, "margin", "4,5 min/100 km")).margins;
    expect(margins).toEqual({ boundaries: ["b"], values: ["5%", "4.5min/100km"] });
    expect(formAfter(change(base, 0, "margin", "7")).margins.values).toEqual(["7%"]);
  });

  it("says in words what it can't take, and changes nothing", () => {
    const faults = (["arrival", "stop", "departure", "margin"] as const).map((column) =>
      change(base, 1, column, "soon"),
    );
    expect(faults.every((one) => "fault" in one && one.fault.startsWith('"soon" is not a '))).toBe(
      true,
    );
    expect(change(base, 1, "departure", "05:01")).toEqual({
      fault: "The train can't leave b before it arrives.",
    });
    expect(change(base, 1, "arrival", "04:59")).toHaveProperty("fault");
  });

  it("takes a block of a spreadsheet from a cell on, all or nothing", () => {
    const block = "05:06\t2:00\t05:08\tV1\r\n05:12\t0:30\r\n";
    const pasted = formAfter(
      pasteCells(base, block, { line: 1, column: "arrival" }, lines as never),
    );
    expect(pasted.schedule).toMatchObject([
      { at: "b", arrival: "PT360S", stop_for: "PT120S" },
      { at: "c", arrival: "PT720S", stop_for: "PT30S" },
    ]);
    expect(pasted.path[1]).toMatchObject({ track_reference: { track_name: "V1" } });
    const broken = pasteCells(base, "05:06\tlong", { line: 1, column: "arrival" }, lines as never);
    expect(broken).toEqual({ fault: '"long" is not a stop: write minutes, or 1:30.' });
  });
});
