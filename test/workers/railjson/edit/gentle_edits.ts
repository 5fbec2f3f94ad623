/** Random edits that networks mostly survive: what a person draws, moves, cuts, corrects and takes away. */
import { OBJECT_TYPES } from "../../../../src/railway/object_types.ts";
import type { NetworkEdit } from "../../../../workers/railjson/edit/network_objects.ts";
import { create, remove } from "../../../helpers/edit_operations.ts";

type Random = () => number;

type AnyObject = ReturnType<typeof JSON.parse>;

const pick = <Item>(items: readonly Item[], random: Random): Item | undefined =>
  items[Math.floor(random() * items.length)];

const update = (obj_type: string, obj_id: string, path: string, value: unknown): unknown => ({
  operation_type: "UPDATE",
  obj_type,
  obj_id,
  railjson_patch: [{ op: "add", path, value }],
});

/** One or more operations on a random object; null where the network has none. */
export function drawGentleEdit(edit: NetworkEdit, random: Random): unknown {
  const type = pick(OBJECT_TYPES, random);
  if (type === undefined) return null;
  const { obj_type, key } = type;
  const object: AnyObject = pick([...edit.list(key).values()], random);
  if (object === undefined) return null;
  const { id } = object;
  const dice = random();
  const new_id = `new ${Math.floor(random() * 1e6)}`;
  if (edit.get(obj_type, new_id) !== undefined) return null;
  // It comes to the end of its list.
  if (dice < 0.15) return [remove(id, obj_type), create(object, obj_type)];
  if (dice < 0.3) return drawCopy(edit, { obj_type, object, new_id }, random);
  if (dice < 0.35) return remove(id, obj_type);
  return drawChange(edit, { obj_type, object }, random);
}

function anyId(edit: NetworkEdit, key: "routes" | "track_sections", random: Random): string {
  return pick([...edit.list(key).keys()], random) ?? "none";
}

function placeOn(edit: NetworkEdit, track: string, random: Random): number {
  const { length = 0 } = edit.list("track_sections").get(track) ?? {};
  const dice = random();
  if (dice < 0.1) return 0;
  if (dice < 0.2) return length;
  return Math.round(random() * length * 1000) / 1000;
}

interface Drawn {
  readonly obj_type: string;
  readonly object: AnyObject;
}

function drawCopy(
  edit: NetworkEdit,
  { obj_type, object, new_id }: Drawn & { readonly new_id: string },
  random: Random,
): unknown {
  const copy = { ...object, id: new_id };
  if ("position" in object) {
    return create({ ...copy, position: placeOn(edit, object.track, random) }, obj_type);
  }
  if (obj_type === "Switch") return [remove(object.id, obj_type), create(copy, obj_type)];
  if (obj_type !== "TrackSection") return create(copy, obj_type);
  // A track is joined to the end of another one, or stands alone.
  const link = {
    id: `link ${new_id}`,
    switch_type: "link",
    ports: {
      A: { track: object.id, endpoint: random() < 0.5 ? "END" : "BEGIN" },
      B: { track: new_id, endpoint: "BEGIN" },
    },
    group_change_delay: 0,
    extensions: { sncf: null },
  };
  return random() < 0.5 ? create(copy, obj_type) : [create(copy, obj_type), create(link, "Switch")];
}

function drawChange(edit: NetworkEdit, { obj_type, object }: Drawn, random: Random): unknown {
  const change = (path: string, value: unknown): unknown =>
    update(obj_type, object.id, path, value);
  switch (obj_type) {
    case "TrackSection":
      return drawTrack(object, change, random);
    case "Signal":
      return drawSignal(edit, { object, change }, random);
    case "Detector":
    case "BufferStop":
      return change("/position", placeOn(edit, object.track, random));
    case "OperationalPoint": {
      const track = anyId(edit, "track_sections", random);
      const part = { track, position: placeOn(edit, track, random) };
      if (random() < 0.5) return change("/parts/-", part);
      return change("/extensions/identifier", { name: `Point ${random()}`, uic: 87 });
    }
    case "Electrification":
      return random() < 0.5
        ? change("/voltage", random() < 0.5 ? "25000V" : `${Math.floor(random() * 9)}V`)
        : drawRange(edit, { object, change }, random);
    case "NeutralSection":
      return random() < 0.5
        ? change("/lower_pantograph", random() < 0.5)
        : drawRange(edit, { object, change }, random);
    case "SpeedSection":
      return drawSpeed(edit, { object, change }, random);
    case "Switch":
      return change("/group_change_delay", random());
    case "Route":
      return change("/release_detectors", []);
    default:
      return null;
  }
}

type Change = (path: string, value: unknown) => unknown;

function drawTrack(object: AnyObject, change: Change, random: Random): unknown {
  const { length, geo } = object;
  const end = random() * length;
  const dice = random();
  if (dice < 0.3) return change("/length", length + random());
  if (dice < 0.5) return change("/slopes", [{ begin: 0, end, gradient: random() * 20 - 10 }]);
  if (dice < 0.7) return change("/curves", [{ begin: 0, end, radius: random() * 2000 - 1000 }]);
  if (dice < 0.85) {
    return change("/loading_gauge_limits", [{ begin: 0, end, category: "GA" }]);
  }
  const [lon, lat] = geo.coordinates[0];
  return change("/geo/coordinates/0", [lon + random() * 1e-4, lat]);
}

interface Changing {
  readonly object: AnyObject;
  readonly change: Change;
}

function drawSignal(edit: NetworkEdit, { object, change }: Changing, random: Random): unknown {
  const dice = random();
  if (dice < 0.3) return change("/sight_distance", Math.round(random() * 1000));
  if (dice < 0.6) return change("/position", placeOn(edit, object.track, random));
  if (dice < 0.7) return change("/extensions/sncf", { kp: "1", label: "x", side: "LEFT" });
  const [first] = object.logical_signals ?? [];
  if (first === undefined || dice < 0.75) return change("/logical_signals", first ? [] : SHOWN);
  if (dice < 0.85) {
    return change("/logical_signals/0/settings/Nf", random() < 0.5 ? "true" : "false");
  }
  const parameters = Object.fromEntries(
    Object.keys(first.default_parameters).map((name) => [name, "true"]),
  );
  const condition = { on_route: anyId(edit, "routes", random), parameters };
  return change("/logical_signals/0/conditional_parameters", [condition]);
}

const SHOWN = [
  {
    signaling_system: "BAL",
    next_signaling_systems: ["BAL"],
    settings: { Nf: "true" },
    default_parameters: { jaune_cli: "false" },
    conditional_parameters: [],
  },
];

function drawRange(edit: NetworkEdit, { object, change }: Changing, random: Random): unknown {
  const [first] = object.track_ranges;
  if (first === undefined || random() < 0.2) return change("/track_ranges", []);
  const track = anyId(edit, "track_sections", random);
  const [begin, end] = [placeOn(edit, track, random), placeOn(edit, track, random)];
  return change("/track_ranges/0", { ...first, track, begin, end });
}

function drawSpeed(edit: NetworkEdit, { object, change }: Changing, random: Random): unknown {
  const dice = random();
  if (dice < 0.3) return change("/speed_limit", Math.round(random() * 40) + 1);
  if (dice < 0.5) {
    const tags = Object.fromEntries(["MA100", "HLP", "E32C"].map((tag) => [tag, random() * 40]));
    return change("/speed_limit_by_tag", tags);
  }
  if (dice < 0.7) {
    // It may come later, or never.
    const route = random() < 0.5 ? anyId(edit, "routes", random) : "new 1";
    return change("/on_routes", [route]);
  }
  return drawRange(edit, { object, change }, random);
}
