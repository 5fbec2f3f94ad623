/**
 * The demo network: a seeded generator of RailJSON, rolling stocks, electrical profiles and a
 * timetable, with sizes as parameters (network/options.ts). Used by the demo, the benches and tests;
 * `tsc && node dist/bench/network.js [track sections]` prints the RailJSON to the standard output.
 * The same options give the same bytes on every machine.
 */
import { fileURLToPath } from "node:url";
import { DEFAULT_OPTIONS, LARGE_OPTIONS, type NetworkOptions } from "./network/options.ts";
import { NetworkWriter, type ProfileSet } from "./network/railjson.ts";
import { Random } from "./network/random.ts";
import { ROLLING_STOCKS, type RollingStockForm } from "./network/rolling_stocks.ts";
import { buildLine, type Line } from "./network/stations.ts";
import { makeTimetable, type Timetable } from "./network/timetable.ts";

export interface MainLineStation {
  readonly name: string;
  readonly trigram: string;
  readonly uic: number;
  /** Along the line's axis from its western end. */
  readonly distance_m: number;
}

export interface GeneratedNetwork extends Timetable {
  readonly railjson: NetworkWriter["railjson"];
  readonly rolling_stocks: readonly RollingStockForm[];
  readonly electrical_profile_set: ProfileSet;
  /** Stations of the first main line from west to east. */
  readonly main_line: readonly MainLineStation[];
}

/** Generates everything; linear in the number of track sections. */
export function generateNetwork(options: Partial<NetworkOptions> = {}): GeneratedNetwork {
  const all = { ...DEFAULT_OPTIONS, ...options };
  const random = new Random(all.seed);
  const writer = new NetworkWriter();
  const lines: Line[] = [];
  const { track_sections } = writer.railjson;
  while (lines.length < all.line_count || track_sections.length < all.track_section_count_min) {
    const line = buildLine(random, all, lines.length);
    writer.add(line);
    lines.push(line);
  }
  return {
    railjson: writer.railjson,
    rolling_stocks: ROLLING_STOCKS,
    electrical_profile_set: writer.profileSet(),
    ...makeTimetable(all, lines),
    main_line: lines[0]!.stations
      .filter(({ is_on_branch }) => !is_on_branch)
      .map(({ name, trigram, uic, x_m }) => ({ name, trigram, uic, distance_m: x_m })),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const track_section_count_min = Number(process.argv[2] ?? 0);
  const sizes = track_section_count_min > 0 ? LARGE_OPTIONS : DEFAULT_OPTIONS;
  const { railjson } = generateNetwork({ ...sizes, track_section_count_min });
  process.stdout.write(`${JSON.stringify(railjson)}\n`);
}
