/**
 * Networks as objects, which this thread has read for editors: those used last, up to a number of objects together. A
 * content never changes, so a copy is never out of date. A task that finds none says so, and is run again with the text.
 */
import type { NetworkIndex } from "../railjson/checks/network_index.ts";
import { indexNetwork } from "../railjson/checks/network_index.ts";
import { indexObjects, type NetworkObjects, toDocument } from "../railjson/edit/network_objects.ts";

/** The content that a task is about. */
export interface ContentRef {
  readonly infra: { readonly key: string };
  /** UTF-8 text of its document, in order; null: this thread is to have read it. */
  readonly railjson: readonly ArrayBuffer[] | null;
}

/** A national network has 850,000. */
const OBJECTS_MAX = 1_500_000;

export class NetworkCopy {
  readonly version: string;
  readonly objects: NetworkObjects;
  readonly object_count: number;
  #index: NetworkIndex | null = null;

  constructor(version: string, objects: NetworkObjects) {
    this.version = version;
    this.objects = objects;
    this.object_count = Object.values(objects).reduce((sum, { size }) => sum + size, 0);
  }

  get index(): NetworkIndex {
    this.#index ??= indexNetwork(toDocument(this.objects, this.version));
    return this.#index;
  }
}

/** In order of last use. */
const copies = new Map<string, NetworkCopy>();

/** Null: the thread has no copy and was given no text. */
export function openCopy({ infra: { key }, railjson }: ContentRef): NetworkCopy | null {
  const known = copies.get(key);
  if (known === undefined && railjson === null) return null;
  const copy = known ?? readCopy(railjson ?? []);
  keepCopy(key, copy);
  return copy;
}

export function keepCopy(key: string, copy: NetworkCopy): void {
  copies.delete(key);
  copies.set(key, copy);
  let sum = 0;
  for (const { object_count } of copies.values()) sum += object_count;
  for (const [oldest, { object_count }] of copies) {
    if (sum <= OBJECTS_MAX || oldest === key) break;
    copies.delete(oldest);
    sum -= object_count;
  }
}

/** What is stored was valid when it was stored. */
function readCopy(railjson: readonly ArrayBuffer[]): NetworkCopy {
  const bytes = Buffer.concat(railjson.map((chunk) => new Uint8Array(chunk)));
  const document = JSON.parse(bytes.toString("utf8"));
  return new NetworkCopy(document.version, indexObjects(document));
}
