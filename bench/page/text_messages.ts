/**
 * Messages of the page's catalogues, in the small form of ICU's: `{name}`, `{count, plural, =0 {…} one {# train}
 * other {# trains}}`, `{who, select, none {…} other {by {who}}}`. `none` is what is not there: null or empty.
 */

export type Piece =
  | string
  /** A value as it is given; `#` in a plural is its number. */
  | { readonly kind: "value"; readonly name: string }
  | {
      readonly kind: "plural" | "select";
      readonly name: string;
      readonly forms: ReadonlyMap<string, readonly Piece[]>;
    };

const ARGUMENT = /^\{\s*(\w+)\s*(?:\}|,\s*(plural|select)\s*,)/;
const FORM = /^\s*(=?\w+)\s*\{/;

/** Throws if the text is not written as it should be. */
export function parseMessage(text: string): readonly Piece[] {
  const reader = new Reader(text);
  const pieces = reader.read(null);
  if (!reader.is_at_end) throw new Error(`"}" without "{"`);
  return pieces;
}

class Reader {
  #rest: string;

  constructor(text: string) {
    this.#rest = text;
  }

  get is_at_end(): boolean {
    return this.#rest === "";
  }

  /** Up to the brace that closes the form, or the end. */
  read(counted: string | null): readonly Piece[] {
    const pieces: Piece[] = [];
    while (this.#rest !== "" && !this.#rest.startsWith("}")) {
      if (this.#rest.startsWith("{")) pieces.push(this.#readArgument());
      else if (counted !== null && this.#take(/^#/)) pieces.push({ kind: "value", name: counted });
      else pieces.push(this.#take(counted === null ? /^[^{}]+/ : /^[^{}#]+/)?.[0] ?? "");
    }
    return pieces;
  }

  #readArgument(): Piece {
    const found = this.#take(ARGUMENT);
    if (found === null) throw new Error(`can't be read from "${this.#rest.slice(0, 20)}" on`);
    const [, name = "", kind] = found;
    if (kind !== "plural" && kind !== "select") return { kind: "value", name };
    const forms = new Map<string, readonly Piece[]>();
    for (let form = this.#take(FORM); form !== null; form = this.#take(FORM)) {
      forms.set(form[1] ?? "", this.read(kind === "plural" ? name : null));
      this.#close();
    }
    this.#take(/^\s+/);
    this.#close();
    if (!forms.has("other")) throw new Error(`{${name}, ${kind}} has no form "other"`);
    return { kind, name, forms };
  }

  #close(): void {
    if (this.#take(/^\}/) === null) throw new Error(`"{" without "}"`);
  }

  #take(pattern: RegExp): RegExpExecArray | null {
    const found = pattern.exec(this.#rest);
    if (found !== null) this.#rest = this.#rest.slice(found[0].length);
    return found;
  }
}

/** All pieces, those in forms too. */
export function listPieces(pieces: readonly Piece[]): readonly Piece[] {
  return pieces.flatMap((piece) =>
    typeof piece === "string" || piece.kind === "value"
      ? [piece]
      : [piece, ...[...piece.forms.values()].flatMap(listPieces)],
  );
}

/** The message as an expression of JavaScript; `rule(n)` is the plural's category of a number. */
export function compileMessage(pieces: readonly Piece[]): string {
  const [first] = pieces;
  if (pieces.length === 1 && first !== undefined && typeof first !== "string") {
    if (first.kind !== "value") return compilePiece(first);
  }
  const parts = pieces.map((piece) =>
    typeof piece === "string" ? escape(piece) : `\${${compilePiece(piece)}}`,
  );
  return `\`${parts.join("")}\``;
}

function compilePiece(piece: Exclude<Piece, string>): string {
  if (piece.kind === "value") return piece.name;
  let code = compileMessage(piece.forms.get("other") ?? []);
  for (const [form, pieces] of [...piece.forms].reverse()) {
    if (form === "other") continue;
    code = `(${compileTest(piece, form)}?${compileMessage(pieces)}:${code})`;
  }
  return code;
}

function compileTest({ kind, name }: Exclude<Piece, string>, form: string): string {
  if (kind === "select") return form === "none" ? `(${name}??"")===""` : `${name}==="${form}"`;
  return form.startsWith("=") ? `${name}===${form.slice(1)}` : `rule(${name})==="${form}"`;
}

function escape(text: string): string {
  return JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll(/[`$]/g, "\\$&");
}
