/** The tree of an XML file, and what is taken out of it as it is read. */
import { describe, expect, it } from "vitest";
import { elementsAt, readXml, type XmlElement } from "../../../workers/exchange/read_xml.ts";

const FILE = new TextEncoder().encode(
  '<r version="2"><a><b id="1"><c/></b><x/><b id="2"/></a><b id="3"/><a><d><b id="4"/></d><b id="5"/></a></r>',
);

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
    expect(root).toEqual(readXml(FILE, { skipped: new Set(["x"]) }));
  });

  it("has no element that was taken", () => {
    const { root } = readTaking(({ attributes }) => attributes["id"] !== "2");
    const ids = elementsAt(root, "a", "b").map(({ attributes }) => attributes["id"]);
    expect(ids).toEqual(["2"]);
    expect(elementsAt(root, "b")).toHaveLength(1);
    expect(elementsAt(root, "a", "d", "b")).toHaveLength(1);
  });
});
