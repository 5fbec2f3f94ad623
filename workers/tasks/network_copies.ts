/**
 * Networks as objects, which this thread has read for editors: the last used ones, up to a total number of objects.
 * An edit turns a copy into the next content; it can go back one step, because an edit may not be stored after all.
 * A task without a copy of its content answers which other contents it has, and is run again with what it lacks.
 */
import { OBJECT_TYPES } from "../../src/railway/object_types.ts";
import type { NetworkChange } from "../engine/infra/change_network.ts";
import type { Result } from "../engine/result.ts";
import { checkAll, type FaultsByObject, KeptFaults } from "../railjson/edit/kept_faults.ts";
import { NetworkModel } from "../railjson/edit/network_model.ts";
import type { ChangedObject } from "../railjson/edit/network_objects.ts";
import { changeModel, type Recheck, type Undo, undoChange } from "../railjson/edit/recheck.ts";
import { TouchedNetwork } from "../railjson/edit/touched_network.ts";

/** The content that a task is about. */
export interface ContentRef {
  readonly infra: { readonly key: string };
  /** How this thread gets it; null: it should have it. */
  readonly source: ContentDocument | ContentDifference | null;
}

/** UTF-8 chunks of the whole document, in order. */
export interface ContentDocument {
  readonly kind: "document";
  readonly railjson: readonly ArrayBuffer[];
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

  /** All faults of its objects, by a full check the first time; null: it is too large. */
  knowFaults(): FaultsByObject | null {
    if (this.#faults === null) {
      const faults = checkAll(this.model.objects, this.model.version);
      if (faults === null) return null;
      this.#faults = new KeptFaults(faults);
    }
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

function openCopy(key: string, source: ContentDocument | ContentDifference): NetworkCopy | null {
  if (source.kind === "document") return new NetworkCopy(key, readModel(source.railjson));
  const from_key = source.from.infra.key;
  const copy = findCopy(from_key);
  if (copy === null) return null;
  copies.delete(copy);
  copy.goTo(from_key);
  return copy.change(key, source.rows.map(readChange)).ok ? copy : null;
}

function readChange({ object_type, obj_id, kind, railjson }: DifferentObject): ChangedObject {
  const obj_type = OBJECT_TYPES[object_type]?.obj_type ?? "TrackSection";
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

/** Safe: stored documents were valid when stored. */
function readModel(railjson: readonly ArrayBuffer[]): NetworkModel {
  const bytes = Buffer.concat(railjson.map((chunk) => new Uint8Array(chunk)));
  return new NetworkModel(JSON.parse(bytes.toString("utf8")));
}
