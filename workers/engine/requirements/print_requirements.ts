/** Prints packed requirements as the fields of a simulation's final output (interface.md 10.2). */

import { type JsonWriter, makePart } from "../infra/compile/json_writer.ts";
import type { Infra } from "../infra/infra.ts";
import { openRequirements, type Requirements } from "./packed_requirements.ts";

const SIGHTINGS = makePart('"signal_sightings":[');
const UPDATES = makePart('],"zone_updates":[');
const SPACING = makePart('],"spacing_requirements":[');
const ROUTING = makePart('],"routing_requirements":[');
const END_OF_LIST = makePart("]");

const ZONE = makePart('{"zone":"');
const NEXT_ZONE = makePart(',{"zone":"');
const SIGNAL = makePart('{"signal":"');
const NEXT_SIGNAL = makePart(',{"signal":"');
const ROUTE = makePart('{"route":"');
const TIME = makePart('","time":');
const POSITION = makePart(',"position":');
/** The contract has no other state for a sighting. */
const SIGHTED = makePart(',"state":"VL"}');
const ENTERED = makePart(',"is_entry":true}');
const LEFT = makePart(',"is_entry":false}');
const BEGIN_TIME = makePart('","begin_time":');
const END_TIME = makePart(',"end_time":');
const END = makePart("}");
const ZONES = makePart(',"zones":[');
const END_OF_ZONES = makePart("]}");
/** [direction] of the train at the detector. */
const ENTRY_DETECTOR = [
  makePart('","entry_detector":"INCREASING:'),
  makePart('","entry_detector":"DECREASING:'),
];
const EXIT_DETECTOR = [
  makePart('","exit_detector":"INCREASING:'),
  makePart('","exit_detector":"DECREASING:'),
];
const SWITCHES = makePart('","switches":{');
const QUOTE = makePart('"');
const COLON = makePart('":"');
const END_OF_SWITCHES = makePart('},"end_time":');

/** Writes the four fields without braces. */
export function printRequirements(
  text: JsonWriter,
  infra: Infra,
  packed: SharedArrayBuffer,
  byteOffset = 0,
): void {
  const requirements = openRequirements(packed, byteOffset);
  text.add(SIGHTINGS);
  printSightings(text, infra, requirements);
  text.add(UPDATES);
  printUpdates(text, infra, requirements);
  text.add(SPACING);
  printSpacing(text, infra, requirements);
  text.add(ROUTING);
  printRouting(text, infra, requirements);
  text.add(END_OF_LIST);
}

function printSightings(text: JsonWriter, infra: Infra, requirements: Requirements): void {
  const { sightedSignals, sightingTimes_ms, sightingPositions_mm } = requirements;
  for (let i = 0; i < sightedSignals.length; i++) {
    text.add(i === 0 ? SIGNAL : NEXT_SIGNAL);
    text.name(infra, infra.signalName[sightedSignals[i]!]!);
    text.add(TIME);
    text.number(sightingTimes_ms[i]!);
    text.add(POSITION);
    text.number(sightingPositions_mm[i]!);
    text.add(SIGHTED);
  }
}

function printUpdates(text: JsonWriter, infra: Infra, requirements: Requirements): void {
  const { updateZones, updateTimes_ms, updatePositions_mm } = requirements;
  for (let i = 0; i < updateZones.length; i++) {
    text.add(i === 0 ? ZONE : NEXT_ZONE);
    text.name(infra, infra.zoneName[updateZones[i]! >>> 1]!);
    text.add(TIME);
    text.number(updateTimes_ms[i]!);
    text.add(POSITION);
    text.number(updatePositions_mm[i]!);
    text.add((updateZones[i]! & 1) === 1 ? ENTERED : LEFT);
  }
}

function printSpacing(text: JsonWriter, infra: Infra, requirements: Requirements): void {
  const { spacingZones, spacingBegins_ms, spacingEnds_ms } = requirements;
  for (let i = 0; i < spacingZones.length; i++) {
    text.add(i === 0 ? ZONE : NEXT_ZONE);
    text.name(infra, infra.zoneName[spacingZones[i]!]!);
    text.add(BEGIN_TIME);
    text.number(spacingBegins_ms[i]!);
    text.add(END_TIME);
    text.number(spacingEnds_ms[i]!);
    text.add(END);
  }
}

function printRouting(text: JsonWriter, infra: Infra, requirements: Requirements): void {
  const { routes, routeBegins_ms, routeZoneStart, routeZonePaths, routeZoneEnds_ms } = requirements;
  for (let r = 0; r < routes.length; r++) {
    text.separate(r);
    text.add(ROUTE);
    text.name(infra, infra.routeName[routes[r]!]!);
    text.add(BEGIN_TIME);
    text.number(routeBegins_ms[r]!);
    text.add(ZONES);
    const begin = routeZoneStart[r]!;
    for (let i = begin; i < routeZoneStart[r + 1]!; i++) {
      text.add(i === begin ? ZONE : NEXT_ZONE);
      printRouteZone(text, infra, routeZonePaths[i]!);
      text.number(routeZoneEnds_ms[i]!);
      text.add(END);
    }
    text.add(END_OF_ZONES);
  }
}

/** Prints a zone from its name up to its `end_time`, which the caller adds. */
function printRouteZone(text: JsonWriter, infra: Infra, zonePath: number): void {
  const { zonePathEntry, zonePathExit, zonePathNodeStart, detectorName } = infra;
  const entry = zonePathEntry[zonePath]!;
  const exit = zonePathExit[zonePath]!;
  text.name(infra, infra.zoneName[infra.zonePathZone[zonePath]!]!);
  text.add(ENTRY_DETECTOR[entry & 1]!);
  text.name(infra, detectorName[entry >>> 1]!);
  text.add(EXIT_DETECTOR[exit & 1]!);
  text.name(infra, detectorName[exit >>> 1]!);
  text.add(SWITCHES);
  const begin = zonePathNodeStart[zonePath]!;
  for (let k = begin; k < zonePathNodeStart[zonePath + 1]!; k++) {
    text.separate(k - begin);
    text.add(QUOTE);
    text.name(infra, infra.nodeName[infra.zonePathNodes[k]!]!);
    text.add(COLON);
    text.name(infra, infra.configName[infra.zonePathConfigs[k]!]!);
    text.add(QUOTE);
  }
  text.add(END_OF_SWITCHES);
}
