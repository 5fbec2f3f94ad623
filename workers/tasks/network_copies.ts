/**
 * Networks as objects, which this thread has read for editors: those used last, up to a number of objects together. A
 * copy becomes the next content by what changed; it can go back one step, because an edit may not be stored after all.
 * A task that finds no copy of its content says which others there are, and is run again with what it lacks.
 */
import { OBJECT_TYPES, type ObjectType } from "../../src/railway/object_types.ts";
import type { NetworkChange } from "../engine/infra/change_network.ts";
import type { Result } from "../engine/result.ts";
import { type FaultsByObject, groupByObject, KeptFaults } from "../railjson/edit/kept_faults.ts";
import { NetworkModel } from "../railjson/edit/network_model.ts";
import type { ChangedObject } from "../railjson/edit/network_objects.ts";
import { changeModel, type Recheck, type Undo, undoChange } from "../railjson/edit/recheck.ts";
import { TouchedNetwork } from "../railjson/edit/touched_network.ts";
import type { FaultyObject } from "../railjson/infra_error.ts";

/** The content that a task is about. */
export interface ContentRef {
  readonly infra: { readonly key: string };
  /** How this thread comes to it; null: it is to have it. */
  readonly source: ContentRead | ContentDifference | null;
}

/** All its objects were given to this thread. */
export interface ContentRead {
  readonly kind: "read";
}

/** Objects of a content that this thread is to have, in the order of a document. */
export interface ContentObjects {
  readonly infra: { readonly key: string };
  readonly objects:
    | { readonly kind: "begin"; readonly version: string }
    /** `object_type`: place in `OBJECT_TYPES`; `railjson`: JSON texts in UTF-8, joined by commas. */
    | { readonly kind: "next"; readonly object_type: number; readonly railjson: ArrayBuffer }
    /** The rest does not come. */
    | { readonly kind: "drop" };
}

/** What is different from a content that this thread had. */
export interface ContentDifference {
  readonly kind: "difference";
  readonly from: { readonly infra: { readonly key: string } };
  /** In the order of their lists: those that are gone first. */
  readonly rows: readonly DifferentObject[];
}

export interface DifferentObject {
  /** Place in `OBJECT_TYPES`. */
  readonly object_type: number;
  readonly obj_id: string;
  readonly kind: ChangedObject["kind"];
  /** JSON text; null for one that is gone. */
  readonly railjson: string | null;
}

export interface NotOpen {
  readonly kind: "not_open";
  /** Keys of contents that this thread can go on from. */
  readonly known: readonly string[];
}

export interface SinceContent {
  readonly from: string;
  readonly change: NetworkChange;
}

/** A national network has 850,000. */
const OBJECTS_MAX = 1_500_000;

/** Steps back to a content that is compiled; behind more of them the newest one is compiled whole. */
const STEPS_MAX = 200;

interface Step {
  /** Of the content before it. */
  readonly from: string;
  readonly touched: TouchedNetwork;
}

interface LastChange {
  readonly key: string;
  readonly undo: Undo;
  /** Null: they were not known. */
  readonly former_faults: FaultsByObject | null;
}

export class NetworkCopy {
  readonly model: NetworkModel;
  /** The last ones. */
  readonly #steps: Step[] = [];
  #key: string;
  #last: LastChange | null = null;
  /** Null: not known. */
  #faults: KeptFaults | null = null;

  constructor(key: string, model: NetworkModel) {
    this.#key = key;
    this.model = model;
  }

  /** Of the contents that it is or can be at once. */
  get keys(): readonly string[] {
    return this.#last === null ? [this.#key] : [this.#key, this.#last.key];
  }

  /** Becomes the content that the changes make, or stays what it is, where a limit would be exceeded. */
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

  /** All faults of its objects; null: they were not told. */
  get faults(): FaultsByObject | null {
    return this.#faults?.by_object ?? null;
  }

  /** `faults`: all that its objects have. */
  tellFaults(faults: readonly FaultyObject[]): FaultsByObject {
    this.#faults = new KeptFaults(groupByObject(faults));
    return this.#faults.by_object;
  }

  /** What makes it of the latest of the contents that it was; null: it was none of them, or that is no small part. */
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

  /** Becomes one of its keys. */
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

/** Networks whose objects come in. */
const readings = new Map<string, NetworkModel>();

/** What is stored was valid when it was stored. */
export function takeObjects({ infra: { key }, objects }: ContentObjects): void {
  switch (objects.kind) {
    case "begin":
      readings.set(key, new NetworkModel({ version: objects.version }));
      return;
    case "next": {
      const texts = Buffer.from(objects.railjson).toString("utf8");
      // Not there: this thread came in the place of one that died.
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

/** What makes a content of one of those before it; null: this thread does not know. */
export function findChange(key: string, known: ReadonlySet<string>): SinceContent | null {
  const copy = findCopy(key);
  copy?.goTo(key);
  return copy?.changeSince(known) ?? null;
}

/** Runs on the copy of the content; it is forgotten when that fails, since it may be half changed. */
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
