/**
 * What a format has no words for of a train, as JSON: where it takes words of our own, the train comes back and runs as
 * before. Waypoints are numbered from 1 there, as places are.
 */
import * as v from "valibot";
import { NonBlankText } from "../../../src/railway/scalars.ts";
import { RECEPTION_SIGNALS, TRAIN_DEFAULTS } from "../../../src/railway/train_defaults.ts";
import { TRAIN_ENTRIES } from "../../../src/railway/train_entries.ts";
import { listReferenceFaults } from "../../../src/railway/train_references.ts";
import { UnreadableSource } from "../source_fault.ts";
import { XML_TEXT_LENGTH_MAX } from "../xml_tree.ts";
import {
  type Call,
  callsOf,
  type Marks,
  makeTrain,
  type TrainForm,
  type TrainHead,
} from "./timetable_form.ts";

/** As reports name the details that such fields hold. */
export const OWN_DETAILS = [
  "margins",
  "initial speeds",
  "power restrictions",
  "waivers of electrical profiles",
  "signals at stops",
  "marks",
  "labels",
  "speed limit tags",
  "comfort",
  "distributions",
  "own categories",
] as const;

const { labels, margins, initial_speed, comfort, constraint_distribution } = TRAIN_ENTRIES;
const { speed_limit_tag, power_restrictions, options, category } = TRAIN_ENTRIES;
const marks = v.array(
  v.strictObject({
    at: NonBlankText,
    reception_signal: v.exactOptional(v.picklist(RECEPTION_SIGNALS)),
    locked: v.exactOptional(v.boolean()),
    deleted: v.exactOptional(v.boolean()),
  }),
);
const OwnFields = v.partial(
  v.strictObject({
    labels,
    margins,
    initial_speed,
    comfort,
    constraint_distribution,
    speed_limit_tag,
    power_restrictions,
    options,
    category,
    marks,
  }),
);
type FieldName = Exclude<keyof typeof OwnFields.entries, "marks">;
const FIELDS = Object.keys(OwnFields.entries).filter((name) => name !== "marks") as FieldName[];
/** Those of a train, and what is told of its places. */
export type OwnFields = Partial<Pick<TrainForm, FieldName>> & {
  readonly marks?: v.InferOutput<typeof marks>;
};

/** Empty for a train of defaults; null: it is too long. `holdsKind`: whether the format has a word for a kind of train. */
export function printOwnFields(
  train: TrainForm,
  holdsKind: (category: TrainForm["category"]) => boolean,
): string | null {
  const numbers = new Map(train.path.map(({ id }, i) => [id, String(i + 1)]));
  const numberOf = (id: string): string => numbers.get(id) ?? id;
  const numbered = {
    ...train,
    margins: { ...train.margins, boundaries: train.margins.boundaries.map(numberOf) },
    power_restrictions: train.power_restrictions.map(({ from, to, value }) => ({
      from: numberOf(from),
      to: numberOf(to),
      value,
    })),
    category: holdsKind(train.category) ? null : train.category,
  };
  const own = FIELDS.filter(
    (name) => JSON.stringify(numbered[name]) !== JSON.stringify(TRAIN_DEFAULTS[name]),
  );
  const told: readonly Marks[] = callsOf(train).map((call) => call.marks ?? {});
  const marked = told.flatMap((one, i) =>
    Object.keys(one).length === 0 ? [] : [{ at: String(i + 1), ...one }],
  );
  if (own.length + marked.length === 0) return "";
  const text = JSON.stringify({
    ...Object.fromEntries(own.map((name) => [name, numbered[name]])),
    ...(marked.length > 0 && { marks: marked }),
  });
  // Some characters are none of XML, and all may be escaped in JSON.
  const json = text.replaceAll(/[\p{Cc}\ufffe\uffff]/gu, printCode);
  return json.length > XML_TEXT_LENGTH_MAX ? null : json;
}

function printCode(letter: string): string {
  return `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** Throws an `UnreadableSource`. */
export function readOwnFields(text: string, line: number): OwnFields {
  const fields = v.safeParse(OwnFields, parseJson(text));
  if (fields.success) return fields.output as OwnFields;
  throw fault(fields.issues[0].message, line);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Throws an `UnreadableSource` where such fields don't fit the places of the train. */
export function makeOwnTrain(
  { marks: told = [], ...head }: TrainHead & OwnFields,
  calls: readonly Call[],
  line: number,
): TrainForm {
  const marked = [...calls];
  for (const { at, ...one } of told) {
    const call = calls[Number(at) - 1];
    if (call === undefined) throw fault(`marks: no waypoint '${at}' in the path`, line);
    marked[Number(at) - 1] = { ...call, marks: one };
  }
  const train = makeTrain(head, marked);
  const [first] = listReferenceFaults(train);
  if (first === undefined) return train;
  throw fault(`${first.path.join(".")}: ${first.reason}`, line);
}

function fault(reason: string, line: number): UnreadableSource {
  return new UnreadableSource(`fields of our own: ${reason}`, { line, column: 1 });
}
