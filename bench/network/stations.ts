/**
 * The stations of a line and their tracks: termini with buffer stops and slips, stations with loops
 * and crossovers, halts on the open line, a junction where a single-track branch with passing loops
 * leaves across the second main track. Trains keep left: V1 leads east, V2 west.
 */
import { type Axis, type AxisRange, drawAxis, headingAt, type LonLat, pointAt } from "./axis.ts";
import { type LaneStyle, Layout, type SegmentUse, type Spot, type TrackKind } from "./layout.ts";
import type { LineSystem, NetworkOptions } from "./options.ts";
import type { Random } from "./random.ts";

export type StationKind = "terminus" | "halt" | "loop" | "junction";

export interface Station {
  readonly name: string;
  readonly trigram: string;
  readonly uic: number;
  readonly kind: StationKind;
  readonly is_on_branch: boolean;
  /** Middle of the platforms on the axis of its line or branch. */
  readonly x_m: number;
}

export interface Line {
  /** 0 for the first line; ids of the others begin with `prefix`. */
  readonly number: number;
  readonly prefix: string;
  readonly layout: Layout;
  readonly axis: Axis;
  readonly branch_axis: Axis | null;
  /** Main line from west to east, then the branch outwards. */
  readonly stations: readonly Station[];
  /** Signalling between stations, by the index of the station in the west. */
  readonly systems: readonly LineSystem[];
  /** Line speeds in km/h along the main axis, without gaps. */
  readonly speeds_kmh: readonly AxisRange[];
}

const NAMES = (
  "Auberive ABR,Beaumont BMT,Clairvaux CVX,Dormelles DML,Essoyes ESY,Fontenay FTN,Grandval GDV," +
  "Hauteroche HTR,Issenheim ISH,Jonquery JQY,Louvemont LVM,Montigny MTG,Noirlac NRL,Orcival OCV," +
  "Pontarion PTR,Quintenas QTN,Rochefort RCF,Sainte-Mesme SMM,Tournay TNY,Ursins URS,Valmont VMT," +
  "Wisernes WSN,Xertigny XTG,Yvernay YVN"
)
  .split(",")
  .map((entry) => entry.split(" "));

const BLOCK_LENGTH_M: Readonly<Record<LineSystem, number>> = {
  BAL: 1_800,
  BAPR: 4_500,
  TVM300: 2_000,
  TVM430: 1_500,
};
/** Blocks of the sections that show the flashing caution. */
const SHORT_BLOCK_LENGTH_M = 1_200;

const V1_Y_M = 2;
const V2_Y_M = -2;
const BRANCH_ANGLE = -0.35;
/** Half the length of a loop, and of a loop with the crossovers beside it. */
const LOOP_HALF_M = 460;
const STATION_HALF_M = 620;
const TERMINUS_HALF_M = 600;

/** Draws one line with its branch; `number` distinguishes lines in ids, names and place. */
export function buildLine(random: Random, options: NetworkOptions, number: number): Line {
  const prefix = number === 0 ? "" : `L${number + 1}.`;
  const layout = new Layout(prefix);
  const stations = placeStations(random, options, number);
  const main = stations.filter(({ is_on_branch }) => !is_on_branch);
  const axis = drawAxis(random, {
    name: `${main[0]!.name} - ${main.at(-1)!.name}`,
    length_m: main.at(-1)!.x_m + 400,
    origin: originOf(options, number),
    heading: Math.PI / 2,
    level_m: main.map(({ x_m }) => x_m),
  });
  const branch = stations.filter(({ is_on_branch }) => is_on_branch);
  const junction = main.find(({ kind }) => kind === "junction");
  const branch_axis =
    junction === undefined ? null : drawBranchAxis(random, { axis, junction, stations: branch });
  const systems = main.map((_, section) => systemOf(options, section));
  const speeds_kmh = drawSpeeds(random, axis.length_m);
  const line = { number, prefix, layout, axis, branch_axis, stations, systems, speeds_kmh };
  const tracklayer = new Tracklayer(line, options.track_length_m_max);
  tracklayer.layMainLine(main);
  if (branch_axis !== null) tracklayer.layBranch(branch, stations.indexOf(junction!));
  layout.assertClosed();
  return line;
}

/** Stretches of 6 to 20 km. */
function drawSpeeds(random: Random, length_m: number): readonly AxisRange[] {
  const speeds_kmh: AxisRange[] = [];
  for (let begin_m = 0; begin_m < length_m; ) {
    const end_m = begin_m + 100 * random.integer(60, 200);
    const value = [110, 130, 140, 150, 160, 160][random.integer(0, 5)]!;
    speeds_kmh.push({ begin_m, end_m, value });
    begin_m = end_m;
  }
  return speeds_kmh;
}

function systemOf(options: NetworkOptions, section: number): LineSystem {
  if (options.signaling !== "mixed") return options.signaling;
  return (["BAL", "BAPR", "TVM300", "TVM430"] as const)[section % 4]!;
}

/** Rows 12 km apart from 43.2° to 51° north, then the next column to the east. */
function originOf(options: NetworkOptions, number: number): LonLat {
  const row = number % 72;
  const column = Math.floor(number / 72);
  const width = 1 + Math.ceil((options.station_count * options.station_distance_m) / 70_000);
  return [1.5 + width * column, 47.2 + 0.11 * (row < 36 ? row : row - 72)];
}

function drawBranchAxis(
  random: Random,
  branch: { axis: Axis; junction: Station; stations: readonly Station[] },
): Axis {
  const spot = branchStart(branch.junction);
  return drawAxis(random, {
    name: `${branch.junction.name} - ${branch.stations.at(-1)!.name}`,
    length_m: branch.stations.at(-1)!.x_m + 400,
    origin: pointAt(branch.axis, spot.x_m, spot.y_m),
    heading: headingAt(branch.axis, spot.x_m) + BRANCH_ANGLE,
    level_m: branch.stations.map(({ x_m }) => x_m),
  });
}

function branchStart(junction: Station): Spot {
  return { x_m: junction.x_m + STATION_HALF_M + 180, y_m: 14 };
}

function placeStations(
  random: Random,
  options: NetworkOptions,
  number: number,
): readonly Station[] {
  const { station_count, branch_station_count } = options;
  const has_branch = branch_station_count > 0;
  const junction = Math.floor(station_count / 2) - (station_count > 4 ? 1 : 0);
  const stations: Station[] = [];
  const add = (kind: StationKind, is_on_branch: boolean, x_m: number): void => {
    const serial = number * (station_count + branch_station_count) + stations.length;
    const [name = "", trigram = ""] = NAMES[serial % NAMES.length]!;
    const round = Math.floor(serial / NAMES.length);
    stations.push({
      name: round === 0 ? name : `${name} ${round + 1}`,
      trigram: round === 0 ? trigram : serial.toString(36).padStart(3, "0").toUpperCase(),
      uic: 87_100_000 + serial * 10,
      kind,
      is_on_branch,
      x_m,
    });
  };
  let x_m = 300;
  for (let i = 0; i < station_count; i++) {
    const is_end = i === 0 || i === station_count - 1;
    const kind = is_end
      ? "terminus"
      : i === junction && has_branch
        ? "junction"
        : i % 3 === 2
          ? "halt"
          : "loop";
    add(kind, false, x_m);
    x_m += Math.round(options.station_distance_m * random.between(0.7, 1.3));
  }
  let branch_m = 0;
  for (let i = 0; i < branch_station_count; i++) {
    branch_m += Math.round(options.branch_station_distance_m * random.between(0.8, 1.2));
    add(i === branch_station_count - 1 ? "terminus" : "loop", true, branch_m);
  }
  return stations;
}

/** Lays the tracks of one line, station by station from west to east. */
class Tracklayer {
  readonly #line: Line;
  readonly #layout: Layout;
  readonly #track_length_m_max: number;
  #place = "";

  constructor(line: Line, track_length_m_max: number) {
    this.#line = line;
    this.#layout = line.layout;
    this.#track_length_m_max = track_length_m_max;
  }

  layMainLine(stations: readonly Station[]): void {
    const nodes = stations.filter(({ kind }) => kind !== "halt");
    for (const [i, station] of nodes.entries()) {
      this.#place = station.trigram;
      const index = stations.indexOf(station);
      if (i === 0) this.#layWestTerminus(index, nodes[1]!);
      else {
        this.#layOpenLine(nodes[i - 1]!, station);
        if (i === nodes.length - 1) this.#layEastTerminus(index, station);
        else this.#layLoops(index, station, nodes[i + 1]!);
      }
    }
  }

  layBranch(stations: readonly Station[], junction: number): void {
    const axis = this.#line.branch_axis!;
    const first_index = this.#line.stations.indexOf(stations[0]!);
    this.#layout.addPlatform("BR", junction, 400);
    let start_m = 0;
    for (const [i, station] of stations.entries()) {
      this.#place = station.trigram;
      const from_m = station.x_m - LOOP_HALF_M;
      this.#layLinks("BR", start_m, from_m);
      const is_end = i === stations.length - 1;
      const lane = (name: string, y_m: number) =>
        this.#style(name, "loop", { axis, y_m, use: { kind: "platform" } });
      this.#layout.join({
        type: "point_switch",
        spot: { x_m: from_m, y_m: 0 },
        west: { A: "BR" },
        east: { B1: lane("1", 0), B2: lane("2", 5) },
      });
      for (const name of ["1", "2"]) this.#layout.addPlatform(name, first_index + i, station.x_m);
      start_m = station.x_m + LOOP_HALF_M;
      if (is_end) {
        for (const name of ["1", "2"]) this.#layout.closeAtBufferStop(name, station.x_m + 300);
        return;
      }
      const to_m = stations[i + 1]!.x_m - LOOP_HALF_M;
      this.#layout.join({
        type: "point_switch",
        spot: { x_m: start_m, y_m: 0 },
        west: { B1: "1", B2: "2" },
        east: { A: this.#branchLine(start_m, to_m) },
      });
    }
  }

  #layWestTerminus(index: number, next: Station): void {
    const platform = { kind: "platform" } as const;
    for (const [name, y_m] of [
      ["1", 9],
      ["2", 4],
      ["3", -4],
      ["4", -9],
    ] as const) {
      this.#layout.openAtBufferStop(this.#style(name, "loop", { y_m, use: platform }), 0);
      this.#layout.addPlatform(name, index, 300);
    }
    this.#merge({ x_m: 600, y_m: 3 }, { B1: "1", B2: "2" }, this.#connector("U1", 3));
    this.#merge({ x_m: 600, y_m: -3 }, { B1: "4", B2: "3" }, this.#connector("U2", -3));
    this.#layout.join({
      type: "double_slip_switch",
      spot: { x_m: 700, y_m: 0 },
      west: { A1: "U1", A2: "U2" },
      east: { B1: this.#openLine("V1", 700, next), B2: this.#openLine("V2", 700, next) },
    });
  }

  #layEastTerminus(index: number, station: Station): void {
    const west_m = station.x_m - TERMINUS_HALF_M;
    this.#layCrossover(west_m, {
      V1: this.#connector("V1", V1_Y_M, "main_1"),
      V2: this.#connector("V2", V2_Y_M, "main_2"),
    });
    this.#layout.join({
      type: "single_slip_switch",
      spot: { x_m: west_m + 200, y_m: 0 },
      west: { A1: "V1", A2: "V2" },
      east: { B1: this.#connector("U1", 3), B2: this.#connector("U2", -3) },
    });
    const lane = (name: string, y_m: number) =>
      this.#style(name, "loop", { y_m, use: { kind: "platform" } });
    this.#split({ x_m: west_m + 300, y_m: 3 }, "U1", [lane("1", 9), lane("2", 4)]);
    this.#split({ x_m: west_m + 300, y_m: -3 }, "U2", [lane("4", -9), lane("3", -4)]);
    for (const name of ["1", "2", "3", "4"]) {
      this.#layout.addPlatform(name, index, station.x_m);
      this.#layout.closeAtBufferStop(name, station.x_m + 300);
    }
  }

  /** A station with a loop beside each main track and crossovers at both ends. */
  #layLoops(index: number, station: Station, next: Station): void {
    const x_m = station.x_m;
    this.#layCrossovers(x_m - STATION_HALF_M, {
      V1: this.#connector("V1", V1_Y_M, "main_1"),
      V2: this.#connector("V2", V2_Y_M, "main_2"),
    });
    const platform = (name: string, kind: TrackKind, y_m: number) =>
      this.#style(name, kind, { y_m, use: { kind: "platform" } });
    const main_1 = platform("V1", "main_1", V1_Y_M);
    const main_2 = platform("V2", "main_2", V2_Y_M);
    this.#split({ x_m: x_m - LOOP_HALF_M, y_m: V1_Y_M }, "V1", [main_1, platform("3", "loop", 8)]);
    this.#split({ x_m: x_m - LOOP_HALF_M, y_m: V2_Y_M }, "V2", [main_2, platform("4", "loop", -8)]);
    for (const name of ["V1", "V2", "3", "4"]) this.#layout.addPlatform(name, index, x_m);
    const [after_1, after_2] = [
      this.#connector("V1", V1_Y_M, "main_1"),
      this.#connector("V2", V2_Y_M, "main_2"),
    ];
    this.#merge({ x_m: x_m + LOOP_HALF_M, y_m: V1_Y_M }, { B1: "V1", B2: "3" }, after_1);
    this.#merge({ x_m: x_m + LOOP_HALF_M, y_m: V2_Y_M }, { B1: "V2", B2: "4" }, after_2);
    const is_junction = station.kind === "junction";
    this.#layCrossovers(x_m + LOOP_HALF_M + 20, {
      V1: is_junction ? after_1 : this.#openLine("V1", endOf(station, "V1"), next),
      V2: is_junction ? after_2 : this.#openLine("V2", endOf(station, "V2"), next),
    });
    if (is_junction) this.#layJunction(station, next);
  }

  /** The branch leaves V1; trains from it reach V2 across V1. */
  #layJunction(station: Station, next: Station): void {
    const x_m = station.x_m + STATION_HALF_M;
    const crossing = this.#style("X1", "connector", { y_m: 0, use: { kind: "isolated" } });
    const line_2 = this.#openLine("V2", x_m + 20, next);
    this.#split({ x_m: x_m + 20, y_m: V2_Y_M }, "V2", [line_2, crossing]);
    this.#layout.join({
      type: "crossing",
      spot: { x_m: x_m + 80, y_m: V1_Y_M },
      west: { A1: "V1", A2: "X1" },
      east: { B1: this.#connector("V1", V1_Y_M, "main_1"), B2: this.#connector("X2", 8) },
    });
    const line_1 = this.#openLine("V1", x_m + 100, next);
    this.#split({ x_m: x_m + 100, y_m: V1_Y_M }, "V1", [line_1, this.#connector("Y", 8)]);
    const branch = this.#line.stations.find(({ is_on_branch }) => is_on_branch)!;
    this.#layout.join({
      type: "point_switch",
      spot: branchStart(station),
      west: { B1: "Y", B2: "X2" },
      east: { A: this.#branchLine(0, branch.x_m - LOOP_HALF_M) },
      east_spot: { x_m: 0, y_m: 0 },
    });
  }

  /** Two crossovers, V1 to V2 and V2 to V1; `after` are the tracks that go on. */
  #layCrossovers(x_m: number, after: Readonly<Record<"V1" | "V2", LaneStyle>>): void {
    const crossover = this.#style("C1", "connector", { y_m: 0, use: { kind: "isolated" } });
    const between_1 = this.#connector("V1", V1_Y_M, "main_1");
    const between_2 = this.#connector("V2", V2_Y_M, "main_2");
    this.#split({ x_m, y_m: V1_Y_M }, "V1", [between_1, crossover]);
    this.#merge({ x_m: x_m + 60, y_m: V2_Y_M }, { B1: "V2", B2: "C1" }, between_2);
    this.#layCrossover(x_m + 80, after);
  }

  /** From V2 to V1, seen from the west. */
  #layCrossover(x_m: number, after: Readonly<Record<"V1" | "V2", LaneStyle>>): void {
    const crossover = this.#style("C2", "connector", { y_m: 0, use: { kind: "isolated" } });
    this.#split({ x_m, y_m: V2_Y_M }, "V2", [after.V2, crossover]);
    this.#merge({ x_m: x_m + 60, y_m: V1_Y_M }, { B1: "V1", B2: "C2" }, after.V1);
  }

  /** Links and halts of the two tracks between stations. */
  #layOpenLine(from: Station, to: Station): void {
    const end_m = beginOf(to);
    const { stations } = this.#line;
    for (const name of ["V1", "V2"] as const) {
      this.#layLinks(name, endOf(from, name), end_m[name]);
      for (const [index, { kind, is_on_branch, x_m }] of stations.entries()) {
        const is_between = !is_on_branch && x_m > from.x_m && x_m < to.x_m;
        if (kind === "halt" && is_between) this.#layout.addPlatform(name, index, x_m);
      }
    }
  }

  /** Links in the middle of blocks, so that no signal stands behind one. */
  #layLinks(name: string, start_m: number, end_m: number): void {
    const length_m = end_m - start_m;
    const block_count = this.#countBlocks(name, start_m, end_m);
    const track_count = Math.ceil(length_m / this.#track_length_m_max);
    const blocks = new Set<number>();
    for (let i = 1; i < track_count; i++) blocks.add(Math.floor((i * block_count) / track_count));
    for (const block of blocks) {
      this.#layout.link(name, start_m + (length_m * (block + 0.5)) / block_count);
    }
  }

  #sectionAt(x_m: number): number {
    const main = this.#line.stations.filter(({ is_on_branch }) => !is_on_branch);
    return main.findLastIndex((station) => station.x_m < x_m);
  }

  #countBlocks(name: string, start_m: number, end_m: number): number {
    const section = this.#sectionAt(start_m);
    const system = name === "BR" ? "BAL" : this.#line.systems[section]!;
    const is_short = system === "BAL" && name !== "BR" && section % 2 === 1;
    const block_length_m = is_short ? SHORT_BLOCK_LENGTH_M : BLOCK_LENGTH_M[system];
    return Math.max(1, Math.round((end_m - start_m) / block_length_m));
  }

  #openLine(name: "V1" | "V2", start_m: number, next: Station): LaneStyle {
    const block_count = this.#countBlocks(name, start_m, beginOf(next)[name]);
    return {
      name,
      kind: name === "V1" ? "main_1" : "main_2",
      axis: this.#line.axis,
      y_m: name === "V1" ? V1_Y_M : V2_Y_M,
      place: `${this.#place}-${next.trigram}`,
      use: { kind: "line", block_count, section: this.#sectionAt(start_m) },
    };
  }

  #branchLine(start_m: number, end_m: number): LaneStyle {
    return {
      name: "BR",
      kind: "branch",
      axis: this.#line.branch_axis!,
      y_m: 0,
      place: `${this.#place}-BR`,
      use: { kind: "line", block_count: this.#countBlocks("BR", start_m, end_m), section: -1 },
    };
  }

  #connector(name: string, y_m: number, kind: TrackKind = "connector"): LaneStyle {
    return this.#style(name, kind, { y_m, use: { kind: "plain" } });
  }

  #style(
    name: string,
    kind: TrackKind,
    more: { y_m: number; use: SegmentUse; axis?: Axis },
  ): LaneStyle {
    return { name, kind, axis: this.#line.axis, place: this.#place, ...more };
  }

  /** A point whose stem is the lane in the west. */
  #split(spot: Spot, lane: string, [B1, B2]: readonly [LaneStyle, LaneStyle]): void {
    this.#layout.join({ type: "point_switch", spot, west: { A: lane }, east: { B1, B2 } });
  }

  /** A point whose stem is in the east. */
  #merge(spot: Spot, west: { readonly B1: string; readonly B2: string }, A: LaneStyle): void {
    this.#layout.join({ type: "point_switch", spot, west, east: { A } });
  }
}

/** Where the open line ends at a station, seen from the west. */
function beginOf({ kind, x_m }: Station): Readonly<Record<"V1" | "V2", number>> {
  if (kind === "terminus") return { V1: x_m - TERMINUS_HALF_M + 60, V2: x_m - TERMINUS_HALF_M };
  return { V1: x_m - STATION_HALF_M, V2: x_m - STATION_HALF_M + 60 };
}

/** Where the open line begins east of a station. */
function endOf({ kind, x_m }: Station, name: "V1" | "V2"): number {
  if (kind === "terminus") return x_m + 400;
  const end_m = x_m + STATION_HALF_M;
  if (kind === "junction") return end_m + (name === "V1" ? 100 : 20);
  return end_m - (name === "V1" ? 0 : 60);
}
