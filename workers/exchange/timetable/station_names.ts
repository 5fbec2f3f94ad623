/**
 * Places of trains as words, for formats that have one word for a place, and back:
 *
 *   MWS, MWS/BV                       trigram, with a secondary code
 *   uic:87271007, id:West_station     UIC code, id of an operational point; with `/` a secondary code too
 *   track:TH1/4386000                 track section and offset, mm
 *
 * `%`, `/` and blanks at the ends are escaped as in URLs.
 */
import type { Location } from "../../../src/railway/waypoint.schemas.ts";

const UIC_MAX = 2 ** 32 - 1;
const OFFSET_MAX_MM = 1e12;
const PREFIXED = /^(trigram|uic|id|track):(.*)$/s;

/** A place without what it says of the track. */
export function printPlace(location: Location): string {
  if ("track" in location) return `track:${escapeWord(location.track)}/${location.offset}`;
  const code = location.secondary_code === null ? "" : `/${escapeWord(location.secondary_code)}`;
  if ("uic" in location) return `uic:${location.uic}${code}`;
  if ("operational_point" in location) return `id:${escapeWord(location.operational_point)}${code}`;
  const prefix = PREFIXED.test(location.trigram) ? "trigram:" : "";
  return `${prefix}${escapeWord(location.trigram)}${code}`;
}

/** The place of a word as `printPlace` writes it; null: it is none. A word without a prefix is a trigram. */
export function readPlace(word: string): Location | null {
  const [, prefix = "trigram", rest = word] = PREFIXED.exec(word) ?? [];
  const [first = "", second = null, ...others] = rest.split("/").map(unescapeWord);
  if (first === "" || others.length > 0) return null;
  if (prefix === "track") {
    const offset = Number(second);
    const is_offset = /^\d+$/.test(second ?? "") && offset <= OFFSET_MAX_MM;
    return is_offset ? { track: first, offset } : null;
  }
  if (prefix === "id") return { operational_point: first, secondary_code: second };
  if (prefix === "trigram") return { trigram: first, secondary_code: second };
  const uic = Number(first);
  return /^\d{1,10}$/.test(first) && uic <= UIC_MAX ? { uic, secondary_code: second } : null;
}

/** The track that a place asks for: its local name, or `#` and the id of a track section; null: any. */
export function printTrack(location: Location): string | null {
  if ("track" in location) return null;
  const { local_track_name, track_reference } = location;
  if (track_reference && "track_id" in track_reference) {
    // Two of them begin a name.
    return `#${track_reference.track_id.replace(/^[#%]/, encodeURIComponent)}`;
  }
  const name = local_track_name ?? track_reference?.track_name ?? null;
  return name?.startsWith("#") ? `##${name.slice(1)}` : name;
}

export function withTrack(location: Location, word: string): Location {
  if ("track" in location || word === "") return location;
  if (word.startsWith("##")) return { ...location, local_track_name: word.slice(1) };
  if (word.length > 1 && word.startsWith("#")) {
    const track_id = word.slice(1).replace(/^%2[35]/, decodeURIComponent);
    return { ...location, track_reference: { track_id } };
  }
  return { ...location, local_track_name: word };
}

function escapeWord(text: string): string {
  return text.replaceAll(/[%/]|^\s|\s$/g, (one) => encodeURIComponent(one));
}

function unescapeWord(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A percent sign of somebody else's word.
    return text;
  }
}
