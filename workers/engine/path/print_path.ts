/** Prints a found path as the success answer of interface.md 10.1. */
import { type Infra, jsonAt } from "../infra/infra.ts";
import { formerOf } from "../infra/split_tracks.ts";
import type { DirectedRanges, PathParts } from "./train_path.ts";

export function printPath(
  infra: Infra,
  parts: PathParts,
  length_mm: number,
  itemPositions_mm: readonly number[],
): string {
  return `{"status":"success",${printPathKeys(infra, parts, length_mm, itemPositions_mm)}}`;
}

/** The same, but that tracks which were split are whole: equal as long as nothing physical has changed. */
export function printFormerPath(
  infra: Infra,
  parts: PathParts,
  length_mm: number,
  itemPositions_mm: readonly number[],
): string {
  const ranges = joinRanges(infra, parts.ranges).map(printRange).join();
  return `{"status":"success",${printKeys(infra, { ...parts, ranges }, length_mm, itemPositions_mm)}}`;
}

/** The keys of the path, without a status. */
export function printPathKeys(
  infra: Infra,
  parts: PathParts,
  length_mm: number,
  itemPositions_mm: readonly number[],
): string {
  const ranges = printRanges(infra, parts.ranges);
  return printKeys(infra, { ...parts, ranges }, length_mm, itemPositions_mm);
}

interface NamedRange {
  /** Of the track section, as JSON. */
  readonly name: string;
  readonly begin_mm: number;
  readonly end_mm: number;
  readonly is_reversed: boolean;
}

interface PrintedParts extends Pick<PathParts, "blocks" | "routes"> {
  readonly ranges: string;
}

function printKeys(
  infra: Infra,
  { blocks, routes, ranges }: PrintedParts,
  length_mm: number,
  itemPositions_mm: readonly number[],
): string {
  const blockNames = printNames(infra, infra.blockName, blocks);
  const routeNames = printNames(infra, infra.routeName, routes);
  return (
    `"blocks":[${blockNames}],"routes":[${routeNames}],` +
    `"track_section_ranges":[${ranges}],` +
    `"length":${length_mm},"path_item_positions":[${itemPositions_mm.join()}]`
  );
}

function printNames(infra: Infra, names: Uint32Array, indices: Uint32Array): string {
  let text = "";
  for (let i = 0; i < indices.length; i++) {
    const name = jsonAt(infra, names[indices[i]!]!);
    text += i === 0 ? name : `,${name}`;
  }
  return text;
}

/** Without an object and a text for each: most paths are printed so. */
function printRanges(infra: Infra, { directedTracks, begins_mm, ends_mm }: DirectedRanges): string {
  let text = "";
  for (let i = 0; i < directedTracks.length; i++) {
    const directed = directedTracks[i]!;
    const name = jsonAt(infra, infra.trackName[directed >>> 1]!);
    const direction = (directed & 1) === 1 ? "STOP_TO_START" : "START_TO_STOP";
    text += `${i === 0 ? "" : ","}{"track_section":${name},"begin":${begins_mm[i]!},"end":${ends_mm[i]!},"direction":"${direction}"}`;
  }
  return text;
}

function listRanges(
  infra: Infra,
  { directedTracks, begins_mm, ends_mm }: DirectedRanges,
): readonly NamedRange[] {
  return Array.from(directedTracks, (directed, i) => ({
    name: jsonAt(infra, infra.trackName[directed >>> 1]!),
    begin_mm: begins_mm[i]!,
    end_mm: ends_mm[i]!,
    is_reversed: (directed & 1) === 1,
  }));
}

function joinRanges(infra: Infra, ranges: DirectedRanges): readonly NamedRange[] {
  const joined: NamedRange[] = [];
  for (const [i, range] of listRanges(infra, ranges).entries()) {
    const former = formerOf(infra, ranges.directedTracks[i]! >>> 1);
    const start_mm = former?.begin_mm ?? 0;
    const next = {
      ...range,
      name: former === null ? range.name : JSON.stringify(former.name),
      begin_mm: start_mm + range.begin_mm,
      end_mm: start_mm + range.end_mm,
    };
    const last = joined.at(-1);
    const is_next =
      former !== null &&
      last !== undefined &&
      last.name === next.name &&
      last.is_reversed === next.is_reversed &&
      (next.is_reversed ? next.end_mm === last.begin_mm : next.begin_mm === last.end_mm);
    if (!is_next) joined.push(next);
    else if (next.is_reversed) joined[joined.length - 1] = { ...last, begin_mm: next.begin_mm };
    else joined[joined.length - 1] = { ...last, end_mm: next.end_mm };
  }
  return joined;
}

function printRange({ name, begin_mm, end_mm, is_reversed }: NamedRange): string {
  const direction = is_reversed ? "STOP_TO_START" : "START_TO_STOP";
  return `{"track_section":${name},"begin":${begin_mm},"end":${end_mm},"direction":"${direction}"}`;
}
