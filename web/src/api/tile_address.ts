import { addressOf } from "./client.ts";

const PLACE = "/layers/tile/";

/** Beside the page, whatever root the server tells; the text is no address for parsers, because of its braces. */
export function addressOfTiles(told: string): string {
  return addressOf(PLACE) + told.slice(told.indexOf(PLACE) + PLACE.length);
}
