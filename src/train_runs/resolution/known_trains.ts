/** Trains of a timetable as conflicts know them: by record, and by slot. */
import type { NamedDate } from "../../../workers/tasks/conflicts/occupancy_ref.ts";
import { given } from "../../platform/given.ts";
import type { AskedDate } from "../../timetable/calendar/asked_date.ts";
import { PACED_TRAIN } from "../../timetable/paced_train/paced_train.kind.ts";
import type { TrainKind } from "../../timetable/train/train_kind.ts";
import { TRAIN_SCHEDULE } from "../../timetable/train_schedule/train_schedule.kind.ts";
import type { ConflictQuestion } from "../conflict/kept_trains.ts";
import { identityOf } from "../conflict/planned_trains.ts";
import { readKept } from "../conflict/read_kept.ts";
import { NO_SLOTS, type TrainSlot, type TrainSlots, type Version } from "../conflict/slot_plan.ts";
import type { TrainRef } from "./resolution.schemas.ts";

type KindName = TrainKind["name"];

/** One train that runs. */
export interface KnownTrain {
  readonly kind: KindName;
  readonly id: number;
  /** Among the trains of its record on its day. */
  readonly identity: string;
  /** Its operating day; null: no date is asked for, or it is the same train on all of its days. */
  readonly day: number | null;
}

/** The trains of a record, by their days. */
type RecordSlots = ReadonlyMap<number | null, TrainSlots>;

interface KnownSlots {
  readonly version: Version;
  /** By record: `train_schedule 12`. */
  readonly records: ReadonlyMap<string, TrainSlots>;
  /** Conflicts of these dates are to be solved; none: no date was asked for. */
  readonly dates: readonly AskedDate[];
  /** A train is the same on all of its days: the first slot stands for all of them. */
  readonly is_tied: boolean;
}

export class KnownTrains {
  readonly version: Version;
  readonly dates: readonly AskedDate[];
  readonly is_tied: boolean;
  /** As tasks take them. */
  readonly named_dates: readonly NamedDate[];
  readonly #records: ReadonlyMap<string, TrainSlots>;
  readonly #slots = new Map<string, RecordSlots>();
  readonly #bySlot = new Map<number, KnownTrain>();
  /** All slots of a train, by each of them. */
  readonly #copies = new Map<number, number[]>();

  constructor({ version, records, dates, is_tied }: KnownSlots) {
    this.version = version;
    this.dates = dates;
    this.is_tied = is_tied;
    this.#records = records;
    const days: number[] = [];
    for (const [key, all] of records) {
      for (const { slot, day = null } of all.values()) days[slot] = day ?? 0;
      const sorted = is_tied ? new Map([[null, this.#tie(all)]]) : sortByDay(all);
      this.#slots.set(key, sorted);
      const [kind, id] = key.split(" ");
      for (const [day, own] of sorted) {
        for (const [identity, { slot }] of own) {
          const train = { kind: kind as KindName, id: Number(id), identity, day };
          for (const one of this.copiesOf(slot)) this.#bySlot.set(one, train);
        }
      }
    }
    this.named_dates = dates.map(({ day, begin_ms, end_ms }) => ({
      day: [begin_ms, end_ms],
      day_shifts: Int32Array.from(days, (own_day = day) => own_day - day),
    }));
  }

  /** As they are now. */
  static async read(question: ConflictQuestion): Promise<KnownTrains> {
    return await readKept(question, async ({ version, records: kept }) => {
      const records = new Map<string, TrainSlots>();
      for (const [kind, id, record] of kept.list()) records.set(`${kind} ${id}`, record.slots);
      const dates = question.on ? [question.on] : [];
      return new KnownTrains({ version, records, dates, is_tied: false });
    });
  }

  slotsOf({ kind, id, day }: Pick<KnownTrain, "kind" | "id" | "day">): TrainSlots {
    return this.#slots.get(`${kind} ${id}`)?.get(day) ?? NO_SLOTS;
  }

  /** Of all days, with them in the identities. */
  slotsOfRecord({ kind, id }: Pick<KnownTrain, "kind" | "id">): TrainSlots {
    return this.#records.get(`${kind} ${id}`) ?? NO_SLOTS;
  }

  find(slot: number): KnownTrain {
    return given(this.#bySlot.get(slot), "every slot of a conflict has a train");
  }

  /** All slots of a train, by one of them. */
  copiesOf(slot: number): readonly number[] {
    return this.#copies.get(slot) ?? [slot];
  }

  /** The slots that stand for all of their trains, each once. */
  standIns(slots: Iterable<number>): number[] {
    return [...new Set(Array.from(slots, (slot) => this.copiesOf(slot)[0] ?? slot))];
  }

  /** Slots of what a reference names; a train that can't run has none. Throws not found. */
  listSlots({ kind, id, occurrence_key, exception_key }: TrainRef): number[] {
    const own = this.#slots.get(`${kind} ${id}`);
    if (own === undefined) {
      throw (kind === "train_schedule" ? TRAIN_SCHEDULE : PACED_TRAIN).notFound(id);
    }
    const trains = [...own.values()].flatMap((one) => [...one]);
    if (occurrence_key !== undefined) {
      const wanted = identityOf({ index: occurrence_key });
      return trains.flatMap(([identity, { slot }]) => (identity === wanted ? [slot] : []));
    }
    return trains
      .filter(([, { name }]) => exception_key === undefined || keyOf(name) === exception_key)
      .map(([, { slot }]) => slot);
  }

  #tie(all: TrainSlots): TrainSlots {
    const tied = new Map<string, TrainSlot>();
    for (const [identity, one] of all) {
      const own = withoutDay(identity, one);
      const first = tied.get(own) ?? one;
      tied.set(own, first);
      const copies = this.#copies.get(first.slot) ?? [];
      copies.push(one.slot);
      this.#copies.set(first.slot, copies);
      this.#copies.set(one.slot, copies);
    }
    return tied;
  }
}

function sortByDay(slots: TrainSlots): RecordSlots {
  const days = new Map<number | null, Map<string, TrainSlot>>();
  for (const [identity, one] of slots) {
    const { day = null } = one;
    const own = days.get(day) ?? new Map<string, TrainSlot>();
    days.set(day, own);
    own.set(withoutDay(identity, one), one);
  }
  return days;
}

function withoutDay(identity: string, { day = null }: TrainSlot): string {
  return day === null ? identity : identity.slice(0, identity.lastIndexOf("@"));
}

/** Of the exception that an occurrence is, by its name. */
function keyOf(name: string): unknown {
  return name === "" ? undefined : JSON.parse(name).exception_key;
}
