/**
 * Ids of this server as XML takes them: a letter or `_` first, then letters, digits, `.`, `-` and `_`, each id once in
 * a file. Other characters are written `_x0020_`, by their UTF-16 code, as databases write names in XML; the character
 * 0, which no text of XML can hold, stands for nothing and tells equal ids of different objects apart.
 */

export const NO_LETTERS = "_x0000_";

export function escapeName(text: string): string {
  return text.replaceAll(
    /_(?=x)|[^A-Za-z0-9_.-]|^[0-9.-]/g,
    (one) => `_x${one.charCodeAt(0).toString(16).padStart(4, "0")}_`,
  );
}

export function unescapeName(text: string): string {
  return text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_all, code: string) =>
    code === "0000" ? "" : String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** Names of one file, each given once. */
export class XmlNames {
  /** How often each text was asked for. */
  readonly #taken = new Map<string, number>();

  take(text: string): string {
    const count = this.#taken.get(text) ?? 0;
    this.#taken.set(text, count + 1);
    const name = escapeName(text);
    return (name === "" ? NO_LETTERS : name) + NO_LETTERS.repeat(count);
  }
}
