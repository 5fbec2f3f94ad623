/** Every recorded short term request that is there is answered as well as by the reference or better. */
import { describe, expect, it } from "vitest";
import { findReference, hasReference } from "../../bench/recorded/cases.ts";
import { KINDS } from "./kinds.ts";
import { runCases } from "./run.ts";

const folder = findReference("reference_stdcm");

describe.skipIf(!hasReference(folder))("recorded short term requests", () => {
  it("have an answer as good as the reference's or better, and none meets another train", () => {
    const { stdcm } = KINDS;
    expect(stdcm).toBeDefined();
    const summaries = runCases(folder, { kinds: stdcm === undefined ? {} : { stdcm } });
    expect(summaries.flatMap(({ failures }) => failures)).toEqual([]);
    expect(summaries.map(({ total, ungraded }) => ({ total, ungraded }))).toEqual([
      { total: 62, ungraded: 4 },
    ]);
  }, 120_000);
});
