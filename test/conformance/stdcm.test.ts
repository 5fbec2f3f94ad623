/** Every recorded short term request that is there is answered as well as by the reference or better. */
import { describe, expect, it } from "vitest";
import {
  findReference,
  hasReference,
  type RecordedCase,
  readCases,
} from "../../bench/recorded/cases.ts";
import { Networks } from "../../bench/recorded/networks.ts";
import { KINDS } from "./kinds.ts";
import { runCases } from "./run.ts";
import { answerStdcm } from "./stdcm.ts";

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
  });

  it("are answered as if what trains need of zones that are not there had not been said", () => {
    const networks = new Networks(folder);
    const between = readCases(folder).find(({ name }) => name === "si_between");
    if (between === undefined) throw new Error("the case is there");
    const trains = structuredClone(between.request.trains_requirements);
    const [train] = Object.values<RecordedCase["request"]>(trains);
    const nowhere = { zone: "zone.[nowhere:INCREASING]", begin_time: 0, end_time: 1e9 };
    train.spacing_requirements.push(nowhere);
    const asked = { ...between, request: { ...between.request, trains_requirements: trains } };
    expect(answerStdcm(asked, networks)).toEqual(answerStdcm(between, networks));
  });
});
