/** JSON of objects of which some parts are JSON text already: stored records, and what tasks have printed. */

/** JSON text that becomes a part as it is. */
class RawJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export function raw(text: string): RawJson {
  return new RawJson(text);
}

/** The object as JSON text, its keys in their order; `undefined` is left out. */
export function printObject(parts: Readonly<Record<string, unknown>>): string {
  const entries = Object.entries(parts).flatMap(([key, value]) => {
    const text = value instanceof RawJson ? value.text : JSON.stringify(value);
    return text === undefined ? [] : [`${JSON.stringify(key)}:${text}`];
  });
  return `{${entries.join()}}`;
}

/** The keys of an object before those of another one, which is JSON text and has some. */
export function printBefore(parts: Readonly<Record<string, unknown>>, text: string): string {
  return `${printObject(parts).slice(0, -1)},${text.slice(1)}`;
}
