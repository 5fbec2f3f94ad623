/**
 * Method: a literal evaluation of engine.md 1.13, 7.1 to 7.3 and 8 (strings, lists, all signals every
 * time) and the engine judge the same seeded networks, paths and trains: requirements to the
 * millisecond, projections exactly.
 */
import { describe, expect, it } from "vitest";
import { SIGNALING_SYSTEMS } from "../../workers/engine/infra/layout.ts";
import {
  ASPECT_LABELS,
  ASPECT_TABLE,
  driverOf,
  FIRST_ASPECT_FAULT,
  NO_ASPECT,
  UNCONSTRAINED_MM_S,
} from "../../workers/engine/signalling/aspects.ts";
import { scaled } from "../helpers/pace.ts";
import { drawLine, judgeNetworks } from "./judge_requirements.ts";
import { drawNetwork } from "./opened.ts";
import { aspectOf, constrains, type Protection } from "./signalling.ts";

const PROTECTIONS: readonly Protection[] = ["clear", "occupied", "incompatible", "nothing"];

describe("the engine and a literal evaluation of signalling", () => {
  it("agree on every aspect of every pair of systems, setting, protection and next aspect", () => {
    let nFaults = 0;
    for (const [own, ownName] of SIGNALING_SYSTEMS.entries()) {
      for (const [next, nextName] of SIGNALING_SYSTEMS.entries()) {
        for (let flags = 0; flags < 8; flags++) {
          for (const [protection, protectionName] of PROTECTIONS.entries()) {
            for (let ahead = 0; ahead <= NO_ASPECT; ahead++) {
              const setting = {
                own: ownName,
                next: nextName,
                nf: (flags & 1) !== 0,
                distant: (flags & 2) !== 0,
                jauneCli: (flags & 4) !== 0,
              };
              let expected: string | null = null;
              try {
                expected = aspectOf(setting, protectionName, ASPECT_LABELS[ahead] ?? null);
              } catch {
                nFaults++;
              }
              const aspect = ASPECT_TABLE[driverOf(own, next, flags) + protection * 16 + ahead]!;
              const shown = aspect >= FIRST_ASPECT_FAULT ? null : ASPECT_LABELS[aspect];
              expect(shown, JSON.stringify({ setting, protectionName, ahead })).toBe(expected);
            }
          }
        }
      }
    }
    expect(nFaults).toBeGreaterThan(100);
  });

  it("agree on which aspects slow a train at its limit and above it", () => {
    for (const [aspect, label] of ASPECT_LABELS.entries()) {
      const system = aspect < 5 ? "BAL" : "TVM300";
      for (const v of [
        0, 1, 22222, 22223, 47222, 47223, 65278, 65279, 79167, 79168, 87500, 87501,
      ]) {
        expect(v > UNCONSTRAINED_MM_S[aspect]!, `${label} ${v}`).toBe(constrains(system, label, v));
      }
    }
  });

  it.each([
    {
      name: "random networks",
      draw: drawNetwork,
      seeds: 40,
      kinds: ["requirements", "own projection", "projection"],
    },
    {
      name: "lines of changing systems",
      draw: drawLine,
      seeds: 120,
      kinds: [
        "requirements",
        "own projection",
        "projection",
        "unknown_aspect",
        "sig_schema_field_error",
        "projection unknown_aspect",
      ],
    },
  ])("agree on requirements and projections: $name", { timeout: scaled(240_000) }, (family) => {
    const { counts, problems } = judgeNetworks(family.draw, 0, family.seeds);
    expect(problems.slice(0, 5)).toEqual([]);
    // A comparison that compares nothing must not pass.
    for (const kind of family.kinds) expect(counts[kind] ?? 0, kind).toBeGreaterThan(5);
  });
});
