// Method: names that people take for one are found, and none that share no letters.
import { describe, expect, it } from "vitest";
import {
  CANDIDATES_MAX,
  StationCandidates,
} from "../../../workers/exchange/timetable/station_candidates.ts";
import { StationIndex } from "../../../workers/exchange/timetable/station_index.ts";

const NAMES = ["Zürich HB", "Zürich Stadelhofen", "Winterthur", "St. Gallen", "Genève", "Oslo S"];
const candidates = new StationCandidates(NAMES.map((name) => ({ id: `id ${name}`, name })));

it("a stop that is numbered 0 is none of the points without a UIC code, which have 0", () => {
  const points = ["North", "South"].map((name) => {
    return { id: `id ${name}`, name, uic: 0, trigram: null, secondary_code: null };
  });
  const index = new StationIndex(points.map((one) => ({ ...one, tracks: [], place: null })));
  expect(index.look(["0", "North"])).toMatchObject({ operational_point: "id North" });
  expect(index.look(["0"])).toBe(null);
});

describe("candidates of a name", () => {
  it.each([
    ["Zurich HB", "Zürich HB"],
    ["ZÜRICH, HB", "Zürich HB"],
    ["Winterthur Hauptbahnhof", "Winterthur"],
    ["St Gallen", "St. Gallen"],
    ["Geneve", "Genève"],
    ["Oslo", "Oslo S"],
  ])("%s has %s first", (word, name) => {
    expect(candidates.list(word)[0]?.name).toBe(name);
  });

  it.each(["", "Qxz", "?", "ъъ"])("'%s' has none", (word) => {
    expect(candidates.list(word)).toEqual([]);
  });

  it("are a few of many, and none of points without a name", () => {
    const many = Array.from({ length: 1000 }, (_, i) => ({ id: String(i), name: `Halt ${i}` }));
    expect(new StationCandidates(many).list("Halt")).toHaveLength(CANDIDATES_MAX);
    expect(new StationCandidates([{ id: "x", name: null }]).list("x")).toEqual([]);
  });
});
