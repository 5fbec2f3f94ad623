/** The fault list of documents that are made to cost a lot. */
import { describe, expect, it } from "vitest";
import { makeSample, parse } from "./sample.ts";

const both = { applicable_directions: "BOTH" };

function faultsOf(document: unknown): readonly string[] {
  const parsed = parse(document);
  if (parsed.kind !== "parsed") throw new Error(JSON.stringify(parsed));
  return parsed.faults.texts;
}

describe("the fault list of a network", () => {
  it("reports thousands of ranges on one spot once each", () => {
    const sample = makeSample();
    const count = 20_000;
    const track_ranges = [{ track: "b", begin: 0, end: 500, ...both }];
    sample.electrifications = Array.from({ length: count }, (_, i) => {
      return { id: `w${i}`, voltage: "1500V", track_ranges };
    });
    expect(faultsOf(sample)).toHaveLength(count - 1);
  });

  it("refuses routes that together cross more track sections than the limit", () => {
    const sample = makeSample();
    const track = sample.track_sections[0]!;
    const bare = { ...track, slopes: [], curves: [], loading_gauge_limits: [] };
    const count = 6_000;
    sample.track_sections = Array.from({ length: count }, (_, i) => ({ ...bare, id: `t${i}` }));
    sample.switches = Array.from({ length: count - 1 }, (_, i) => ({
      ...sample.switches[0]!,
      id: `l${i}`,
      ports: {
        A: { track: `t${i}`, endpoint: "END" },
        B: { track: `t${i + 1}`, endpoint: "BEGIN" },
      },
    }));
    const entry_point = { type: "Detector", id: "from" };
    const exit_point = { type: "Detector", id: "to" };
    const entry_point_direction = "START_TO_STOP";
    const through = {
      id: "r",
      entry_point,
      exit_point,
      entry_point_direction,
      release_detectors: [],
      switches_directions: {},
    };
    sample.routes = Array.from({ length: 4_000 }, (_, i) => ({ ...through, id: `r${i}` }));
    sample.detectors = [
      { id: "from", track: "t0", position: 1 },
      { id: "to", track: `t${count - 1}`, position: 1 },
    ];
    expect(parse(sample)).toEqual({
      kind: "invalid",
      faults: [{ path: "", reason: "routes cross more than 20000000 track sections in all" }],
    });
  });
});
