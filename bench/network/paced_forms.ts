/** Creation bodies of generated paced trains (interface.md 9), with exceptions of every kind. */
import { STOCK_NAMES } from "./rolling_stocks.ts";
import type { Mission } from "./services.ts";
import { printTime, printTrain, type TrainPlan, type TrainScheduleForm } from "./train_forms.ts";

export interface ExceptionForm {
  readonly key: string;
  /** Absent: an added train. */
  readonly occurrence_index?: number;
  readonly disabled?: boolean;
  readonly start_time?: { readonly value: string };
  readonly rolling_stock?: {
    readonly rolling_stock_name: string;
    readonly comfort: TrainScheduleForm["comfort"];
  };
}

export interface PacedTrainForm extends TrainScheduleForm {
  readonly paced: { readonly time_window: string; readonly interval: string };
  readonly exceptions: readonly ExceptionForm[];
}

interface Pace {
  /** At least 4. */
  readonly count: number;
  readonly interval_s: number;
}

/** A changed train runs this much later, an added one between two others. */
const DELAY_S = 360;
const ADDED_SHARE = 0.5;

/** The body that creates a paced train; one way a train is late and one dropped, the other way one
 * runs with another stock and one is added. */
export function printPacedTrain(
  mission: Mission,
  plan: TrainPlan,
  { count, interval_s }: Pace,
): PacedTrainForm {
  const startOf = (index: number) => ({ value: printTime(plan.departure_s + index * interval_s) });
  const late = { value: printTime(plan.departure_s + interval_s + DELAY_S) };
  const stock = { rolling_stock_name: STOCK_NAMES.railcar, comfort: "STANDARD" } as const;
  const exceptions: ExceptionForm[] = mission.is_outward
    ? [
        { key: "late", occurrence_index: 1, start_time: late },
        { key: "dropped", occurrence_index: count - 1, disabled: true },
      ]
    : [
        { key: "railcar", occurrence_index: 2, rolling_stock: stock },
        { key: "added", start_time: startOf(count - 1 + ADDED_SHARE) },
      ];
  return {
    ...printTrain(mission, plan),
    train_name: `R${plan.serial + 1}`,
    paced: { time_window: `PT${count * interval_s}S`, interval: `PT${interval_s}S` },
    exceptions,
  };
}
