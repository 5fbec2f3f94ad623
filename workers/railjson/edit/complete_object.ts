/**
 * The completed form of an object, with every optional part written out. Editors read and patch this form, and
 * changes are stored in it; imports are stored as they were sent. Keys keep their order, added ones come last.
 */
import type { ObjectType } from "../../../src/railway/object_types.ts";
import { isObject } from "../../../src/railway/scalars.ts";

type Json = Readonly<Record<string, unknown>>;

/** The object with its optional parts; the same object if nothing is missing. It must be valid for its type. */
export function completeObject<T extends object>(object_type: ObjectType, object: T): T {
  // The schemas determine the keys; completing only adds optional ones.
  return complete(object_type, object as unknown as Json) as unknown as T;
}

function complete(object_type: ObjectType, object: Json): Json {
  switch (object_type) {
    case "TrackSection":
      return extend(fill(object, { loading_gauge_limits: [] }), ["sncf", "source"]);
    case "Signal":
      return completeSignal(extend(fill(object, { logical_signals: [] }), ["sncf"]));
    case "Detector":
    case "BufferStop":
    case "Switch":
      return extend(object, ["sncf"]);
    case "OperationalPoint":
      return completePoint(extend(object, ["sncf", "identifier"]));
    case "SpeedSection":
      return extend(fill(dropNullRoutes(object), { speed_limit: null }), ["psl_sncf"]);
    case "NeutralSection":
      return extend(object, ["neutral_sncf"]);
    case "Electrification":
    case "Route":
    case "SwitchType":
      return object;
  }
}

/** The object plus those of the entries that it lacks. */
function fill(object: Json, entries: Json): Json {
  const missing = Object.entries(entries).filter(([key]) => object[key] === undefined);
  return missing.length === 0 ? object : { ...object, ...Object.fromEntries(missing) };
}

/** The object with `extensions` that has each of these names, null if absent. */
function extend(object: Json, names: readonly string[]): Json {
  const nulls = Object.fromEntries(names.map((name) => [name, null]));
  const { extensions } = object;
  if (!isObject(extensions)) return { ...object, extensions: nulls };
  return replace(object, "extensions", fill(extensions, nulls));
}

function completeSignal(signal: Json): Json {
  const { extensions } = signal;
  const sncf = isObject(extensions) ? extensions["sncf"] : null;
  if (!isObject(extensions) || !isObject(sncf)) return signal;
  const completed = replace(extensions, "sncf", fill(sncf, { side: "CENTER" }));
  return replace(signal, "extensions", completed);
}

function completePoint(point: Json): Json {
  const { parts } = point;
  if (!Array.isArray(parts)) return point;
  const completed = parts.map((part: Json) => extend(part, ["sncf"]));
  return completed.every((part, i) => part === parts[i]) ? point : { ...point, parts: completed };
}

function dropNullRoutes(section: Json): Json {
  if (section["on_routes"] !== null) return section;
  const { on_routes: _on_routes, ...rest } = section;
  return rest;
}

/** Returns the same object if the value is unchanged. */
function replace(object: Json, key: string, value: unknown): Json {
  return object[key] === value ? object : { ...object, [key]: value };
}
