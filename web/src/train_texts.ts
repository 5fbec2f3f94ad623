/** Texts of editing: what edits do, and the forms of trains. */
import { plural } from "./plural.ts";

export const TRAIN_TEXTS = {
  /** Categories of trains, and comforts of rolling stocks, as the server spells them. */
  categories: {
    HIGH_SPEED_TRAIN: "High speed train",
    INTERCITY_TRAIN: "Intercity train",
    REGIONAL_TRAIN: "Regional train",
    NIGHT_TRAIN: "Night train",
    COMMUTER_TRAIN: "Commuter train",
    FREIGHT_TRAIN: "Freight train",
    FAST_FREIGHT_TRAIN: "Fast freight train",
    TRAM_TRAIN: "Tram train",
    TOURISTIC_TRAIN: "Touristic train",
    WORK_TRAIN: "Work train",
    STANDARD: "Standard",
    AIR_CONDITIONING: "Air conditioning",
    HEATING: "Heating",
  },
  /** What edits do; also on the undo list. */
  edits: {
    trains: (n: number) => plural(n, "train", "trains"),
    step: (name: string, what: string) => `${name}: ${what}`,
    several: "several changes",
    more: (n: number) => `${n} more`,
    new_train: "new",
    new_service: "new service",
    removed: "deleted",
    deleted: (name: string) => `${name}: deleted`,
    is_service: (n: number) =>
      n === 1 ? "the train is a service now" : `${n} trains are a service now`,
    is_split: (n: number) => `the service is ${plural(n, "train", "trains")} now`,
    undone: (step: string) => `Undone: ${step}`,
    redone: (step: string) => `Redone: ${step}`,
    kept_theirs: (step: string) =>
      `${step}: somebody has changed the same fields since; they stay as they are.`,
    passes: (place: string) => `passes ${place}`,
    exception: (key: string) => `exception ${key}`,
    entry: "All of it",
    leave_out: (name: string) => `Leave ${name} out`,
    to_remove: "You want to delete it.",
    no_run: (why: string) => `With this change the train has no run: ${why}.`,
  },
  services: {
    added: "one more train",
    occurrence: (n: number) => `train ${n}`,
    starts: (time: string) => `starts ${time}`,
    disabled: "does not run",
    other: "runs differently",
  },
  /** Forms of trains. */
  form: {
    incomplete: "A train needs a rolling stock and two places before it can be stored.",
    begin: "New train",
    draw: "Draw a train",
    drawing:
      "Press at a station and time in the graph, and drag to another station. Escape ends it.",
    no_station: "There is no station here: press nearer to one of its lines.",
    new_train: (name: string) => (name === "" ? "New train" : `New train ${name}`),
  },
} as const;
