// Method: two states of a group by hand.
import { describe, expect, it } from "vitest";
import type { Closure } from "../../../web/src/state/works/closure_groups.ts";
import { tellGroupDifferences } from "../../../web/src/works/group_differences.ts";

const work = (name: string, more: Partial<Closure> = {}): Closure => ({
  id: null,
  kind: "TRACK",
  name,
  from_ms: Date.parse("2026-03-02T05:00:00Z"),
  to_ms: Date.parse("2026-03-02T06:00:00Z"),
  ranges: [],
  speed_m_s: null,
  ...more,
});
const noTracks = (): string => "T1";

describe("two groups of works", () => {
  it("differ in nothing when they say the same", () => {
    expect(tellGroupDifferences([work("a"), work("a")], [work("a"), work("a")], noTracks)).toEqual(
      [],
    );
  });

  it("differ in each field that is another, by the work's name", () => {
    const later = work("a", { kind: "CATENARY", to_ms: Date.parse("2026-03-02T07:00:00Z") });
    const told = tellGroupDifferences([work("a"), work("b")], [later, work("b")], noTracks);
    expect(told.map(({ field }) => field)).toEqual(["a: Type", "a: To"]);
    expect(told[1]?.old).toContain("06:00");
    expect(told[1]?.new).toContain("07:00");
  });

  it("tell all of what came and what went", () => {
    const told = tellGroupDifferences([work("gone")], [work("new")], noTracks);
    expect(told.filter(({ field }) => field.startsWith("gone")).map((one) => one.new)).toEqual([
      "",
      "",
      "",
      "",
    ]);
    expect(told.filter(({ field }) => field.startsWith("new")).map((one) => one.old)).toEqual([
      "",
      "",
      "",
      "",
    ]);
  });
});
