/**
 * Networks as objects, which this thread has read for editors: the last used ones, up to a total number of objects.
 * An edit turns a copy into the next content; it can go back one step, because an edit may not be stored after all.
 * A task without a copy of its content answers which other contents it has, and is run again with what it lacks.
 */
import { OBJECT_TYPES, type ObjectType } from "../../../src/railway/object_types.ts";
import type { NetworkChange } from "../../engine/infra/change/change_network.ts";
import type { Result } from "../../engine/result.ts";
import { type FaultsByObject, groupByObject, KeptFaults } from "../../railjson/edit/kept_faults.ts";
import { NetworkModel } from "../../railjson/edit/network_model.ts";
import type { ChangedObject } from "../../railjson/edit/network_objects.ts";
import { changeModel, type Recheck, type Undo, undoChange } from "../../railjson/edit/recheck.ts";
import { TouchedNetwork } from "../../railjson/edit/touched_network.ts";
import type { FaultyObject } from "../../railjson/infra_error.ts";

/** The content that a task is about. */
export interface ContentRef {
  readonly infra: { readonly key: string };
  /** How this thread gets it; null: it should have it. */
  readonly source: ContentRead | ContentDifference | null;
}

/** All its objects were sent to this thread (`takeObjects`). */
export interface ContentRead {
  readonly kind: "read";
}

/** A message with objects of a content, in the order of a RailJSON document. */
export interface ContentObjects {
  readonly infra: { readonly key: string };
  readonly objects:
    | { readonly kind: "begin"; readonly version: string }
    /** `object_type`: place in `OBJECT_TYPES`; `railjson`: JSON texts in UTF-8, joined by commas. */
    | { readonly kind: "next"; readonly object_type: number; readonly railjson: ArrayBuffer }
    /** No more objects follow: the reading is given up. */
    | { readonly kind: "drop" };
}

/** The difference from a content that this thread has. */
export interface ContentDifference {
  readonly kind: "difference";
  readonly from: { readonly infra: { readonly key: string } };
  /** In the order of their lists, deleted ones first. */
  readonly rows: readonly DifferentObject[];
}

export interface DifferentObject {
  /** Index into `OBJECT_TYPES`. */
  readonly object_type: number;
  readonly obj_id: string;
  readonly kind: ChangedObject["kind"];
  /** JSON text; null for a deleted one. */
  readonly railjson: string | null;
}

export interface NotOpen {
  readonly kind: "not_open";
  /** Keys of contents that this thread can start from. */
  readonly known: readonly string[];
}

export interface SinceContent {
  readonly from: string;
  readonly change: NetworkChange;
}

/** A national network has 850,000. */
const OBJECTS_MAX = 1_500_000;

/** Steps back to a compiled content; beyond that the newest content is compiled as a whole. */
const STEPS_MAX = 200;

interface Step {
  /** Key of the previous content. */
  readonly from: string;
  readonly touched: TouchedNetwork;
}

interface LastChange {
  readonly key: string;
  readonly undo: Undo;
  /** Null: unknown. */
  readonly former_faults: FaultsByObject | null;
}

export class NetworkCopy {
  readonly model: NetworkModel;
  /** The latest steps. */
  readonly #steps: Step[] = [];
  #key: string;
  #last: LastChange | null = null;
  /** Null: unknown. */
  #faults: KeptFaults | null = null;

  constructor(key: string, model: NetworkModel) {
    this.#key = key;
    this.model = model;
  }

  /** Keys of the contents that it is, or can go back to. */
  get keys(): readonly string[] {
    return this.#last === null ? [this.#key] : [this.#key, this.#last.key];
  }

  /** Applies the changes to become the next content; stays unchanged if a limit would be exceeded. */
  change(key: string, changes: readonly ChangedObject[]): Result<Recheck, string> {
    const touched = new TouchedNetwork();
    touched.look(this.model, changes);
    const changed = changeModel(this.model, changes);
    if (!changed.ok) return changed;
    touched.look(this.model, changes);
    this.#steps.push({ from: this.#key, touched });
    if (this.#steps.length > STEPS_MAX) this.#steps.shift();
    const former_faults = this.#faults?.change(changed.value) ?? null;
    this.#last = { key: this.#key, undo: changed.value.undo, former_faults };
    this.#key = key;
    return changed;
  }

  /** All faults of its objects; null: not known to this thread. */
  get faults(): FaultsByObject | null {
    return this.#faults?.by_object ?? null;
  }

  /** Sets the faults of all objects. */
  tellFaults(faults: readonly FaultyObject[]): FaultsByObject {
    this.#faults = new KeptFaults(groupByObject(faults));
    return this.#faults.by_object;
  }

  /** The change from the latest known content that it once was; null: there is none, or the change is too large. */
  changeSince(known: ReadonlySet<string>): SinceContent | null {
    const touched = new TouchedNetwork();
    for (const step of this.#steps.toReversed()) {
      touched.addAll(step.touched);
      if (!known.has(step.from)) continue;
      const change = touched.list(this.model);
      return change && { from: step.from, change };
    }
    return null;
  }

  /** Goes to one of its keys. */
  goTo(key: string): void {
    if (key === this.#key || this.#last === null) return;
    undoChange(this.model, this.#last.undo);
    if (this.#last.former_faults === null) this.#faults = null;
    else this.#faults?.undo(this.#last.former_faults);
    this.#steps.pop();
    this.#key = this.#last.key;
    this.#last = null;
  }
}

/** In order of last use. */
const copies = new Set<NetworkCopy>();

/** Networks being received, by content. */
const readings = new Map<string, NetworkModel>();

/** Safe: stored objects were valid when stored. */
export function takeObjects({ infra: { key }, objects }: ContentObjects): void {
  switch (objects.kind) {
    case "begin":
      readings.set(key, new NetworkModel({ version: objects.version }));
      return;
    case "next": {
      const texts = Buffer.from(objects.railjson).toString("utf8");
      // Absent if this thread replaced one that died.
      readings.get(key)?.append(typeOf(objects.object_type), JSON.parse(`[${texts}]`));
      return;
    }
    case "drop":
      readings.delete(key);
  }
}

function takeModel(key: string): NetworkModel | null {
  const model = readings.get(key) ?? null;
  readings.delete(key);
  model?.walkAll();
  return model;
}

function typeOf(object_type: number): ObjectType {
  return OBJECT_TYPES[object_type]?.obj_type ?? "TrackSection";
}

/** The change from an earlier content; null: this thread does not know. */
export function findChange(key: string, known: ReadonlySet<string>): SinceContent | null {
  const copy = findCopy(key);
  copy?.goTo(key);
  return copy?.changeSince(known) ?? null;
}

/** Runs `work` on the copy of the content. If that fails the copy is dropped, since it may be half changed. */
export function withCopy<Outcome>(
  { infra: { key }, source }: ContentRef,
  work: (copy: NetworkCopy) => Outcome,
): Outcome | NotOpen {
  const copy = findCopy(key) ?? (source === null ? null : openCopy(key, source));
  if (copy === null) return { kind: "not_open", known: [...copies].flatMap(({ keys }) => keys) };
  copies.delete(copy);
  copy.goTo(key);
  const outcome = work(copy);
  keep(copy);
  return outcome;
}

function findCopy(key: string): NetworkCopy | null {
  for (const copy of copies) if (copy.keys.includes(key)) return copy;
  return null;
}

function openCopy(key: string, source: ContentRead | ContentDifference): NetworkCopy | null {
  if (source.kind === "read") {
    const model = takeModel(key);
    return model && new NetworkCopy(key, model);
  }
  const from_key = source.from.infra.key;
  const copy = findCopy(from_key);
  if (copy === null) return null;
  copies.delete(copy);
  copy.goTo(from_key);
  return copy.change(key, source.rows.map(readChange)).ok ? copy : null;
}

function readChange({ object_type, obj_id, kind, railjson }: DifferentObject): ChangedObject {
  const obj_type = typeOf(object_type);
  if (kind === "delete") return { obj_type, obj_id, kind };
  return { obj_type, obj_id, kind, object: JSON.parse(railjson ?? "null") };
}

function keep(copy: NetworkCopy): void {
  copies.add(copy);
  let sum = 0;
  for (const { model } of copies) sum += model.object_count;
  for (const oldest of copies) {
    if (sum <= OBJECTS_MAX || oldest === copy) break;
    copies.delete(oldest);
    sum -= oldest.model.object_count;
  }
}
