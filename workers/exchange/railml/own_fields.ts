/**
 * What railML 2 has no words for of a train: an attribute of our own of its part holds it as JSON, so that it comes back
 * and runs as before. Waypoints are numbered from 1 there, as places are.
 */
import * as v from "valibot";
import { TRAIN_DEFAULTS } from "../../../src/railway/train_defaults.ts";
import { TRAIN_ENTRIES } from "../../../src/railway/train_entries.ts";
import { listReferenceFaults } from "../../../src/railway/train_references.ts";
import { escapeXml } from "../read_xml.ts";
import type { TrainForm } from "../timetable/timetable_form.ts";
import { XML_TEXT_LENGTH_MAX, type XmlElement } from "../xml_tree.ts";
import { faultAt } from "./timed_places.ts";

const FIELDS_ATTRIBUTE = "marey:fields";

const { labels, margins, initial_speed, comfort, constraint_distribution } = TRAIN_ENTRIES;
const { speed_limit_tag, power_restrictions, options, category } = TRAIN_ENTRIES;
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
  }),
);
export type OwnFields = Partial<Pick<TrainForm, keyof v.InferOutput<typeof OwnFields>>>;
const FIELDS = Object.keys(OwnFields.entries) as (keyof OwnFields)[];

/** The attribute with a blank before it, empty for a train of defaults; null: it is too long for one. */
export function printOwnFields(train: TrainForm): string | null {
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
    // A kind of train has a word of its own.
    category: train.category !== null && "main_category" in train.category ? null : train.category,
  };
  const own = FIELDS.filter(
    (name) => JSON.stringify(numbered[name]) !== JSON.stringify(TRAIN_DEFAULTS[name]),
  );
  if (own.length === 0) return "";
  const text = JSON.stringify(Object.fromEntries(own.map((name) => [name, numbered[name]])));
  // Some characters are none of XML, and all may be escaped in JSON.
  const json = text.replaceAll(/[\p{Cc}\ufffe\uffff]/gu, printCode);
  return json.length > XML_TEXT_LENGTH_MAX ? null : ` ${FIELDS_ATTRIBUTE}="${escapeXml(json)}"`;
}

function printCode(letter: string): string {
  return `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

export function readOwnFields(part: XmlElement): OwnFields {
  const text = part.attributes[FIELDS_ATTRIBUTE];
  if (text === undefined) return {};
  const fields = v.safeParse(OwnFields, parseJson(text));
  if (!fields.success) {
    throw faultAt(part, `${FIELDS_ATTRIBUTE} can't be read: ${fields.issues[0].message}`);
  }
  return fields.output as OwnFields;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Throws where such fields don't fit the places of the train. */
export function checkOwnFields(train: TrainForm, part: XmlElement): TrainForm {
  const [fault] = part.attributes[FIELDS_ATTRIBUTE] === undefined ? [] : listReferenceFaults(train);
  if (fault !== undefined) {
    throw faultAt(part, `${FIELDS_ATTRIBUTE}: ${fault.path.join(".")}: ${fault.reason}`);
  }
  return train;
}
