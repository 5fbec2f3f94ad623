/** Oracle for engine.md 3.2: the properties of a path in the form of the answer. */
import { chunkLine, geoDistance, type Point, pointAt, sliceLine } from "./geo.ts";
import { RangeMap } from "./range_map.ts";
import { undirected } from "./search.ts";
import { type OraclePath, onPath } from "./train.ts";

function print<V>(map: RangeMap<V>): object {
  return {
    boundaries: map.entries.slice(0, -1).map(({ hi }) => hi),
    values: map.entries.map(({ value }) => value),
  };
}

export interface Properties {
  readonly slopes: object;
  readonly curves: object;
  readonly gradients: object;
  readonly electrifications: object;
  readonly zones: object;
  readonly operational_points: readonly object[];
  readonly geometry: readonly Point[];
}

export function propertiesOracle(path: OraclePath): Properties {
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
    // A chunk that the path touches at a point gives that point twice.
    const whole = chunkLine(one);
    const points =
      from < to ? sliceLine(whole, from, to) : [pointAt(whole, from), pointAt(whole, to)];
    const last = line.at(-1);
    if (last !== undefined && geoDistance(last, points[0]!) < 1e-5) line.length--;
    line.push(...points);
  }
  return line;
}
