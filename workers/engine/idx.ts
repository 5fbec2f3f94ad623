/**
 * Branded index kinds: an index of one table can't be used in another by accident.
 * A directed index is `index * 2 + direction` (0 = INCREASING = START_TO_STOP, 1 = DECREASING).
 */
declare const kind: unique symbol;

/** Dense index (0..n-1) into the table of `K`. */
export type Idx<K extends string> = number & { readonly [kind]: K };

export type TrackIdx = Idx<"Track">;
export type ChunkIdx = Idx<"Chunk">;
export type DirectedChunkIdx = Idx<"DirectedChunk">;
export type DirectedDetectorIdx = Idx<"DirectedDetector">;
export type ZoneIdx = Idx<"Zone">;
export type ZonePathIdx = Idx<"ZonePath">;
export type RouteIdx = Idx<"Route">;
export type SignalIdx = Idx<"Signal">;
export type BlockIdx = Idx<"Block">;
