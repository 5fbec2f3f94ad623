/**
 * Track sections that were split. The link that a split leaves tells of it by its id, so places on the former track
 * are found on its pieces, and on the pieces of pieces, for as long as the links are there. Undone or cloned,
 * exported or imported, the network says it all itself.
 */
import { findTrack, type Infra, stringAt } from "./infra.ts";
import { NONE } from "./layout.ts";

/** A piece of a former track. */
export interface TrackPiece {
  readonly track: number;
  /** Its start, mm from that of the former track. */
  readonly begin_mm: number;
}

interface Splits {
  readonly pieces: ReadonlyMap<string, readonly TrackPiece[]>;
  /** Of a piece: the longest track that it was part of. */
  readonly former: ReadonlyMap<number, { readonly name: string; readonly begin_mm: number }>;
}

const LINK_END = " mm";
const LINK = /^(.+) split at (\d{1,15}) of (\d{1,15}) mm$/s;

export function splitLinkId(track: string, offset_mm: number, length_mm: number): string {
  return `${track} split at ${offset_mm} of ${length_mm}${LINK_END}`;
}

/** The track of this name, or the pieces of the one that was split, from its start on; empty: there is none. */
export function findPieces(infra: Infra, name: string): readonly TrackPiece[] {
  const track = findTrack(infra, name);
  return track === NONE ? (splitsOf(infra).pieces.get(name) ?? []) : [{ track, begin_mm: 0 }];
}

export function piecesLength_mm(infra: Infra, pieces: readonly TrackPiece[]): number {
  return pieces.reduce((sum, { track }) => sum + infra.trackLength_mm[track]!, 0);
}

/** Where an offset on the pieces is, as a split puts it: at a cut before it; null: beyond their ends. */
export function locateOnPieces(
  infra: Infra,
  pieces: readonly TrackPiece[],
  offset_mm: number,
): { readonly track: number; readonly offset_mm: number } | null {
  for (const { track, begin_mm } of pieces) {
    const own_mm = offset_mm - begin_mm;
    if (own_mm >= 0 && own_mm <= infra.trackLength_mm[track]!) return { track, offset_mm: own_mm };
  }
  return null;
}

/** A range on the pieces, cut at their ends. What lies beyond the last piece stays there: its reader clips it. */
export function cutOnPieces(
  infra: Infra,
  pieces: readonly TrackPiece[],
  { begin_mm, end_mm }: { readonly begin_mm: number; readonly end_mm: number },
): readonly { readonly track: number; readonly begin_mm: number; readonly end_mm: number }[] {
  if (pieces.length === 1) return pieces.map(({ track }) => ({ track, begin_mm, end_mm }));
  return pieces.flatMap(({ track, begin_mm: start_mm }, i) => {
    const is_last = i === pieces.length - 1;
    const end_of_piece_mm = is_last ? Infinity : infra.trackLength_mm[track]!;
    const own_mm = Math.max(0, begin_mm - start_mm);
    const to_mm = Math.min(end_of_piece_mm, end_mm - start_mm);
    return own_mm < to_mm ? [{ track, begin_mm: own_mm, end_mm: to_mm }] : [];
  });
}

/** The longest track that a track was part of, and its start there; null: it was never split off. */
export function formerOf(
  infra: Infra,
  track: number,
): { readonly name: string; readonly begin_mm: number } | null {
  return splitsOf(infra).former.get(track) ?? null;
}

const known = new WeakMap<Infra, Splits>();

function splitsOf(infra: Infra): Splits {
  const splits = known.get(infra) ?? listSplits(infra);
  known.set(infra, splits);
  return splits;
}

interface Ends {
  left: number;
  right: number;
}

function listSplits(infra: Infra): Splits {
  const ends = new Map<number, Ends>();
  for (let node = 0; node < infra.nodeName.length; node++) {
    if (endsAsLink(infra, infra.nodeName[node]!)) ends.set(node, { left: NONE, right: NONE });
  }
  const pieces = new Map<string, readonly TrackPiece[]>();
  const former = new Map<number, { name: string; begin_mm: number; length_mm: number }>();
  if (ends.size === 0) return { pieces, former };
  for (let track = 0; track < infra.trackName.length; track++) {
    const [before, after] = [
      ends.get(infra.trackNode[2 * track]!),
      ends.get(infra.trackNode[2 * track + 1]!),
    ];
    if (before !== undefined) before.right = track;
    if (after !== undefined) after.left = track;
  }
  for (const node of ends.keys()) {
    const [, name = "", offset, length] = LINK.exec(stringAt(infra, infra.nodeName[node]!)) ?? [];
    const length_mm = Number(length);
    const own = walk(infra, ends, { node, offset_mm: Number(offset), length_mm });
    if (name === "" || own === null) continue;
    pieces.set(name, own);
    for (const { track, begin_mm } of own) {
      const longest = former.get(track);
      if (longest === undefined || longest.length_mm < length_mm)
        former.set(track, { name, begin_mm, length_mm });
    }
  }
  return { pieces, former };
}

function endsAsLink({ stringBytes, stringStart }: Infra, string: number): boolean {
  const end = stringStart[string + 1]!;
  const start = end - LINK_END.length;
  if (start < stringStart[string]!) return false;
  for (let i = 0; i < LINK_END.length; i++) {
    if (stringBytes[start + i] !== LINK_END.charCodeAt(i)) return false;
  }
  return true;
}

/** From the link to both ends of the former track, over the links of later splits; null: something was changed there. */
function walk(
  infra: Infra,
  ends: ReadonlyMap<number, Ends>,
  { node, offset_mm, length_mm }: { node: number; offset_mm: number; length_mm: number },
): readonly TrackPiece[] | null {
  const { left = NONE, right = NONE } = ends.get(node) ?? {};
  const pieces: TrackPiece[] = [];
  let begin_mm = offset_mm;
  for (let track = left; begin_mm > 0; ) {
    if (track === NONE || pieces.length > ends.size) return null;
    begin_mm -= infra.trackLength_mm[track]!;
    pieces.unshift({ track, begin_mm });
    track = ends.get(infra.trackNode[2 * track]!)?.left ?? NONE;
  }
  if (begin_mm !== 0) return null;
  let end_mm = offset_mm;
  for (let track = right; end_mm < length_mm - 1; ) {
    if (track === NONE || pieces.length > 2 * ends.size + 1) return null;
    pieces.push({ track, begin_mm: end_mm });
    end_mm += infra.trackLength_mm[track]!;
    track = ends.get(infra.trackNode[2 * track + 1]!)?.right ?? NONE;
  }
  // The length of a part that is no whole number of millimetres is rounded.
  return Math.abs(end_mm - length_mm) <= 1 ? pieces : null;
}
