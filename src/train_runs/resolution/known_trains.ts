/** Trains of a timetable as its kept conflicts know them: by record, and by slot. */
import { given } from "../../platform/given.ts";
import { PACED_TRAIN } from "../../timetable/paced_train/paced_train.kind.ts";
import type { TrainKind } from "../../timetable/train/train_kind.ts";
import { TRAIN_SCHEDULE } from "../../timetable/train_schedule/train_schedule.kind.ts";
import type { ConflictQuestion } from "../conflict/kept_conflicts.ts";
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
  /** Its operating day; null: no date is asked for. */
  readonly day: number | null;
}

/** The trains of a record, by their days. */
type RecordSlots = ReadonlyMap<number | null, TrainSlots>;

export class KnownTrains {
  readonly version: Version;
  readonly #slots: ReadonlyMap<string, RecordSlots>;
  readonly #bySlot: ReadonlyMap<number, KnownTrain>;

  private constructor(version: Version, slots: ReadonlyMap<string, RecordSlots>) {
    this.version = version;
    this.#slots = slots;
    const bySlot = new Map<number, KnownTrain>();
    for (const [key, days] of slots) {
      const [kind, id] = key.split(" ");
      for (const [day, own] of days) {
        for (const [identity, { slot }] of own) {
          bySlot.set(slot, { kind: kind as KindName, id: Number(id), identity, day });
        }
      }
    }
    this.#bySlot = bySlot;
  }

  /** As they are now. */
  static async read(question: ConflictQuestion): Promise<KnownTrains> {
    return await readKept(question, async ({ version, records }) => {
      const slots = new Map<string, RecordSlots>();
      for (const [kind, id, record] of records.list()) {
        slots.set(`${kind} ${id}`, sortByDay(record.slots));
      }
      return new KnownTrains(version, slots);
    });
  }

  slotsOf({ kind, id, day }: Pick<KnownTrain, "kind" | "id" | "day">): TrainSlots {
    return this.#slots.get(`${kind} ${id}`)?.get(day) ?? NO_SLOTS;
  }

  /** How many days after one each train's operating day is, by slot. */
  shiftsFrom(day: number): Int32Array {
    const shifts: number[] = [];
    for (const [slot, one] of this.#bySlot) shifts[slot] = (one.day ?? day) - day;
    return Int32Array.from(shifts, (shift) => shift ?? 0);
  }

  find(slot: number): KnownTrain {
    return given(this.#bySlot.get(slot), "every slot of a conflict has a train");
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
}

/** Their identities without the days. */
function sortByDay(slots: TrainSlots): RecordSlots {
  const days = new Map<number | null, Map<string, TrainSlot>>();
  for (const [identity, one] of slots) {
    const { day = null } = one;
    const own = days.get(day) ?? new Map<string, TrainSlot>();
    days.set(day, own);
    own.set(day === null ? identity : identity.slice(0, identity.lastIndexOf("@")), one);
  }
  return days;
}

/** Of the exception that an occurrence is, by its name. */
function keyOf(name: string): unknown {
  return name === "" ? undefined : JSON.parse(name).exception_key;
}
