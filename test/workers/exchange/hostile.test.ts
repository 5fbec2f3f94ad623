// Method: spoilt files of all formats; the same at length in hostile.long.test.ts.
import { describe, expect, it } from "vitest";
import { importNetwork } from "../../../workers/exchange/import_network.ts";
import { readTimetableFile } from "../../../workers/exchange/read_timetable.ts";
import { validateDocument } from "../../../workers/railjson/validate_document.ts";
import { makeRandom } from "../engine/seeded.ts";
import { OPTIONS, readHostile } from "./hostile.ts";
import { encode } from "./nge_files.ts";
import { RAILML2, RAILML3 } from "./railml_files.ts";
import { RAILML_TIMETABLE } from "./railml_timetable_files.ts";

const FILES = 400;

describe("spoilt files", () => {
  it("are read or refused with a reason, and what is read is valid", () => {
    const counts = new Map<string, number>();
    for (let seed = 1; seed <= FILES; seed++) {
      const { outcome } = readHostile(makeRandom(seed));
      counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
    }
    expect(counts.get("refused")).toBeGreaterThan(FILES / 4);
    expect(counts.get("read")).toBeGreaterThan(FILES / 10);
  });

  it("are refused where an id or a name is longer than any may be, and have switches of any name", () => {
    const long = "x".repeat(60_000);
    for (const file of [RAILML2, RAILML3]) {
      const named = file.replaceAll(/ id="([^"]*)"/g, (_all, id: string) => ` id="${id}${long}"`);
      const read = importNetwork("railml", encode(named));
      expect(read.ok ? "read" : read.error.reason).toBe("the id of a track is too long");
    }
    const timetable = RAILML_TIMETABLE.replaceAll(/ name="[^"]*"/g, ` name="${long}"`);
    const trains = readTimetableFile("railml", { ...OPTIONS, bytes: encode(timetable) });
    expect(trains.ok ? "read" : trains.error.reason).toBe("a name of a train is too long");
    // A route can't have such keys.
    const read = importNetwork("railml", encode(RAILML2.replaceAll('id="s1"', 'id="__proto__"')));
    if (!read.ok) throw new Error(read.error.reason);
    expect(read.value.document.switches.map(({ id }) => id)).toContain("__proto__.2");
    expect(validateDocument(read.value.document).kind).toBe("valid");
  });
});
