/** Track sections as they were read, as long as the network has the same content. */
import { askObjects } from "../api/station.ts";
import { drawTrack, type Section, type Track } from "./tracks.ts";

interface Content {
  readonly infra_id: number;
  readonly version: string;
}

let kept_of = "";
let kept = new Map<string, Track>();

/** Those that have lines. Throws ApiFault, or the abort's reason. */
export async function loadTracks(
  { infra_id, version }: Content,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Track>> {
  const content = `${infra_id} ${version}`;
  if (content !== kept_of) {
    kept_of = content;
    kept = new Map();
  }
  const own = kept;
  const missing = ids.filter((id) => !own.has(id));
  if (missing.length > 0) {
    const sections = await askObjects(infra_id, "TrackSection", missing, signal);
    for (const section of sections as unknown as Section[]) {
      const track = drawTrack(section);
      if (track !== null) own.set(track.id, track);
    }
  }
  return new Map(own);
}
