/** The contents of an OpenStreetMap extract, independent of its file format. */
import type { LonLat } from "../network/rail_line.ts";

export type OsmTags = ReadonlyMap<string, string>;

/** Ids are as the file has them; those of an editor are negative. */
export interface OsmNode {
  readonly id: number;
  readonly place: LonLat;
  readonly tags: OsmTags;
}

export interface OsmWay {
  readonly id: number;
  readonly nodes: readonly number[];
  readonly tags: OsmTags;
}

export interface OsmRelation {
  readonly id: number;
  readonly members: readonly { readonly type: "node" | "way" | "relation"; readonly id: number }[];
  readonly tags: OsmTags;
}

/** Called for each element in the order of the file; one that is absent is not decoded. */
export interface OsmHandler {
  readonly node?: (node: OsmNode) => void;
  readonly way?: (way: OsmWay) => void;
  readonly relation?: (relation: OsmRelation) => void;
}
