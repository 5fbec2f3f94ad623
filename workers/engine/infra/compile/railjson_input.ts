/**
 * The parts of a RailJSON 3.4.12 document (interface.md 5.3) that the compiler reads, already checked
 * against the schema: types are right, references may be wrong. Lengths and positions are in metres here.
 */
export type TravelDirection = "START_TO_STOP" | "STOP_TO_START";
export type TrackEndpoint = "BEGIN" | "END";

export interface RailjsonRange {
  readonly track: string;
  readonly begin: number;
  readonly end: number;
}

export interface ApplicableRange extends RailjsonRange {
  readonly applicable_directions: TravelDirection | "BOTH";
}

export interface DirectionalRange extends RailjsonRange {
  readonly direction: TravelDirection;
}

export interface RailjsonTrack {
  readonly id: string;
  readonly length: number;
  readonly slopes: readonly {
    readonly gradient: number;
    readonly begin: number;
    readonly end: number;
  }[];
  readonly curves: readonly {
    readonly radius: number;
    readonly begin: number;
    readonly end: number;
  }[];
  readonly loading_gauge_limits?: readonly {
    readonly category: string;
    readonly begin: number;
    readonly end: number;
  }[];
  readonly geo: { readonly coordinates: readonly (readonly number[])[] };
  readonly extensions?: {
    readonly sncf?: { readonly track_name?: string; readonly line_code?: number } | null;
    readonly usual_direction?: "START_TO_STOP" | "STOP_TO_START";
  };
}

export interface RailjsonWaypoint {
  readonly id: string;
  readonly track: string;
  readonly position: number;
}

export interface RailjsonSwitch {
  readonly id: string;
  readonly switch_type: string;
  readonly ports: Readonly<
    Record<string, { readonly track: string; readonly endpoint: TrackEndpoint }>
  >;
}

export interface RailjsonSwitchType {
  readonly id: string;
  readonly ports: readonly string[];
  readonly groups: Readonly<
    Record<string, readonly { readonly src: string; readonly dst: string }[]>
  >;
}

export interface RailjsonWaypointRef {
  readonly type: "Detector" | "BufferStop";
  readonly id: string;
}

export interface RailjsonRoute {
  readonly id: string;
  readonly entry_point: RailjsonWaypointRef;
  readonly exit_point: RailjsonWaypointRef;
  readonly entry_point_direction: TravelDirection;
  readonly switches_directions: Readonly<Record<string, string>>;
}

export interface RailjsonLogicalSignal {
  readonly signaling_system: string;
  readonly next_signaling_systems: readonly string[];
  readonly settings: Readonly<Record<string, string>>;
  readonly default_parameters: Readonly<Record<string, string>>;
  readonly conditional_parameters: readonly {
    readonly on_route: string;
    readonly parameters: Readonly<Record<string, string>>;
  }[];
}

export interface RailjsonSignal extends RailjsonWaypoint {
  readonly direction: TravelDirection;
  readonly sight_distance: number;
  readonly logical_signals?: readonly RailjsonLogicalSignal[];
}

export interface RailjsonOperationalPointPart {
  readonly track: string;
  readonly position: number;
  readonly extensions?: { readonly sncf?: { readonly kp: string } | null };
}

export interface RailjsonOperationalPoint {
  readonly id: string;
  readonly parts: readonly RailjsonOperationalPointPart[];
  readonly extensions?: {
    readonly identifier?: { readonly name: string; readonly uic: number } | null;
    readonly sncf?: {
      readonly ci: number;
      readonly ch: string;
      readonly ch_short_label: string;
      readonly ch_long_label: string;
      readonly trigram: string;
    } | null;
  };
}

export interface RailjsonSpeedSection {
  readonly id: string;
  readonly speed_limit?: number | null;
  readonly speed_limit_by_tag: Readonly<Record<string, number>>;
  readonly track_ranges: readonly ApplicableRange[];
  readonly on_routes?: readonly string[] | null;
}

export interface RailjsonElectrification {
  readonly id: string;
  readonly voltage: string;
  readonly track_ranges: readonly ApplicableRange[];
}

export interface RailjsonNeutralSection {
  readonly id: string;
  readonly track_ranges: readonly DirectionalRange[];
  readonly lower_pantograph: boolean;
}

export interface RailjsonInput {
  readonly track_sections: readonly RailjsonTrack[];
  readonly switches: readonly RailjsonSwitch[];
  readonly extended_switch_types: readonly RailjsonSwitchType[];
  readonly routes: readonly RailjsonRoute[];
  readonly signals: readonly RailjsonSignal[];
  readonly detectors: readonly RailjsonWaypoint[];
  readonly buffer_stops: readonly RailjsonWaypoint[];
  readonly operational_points: readonly RailjsonOperationalPoint[];
  readonly speed_sections: readonly RailjsonSpeedSection[];
  readonly electrifications: readonly RailjsonElectrification[];
  readonly neutral_sections: readonly RailjsonNeutralSection[];
}
