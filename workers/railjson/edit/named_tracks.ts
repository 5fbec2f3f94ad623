/** The track sections that objects refer to: by their places, ranges, ports, parts and signs. */
import type { ObjectType } from "../../../src/railway/object_types.ts";
import type { RailjsonDocument } from "../schemas.ts";
import { listNeutralSigns, listSpeedSigns } from "../signs.ts";
import type { NetworkObject } from "./network_objects.ts";

type Objects<K extends keyof RailjsonDocument> = RailjsonDocument[K] extends readonly (infer T)[]
  ? T
  : never;

interface OnTrack {
  readonly track: string;
}

/** Everything that an object has on tracks, in the order of its fields. */
export function listTrackPlaces(obj_type: ObjectType, object: NetworkObject): readonly OnTrack[] {
  // Safe: the object is of this type.
  switch (obj_type) {
    case "Signal":
    case "Detector":
    case "BufferStop":
      return [object as Objects<"signals">];
    case "OperationalPoint":
      return (object as Objects<"operational_points">).parts;
    case "Switch":
      return Object.values((object as Objects<"switches">).ports);
    case "Electrification":
      return (object as Objects<"electrifications">).track_ranges;
    case "SpeedSection": {
      const section = object as Objects<"speed_sections">;
      return [...section.track_ranges, ...listSpeedSigns(section).map(({ sign }) => sign)];
    }
    case "NeutralSection": {
      const section = object as Objects<"neutral_sections">;
      const { track_ranges, announcement_track_ranges } = section;
      const signs = listNeutralSigns(section).map(({ sign }) => sign);
      return [...track_ranges, ...announcement_track_ranges, ...signs];
    }
    case "TrackSection":
    case "Route":
    case "SwitchType":
      return [];
  }
}
