/** Oracle for engine.md 3.2: the properties of a path in the form of the answer. */
import { chunkLine, type Point, geoDistance, sliceLine } from "./geo.ts";
import { RangeMap } from "./range_map.ts";
import { undirected } from "./search.ts";
import { onPath, type OraclePath } from "./train.ts";

function print<V>(map: RangeMap<V>): object {
  return {
    boundaries: map.entries.slice(0, -1).map(({ hi }) => hi),
    values: map.entries.map(({ value }) => value),
  };
}

export function propertiesOracle(path: OraclePath): Record<string, unknown> {
  const electrifications = new RangeMap<object>();
  const voltages = onPath(
    path,
    undirected((chunk) => chunk.electrification),
  );
  for (const { lo, hi, value } of voltages.entries) {
    electrifications.put(
      lo,
      hi,
      value === "" ? { type: "non_electrified" } : { type: "electrification", voltage: value },
    );
  }
  const neutral = onPath(path, ({ chunk, dir }) => chunk.neutral[dir]);
  for (const { lo, hi, value } of neutral.entries) {
    electrifications.put(lo, hi, { type: "neutral_section", lower_pantograph: value });
  }
  return {
    slopes: print(onPath(path, ({ chunk, dir }) => chunk.slopes[dir])),
    curves: print(onPath(path, ({ chunk, dir }) => chunk.curves[dir])),
    gradients: print(onPath(path, ({ chunk, dir }) => chunk.gradients[dir])),
    electrifications: print(electrifications),
    zones: print(
      onPath(path, ({ chunk }) =>
        chunk.zone === null
          ? new RangeMap<string>()
          : new RangeMap<string>().put(0, chunk.length, chunk.zone),
      ),
    ),
    operational_points: listPoints(path),
    geometry: drawLine(path),
  };
}

function listPoints({ chunks, begin, length }: OraclePath): object[] {
  const found: { position: number; point: object }[] = [];
  let start = -begin;
  for (const { chunk, dir } of chunks) {
    for (const { op, part, offset } of chunk.parts) {
      const position = start + (dir === 0 ? offset : chunk.length - offset);
      if (position < 0 || position > length) continue;
      const { identifier, sncf } = op.extensions ?? {};
      const kp = part.extensions?.sncf?.kp;
      found.push({
        position,
        point: {
          id: op.id,
          part: {
            track: part.track,
            position: part.position,
            ...(kp === undefined ? {} : { extensions: { sncf: { kp } } }),
          },
          extensions: {
            ...(identifier ? { identifier } : {}),
            ...(sncf ? { sncf } : {}),
          },
          position,
        },
      });
    }
    start += chunk.length;
  }
  return found.sort((a, b) => a.position - b.position).map(({ point }) => point);
}

function drawLine({ chunks, begin, length }: OraclePath): Point[] {
  const line: Point[] = [];
  let start = -begin;
  for (const one of chunks) {
    const size = one.chunk.length;
    const from = Math.max(0, -start) / size;
    const to = Math.min(size, length - start) / size;
    start += size;
    if (!(from < to)) continue;
    for (const point of sliceLine(chunkLine(one), from, to)) {
      const last = line.at(-1);
      if (last === undefined || geoDistance(last, point) >= 1e-5) line.push(point);
    }
  }
  return line;
}
