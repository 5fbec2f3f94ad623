/** JSON of objects in which some parts are already JSON text: stored records, and texts printed by tasks. */

/** JSON text that is inserted unchanged. */
class RawJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export function raw(text: string): RawJson {
  return new RawJson(text);
}

/** The object as JSON text, with its keys in order; `undefined` is omitted. */
export function printObject(parts: Readonly<Record<string, unknown>>): string {
  const entries = Object.entries(parts).flatMap(([key, value]) => {
    const text = value instanceof RawJson ? value.text : JSON.stringify(value);
    return text === undefined ? [] : [`${JSON.stringify(key)}:${text}`];
  });
  return `{${entries.join()}}`;
}

/** Adds keys in front of those of a non-empty object given as JSON text. */
export function printBefore(parts: Readonly<Record<string, unknown>>, text: string): string {
  return `${printObject(parts).slice(0, -1)},${text.slice(1)}`;
}
