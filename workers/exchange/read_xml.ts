/**
 * XML of strangers as a tree of elements, read in pieces. A document type with its entities is refused, so
 * nothing is fetched and nothing unfolds; depth, number of elements and lengths are bounded. Elements that no
 * reader asks for are skipped with all they hold.
 */
import { SaxesParser } from "saxes";
import { UnreadableSource } from "./source_fault.ts";

const PIECE_BYTES = 1 << 16;
const DEPTH_MAX = 64;
const ELEMENTS_MAX = 5_000_000;
const TEXT_LENGTH_MAX = 1 << 16;
/** Encodings that a declaration may name; UTF-16 is known by its byte order mark alone. */
const ENCODINGS: Readonly<Record<string, string>> = {
  "utf-8": "utf-8",
  utf8: "utf-8",
  "us-ascii": "utf-8",
  ascii: "utf-8",
  "iso-8859-1": "windows-1252",
  "iso-8859-15": "iso-8859-15",
  "windows-1252": "windows-1252",
  "utf-16": "utf-16le",
};

export interface XmlElement {
  /** Without its prefix. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** Where it begins, from 1. */
  readonly line: number;
}

/** Throws an `UnreadableSource` with line and column. */
export function readXml(bytes: Uint8Array, skipped: ReadonlySet<string>): XmlElement {
  const tree = new TreeBuilder(skipped);
  const decoder = decoderOf(bytes);
  try {
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
      tree.write(decoder.decode(bytes.subarray(at, at + PIECE_BYTES), { stream: true }));
    }
    tree.write(decoder.decode());
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UnreadableSource(`it is not valid ${decoder.encoding.toUpperCase()}`, tree.place);
  }
  return tree.close();
}

function decoderOf(bytes: Uint8Array): InstanceType<typeof TextDecoder> {
  const [first = 0, second = 0] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le", { fatal: true });
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be", { fatal: true });
  const head = String.fromCharCode(...bytes.subarray(0, 256));
  const [, declared = "utf-8"] =
    /^[^<]*<\?xml[^>]*?encoding\s*=\s*["']([^"']*)["']/.exec(head) ?? [];
  const label = declared.toLowerCase();
  const encoding = Object.hasOwn(ENCODINGS, label) ? ENCODINGS[label] : undefined;
  if (encoding === undefined) {
    throw new UnreadableSource(`the encoding ${declared.slice(0, 40)} is not supported`, {
      line: 1,
      column: 1,
    });
  }
  return new TextDecoder(encoding, { fatal: true });
}

interface OpenElement extends XmlElement {
  readonly children: OpenElement[];
}

class TreeBuilder {
  readonly #parser = new SaxesParser();
  readonly #open: OpenElement[] = [];
  readonly #skipped: ReadonlySet<string>;
  #root: OpenElement | null = null;
  #depth = 0;
  /** Depth of the element that is being skipped; 0 = none. */
  #skippedFrom = 0;
  #count = 0;
  #line = 1;

  constructor(skipped: ReadonlySet<string>) {
    this.#skipped = skipped;
    const parser = this.#parser;
    parser.on("error", (error) => this.#refuse(error.message.replace(/^\d+:\d+: /, "")));
    parser.on("doctype", () => this.#refuse("a document type is not supported"));
    parser.on("opentagstart", () => {
      this.#line = parser.line;
    });
    parser.on("opentag", ({ name, attributes }) => this.#openElement(name, attributes));
    parser.on("closetag", () => this.#closeElement());
  }

  get place(): { readonly line: number; readonly column: number } {
    return { line: this.#parser.line, column: this.#parser.column + 1 };
  }

  write(text: string): void {
    if (text !== "") this.#parser.write(text);
  }

  close(): XmlElement {
    this.#parser.close();
    return this.#root ?? this.#refuse("it has no element");
  }

  #refuse(reason: string): never {
    throw new UnreadableSource(reason.slice(0, 200), this.place);
  }

  #openElement(prefixed: string, attributes: Record<string, string>): void {
    this.#depth++;
    if (this.#depth > DEPTH_MAX) this.#refuse(`nested deeper than ${DEPTH_MAX} elements`);
    if (++this.#count > ELEMENTS_MAX) this.#refuse(`more than ${ELEMENTS_MAX} elements`);
    if (this.#skippedFrom > 0) return;
    const name = prefixed.slice(prefixed.indexOf(":") + 1);
    if (this.#skipped.has(name)) {
      this.#skippedFrom = this.#depth;
      return;
    }
    for (const value of Object.values(attributes)) {
      if (value.length > TEXT_LENGTH_MAX) this.#refuse("a text is too long");
    }
    const element: OpenElement = { name, attributes, children: [], line: this.#line };
    const parent = this.#open.at(-1);
    if (parent === undefined) this.#root = element;
    else parent.children.push(element);
    this.#open.push(element);
  }

  #closeElement(): void {
    if (this.#skippedFrom === 0) this.#open.pop();
    else if (this.#skippedFrom === this.#depth) this.#skippedFrom = 0;
    this.#depth--;
  }
}

/** The children of a name, along a path of names: `path(root, "a", "b")` has all b in all a. */
export function elementsAt(root: XmlElement, ...path: readonly string[]): readonly XmlElement[] {
  let found: readonly XmlElement[] = [root];
  for (const name of path) {
    found = found.flatMap(({ children }) => children.filter((child) => child.name === name));
  }
  return found;
}

/** A number of an attribute; null: it is absent. */
export function numberOf(element: XmlElement, attribute: string): number | null {
  const text = textOf(element, attribute);
  if (text === null) return null;
  const value = Number(text);
  if (text.trim() !== "" && Number.isFinite(value)) return value;
  throw new UnreadableSource(
    `${attribute} of ${element.name} must be a number, not '${text.slice(0, 40)}'`,
    { line: element.line, column: 1 },
  );
}

export function textOf({ attributes }: XmlElement, attribute: string): string | null {
  return Object.hasOwn(attributes, attribute) ? (attributes[attribute] ?? null) : null;
}
