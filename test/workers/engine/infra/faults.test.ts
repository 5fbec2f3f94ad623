// Method: one change to a sound network for each fault; the answer is a value with kind and object.
import { describe, expect, it } from "vitest";
import { compileInfra } from "../../../../workers/engine/infra/compile/compile.ts";
import { compileNetwork, md5 } from "./compile_network.ts";
import { addRoute, addSignal, BAL, drawLine, type NetworkDraft } from "./drawn_network.ts";

/** Kind of fault, type and id of the object; the change that makes it. */
const FAULTS: readonly [string, (network: NetworkDraft) => void][] = [
  ["duplicate_id TrackSection A", (n) => n.track_sections.push(n.track_sections[0]!)],
  ["duplicate_id Route rt.bs.0->D1", (n) => n.routes.push(n.routes[0]!)],
  ["duplicate_id Signal S1", (n) => n.signals.push(n.signals[0]!)],
  ["duplicate_id Detector D1", (n) => n.detectors.push({ id: "D1", track: "B", position: 500 })],
  ["unknown_reference Detector X", (n) => n.detectors.push({ id: "X", track: "Z", position: 1 })],
  ["out_of_range Detector X", (n) => n.detectors.push({ id: "X", track: "A", position: 1001 })],
  ["out_of_range BufferStop X", (n) => n.buffer_stops.push({ id: "X", track: "A", position: -1 })],
  [
    "invalid_geometry TrackSection A",
    (n) => {
      n.track_sections[0] = { ...n.track_sections[0]!, geo: { coordinates: [[0, 0]] } };
    },
  ],
  [
    "unknown_reference Switch A-B",
    (n) => {
      n.switches[0] = { ...n.switches[0]!, switch_type: "roundabout" };
    },
  ],
  [
    "invalid_ports Switch A-B",
    (n) => {
      n.switches[0] = { ...n.switches[0]!, ports: { A: { track: "A", endpoint: "END" } } };
    },
  ],
  ["endpoint_used_twice Switch twin", (n) => n.switches.push({ ...n.switches[0]!, id: "twin" })],
  ["unknown_reference Route rt.D1->X", (n) => addRoute(n, "D1", "X")],
  [
    "route_without_end Route rt.D2->D1",
    (n) => {
      n.routes = [];
      addRoute(n, "D2", "D1");
    },
  ],
  ["unknown_reference Signal X", (n) => addSignal(n, "X", { track: "Z", position: 1 })],
  ["out_of_range Signal X", (n) => addSignal(n, "X", { track: "A", position: 2000 })],
  [
    "unknown_signaling_system Signal X",
    (n) => addSignal(n, "X", { track: "A", position: 1 }, [{ ...BAL, signaling_system: "KVB" }]),
  ],
  [
    "invalid_signal_setting Signal X",
    (n) => addSignal(n, "X", { track: "A", position: 1 }, [{ ...BAL, settings: {} }]),
  ],
  [
    "invalid_signal_setting Signal X",
    (n) =>
      addSignal(n, "X", { track: "A", position: 1 }, [
        { ...BAL, default_parameters: { jaune_cli: "yes" } },
      ]),
  ],
  [
    "unknown_reference Signal X",
    (n) =>
      addSignal(n, "X", { track: "A", position: 1 }, [
        { ...BAL, conditional_parameters: [{ on_route: "?", parameters: { jaune_cli: "true" } }] },
      ]),
  ],
  ["block_without_zone Route rt.bs.0->D1", (n) => addSignal(n, "X", { track: "A", position: 790 })],
];

/** A faulty range, and the same without it or as far as it lies on its track. */
const LEFT_OUT: readonly [string, (n: NetworkDraft) => void, (n: NetworkDraft) => void][] = [
  [
    "a slope as far as it lies beyond its track",
    (n) => changeFirst(n, { slopes: [{ gradient: 1, begin: 0, end: 1001 }] }),
    (n) => changeFirst(n, { slopes: [{ gradient: 1, begin: 0, end: 1000 }] }),
  ],
  [
    "a curve that lies off its track",
    (n) => changeFirst(n, { curves: [{ radius: 500, begin: 1000, end: 1200 }] }),
    (n) => changeFirst(n, { curves: [] }),
  ],
  [
    "an electrification's range on no track",
    (n) => n.electrifications.push(electrify(["Z", "A"])),
    (n) => n.electrifications.push(electrify(["A"])),
  ],
];

function changeFirst(
  n: NetworkDraft,
  changed: Partial<NetworkDraft["track_sections"][number]>,
): void {
  n.track_sections[0] = { ...n.track_sections[0]!, ...changed };
}

function electrify(tracks: readonly string[]): NetworkDraft["electrifications"][number] {
  const applicable_directions = "BOTH";
  const track_ranges = tracks.map(
    (track) => ({ track, begin: 0, end: 1, applicable_directions }) as const,
  );
  return { id: "X", voltage: "1500V", track_ranges };
}

describe("a faulty range", () => {
  it.each(LEFT_OUT)("leaves the network usable: %s is left out", (_what, spoil, mend) => {
    const [spoilt, sound] = [spoil, mend].map((change) => {
      const network = drawLine();
      change(network);
      return compileNetwork(network);
    });
    expect(Buffer.from(spoilt!.buffer)).toEqual(Buffer.from(sound!.buffer));
  });
});

describe("a network that can't be used", () => {
  it("differs from a sound one", () => {
    expect(() => compileNetwork(drawLine())).not.toThrow();
  });

  it.each(FAULTS)("reports %s", (fault, change) => {
    const network = drawLine();
    change(network);
    const compiled = compileInfra(network, md5);
    expect(compiled.ok).toBe(false);
    if (compiled.ok) return;
    const [kind, object_type, object_id] = fault.split(" ");
    expect(compiled.error).toContainEqual(
      expect.objectContaining({ kind, object_type, object_id }),
    );
  });

  it("reports no more than a hundred faults", () => {
    const network = drawLine();
    for (let i = 0; i < 1000; i++) network.detectors.push({ id: `x${i}`, track: "Z", position: 0 });
    const compiled = compileInfra(network, md5);
    expect(compiled.ok ? 0 : compiled.error.length).toBe(100);
  });

  it("is refused, not walked for ever, when a route runs in a circle", () => {
    const network = drawLine();
    network.buffer_stops = [];
    network.routes = [];
    network.switches.push({
      id: "ring",
      switch_type: "link",
      ports: { A: { track: "B", endpoint: "END" }, B: { track: "A", endpoint: "BEGIN" } },
    });
    network.track_sections.push({ ...network.track_sections[0]!, id: "C" });
    network.detectors.push({ id: "D3", track: "C", position: 5 });
    addRoute(network, "D1", "D3");
    const compiled = compileInfra(network, md5);
    expect(compiled.ok ? [] : compiled.error.map(({ kind }) => kind)).toEqual([
      "route_without_end",
    ]);
  });
});
