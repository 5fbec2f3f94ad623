/**
 * Properties of a feature: the object's fields, with nested keys joined by `_` and lists as one JSON text. Null fields
 * are left out, because map styles test whether a property exists.
 */
export type PropertyValue = string | number | boolean | ListText;
export type Properties = Readonly<Record<string, PropertyValue>>;

/** A list as its JSON text. A click on the map needs it; overviews do without. */
export class ListText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/**
 * The most characters of a property's text, except the id: else each tile would hold all ranges of a long section.
 */
const TEXT_LENGTH_MAX = 16 * 1024;

/** The fields of an object that was valid when it was stored. */
export function flatten(object: object): Properties {
  const properties: Record<string, PropertyValue> = {};
  addFields(object, "", properties);
  return properties;
}

function addFields(object: object, prefix: string, into: Record<string, PropertyValue>): void {
  for (const [key, value] of Object.entries(object)) addField(`${prefix}${key}`, value, into);
}

function addField(name: string, value: unknown, into: Record<string, PropertyValue>): void {
  if (value === null || value === undefined) return;
  if (Array.isArray(value)) addList(name, JSON.stringify(value), into);
  else if (typeof value === "object") addFields(value, `${name}_`, into);
  else if (typeof value === "string") addText(name, value, into);
  else if (typeof value === "number" || typeof value === "boolean") into[name] = value;
}

function addText(name: string, text: string, into: Record<string, PropertyValue>): void {
  if (text.length <= TEXT_LENGTH_MAX) into[name] = text;
}

function addList(name: string, text: string, into: Record<string, PropertyValue>): void {
  if (text.length <= TEXT_LENGTH_MAX) into[name] = new ListText(text);
}
