/**
 * Task: splits the body of a timetable import into the texts of its trains. Only the main thread
 * knows what a valid train is, and this way it reads one train at a time: parsing 64 MiB at once
 * would hold up every other request for half a second.
 */
import { parseBody } from "../../railjson/decode_document.ts";
import { type DeflatedTexts, TextDeflater } from "../../railjson/deflated_texts.ts";
import { MAX_DOCUMENT_FAULTS } from "../../railjson/limits.ts";
import { needRoom } from "../../railjson/thread_memory.ts";
import type { DocumentFault } from "../../railjson/validate_document.ts";

/** The second has a period and lists of days. */
const VERSIONS: readonly unknown[] = [1, 2];
const DATED_VERSION = 2;
/** Characters of period and lists of days, more than valid ones have. */
const DATED_MAX = 4_000_000;
const LISTS = ["train_schedules", "paced_trains"] as const;

export interface SplitTimetableInput {
  readonly body: ArrayBuffer;
  /** For both kinds together. */
  readonly trains_max: number;
}

export type SplitTimetable =
  | {
      readonly kind: "split";
      /** JSON texts in the order of the document. */
      readonly train_schedules: DeflatedTexts;
      readonly paced_trains: DeflatedTexts;
      /** Period and lists of days as JSON text, not validated; null: the document has none. */
      readonly dated: string | null;
    }
  | { readonly kind: "invalid_json"; readonly reason: string }
  | { readonly kind: "invalid"; readonly faults: readonly DocumentFault[] }
  | { readonly kind: "too_many"; readonly count: number };

/** Splits the document; its trains are not validated. */
export function splitTimetable({ body, trains_max }: SplitTimetableInput): SplitTimetable {
  const decoded = parseBody(body);
  if (!decoded.ok) return { kind: "invalid_json", reason: decoded.error };
  const { lists, dated, faults } = readDocument(decoded.value.value);
  if (faults.length > 0) return { kind: "invalid", faults: faults.slice(0, MAX_DOCUMENT_FAULTS) };
  const packer = new TimetablePacker(trains_max);
  for (const [i, name] of LISTS.entries()) {
    for (const train of lists[i] ?? []) packer.push(name, train);
  }
  return packer.finish(dated);
}

/** Packs the texts of trains one by one, unless there are too many. */
export class TimetablePacker {
  readonly #trains_max: number;
  readonly #lists = { train_schedules: new TextDeflater(), paced_trains: new TextDeflater() };
  #count = 0;

  constructor(trains_max: number) {
    this.#trains_max = trains_max;
  }

  push(list: (typeof LISTS)[number], train: unknown): void {
    needRoom();
    if (++this.#count <= this.#trains_max) this.#lists[list].push(JSON.stringify(train));
  }

  finish(dated: string | null = null): SplitTimetable {
    if (this.#count > this.#trains_max) return { kind: "too_many", count: this.#count };
    const { train_schedules, paced_trains } = this.#lists;
    return {
      kind: "split",
      train_schedules: train_schedules.finish(),
      paced_trains: paced_trains.finish(),
      dated,
    };
  }
}

type List = readonly unknown[];

function readDocument(value: unknown): {
  lists: [List, List];
  dated: string | null;
  faults: DocumentFault[];
} {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return { lists: [[], []], dated: null, faults: [{ path: "", reason: "must be an object" }] };
  }
  const faults: DocumentFault[] = [];
  const document = new Map<string, unknown>(Object.entries(value));
  const version = document.get("version");
  if (!VERSIONS.includes(version)) {
    faults.push({ path: "/version", reason: `must be ${VERSIONS.join(" or ")}` });
  }
  document.delete("version");
  let dated: string | null = null;
  if (version === DATED_VERSION) {
    dated = JSON.stringify({
      period: document.get("period"),
      day_lists: document.get("day_lists"),
    });
    if (dated.length > DATED_MAX) faults.push({ path: "/day_lists", reason: "are too large" });
    document.delete("period");
    document.delete("day_lists");
  }
  const readList = (key: string): List => {
    const list = document.has(key) ? document.get(key) : [];
    document.delete(key);
    if (!Array.isArray(list)) {
      faults.push({ path: `/${key}`, reason: "must be a list" });
      return [];
    }
    const at = list.findIndex((item) => !isPrintable(item));
    if (at >= 0) faults.push({ path: `/${key}/${at}`, reason: "holds a number that is too large" });
    return list;
  };
  const lists: [List, List] = [readList(LISTS[0]), readList(LISTS[1])];
  for (const key of document.keys()) {
    const path = `/${key.slice(0, 255).replaceAll("~", "~0").replaceAll("/", "~1")}`;
    faults.push({ path, reason: "no such field" });
  }
  return { lists, dated, faults };
}

/** False for infinity (`1e999` in JSON): it would be printed as null, which may be valid. */
function isPrintable(value: unknown): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value !== "object" || value === null) return true;
  for (const item of Object.values(value)) if (!isPrintable(item)) return false;
  return true;
}
