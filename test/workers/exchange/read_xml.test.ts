/** The tree of an XML file, and what is taken out of it as it is read. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { escapeXml, readXml } from "../../../workers/exchange/read_xml.ts";
import {
  elementsAt,
  textOf,
  type XmlElement,
  XmlTree,
} from "../../../workers/exchange/xml_tree.ts";

const FILE = new TextEncoder().encode(
  '<r version="2"><a><b id="1"><c/></b><x/><b id="2"/></a><b id="3"/><a><d><b id="4"/></d><b id="5"/></a></r>',
);

interface PlainElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly line: number;
  readonly text?: string;
  readonly children: readonly PlainElement[];
}

function asObject({ name, attributes, line, text, children }: XmlElement): PlainElement {
  const own = { name, attributes, line, children: children.map(asObject) };
  return text === undefined ? own : { ...own, text };
}

describe("a file that is read as a tree", () => {
  const readTaking = (wanted: (element: XmlElement) => boolean) => {
    const seen: [string | undefined, number, string][] = [];
    const root = readXml(FILE, {
      skipped: new Set(["x"]),
      taken: {
        path: ["a", "b"],
        take: (element, top) => {
          const { attributes, children } = element;
          seen.push([attributes["id"], children.length, top.attributes["version"] ?? ""]);
          return wanted(element);
        },
      },
    });
    return { root, seen };
  };

  it("gives each element at a path as it ends, whole and with its root", () => {
    const { root, seen } = readTaking(() => false);
    expect(seen).toEqual([
      ["1", 1, "2"],
      ["2", 0, "2"],
      ["5", 0, "2"],
    ]);
    expect(asObject(root)).toEqual(asObject(readXml(FILE, { skipped: new Set(["x"]) })));
  });

  it("has no element that was taken", () => {
    const { root } = readTaking(({ attributes }) => attributes["id"] !== "2");
    const ids = elementsAt(root, "a", "b").map(({ attributes }) => attributes["id"]);
    expect(ids).toEqual(["2"]);
    expect(elementsAt(root, "b")).toHaveLength(1);
    expect(elementsAt(root, "a", "d", "b")).toHaveLength(1);
  });

  it("has the elements that were in it, with lines, attributes and texts", () => {
    fc.assert(
      fc.property(drawnElement, (drawn) => {
        const { text, element } = print(drawn, 1);
        const root = readXml(new TextEncoder().encode(text), { skipped: new Set(), texts: true });
        expect(asObject(root)).toEqual(element);
        // A copy reads as its original does.
        expect(asObject(new XmlTree(0).copy(root))).toEqual(element);
        for (const [key, value] of Object.entries(element.attributes)) {
          expect(root.attribute(key)).toBe(value);
        }
        expect(root.attribute("absent")).toBeNull();
        for (const name of NAMES) {
          const wanted = element.children.filter((child) => child.name === name);
          expect(root.childrenOf(name).map(asObject)).toEqual(wanted);
        }
      }),
    );
  });

  it("holds many different texts, and texts that are longer than it expected", () => {
    const tree = new XmlTree(0);
    tree.begin("r", {}, 1);
    for (let i = 0; i < 20_000; i++) {
      tree.begin("e", { id: `é${i}`, ref: `r${i}` }, i + 1);
      tree.end();
    }
    const long = "x".repeat(50_000);
    tree.begin("e", { id: long, ref: long }, 30_000);
    tree.end();
    tree.end();
    const children = tree.root?.children ?? [];
    expect(children).toHaveLength(20_001);
    for (const [i, child] of children.slice(0, -1).entries()) {
      expect([textOf(child, "id"), textOf(child, "ref"), child.line]).toEqual([
        `é${i}`,
        `r${i}`,
        i + 1,
      ]);
    }
    const last = children.at(-1);
    expect([last?.attribute("id"), last?.attribute("ref"), last?.line]).toEqual([
      long,
      long,
      30_000,
    ]);
  });
});

const NAMES = ["a", "b", "id"];

interface Drawn {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly text: string;
  readonly children: readonly Drawn[];
  readonly newlines: number;
}

const { tree: drawnElement } = fc.letrec<{ tree: Drawn }>((tie) => ({
  tree: fc.record({
    name: fc.constantFrom(...NAMES),
    attributes: fc.dictionary(
      fc.constantFrom("id", "ref", "pos", "x1"),
      fc.string({ unit: "binary" }).map(storable),
    ),
    text: fc.constantFrom("", "t", "München"),
    children: fc.oneof(
      { depthSize: "small" },
      fc.constant([]),
      fc.array(tie("tree"), { maxLength: 4 }),
    ),
    newlines: fc.integer({ min: 0, max: 300 }),
  }),
}));

/** Texts that XML can hold. */
function storable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cs}\u{fffe}\u{ffff}]/gu, "");
}

/** A file, and what is to be read of it. */
function print(
  { name, attributes, text, children, newlines }: Drawn,
  line: number,
): { readonly text: string; readonly element: PlainElement; readonly end: number } {
  const own = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`);
  const parts = [`<${name}${own.join("")}>${text}${"\n".repeat(newlines)}`];
  const inner: PlainElement[] = [];
  let at = line + newlines;
  for (const child of children) {
    const printed = print(child, at);
    parts.push(printed.text);
    inner.push(printed.element);
    at = printed.end;
  }
  const element = { name, attributes, line, children: inner, ...(text !== "" && { text }) };
  return { text: `${parts.join("")}</${name}>`, element, end: at };
}
