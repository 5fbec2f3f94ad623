/** Random damage to a network: what editors and imports of poor data do to it, as operations that apply. */
import { OBJECT_TYPES } from "../../../../src/railway/object_types.ts";
import type {
  NetworkEdit,
  NetworkObject,
} from "../../../../workers/railjson/edit/network_objects.ts";

type Random = () => number;

/** mulberry32: the same numbers on every machine. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const pick = <Item>(items: readonly Item[], random: Random): Item | undefined =>
  items[Math.floor(random() * items.length)];

/** One operation on a random object; null where the network has none to damage. */
export function drawOperation(edit: NetworkEdit, random: Random): unknown {
  const type = pick(OBJECT_TYPES, random);
  if (type === undefined) return null;
  const { obj_type, key } = type;
  const object: NetworkObject | undefined = pick([...edit.list(key).values()], random);
  if (object === undefined) return null;
  const obj_id = object.id;
  const dice = random();
  if (dice < 0.25) return { operation_type: "DELETE", obj_type, obj_id };
  if (dice < 0.45) {
    const id = `new ${Math.floor(random() * 1e6)}`;
    if (edit.get(obj_type, id) !== undefined) return null;
    return { operation_type: "CREATE", obj_type, railjson: { ...object, id } };
  }
  const steps = drawSteps(object, edit, random);
  return { operation_type: "UPDATE", obj_type, obj_id, railjson_patch: steps };
}

/** Steps that the schema allows: positions off the track, other and missing tracks, emptied lists. */
function drawSteps(object: NetworkObject, edit: NetworkEdit, random: Random): unknown[] {
  const anyTrack = (): string =>
    random() < 0.3
      ? "no such track"
      : (pick([...edit.list("track_sections").keys()], random) ?? "no such track");
  const position = Math.round(random() * 3_000_000 - 200_000) / 1000;
  if ("track" in object) {
    return random() < 0.5
      ? [{ op: "replace", path: "/position", value: position }]
      : [{ op: "replace", path: "/track", value: anyTrack() }];
  }
  if ("parts" in object) {
    return random() < 0.2
      ? [{ op: "replace", path: "/parts", value: [] }]
      : [{ op: "add", path: "/parts/0", value: { track: anyTrack(), position } }];
  }
  if ("track_ranges" in object) {
    const first = object.track_ranges[0];
    if (first === undefined || random() < 0.2) {
      return [{ op: "replace", path: "/track_ranges", value: [] }];
    }
    return [{ op: "add", path: "/track_ranges/0", value: { ...first, track: anyTrack() } }];
  }
  if ("length" in object) {
    return [{ op: "replace", path: "/length", value: Math.abs(position) + 1 }];
  }
  if ("switch_type" in object) {
    const port = pick(Object.keys(object.ports), random);
    const value = pick(["link", "point_switch", "crossing", "no such type"], random);
    return random() < 0.5 || port === undefined
      ? [{ op: "replace", path: "/switch_type", value }]
      : [{ op: "replace", path: `/ports/${escape(port)}/track`, value: anyTrack() }];
  }
  if ("entry_point" in object) {
    const stop = pick([...edit.list("buffer_stops").keys()], random) ?? "none";
    return [{ op: "replace", path: "/exit_point", value: { type: "BufferStop", id: stop } }];
  }
  return [];
}

const escape = (key: string): string => key.replaceAll("~", "~0").replaceAll("/", "~1");
