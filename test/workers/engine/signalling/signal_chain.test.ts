/**
 * Method: lines of one signal per kilometre whose aspects behind an occupied block are known from
 * engine.md 1.13; the early end of an evaluation against evaluating on.
 */
import { describe, expect, it } from "vitest";
import { SIGNALING_SYSTEMS } from "../../../../workers/engine/infra/layout.ts";
import {
  ASPECT_LABELS,
  CLEAR,
  INCOMPATIBLE,
  OCCUPIED,
} from "../../../../workers/engine/signalling/aspects.ts";
import {
  evaluateSignals,
  makeSignalChain,
  type SignalChain,
} from "../../../../workers/engine/signalling/signal_chain.ts";
import { compileNetwork } from "../infra/compile_network.ts";

interface Kind {
  readonly system: (typeof SIGNALING_SYSTEMS)[number];
  readonly jaune_cli?: boolean;
  readonly on_route?: string;
  readonly Nf?: boolean;
  readonly distant?: boolean;
}

/** A line with a signal of each kind, every kilometre, and one zone per block. */
function chainOf(kinds: readonly Kind[]): SignalChain {
  const length = 1000 * (kinds.length + 1);
  const infra = compileNetwork({
    track_sections: [
      {
        id: "T",
        length,
        slopes: [],
        curves: [],
        geo: {
          coordinates: [
            [0, 45],
            [1, 45],
          ],
        },
      },
    ],
    switches: [],
    extended_switch_types: [],
    routes: [
      {
        id: "rt",
        entry_point: { type: "BufferStop", id: "begin" },
        entry_point_direction: "START_TO_STOP",
        exit_point: { type: "BufferStop", id: "end" },
        switches_directions: {},
      },
    ],
    signals: kinds.map(
      ({ system, jaune_cli = false, on_route, Nf = true, distant = false }, i) => ({
        id: `S${i}`,
        track: "T",
        position: 1000 * (i + 1) - 20,
        direction: "START_TO_STOP" as const,
        sight_distance: 400,
        logical_signals: [
          {
            signaling_system: system,
            next_signaling_systems: [kinds[i + 1]?.system ?? system],
            settings: {
              Nf: String(Nf),
              ...(system === "BAPR" ? { distant: String(distant) } : {}),
            },
            default_parameters: system === "BAL" ? { jaune_cli: String(jaune_cli) } : {},
            conditional_parameters:
              on_route === undefined ? [] : [{ on_route, parameters: { jaune_cli: "true" } }],
          },
        ],
      }),
    ),
    detectors: kinds.map((_, i) => ({ id: `D${i}`, track: "T", position: 1000 * (i + 1) })),
    buffer_stops: [
      { id: "begin", track: "T", position: 0 },
      { id: "end", track: "T", position: length },
    ],
    operational_points: [],
    speed_sections: [],
    electrifications: [],
    neutral_sections: [],
  });
  const blocks = infra.routeBlocks.slice(infra.routeBlockStart[0], infra.routeBlockStart[1]);
  return makeSignalChain(infra, { blocks, routes: Uint32Array.of(0), start_mm: 0 });
}

/** Labels from the first signal on, the last block left out of the list being in the given state. */
function show(chain: SignalChain, stateAfter: number): string[] {
  const aspects = new Uint8Array(chain.signals.length);
  const lastBlock = chain.blocks.length - 2;
  const probe = { firstBlock: 0, lastBlock, occupiedBlock: -1, stateAfter };
  const lowest = evaluateSignals(chain, probe, aspects);
  for (let k = 0; k < lowest; k++) aspects[k] = chain.clear[k]!;
  return Array.from(aspects, (aspect) => ASPECT_LABELS[aspect]!);
}

const repeat = (count: number, kind: Kind): Kind[] => Array.from({ length: count }, () => kind);

describe("a line of signals before an occupied block", () => {
  it.each([
    { name: "BAL", kinds: repeat(4, { system: "BAL" }), shown: "VL VL A S" },
    {
      name: "BAL with jaune_cli",
      kinds: repeat(4, { system: "BAL", jaune_cli: true }),
      shown: "VL (A) A S",
    },
    {
      name: "TVM300",
      kinds: repeat(10, { system: "TVM300" }),
      shown: "300VL 300VL 300(VL) 270A 220A 160A 080A 000 RRR OCCUPIED",
    },
    {
      name: "TVM430",
      kinds: repeat(9, { system: "TVM430" }),
      shown: "300VL 300VL 300(VL) 270A 220A 160A 080A 000 OCCUPIED",
    },
    {
      name: "BAPR with distants",
      kinds: [0, 1, 2].flatMap((): Kind[] => [
        { system: "BAPR", distant: true },
        { system: "BAPR" },
      ]),
      shown: "VL VL VL VL A S",
    },
    {
      name: "BAL before TVM300",
      kinds: [...repeat(3, { system: "BAL" }), { system: "TVM300" } as const],
      shown: "VL A C OCCUPIED",
    },
  ])("$name shows $shown", ({ kinds, shown }) => {
    expect(show(chainOf(kinds), OCCUPIED).join(" ")).toBe(shown);
  });

  it("shows C only at a signal that is Nf where the route is not set", () => {
    expect(show(chainOf(repeat(2, { system: "BAL" })), INCOMPATIBLE)).toEqual(["A", "C"]);
    expect(show(chainOf(repeat(2, { system: "BAL", Nf: false })), INCOMPATIBLE)).toEqual([
      "A",
      "S",
    ]);
  });

  it("takes the conditional parameter of a route on the path", () => {
    const on = chainOf(repeat(4, { system: "BAL", on_route: "rt" }));
    expect(show(on, OCCUPIED)).toEqual(["VL", "(A)", "A", "S"]);
  });

  it("lets no signal constrain on a clear line that goes on", () => {
    for (const system of SIGNALING_SYSTEMS) {
      const chain = chainOf(repeat(6, { system }));
      expect(chain.calmEnd).toBe(5);
    }
    expect(show(chainOf(repeat(4, { system: "BAL" })), CLEAR)).toEqual(["VL", "VL", "VL", "A"]);
  });

  it("tells where a signal has no aspect for what it sees", () => {
    const chain = chainOf([
      { system: "TVM300" },
      { system: "BAL", jaune_cli: true },
      { system: "BAL" },
      { system: "BAL" },
    ]);
    const aspects = new Uint8Array(4);
    const probe = { firstBlock: 0, lastBlock: 3, occupiedBlock: -1, stateAfter: OCCUPIED };
    expect(evaluateSignals(chain, probe, aspects)).toBe(-1);
  });
});
