/**
 * All referential checks of a valid document: they list what is wrong with a network and never reject
 * it (interface.md 5.2). Each check is linear in the document or in the length of its routes.
 */
import type { Result } from "../../engine/result.ts";
import { err, ok } from "../../engine/result.ts";
import { ErrorRows, type FaultyObject } from "../infra_error.ts";
import { MAX_INFRA_ERRORS, MAX_ROUTE_STEPS, MAX_SPEED_CLAIMS } from "../limits.ts";
import type { RailjsonDocument } from "../schemas.ts";
import { checkLocations } from "./check_locations.ts";
import { checkOverlaps } from "./check_overlaps.ts";
import { checkRoutes } from "./check_routes.ts";
import { checkSwitches } from "./check_switches.ts";
import { checkTrackEnds } from "./check_track_ends.ts";
import { indexNetwork } from "./network_index.ts";

/** Returns the faults, or a sentence about the limit that the network exceeds. */
export function checkNetwork(document: RailjsonDocument): Result<readonly FaultyObject[], string> {
  const network = indexNetwork(document);
  const faults = new ErrorRows(MAX_INFRA_ERRORS);
  checkLocations(network, faults);
  checkSwitches(network, faults);
  if (!checkRoutes(network, faults)) {
    return err(tooManySteps());
  }
  checkTrackEnds(network, faults);
  if (!checkOverlaps(network, faults)) {
    return err(tooManyClaims());
  }
  return ok(faults.rows);
}

export function tooManySteps(): string {
  return `routes cross more than ${MAX_ROUTE_STEPS} track sections in all`;
}

export function tooManyClaims(): string {
  return `speed sections have more than ${MAX_SPEED_CLAIMS} ranges times tags in all`;
}
