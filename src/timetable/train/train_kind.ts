/**
 * The differences between kinds of trains. All code about trains is written once over this
 * interface, here and in the rooms above, so a new result about trains serves both kinds.
 */
import type { GenericSchema } from "valibot";
import type { Config } from "../../platform/config.ts";
import type { ConstraintErrors } from "../../platform/http/constraints.ts";
import type { Body, Endpoint } from "../../platform/http/endpoint.ts";
import type { AppError, ErrorName } from "../../platform/http/errors.ts";
import type { InTurns } from "../../platform/turns.ts";
import type { Days } from "../../railway/days/operating_days.ts";
import type { AllDays, AskedDate } from "../calendar/asked_date.ts";
import type { Occurrence } from "../paced_train/effective_trains.ts";
import type { Departure } from "../train_schedule/departures.ts";

/** A train as it is stored. */
export interface TrainRecord {
  readonly id: number;
  /** JSON text. */
  readonly record: string;
}

/** A stored train expanded to the distinct trains that it stands for. */
export interface Variants {
  readonly id: number;
  readonly base: Departure;
  /** On the date that was asked for; without one always. */
  readonly is_running: boolean;
  /** The exceptions in effect, in their order. */
  readonly exceptions: readonly VariedTrain[];
}

/** The train of an exception. */
export interface VariedTrain extends Departure {
  readonly key: string;
  /** Index of the occurrence that it changes; null: it adds a train. */
  readonly index: number | null;
}

/** A train that runs: one of a paced train's trains, or (null) a train schedule itself. */
export interface NamedDeparture extends Departure {
  readonly occurrence: Occurrence | null;
  /** What it is called; `train` is shared by trains of several names. */
  readonly name: string;
}

/** A train in a URL. */
export interface TrainParams {
  readonly params: { readonly id: number };
}

export interface TrainKind {
  /** Name of its table and in answers; in the plural, its key in a timetable's document. */
  readonly name: "train_schedule" | "paced_train";
  /** Noun for texts; with an `s` the plural. */
  readonly noun: string;
  /** The query that reads one train. */
  readonly get_query: string;
  /** Path of a single train, and its parameter. */
  readonly path: Endpoint["path"];
  readonly params: GenericSchema<unknown, TrainParams["params"]>;
  /** The trains in a URL; the request's first statement looks up their timetables and stocks. */
  readonly trains: (target: TrainParams) => readonly number[];
  /** Errors of reading one train, or one of its variants. */
  readonly not_found: ErrorName;
  readonly variant_errors: readonly ErrorName[];
  readonly notFound: (id: number) => AppError;
  readonly batch_not_found: ErrorName;
  /** `count` of the named trains do not exist; nothing was done. */
  readonly batchNotFound: (count: number) => AppError;
  /**
   * The train of an exception, even one not in effect; without a key the base train. Null: it does not run on the
   * date that was asked for. Throws not found.
   */
  readonly depart: (
    record: string,
    exception_key: string | undefined,
    on?: AskedDate | null,
  ) => InTurns<Departure | null>;
  /** At their starts on the date, if one is asked for and it runs then. */
  readonly toVariants: (stored: TrainRecord, on?: AskedDate | null) => InTurns<Variants>;
  /** All trains that run, by start; for a date, those that may run in its span; of all days each once. */
  readonly listDepartures: (
    record: string,
    on?: AskedDate | AllDays | null,
  ) => InTurns<readonly NamedDeparture[]>;
  /** Keys of exceptions that keep their own start in another record while their occurrence moves. */
  readonly listKeptStarts: (before: string, after: string) => InTurns<readonly string[]>;
}

/** The stored columns of a train. */
export interface TrainColumns {
  /** Of the train and its exceptions, including disabled ones; each once. */
  readonly rolling_stock_names: readonly string[];
  readonly sub_category_codes: readonly string[];
  /** JSON text. */
  readonly record: string;
  /** As in the record: JSON text; null: none. */
  readonly days: string | null;
}

/** Replaces a train; days that it does not tell stay, null takes them away. */
export type ReplacedForm<Form> = Omit<Form, "days"> & {
  readonly days?: Days | null | undefined;
  readonly timetable_id?: number | undefined;
};

/** How trains of a kind are created and replaced. */
export interface WrittenKind<Form> extends TrainKind {
  readonly creation: GenericSchema<unknown, Form>;
  readonly example: unknown;
  /** `timetable_id` may be repeated but not changed. */
  readonly replacement: Body<ReplacedForm<Form>>;
  readonly replacement_errors: readonly ErrorName[];
  /** The record in the form that clients get. */
  readonly result: GenericSchema;
  /** Constraints of its table. */
  readonly constraints: ConstraintErrors;
  /** Path of the batch deletion. */
  readonly deletion_path: Endpoint["path"];
  /** Throws if the train (its index: in a batch) stands for too many trains. */
  readonly toColumns: (
    form: Form,
    limits: Config["limits"],
    index?: number,
  ) => InTurns<TrainColumns>;
  readonly timetableIsImmutable: (timetable_id: number) => AppError;
}
