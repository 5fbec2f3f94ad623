/** Where a click of the tool would be, shown before it is made: on which track, at which end. */
import { computed, signal } from "@preact/signals";
import { collect, type Features, lineAlong, pointAt } from "../../map/features.ts";
import { nearestOn, placeOn, type Spot } from "../../map/tracks.ts";
import { type Tool, tool } from "../tool_choice.ts";
import {
  type Click,
  drawn_points,
  endsNear,
  findJunction,
  snapToEnd,
  tracksNear,
} from "../tools.ts";
import { linesAt } from "./copied.ts";
import { copied, first_corner, turn } from "./copying.ts";
import { can_edit } from "./infra_state.ts";

const aim = signal<Spot | null>(null);

let wanted: Click | null = null;
let is_looking = false;

/** Null: the pointer is not on the map. What comes while tracks are read is looked at last. */
export async function aimAt(one: Click | null): Promise<void> {
  wanted = one;
  if (is_looking) return;
  is_looking = true;
  try {
    for (let seen: Click | null | undefined; seen !== wanted; ) {
      seen = wanted;
      aim.value = seen === null || !can_edit.peek() ? null : await spotOf(tool.peek(), seen);
    }
  } catch {
    // The click itself tells what went wrong.
    aim.value = null;
  } finally {
    is_looking = false;
  }
}

/** Null: a click there would do nothing, or nothing is snapped to. Throws ApiFault. */
async function spotOf(own: Tool, one: Click): Promise<Spot | null> {
  switch (own) {
    case "select":
    case "route":
      return null;
    case "track":
    case "copy":
      return (await endsNear(one))[0]?.at ?? one.at;
    case "switch":
      return await findJunction(one);
    case "split":
    case "signal":
    case "detector":
    case "buffer_stop":
    case "station":
    case "speed":
    case "electrification":
      return await spotOnTrack(own, one);
  }
}

async function spotOnTrack(own: Tool, one: Click): Promise<Spot | null> {
  const tracks = (await tracksNear(one)).map((track) => ({ track, ...nearestOn(track, one.at) }));
  const [nearest] = tracks.toSorted((a, b) => a.far - b.far);
  if (nearest === undefined) return null;
  const { track, position_m } = nearest;
  const at =
    own === "buffer_stop" ? snapToEnd(position_m, track.length_m, one.reach_m) : position_m;
  return placeOn(track, at);
}

export const preview = computed<Features>(() => {
  const at = aim.value;
  if (at === null || tool.value === "select") return collect([]);
  return collect([...linesTo(at).map((line) => lineAlong(line, {})), pointAt(at, {})]);
});

function linesTo(at: Spot): (readonly Spot[])[] {
  const [own, corner, last] = [copied.value, first_corner.value, drawn_points.value.at(-1)];
  if (tool.value === "track" && last !== undefined) return [[last, at]];
  if (tool.value !== "copy") return [];
  if (own !== null) return linesAt(own, at, turn.value);
  if (corner === null) return [];
  return [[corner, [corner[0], at[1]], at, [at[0], corner[1]], corner]];
}
