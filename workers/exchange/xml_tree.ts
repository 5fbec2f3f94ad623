/**
 * The elements of an XML file end to end as bytes, a third of what they are in the file; as objects they would take
 * several times as much as it. What is asked of an element is read out of the bytes each time.
 *
 * Of an element: its name, the length of all that follows (4 bytes), the lines since its parent's begin, the number of
 * its attributes, names and values of these, its children. A text between tags stands among the children, behind
 * a 0. Names and values are numbers of texts that are kept once; but an id, which no other element has, follows a 0
 * as it is. All numbers but the length are seven bits a byte, the last byte of each below 128.
 */
import type { ExchangeReport, ReportPlace } from "./exchange_report.ts";
import { UnreadableSource } from "./source_fault.ts";

/** Of a text or a value of an attribute. */
export const XML_TEXT_LENGTH_MAX = 1 << 16;
/** Different names and values: the largest national timetables have some hundred thousand. */
const TEXTS_MAX = 8_000_000;
const LENGTH_BYTES = 4;
/** Of a number that is less than 2 ** 32. */
const NUMBER_BYTES_MAX = 5;
/** The attribute whose values are each there once. */
const ID = "id";

interface OpenElement {
  readonly name: string;
  /** Where it begins, and where the length is. */
  readonly at: number;
  readonly length_at: number;
  readonly line: number;
  /** Texts that were kept before it. */
  readonly nTexts: number;
}

/** Filled as a parser meets elements. */
export class XmlTree {
  /** Pages that are reserved and never touched cost nothing. */
  #bytes: Buffer;
  #end = 0;
  /** Each has the number of its place, from 1. */
  readonly #texts: string[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #open: OpenElement[] = [];

  constructor(expected_bytes: number) {
    this.#bytes = Buffer.from(new ArrayBuffer(expected_bytes));
  }

  /** Also while it is open, with its attributes alone. */
  get root(): XmlElement | null {
    return this.#end === 0 ? null : new XmlElement(this, 0, 0);
  }

  /** Elements that are open, from the root on. */
  get open(): readonly { readonly name: string }[] {
    return this.#open;
  }

  begin(name: string, attributes: Readonly<Record<string, string>>, line: number): void {
    const [at, nTexts] = [this.#end, this.#texts.length];
    this.#writeNumber(this.#numberOf(name));
    const length_at = this.#end;
    this.#reserve(LENGTH_BYTES);
    this.#end += LENGTH_BYTES;
    this.#writeNumber(line - (this.#open.at(-1)?.line ?? 0));
    const entries = Object.entries(attributes);
    this.#writeNumber(entries.length);
    for (const [key, value] of entries) {
      this.#writeNumber(this.#numberOf(key));
      if (key === ID) this.#writeText(value);
      else this.#writeNumber(this.#numberOf(value));
    }
    this.#open.push({ name, at, length_at, line, nTexts });
  }

  addText(text: string): void {
    this.#writeNumber(0);
    this.#writeNumber(this.#numberOf(text));
  }

  /** Ends the element that was begun last. Where it is taken it is none of the tree, and can be read during the call alone. */
  end(take: (element: XmlElement) => boolean = () => false): void {
    const element = this.#open.pop();
    if (element === undefined) return;
    const { at, length_at, nTexts } = element;
    this.#bytes.writeUInt32LE(this.#end - length_at - LENGTH_BYTES, length_at);
    if (!take(new XmlElement(this, at, this.#open.at(-1)?.line ?? 0))) return;
    this.#end = at;
    while (this.#texts.length > nTexts) this.#numbers.delete(this.#texts.pop() ?? "");
  }

  /** Adds a copy of an element of another tree, with some of its children. */
  copy(element: XmlElement, children = element.children): XmlElement {
    const at = this.#end;
    this.begin(element.name, element.attributes, element.line);
    if (element.text !== undefined) this.addText(element.text);
    for (const child of children) this.copy(child);
    this.end();
    return new XmlElement(this, at, this.#open.at(-1)?.line ?? 0);
  }

  reader(at: number): XmlReader {
    return new XmlReader(this.#bytes, this.#texts, at);
  }

  /** Undefined: it has no such text. */
  numberOf(text: string): number | undefined {
    return this.#numbers.get(text);
  }

  #numberOf(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    if (this.#texts.length >= TEXTS_MAX) throw new UnreadableSource("it has too many texts");
    const own = ownText(text);
    const number = this.#texts.push(own);
    this.#numbers.set(own, number);
    return number;
  }

  #writeNumber(number: number): void {
    this.#reserve(NUMBER_BYTES_MAX);
    let rest = number;
    for (; rest > 127; rest >>>= 7) this.#bytes[this.#end++] = (rest & 127) | 128;
    this.#bytes[this.#end++] = rest;
  }

  #writeText(text: string): void {
    const length = Buffer.byteLength(text);
    this.#writeNumber(0);
    this.#writeNumber(length);
    this.#reserve(length);
    this.#end += this.#bytes.write(text, this.#end);
  }

  #reserve(length: number): void {
    if (this.#end + length <= this.#bytes.length) return;
    const larger = Buffer.from(new ArrayBuffer((this.#end + length) * 2));
    larger.set(this.#bytes.subarray(0, this.#end));
    this.#bytes = larger;
  }
}

/** What is cut out of a piece of a file holds the whole piece: a copy does not. */
function ownText(text: string): string {
  return Buffer.from(text, "utf16le").toString("utf16le");
}

/** Reads on from a place of a tree. */
class XmlReader {
  readonly #bytes: Buffer;
  readonly #texts: readonly string[];
  at: number;

  constructor(bytes: Buffer, texts: readonly string[], at: number) {
    this.#bytes = bytes;
    this.#texts = texts;
    this.at = at;
  }

  number(): number {
    let number = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.#bytes[this.at++] ?? 0;
      number += (byte & 127) << shift;
      if (byte < 128) return number;
    }
  }

  length(): number {
    const length = this.#bytes.readUInt32LE(this.at);
    this.at += LENGTH_BYTES;
    return length;
  }

  text(): string {
    const number = this.number();
    if (number > 0) return this.#texts[number - 1] ?? "";
    const length = this.number();
    this.at += length;
    return this.#bytes.toString("utf8", this.at - length, this.at);
  }

  skipText(): void {
    if (this.number() === 0) this.skip(this.number());
  }

  skip(length: number): void {
    this.at += length;
  }
}

/** One element of a tree. */
export class XmlElement {
  readonly #tree: XmlTree;
  readonly #at: number;
  /** Where it begins, from 1. */
  readonly line: number;

  /** `above`: the line of its parent. */
  constructor(tree: XmlTree, at: number, above: number) {
    this.#tree = tree;
    this.#at = at;
    const reader = tree.reader(at);
    reader.number();
    reader.length();
    this.line = above + reader.number();
  }

  /** Without its prefix. */
  get name(): string {
    return this.#tree.reader(this.#at).text();
  }

  get attributes(): Readonly<Record<string, string>> {
    const { reader, nAttributes } = this.#head();
    const attributes: [string, string][] = [];
    for (let i = 0; i < nAttributes; i++) attributes.push([reader.text(), reader.text()]);
    return Object.fromEntries(attributes);
  }

  /** Null: it is absent. */
  attribute(name: string): string | null {
    const wanted = this.#tree.numberOf(name);
    const { reader, nAttributes } = this.#head();
    for (let i = 0; i < nAttributes && wanted !== undefined; i++) {
      if (reader.number() === wanted) return reader.text();
      reader.skipText();
    }
    return null;
  }

  get children(): readonly XmlElement[] {
    return this.#listChildren(null);
  }

  /** Those of a name. */
  childrenOf(name: string): readonly XmlElement[] {
    const wanted = this.#tree.numberOf(name);
    return wanted === undefined ? [] : this.#listChildren(wanted);
  }

  /** What stands between its tags, where texts are asked for. */
  get text(): string | undefined {
    const { reader, end } = this.#inner();
    let text: string | undefined;
    while (reader.at < end) {
      if (reader.number() === 0)
        text = `${text ?? ""}${reader.text()}`.slice(0, XML_TEXT_LENGTH_MAX);
      else reader.skip(reader.length());
    }
    return text;
  }

  #listChildren(wanted: number | null): readonly XmlElement[] {
    const { reader, end } = this.#inner();
    const children: XmlElement[] = [];
    while (reader.at < end) {
      const at = reader.at;
      const name = reader.number();
      if (name === 0) {
        reader.skipText();
        continue;
      }
      reader.skip(reader.length());
      if (wanted === null || name === wanted) {
        children.push(new XmlElement(this.#tree, at, this.line));
      }
    }
    return children;
  }

  /** Its attributes are what is read next. */
  #head(): { readonly reader: XmlReader; readonly end: number; readonly nAttributes: number } {
    const reader = this.#tree.reader(this.#at);
    reader.number();
    const length = reader.length();
    const end = reader.at + length;
    reader.number();
    return { reader, end, nAttributes: reader.number() };
  }

  /** Its children are what is read next. */
  #inner(): { readonly reader: XmlReader; readonly end: number } {
    const { reader, end, nAttributes } = this.#head();
    for (let i = 0; i < nAttributes; i++) {
      reader.skipText();
      reader.skipText();
    }
    return { reader, end };
  }
}

/** The children of a name, along a path of names: `elementsAt(root, "a", "b")` has all b in all a. */
export function elementsAt(root: XmlElement, ...path: readonly string[]): readonly XmlElement[] {
  let found: readonly XmlElement[] = [root];
  for (const name of path) found = found.flatMap((element) => element.childrenOf(name));
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

export function textOf(element: XmlElement, attribute: string): string | null {
  return element.attribute(attribute);
}

/** Where a report says that an element is. */
export function whereIs(element: XmlElement): ReportPlace {
  return { line: element.line, element: element.name, id: textOf(element, "id") ?? "" };
}

/** By their ids: those that have none, or one that was there before, are left out and told. */
export function byId(
  elements: readonly XmlElement[],
  report: ExchangeReport,
): ReadonlyMap<string, XmlElement> {
  const map = new Map<string, XmlElement>();
  report.takeEach(elements, whereIs, (element) => {
    const id = textOf(element, "id");
    if (id !== null && !map.has(id)) map.set(id, element);
    else {
      const reason = id === null ? "it has no id" : `the id '${id.slice(0, 60)}' is there twice`;
      throw new UnreadableSource(reason, { line: element.line, column: 1 });
    }
  });
  return map;
}
