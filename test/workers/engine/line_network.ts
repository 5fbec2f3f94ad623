/** A compiled network of one straight track with a buffer stop at either end, and paths on it. */
import { createHash, randomUUID } from "node:crypto";
import { compileInfra } from "../../../workers/engine/infra/compile/compile.ts";
import type { RailjsonInput } from "../../../workers/engine/infra/compile/railjson_input.ts";
import { findRoute, openInfra } from "../../../workers/engine/infra/infra.ts";
import { packPath } from "../../../workers/engine/path/train_path.ts";
import type { FoundPath, InfraRef } from "../../../workers/tasks/types.ts";

export interface Line {
  readonly length_m: number;
  /** Positions of block signals in the direction of travel. */
  readonly signals_m: readonly number[];
  readonly slopes: RailjsonInput["track_sections"][number]["slopes"];
  readonly speed_sections: RailjsonInput["speed_sections"];
  readonly electrifications: RailjsonInput["electrifications"];
  readonly neutral_sections: RailjsonInput["neutral_sections"];
}

export const TRACK = "T";
const ROUTE = "rt";

export function compileLine(line: Partial<Line> & { readonly length_m: number }): InfraRef {
  const input: RailjsonInput = {
    track_sections: [
      {
        id: TRACK,
        length: line.length_m,
        slopes: line.slopes ?? [],
        curves: [],
        geo: {
          coordinates: [
            [0, 45],
            [0.5, 45],
          ],
        },
      },
    ],
    switches: [],
    extended_switch_types: [],
    routes: [
      {
        id: ROUTE,
        entry_point: { type: "BufferStop", id: "begin" },
        entry_point_direction: "START_TO_STOP",
        exit_point: { type: "BufferStop", id: "end" },
        switches_directions: {},
      },
    ],
    signals: (line.signals_m ?? []).map((position, i) => ({
      id: `S${i}`,
      track: TRACK,
      position,
      direction: "START_TO_STOP" as const,
      sight_distance: 400,
      logical_signals: [
        {
          signaling_system: "BAL",
          next_signaling_systems: ["BAL"],
          settings: { Nf: "true" },
          default_parameters: { jaune_cli: "false" },
          conditional_parameters: [],
        },
      ],
    })),
    detectors: (line.signals_m ?? []).map((position, i) => ({
      id: `D${i}`,
      track: TRACK,
      position: position + 20,
    })),
    buffer_stops: [
      { id: "begin", track: TRACK, position: 0 },
      { id: "end", track: TRACK, position: line.length_m },
    ],
    operational_points: [],
    speed_sections: line.speed_sections ?? [],
    electrifications: line.electrifications ?? [],
    neutral_sections: line.neutral_sections ?? [],
  };
  const md5 = (text: string): string => createHash("md5").update(text).digest("hex");
  const compiled = compileInfra(input, md5);
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.error));
  // A thread keeps networks by key.
  return { key: randomUUID(), buffer: compiled.value };
}

/** The path from one place of the track to another, in the direction of the route. */
export function pathOnLine(ref: InfraRef, from_mm: number, to_mm: number): FoundPath {
  const packed = packPath({
    blocks: new Uint32Array(0),
    routes: Uint32Array.of(findRoute(openInfra(ref.buffer), ROUTE)),
    ranges: {
      directedTracks: Uint32Array.of(0),
      begins_mm: Float64Array.of(from_mm),
      ends_mm: Float64Array.of(to_mm),
    },
  });
  const length_mm = to_mm - from_mm;
  return { packed, length_mm, item_positions_mm: [0, length_mm] };
}
