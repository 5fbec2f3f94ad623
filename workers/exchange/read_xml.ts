/**
 * Reads untrusted XML in pieces into a tree of elements. A document type with its entities is refused, so
 * nothing is fetched and no entity expands; depth, number of elements and lengths are bounded. Elements that no
 * reader asks for are skipped with all they hold.
 */
import { SaxesParser } from "saxes";
import { needRoom } from "../railjson/thread_memory.ts";
import { UnreadableSource } from "./source_fault.ts";
import { type XmlElement, XmlTree } from "./xml_tree.ts";

const PIECE_BYTES = 1 << 16;
const DEPTH_MAX = 64;
const ELEMENTS_MAX = 20_000_000;
const TEXT_LENGTH_MAX = 1 << 16;
/** Of one element; the formats have some twenty at most. */
const ATTRIBUTES_MAX = 1000;
/** Between the ends of two of its parts (tags, attributes, texts): the parser keeps what is not ended. */
const PART_LENGTH_MAX = 1 << 20;
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

/** Called as elements begin and end; names are without prefixes. */
export interface XmlHandler {
  readonly open: (name: string, attributes: Readonly<Record<string, string>>, line: number) => void;
  readonly close: () => void;
  /** Called with pieces of what stands between tags. */
  readonly text?: (text: string) => void;
}

/** Reads a file from begin to end. Throws an `UnreadableSource` with line and column. */
export function scanXml(bytes: Uint8Array, handler: XmlHandler): void {
  const scanner = new XmlScanner(handler);
  const decoder = decoderOf(bytes);
  try {
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
      needRoom();
      scanner.write(decoder.decode(bytes.subarray(at, at + PIECE_BYTES), { stream: true }));
    }
    scanner.write(decoder.decode());
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UnreadableSource(`it is not valid ${decoder.encoding.toUpperCase()}`, scanner.place);
  }
  scanner.close();
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

class XmlScanner {
  readonly #parser = new SaxesParser();
  readonly #handler: XmlHandler;
  #depth = 0;
  #count = 0;
  #line = 1;
  #nAttributes = 0;
  /** Characters since a part ended; whole pieces of a file. */
  #pending = 0;

  constructor(handler: XmlHandler) {
    this.#handler = handler;
    const parser = this.#parser;
    parser.on("error", (error) => this.#refuse(error.message.replace(/^\d+:\d+: /, "")));
    parser.on("doctype", () => this.#refuse("a document type is not supported"));
    parser.on("opentagstart", () => {
      this.#line = parser.line;
      this.#nAttributes = 0;
      this.#pending = 0;
    });
    parser.on("attribute", () => {
      if (++this.#nAttributes > ATTRIBUTES_MAX) this.#refuse("an element has too many attributes");
      this.#pending = 0;
    });
    parser.on("comment", () => {
      this.#pending = 0;
    });
    parser.on("opentag", ({ name, attributes }) => this.#open(name, attributes));
    parser.on("closetag", () => {
      this.#depth--;
      this.#pending = 0;
      handler.close();
    });
    const { text } = handler;
    if (text === undefined) return;
    parser.on("text", text);
    parser.on("cdata", text);
  }

  get place(): { readonly line: number; readonly column: number } {
    return { line: this.#parser.line, column: this.#parser.column + 1 };
  }

  write(text: string): void {
    if (text === "") return;
    this.#pending += text.length;
    this.#parser.write(text);
    if (this.#pending > PART_LENGTH_MAX) this.#refuse("a text is too long");
  }

  close(): void {
    this.#parser.close();
  }

  #refuse(reason: string): never {
    throw new UnreadableSource(reason, this.place);
  }

  #open(prefixed: string, attributes: Readonly<Record<string, string>>): void {
    if (++this.#depth > DEPTH_MAX) this.#refuse(`nested deeper than ${DEPTH_MAX} elements`);
    if (++this.#count > ELEMENTS_MAX) this.#refuse(`more than ${ELEMENTS_MAX} elements`);
    for (const value of Object.values(attributes)) {
      if (value.length > TEXT_LENGTH_MAX) this.#refuse("a text is too long");
    }
    this.#handler.open(prefixed.slice(prefixed.indexOf(":") + 1), attributes, this.#line);
  }
}

/** What becomes of some elements as a file is read. */
export interface XmlReading {
  /** Names of elements that are left out with all they hold. */
  readonly skipped: ReadonlySet<string>;
  /** Whether texts between tags are kept. */
  readonly texts?: boolean;
  /**
   * Called with each element at a path below the root as it ends, and with the root, which has its attributes alone. One
   * that is taken is none of the tree, and can't be read after the call.
   */
  readonly taken?: {
    readonly path: readonly string[];
    readonly take: (element: XmlElement, root: XmlElement) => boolean;
  };
}

/** The whole file as a tree. Throws an `UnreadableSource` with line and column. */
export function readXml(
  bytes: Uint8Array,
  { skipped, texts = false, taken }: XmlReading,
): XmlElement {
  const tree = new XmlTree(bytes.length);
  /** Elements that are open below a skipped one, itself too. */
  let skipping = 0;
  scanXml(bytes, {
    open: (name, attributes, line) => {
      if (skipping > 0 || skipped.has(name)) skipping++;
      else tree.begin(name, attributes, line);
    },
    close: () => {
      if (skipping > 0) {
        skipping--;
        return;
      }
      const { open, root } = tree;
      // The root is above the path.
      const is_meant =
        open.length === (taken?.path.length ?? 0) + 1 &&
        taken?.path.every((name, i) => open[i + 1]?.name === name) === true;
      if (!is_meant || root === null) tree.end();
      else tree.end((element) => taken.take(element, root));
    },
    ...(texts && {
      text: (text: string) => {
        const kept = text.trim();
        if (skipping === 0 && tree.open.length > 0 && kept !== "") tree.addText(kept);
      },
    }),
  });
  const { root } = tree;
  if (root === null) throw new UnreadableSource("it has no element", { line: 1, column: 1 });
  return root;
}

/** A text as it stands in an element or an attribute; what XML can't hold is left out. */
export function escapeXml(text: string): string {
  return text
    .replaceAll(/(?![\t\n\r])[\p{Cc}\p{Cs}\u{fffe}\u{ffff}]/gu, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll(/[\t\n\r]/g, (one) => `&#${one.charCodeAt(0)};`);
}
