/** The kinds of trains of a generated timetable, and what one train is before it has times. */
import type { StockKind } from "./rolling_stocks.ts";
import type { Line, Station } from "./stations.ts";

export type ReceptionSignal = "OPEN" | "STOP" | "SHORT_SLIP_STOP";

/** One place that a train calls at or passes. */
export interface Call {
  readonly station: Station;
  /** null: passes. */
  readonly stop_s: number | null;
  readonly track_name?: string;
  readonly reception_signal?: ReceptionSignal;
}

export interface Mission {
  readonly kind: StockKind;
  readonly line: Line;
  readonly is_outward: boolean;
  readonly calls: readonly Call[];
}

export interface Service {
  readonly max_kmh: number;
  /** Lost by accelerating from a stop, and by braking to one. */
  readonly start_loss_s: number;
  readonly stop_loss_s: number;
  readonly number: number;
  readonly label: string;
  readonly tag: string;
  readonly category: string;
  /** Margins before and after a boundary; one of them alone where there is none. */
  readonly margins: readonly [string, string];
  /** What margins add to running times, about. */
  readonly margin_share: number;
}

export const SERVICES: Readonly<Record<StockKind, Service>> = {
  intercity: {
    max_kmh: 160,
    start_loss_s: 62,
    stop_loss_s: 44,
    number: 4_500,
    label: "intercity",
    tag: "V160",
    category: "INTERCITY_TRAIN",
    margins: ["5%", "3%"],
    margin_share: 0.05,
  },
  multiple_unit: {
    max_kmh: 140,
    start_loss_s: 40,
    stop_loss_s: 28,
    number: 86_000,
    label: "regional",
    tag: "E32C",
    category: "REGIONAL_TRAIN",
    margins: ["4.5min/100km", "3min/100km"],
    margin_share: 0.06,
  },
  railcar: {
    max_kmh: 120,
    start_loss_s: 40,
    stop_loss_s: 28,
    number: 87_200,
    label: "branch",
    tag: "ME120",
    category: "REGIONAL_TRAIN",
    margins: ["3min/100km", "7%"],
    margin_share: 0.05,
  },
  freight: {
    max_kmh: 100,
    start_loss_s: 115,
    stop_loss_s: 56,
    number: 52_100,
    label: "freight",
    tag: "MA100",
    category: "FREIGHT_TRAIN",
    margins: ["4%", "5min/100km"],
    margin_share: 0.05,
  },
};
