/** Finds places in a JSON text: servers name them by JSON pointer (RFC 6901), people look for a line. */

/** Line, from 1, of the value that a pointer names, or of the innermost existing value around it. */
export function findLine(text: string, pointer: string): number {
  const keys = pointer
    .split("/")
    .slice(1)
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
  return lineAt(text, new Finder(text).find(keys));
}

/** Line from 1 of a place in a text. */
export function lineAt(text: string, place: number): number {
  let line = 1;
  for (let i = text.indexOf("\n"); i >= 0 && i < place; i = text.indexOf("\n", i + 1)) line++;
  return line;
}

/** The line in a browser's message about invalid JSON; null if it names none. */
export function lineOfSyntax(text: string, message: string): number | null {
  const position = /position (\d+)/.exec(message)?.[1];
  const line = /line (\d+)/.exec(message)?.[1];
  if (line !== undefined) return Number(line);
  return position === undefined ? null : lineAt(text, Number(position));
}

const BLANKS = " \t\r\n,:";

/** Scans a valid JSON text. Keeps nothing, and counts nesting instead of recursing. */
class Finder {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  find(keys: readonly string[]): number {
    let found = this.#next();
    for (const key of keys) {
      const child = this.#enter(key);
      if (child === null) return found;
      found = child;
    }
    return found;
  }

  #next(): number {
    while (BLANKS.includes(this.#text[this.#at] ?? "x")) this.#at++;
    return this.#at;
  }

  /** Position of a child of the value that begins here; null if it has no such key. */
  #enter(key: string): number | null {
    const opening = this.#text[this.#next()];
    if (opening !== "{" && opening !== "[") return null;
    this.#at++;
    for (let i = 0; ; i++) {
      const sign = this.#text[this.#next()];
      if (sign === undefined || sign === "}" || sign === "]") return null;
      const name = opening === "[" ? String(i) : this.#readKey();
      if (name === key) return this.#next();
      this.#skip();
    }
  }

  #readKey(): string {
    const from = this.#at;
    this.#skipString();
    return JSON.parse(this.#text.slice(from, this.#at)) as string;
  }

  #skipString(): void {
    this.#at++;
    while (this.#at < this.#text.length && this.#text[this.#at] !== '"') {
      this.#at += this.#text[this.#at] === "\\" ? 2 : 1;
    }
    this.#at++;
  }

  /** Skips a whole value. */
  #skip(): void {
    let depth = 0;
    this.#next();
    do {
      const sign = this.#text[this.#at];
      if (sign === undefined) return;
      if (sign === '"') this.#skipString();
      else if (sign === "{" || sign === "[") {
        depth++;
        this.#at++;
      } else if (sign === "}" || sign === "]") {
        depth--;
        this.#at++;
      } else if (depth > 0) this.#at++;
      else {
        while (!/[\s,\]}]/.test(this.#text[this.#at] ?? ",")) this.#at++;
      }
    } while (depth > 0);
  }
}
