/**
 * Track ranges of different objects that claim the same piece of track: electrifications, and speed
 * sections that limit the same trains in the same direction (interface.md 5.2). A sweep per track
 * over ranges sorted by their begin. Each range is only compared with the earlier one that extends
 * farthest, so a thousand ranges on one spot give a thousand rows and not half a million. Limits
 * for certain routes and limits with their own signs are excluded: they are meant to lie over
 * others.
 */
import type { ErrorRows } from "../infra_error.ts";
import { MAX_SPEED_CLAIMS } from "../limits.ts";
import type { RailjsonDocument } from "../schemas.ts";
import type { NetworkIndex } from "./network_index.ts";

/** One claim on a track by range `range` of object `object`. */
interface Claim {
  readonly object: number;
  readonly range: number;
  readonly begin: number;
  readonly end: number;
}

type Ranges = readonly { readonly begin: number; readonly end: number }[];

/** Competing claims, by an integer key of track and kind of train; those of one key are a chain of numbers. */
class Claims {
  readonly #objects: readonly { readonly track_ranges: Ranges }[];
  /** The last claim of each key. */
  readonly #last = new Map<number, number>();
  /** [nClaims] its object, its range, and the claim of its key before it. */
  readonly #owners: number[] = [];
  readonly #ranges: number[] = [];
  readonly #before: number[] = [];

  constructor(objects: readonly { readonly track_ranges: Ranges }[]) {
    this.#objects = objects;
  }

  add(key: number, object: number, range: number): void {
    this.#before.push(this.#last.get(key) ?? -1);
    this.#last.set(key, this.#owners.push(object) - 1);
    this.#ranges.push(range);
  }

  /** Claims of each key, where there are several. */
  *rivals(): Generator<Claim[]> {
    for (const last of this.#last.values()) {
      const list: Claim[] = [];
      for (let i = last; i !== -1 && this.#before[last] !== -1; i = this.#before[i] ?? -1) {
        const [object = 0, range = 0] = [this.#owners[i], this.#ranges[i]];
        const { begin = 0, end = 0 } = this.#objects[object]?.track_ranges[range] ?? {};
        list.push({ object, range, begin, end });
      }
      if (list.length > 0) yield list;
    }
  }
}

type SpeedDirection = "START_TO_STOP" | "STOP_TO_START";

/**
 * Adds `overlapping_electrifications` and `overlapping_speed_sections`. Returns false if tags times
 * ranges exceed `MAX_SPEED_CLAIMS`: the document is then too large to check.
 */
export function checkOverlaps(network: NetworkIndex, faults: ErrorRows): boolean {
  const { electrifications, speed_sections } = network.document;
  for (const { object, range, other } of sortOverlaps(listOverlaps(claimWires(network)))) {
    const reference = { type: "Electrification", obj_id: idOf(electrifications, other) } as const;
    const section = {
      obj_type: "Electrification",
      obj_id: idOf(electrifications, object),
    } as const;
    faults.add(section, `track_ranges.${range}`, {
      error_type: "overlapping_electrifications",
      reference,
    });
  }
  const [ahead, back] = [
    speedOverlaps(network, "START_TO_STOP"),
    speedOverlaps(network, "STOP_TO_START"),
  ];
  if (ahead === null || back === null) return false;
  for (const { object, range, other } of sortOverlaps(ahead.concat(back))) {
    const reference = { type: "SpeedSection", obj_id: idOf(speed_sections, other) } as const;
    const section = { obj_type: "SpeedSection", obj_id: idOf(speed_sections, object) } as const;
    faults.add(section, `track_ranges.${range}`, {
      error_type: "overlapping_speed_sections",
      reference,
    });
  }
  return true;
}

/** Range `range` of object `object` begins inside of one of object `other`. */
interface Overlap {
  readonly object: number;
  readonly range: number;
  readonly other: number;
}

/** In an order independent of the rest of the network; tags and directions at the same place count as one fault. */
function sortOverlaps(overlaps: Overlap[]): readonly Overlap[] {
  overlaps.sort((a, b) => a.object - b.object || a.range - b.range || a.other - b.other);
  return overlaps.filter(({ object, range, other }, i) => {
    const before = overlaps[i - 1];
    return before?.object !== object || before.range !== range || before.other !== other;
  });
}

function claimWires({ document, tracks }: NetworkIndex): Claims {
  const claims = new Claims(document.electrifications);
  for (const [object, { track_ranges }] of document.electrifications.entries()) {
    for (const [range, { track }] of track_ranges.entries()) {
      const key = tracks.get(track);
      if (key !== undefined) claims.add(key, object, range);
    }
  }
  return claims;
}

/** Null: too many claims. Those of one direction are in memory at a time. */
function speedOverlaps(network: NetworkIndex, direction: SpeedDirection): Overlap[] | null {
  const claims = claimSpeeds(network, direction);
  return claims === null ? null : listOverlaps(claims);
}

/** A section claims its ranges once per tag and once for its plain limit. */
function claimSpeeds(network: NetworkIndex, direction: SpeedDirection): Claims | null {
  const claims = new Claims(network.document.speed_sections);
  const classes = new Map<string, number>();
  let left = MAX_SPEED_CLAIMS;
  for (const [object, section] of network.document.speed_sections.entries()) {
    const names = listClasses(section);
    for (const name of names) if (!classes.has(name)) classes.set(name, classes.size);
    left -= names.length * section.track_ranges.length;
    if (left < 0) return null;
    for (const [range, item] of section.track_ranges.entries()) {
      const { track, applicable_directions } = item;
      if (applicable_directions !== "BOTH" && applicable_directions !== direction) continue;
      const track_index = network.tracks.get(track);
      if (track_index === undefined) continue;
      for (const name of names) {
        const key = (classes.get(name) ?? 0) * network.tracks.size + track_index;
        claims.add(key, object, range);
      }
    }
  }
  return claims;
}

type SpeedSection = RailjsonDocument["speed_sections"][number];

/** The kinds of trains that a section limits. */
function listClasses(section: SpeedSection): string[] {
  const has_signs = (section.extensions?.psl_sncf ?? null) !== null;
  if (Array.isArray(section.on_routes) || has_signs) return [];
  const names = Object.keys(section.speed_limit_by_tag).map((tag) => `tag ${tag}`);
  if (typeof section.speed_limit === "number") names.push("plain");
  return names;
}

/** A section's share of `MAX_SPEED_CLAIMS`. */
export function countClaims(section: SpeedSection): number {
  return listClasses(section).length * section.track_ranges.length;
}

/** Claims that begin inside an earlier one of another object. */
function listOverlaps(claims: Claims): Overlap[] {
  const overlaps: Overlap[] = [];
  for (const list of claims.rivals()) {
    list.sort((a, b) => a.begin - b.begin || a.object - b.object || a.range - b.range);
    let farthest: Claim | null = null;
    for (const claim of list) {
      if (toCentimetres(claim.begin) >= toCentimetres(claim.end)) continue;
      if (farthest !== null && claim.begin < farthest.end && claim.object !== farthest.object) {
        overlaps.push({ object: claim.object, range: claim.range, other: farthest.object });
      }
      if (farthest === null || claim.end > farthest.end) farthest = claim;
    }
  }
  return overlaps;
}

/** Whole centimetres: a shorter range claims nothing. */
function toCentimetres(position_m: number): number {
  return Math.floor(Math.max(position_m, 0) * 100);
}

function idOf(objects: readonly { readonly id: string }[], index: number): string {
  return objects[index]?.id ?? "";
}
