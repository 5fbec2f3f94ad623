/**
 * Seeded networks of tracks and switches without any rule: every end of a track may be joined to any
 * other by every type of switch, an own type with two groups for one pair included; so there are
 * loops, triangles, tracks that end at their own start and parallel ways. Few lengths, many ties.
 */
import { addTrack, emptyNetwork, type NetworkDraft } from "../infra/drawn_network.ts";
import { type Random, wholeBetween } from "../seeded.ts";

const PORTS: Readonly<Record<string, readonly string[]>> = {
  link: ["A", "B"],
  point_switch: ["A", "B1", "B2"],
  crossing: ["A1", "B1", "A2", "B2"],
  single_slip_switch: ["A1", "B1", "A2", "B2"],
  double_slip_switch: ["A1", "B1", "A2", "B2"],
  own: ["X", "Y", "Z"],
};
const VOLTAGES = ["25000V", "1500V"];
const GAUGES = ["G1", "GB", "GC"] as const;

export function pick<T>(random: Random, items: readonly T[]): T {
  return items[wholeBetween(random, 0, items.length - 1)]!;
}

export function drawTracks(random: Random, nTracks: number): NetworkDraft {
  const network = emptyNetwork();
  network.extended_switch_types.push({
    id: "own",
    ports: ["X", "Y", "Z"],
    groups: {
      LEFT: [{ src: "X", dst: "Y" }],
      BOTH: [
        { src: "Y", dst: "X" },
        { src: "X", dst: "Z" },
      ],
      TURN: [{ src: "Z", dst: "Z" }],
    },
  });
  const free: { track: string; endpoint: "BEGIN" | "END" }[] = [];
  for (let i = 0; i < nTracks; i++) {
    addTrack(network, `T${i}`, pick(random, [100, 100, 200, 300]));
    free.push({ track: `T${i}`, endpoint: "BEGIN" }, { track: `T${i}`, endpoint: "END" });
  }
  for (let n = 0; free.length > 1; n++) {
    const switch_type = pick(random, Object.keys(PORTS));
    const names = PORTS[switch_type]!;
    if (names.length > free.length) {
      if (free.length < 4) break;
      continue;
    }
    const ports = names.map((name) => {
      const [end] = free.splice(wholeBetween(random, 0, free.length - 1), 1);
      return [name, end!] as const;
    });
    network.switches.push({ id: `N${n}`, switch_type, ports: Object.fromEntries(ports) });
  }
  return network;
}

/** Puts electrifications, neutral sections and gauge limits on some tracks. */
export function addConstraints(random: Random, network: NetworkDraft): void {
  const range = ({ length }: { readonly length: number }): { begin: number; end: number } => {
    const begin = random() < 0.5 ? 0 : wholeBetween(random, 0, length - 1);
    return { begin, end: random() < 0.5 ? length : wholeBetween(random, begin + 1, length) };
  };
  network.track_sections.forEach((track, i) => {
    const { id, length } = track;
    for (let k = wholeBetween(random, 0, 2); k > 0; k--) {
      const track_ranges = [{ track: id, ...range(track), applicable_directions: "BOTH" } as const];
      network.electrifications.push({
        id: `E${i}.${k}`,
        voltage: pick(random, VOLTAGES),
        track_ranges,
      });
    }
    if (random() < 0.3) {
      const direction = random() < 0.5 ? "START_TO_STOP" : "STOP_TO_START";
      const track_ranges = [{ track: id, ...range(track), direction } as const];
      network.neutral_sections.push({ id: `Z${i}`, lower_pantograph: true, track_ranges });
    }
    if (random() < 0.2) {
      const limit = { category: pick(random, GAUGES), ...range(track) };
      network.track_sections[i] = { ...track, loading_gauge_limits: [limit] };
    }
    if (random() < 0.5) {
      network.detectors.push({ id: `D${i}`, track: id, position: wholeBetween(random, 0, length) });
    }
  });
}

/**
 * Rows of tracks with a double slip switch between any two neighbours at every other border, and links
 * from row to row at the far end: 2 to the power of the stages ways out, and as many back.
 */
export function drawMesh(nRows: number, nStages: number): NetworkDraft {
  const network = emptyNetwork();
  const name = (row: number, stage: number): string => `T${row}.${stage}`;
  for (let stage = 0; stage < nStages; stage++) {
    for (let row = 0; row < nRows; row++) {
      addTrack(network, name(row, stage), 1000 + ((row * 7919 + stage * 104_729) % 997));
    }
  }
  const join = (switch_type: string, ends: Readonly<Record<string, readonly string[]>>): void => {
    const ports = Object.entries(ends).map(([port, [track = "", endpoint]]) => [
      port,
      { track, endpoint: endpoint === "BEGIN" ? "BEGIN" : "END" } as const,
    ]);
    const id = `N${network.switches.length}`;
    network.switches.push({ id, switch_type, ports: Object.fromEntries(ports) });
  };
  for (let stage = 0; stage + 1 < nStages; stage++) {
    for (let row = -(stage % 2); row < nRows; row += 2) {
      const [A1, A2] = [name(row, stage), name(row + 1, stage)];
      const [B1, B2] = [name(row, stage + 1), name(row + 1, stage + 1)];
      if (row < 0) join("link", { A: [A2, "END"], B: [B2, "BEGIN"] });
      else if (row + 1 === nRows) join("link", { A: [A1, "END"], B: [B1, "BEGIN"] });
      else {
        join("double_slip_switch", {
          A1: [A1, "END"],
          A2: [A2, "END"],
          B1: [B1, "BEGIN"],
          B2: [B2, "BEGIN"],
        });
      }
    }
  }
  for (let row = 0; row + 1 < nRows; row += 2) {
    join("link", { A: [name(row, nStages - 1), "END"], B: [name(row + 1, nStages - 1), "END"] });
  }
  return network;
}
