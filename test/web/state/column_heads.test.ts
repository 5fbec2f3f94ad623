// Method: first lines of tables as a table; a store of a browser that forgets, refuses or holds anything.
import { afterEach, expect, it, vi } from "vitest";
import {
  keepColumn,
  keptColumns,
  unknownHeads,
} from "../../../web/src/state/records/column_heads.ts";

const utf16 = (text: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.from(text, "utf16le"));

afterEach(() => vi.unstubAllGlobals());

function stubStore(kept: string | null, refuses = false): () => string | null {
  let stored = kept;
  vi.stubGlobal("document", { baseURI: "https://marey.test/planner/" });
  vi.stubGlobal("localStorage", {
    getItem: () => stored,
    setItem: (_key: string, text: string) => {
      if (refuses) throw new Error("full");
      stored = text;
    },
  });
  return () => stored;
}

it.each<[string, BlobPart, string[]]>([
  ["commas", 'train,Ort,"a, ""b"""\n1,2,3', ["Ort", 'a, "b"']],
  ["semicolons and our own names in capitals", "TRAIN;Station;ab;ab;\r\n", ["ab"]],
  ["a delimiter that is named", "sep=|\r\nZug|Ort\r\n", ["Zug", "Ort"]],
  ["a byte order mark", "\ufefftrain;Ort\n", ["Ort"]],
  ["UTF-16 and tabs", utf16("\ufeffZug\tOrt\n"), ["Zug", "Ort"]],
  ["nothing", "", []],
])("a table with %s has these names of others", async (_what, content, heads) => {
  expect(await unknownHeads(new File([content], "a.csv"))).toEqual(heads);
});

it("columns are kept by their names, whatever their case", () => {
  stubStore(null);
  keepColumn("Zug", "train");
  keepColumn("Ort", "station");
  keepColumn("zug ", "stock");
  expect(keptColumns(["ZUG", "other"])).toEqual([["zug ", "stock"]]);
  keepColumn("ZUG", null);
  expect(keptColumns(["Zug", "Ort"])).toEqual([["Ort", "station"]]);
  keepColumn("Halt", "station");
  expect(keptColumns(["Ort", "Halt"])).toEqual([["Halt", "station"]]);
});

it.each(["{", "7", '[["a"],["b","nothing"],[3,"train"],["Ort","station"]]'])(
  "a store that holds %s is read as far as it can be",
  (kept) => {
    stubStore(kept);
    expect(keptColumns(["Ort", "a", "b"])).toEqual(
      kept.includes("Ort") ? [["Ort", "station"]] : [],
    );
  },
);

it("a store that refuses is no fault", () => {
  const told = stubStore(null, true);
  keepColumn("Zug", "train");
  expect(told()).toBe(null);
});
