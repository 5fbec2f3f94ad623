/**
 * Reads RailJSON of any version 3: what is newer than that of the API is taken where it has a place, and else left out
 * and told. An object that can't be read is left out, and the network is as its file has it: nothing is completed.
 */
import type * as v from "valibot";
import { RAILJSON_VERSION } from "../../../src/railway/network_terms.ts";
import { OBJECT_TYPES, type ObjectKey } from "../../../src/railway/object_types.ts";
import { isObject } from "../../../src/railway/scalars.ts";
import { OBJECT_SCHEMAS, type RailjsonDocument } from "../../railjson/schemas.ts";
import { isValidObject, validateDocument } from "../../railjson/validate_document.ts";
import type { ExchangeReport } from "../exchange_report.ts";
import { namedTrack } from "../network/build_network.ts";
import { readJson } from "../read_json.ts";
import { UnreadableSource } from "../source_fault.ts";
import { dropUnknown, type Fields, faultOf, noteNewer } from "./newer_fields.ts";

const VERSION = /^3\.\d{1,4}\.\d{1,4}$/;

/** Throws an `UnreadableSource`. */
export function readRailjson(bytes: Uint8Array, report: ExchangeReport): RailjsonDocument {
  const given = readJson(bytes);
  if (!isObject(given)) throw new UnreadableSource("a network is an object with lists");
  const { version, ...lists } = given;
  if (typeof version !== "string" || !VERSION.test(version)) {
    throw new UnreadableSource(`its version must be ${RAILJSON_VERSION} or another 3`);
  }
  if (version !== RAILJSON_VERSION) {
    const where = { element: "version", id: version };
    const message = `it is read as version ${RAILJSON_VERSION}`;
    report.note({ severity: "info", code: "version_read", where, message });
  }
  const tracks = lists["track_sections"];
  if (!Array.isArray(tracks) || tracks.length === 0) {
    throw new UnreadableSource("it has no track sections");
  }
  nameTracks(lists, report);
  const own = OBJECT_TYPES.map(({ key }) => [key, readList(key, lists[key], report)] as const);
  for (const [name, list] of Object.entries(lists)) {
    if (OBJECT_TYPES.some(({ key }) => key === name)) continue;
    noteNewer({ element: "network", report }, name, Array.isArray(list) ? list.length : 1);
  }
  const document = { version: RAILJSON_VERSION, ...Object.fromEntries(own) };
  const validated = validateDocument(document);
  if (validated.kind === "valid") return validated.document;
  const [fault] = validated.kind === "invalid" ? validated.faults : [];
  throw new UnreadableSource(`${fault?.path ?? "it"} ${fault?.reason ?? "is of another version"}`);
}

function readList(key: ObjectKey, list: unknown, report: ExchangeReport): unknown[] {
  if (list === undefined) return [];
  if (!Array.isArray(list)) throw new UnreadableSource(`${key} must be a list`);
  const schema: v.GenericSchema = OBJECT_SCHEMAS[key];
  const ids = new Set<unknown>();
  return list.filter((object: unknown) => {
    if (!isValidObject(key, object)) dropUnknown(schema, object, { element: key, report });
    const fault = isValidObject(key, object) ? null : faultOf(schema, object);
    const id = isObject(object) ? object["id"] : undefined;
    const reason = fault ?? (ids.has(id) ? "another one has its id" : null);
    ids.add(id);
    if (reason === null) return true;
    const where = { element: key, id: String(id).slice(0, 100) };
    report.note({ severity: "warning", code: "faulty_left_out", where, message: reason });
    return false;
  });
}

/** Newer files name tracks at the parts of stations, or tracks themselves: here tracks have their names. */
function nameTracks(lists: Fields, report: ExchangeReport): void {
  const tracks = new Map<unknown, Fields>();
  for (const track of listOf(lists["track_sections"])) {
    tracks.set(track["id"], track);
    nameTrack(track, track["local_track_name"], report);
    delete track["local_track_name"];
  }
  for (const point of listOf(lists["operational_points"])) {
    for (const part of listOf(point["parts"])) {
      nameTrack(tracks.get(part["track"]), part["local_track_name"], report);
      delete part["local_track_name"];
    }
  }
}

function nameTrack(track: Fields | undefined, name: unknown, report: ExchangeReport): void {
  if (track === undefined || typeof name !== "string" || name === "") return;
  const extensions = isObject(track["extensions"]) ? track["extensions"] : {};
  const known = isObject(extensions["sncf"]) ? extensions["sncf"] : null;
  if (known === null || known["track_name"] === "") {
    track["extensions"] = {
      ...extensions,
      sncf: { ...namedTrack(name), ...known, track_name: name },
    };
  } else if (known["track_name"] !== name) {
    const where = { element: "track_sections", id: String(track["id"]).slice(0, 100) };
    const message = "a track has one name: that of its station is left out";
    report.note({ severity: "warning", code: "track_name_left_out", where, message });
  }
}

function listOf(list: unknown): readonly Fields[] {
  return Array.isArray(list) ? list.filter(isObject) : [];
}
