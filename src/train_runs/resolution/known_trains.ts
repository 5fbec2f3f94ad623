/** Trains of a timetable as its kept conflicts know them: by record, and by slot. */
import { given } from "../../platform/given.ts";
import { PACED_TRAIN } from "../../timetable/paced_train/paced_train.kind.ts";
import type { TrainKind } from "../../timetable/train/train_kind.ts";
import { TRAIN_SCHEDULE } from "../../timetable/train_schedule/train_schedule.kind.ts";
import type { ConflictQuestion } from "../conflict/kept_conflicts.ts";
import { identityOf } from "../conflict/planned_trains.ts";
import { readKept } from "../conflict/read_kept.ts";
import { NO_SLOTS, type TrainSlots, type Version } from "../conflict/slot_plan.ts";
import type { TrainRef } from "./resolution.schemas.ts";

type KindName = TrainKind["name"];

/** One train that runs. */
export interface KnownTrain {
  readonly kind: KindName;
  readonly id: number;
  /** Among the trains of its record. */
  readonly identity: string;
}

export class KnownTrains {
  readonly version: Version;
  readonly #slots: ReadonlyMap<string, TrainSlots>;
  readonly #bySlot: ReadonlyMap<number, KnownTrain>;

  private constructor(version: Version, slots: ReadonlyMap<string, TrainSlots>) {
    this.version = version;
    this.#slots = slots;
    const bySlot = new Map<number, KnownTrain>();
    for (const [key, own] of slots) {
      const [kind, id] = key.split(" ");
      for (const [identity, { slot }] of own) {
        bySlot.set(slot, { kind: kind as KindName, id: Number(id), identity });
      }
    }
    this.#bySlot = bySlot;
  }

  /** As they are now. */
  static async read(question: ConflictQuestion): Promise<KnownTrains> {
    return await readKept(question, async ({ version, records }) => {
      const slots = new Map<string, TrainSlots>();
      for (const [kind, id, record] of records.list()) slots.set(`${kind} ${id}`, record.slots);
      return new KnownTrains(version, slots);
    });
  }

  slotsOf(kind: KindName, id: number): TrainSlots {
    return this.#slots.get(`${kind} ${id}`) ?? NO_SLOTS;
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
    if (occurrence_key !== undefined) {
      const found = own.get(identityOf({ index: occurrence_key }));
      return found === undefined ? [] : [found.slot];
    }
    return [...own.values()]
      .filter(({ name }) => exception_key === undefined || keyOf(name) === exception_key)
      .map(({ slot }) => slot);
  }
}

/** Of the exception that an occurrence is, by its name. */
function keyOf(name: string): unknown {
  return name === "" ? undefined : JSON.parse(name).exception_key;
}
