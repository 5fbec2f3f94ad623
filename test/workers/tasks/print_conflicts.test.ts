// Method: lists of repeated rows, counted before any of them is printed.
import { describe, expect, it } from "vitest";
import { TINY_OPTIONS } from "../../../bench/network/options.ts";
import { generateNetwork } from "../../../bench/network.ts";
import type { Conflicts } from "../../../workers/engine/conflicts/detect_conflicts.ts";
import { compileInfra } from "../../../workers/engine/infra/compile/compile.ts";
import { openInfra } from "../../../workers/engine/infra/infra.ts";
import { printConflicts } from "../../../workers/tasks/conflicts/print_conflicts.ts";
import { md5 } from "../engine/infra/compile_network.ts";

const compiled = compileInfra(
  JSON.parse(JSON.stringify(generateNetwork(TINY_OPTIONS).railjson)),
  md5,
);
if (!compiled.ok) throw new Error("the generated network compiles");
const infra = openInfra(compiled.value);

const ZONES = 5000;
const conflicts: Conflicts = {
  count: 1,
  kinds: Uint8Array.of(0),
  begins_ms: Float64Array.of(0),
  ends_ms: Float64Array.of(1000),
  ownerStart: Uint32Array.of(0, 1),
  owners: Uint32Array.of(0),
  requirementStart: Uint32Array.of(0, ZONES),
  requirementZones: new Uint32Array(ZONES),
  requirementBegins_ms: new Float64Array(ZONES),
  requirementEnds_ms: new Float64Array(ZONES).fill(1000),
};

describe("a list of conflicts", () => {
  it("comes in pieces that are one JSON text", () => {
    const nameOwners = () => ({ ids: ["7"], occurrences: [], works: [], tried: [] });
    const pieces = printConflicts({ infra, nameOwners }, conflicts, [0, 0, 0]);
    expect(pieces?.length).toBeGreaterThan(2);
    const list = JSON.parse(Buffer.concat(pieces ?? []).toString());
    expect(list).toHaveLength(3);
    expect(list[2]).toMatchObject({ train_ids: [7], end_time: "1970-01-01T00:00:01Z" });
    expect(list[2].requirements).toHaveLength(ZONES);
    const none = printConflicts({ infra, nameOwners }, conflicts, []);
    expect(Buffer.concat(none ?? []).toString()).toBe("[]");
  });

  it("that zones and times alone make too long is refused before anything is printed", () => {
    const nameOwners = () => {
      throw new Error("printed");
    };
    const rows = Array.from({ length: 1000 }, () => 0);
    expect(printConflicts({ infra, nameOwners }, conflicts, rows)).toBeNull();
    expect(() => printConflicts({ infra, nameOwners }, conflicts, [0])).toThrow("printed");
  });
});
