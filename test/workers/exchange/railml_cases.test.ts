/** Small files of railML, each with one way of telling lengths, versions and places, and what comes of them. */
import { gzipSync, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { measureGeo } from "../../../workers/engine/geo.ts";
import { readStockFile, writeStockFile } from "../../../workers/exchange/exchange_stocks.ts";
import { importNetwork } from "../../../workers/exchange/import_network.ts";
import { readTimetableFile } from "../../../workers/exchange/read_timetable.ts";
import { makeRandom, wholeBetween } from "../engine/seeded.ts";
import { RAILML2 } from "./railml_files.ts";
import { RAILML_TIMETABLE } from "./railml_timetable_files.ts";
import { EXAMPLE_STOCKS } from "./stock_files.ts";

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

interface Ends {
  readonly begin: string;
  readonly end: string;
  readonly inner?: string;
}

/** One track of railML 2. */
const second = ({ begin, end, inner = "" }: Ends, root = '<railml version="2.4">'): string =>
  `${root}<infrastructure id="i"><tracks><track id="t"><trackTopology><trackBegin id="b" ${begin}/>` +
  `<trackEnd id="e" ${end}/>${inner}</trackTopology></track></tracks></infrastructure></${nameOf(root)}>`;

/** Net elements of railML 3 in a row, and tracks on them. */
const third = (
  elements: readonly string[],
  tracks = "",
  root = '<railML xmlns="https://www.railml.org/schemas/3.2" version="3.2">',
): string => {
  const relations = elements
    .slice(1)
    .map(
      (_one, i) =>
        `<netRelation id="r${i}" positionOnA="1" positionOnB="0" navigability="Both"><elementA ref="e${i}"/><elementB ref="e${i + 1}"/></netRelation>`,
    );
  return (
    `${root}<infrastructure id="i"><topology><netElements>${elements.join("")}</netElements>` +
    `<netRelations>${relations.join("")}</netRelations></topology><functionalInfrastructure><tracks>${tracks}</tracks>` +
    `</functionalInfrastructure></infrastructure></${nameOf(root)}>`
  );
};
const nameOf = (root: string): string => /<(\w+)/.exec(root)?.[1] ?? "";
const element = (i: number, inner = "", attributes = ""): string =>
  `<netElement id="e${i}" ${attributes}>${inner}</netElement>`;
const mileages = (from: number, to: number): string =>
  [from, to]
    .map(
      (measure, i) =>
        `<intrinsicCoordinate id="c${measure}" intrinsicCoord="${i}"><linearCoordinate positioningSystemRef="lps" measure="${measure}"/></intrinsicCoordinate>`,
    )
    .join("");
const positioned = (from: number, to: number): string =>
  `<associatedPositioningSystem id="a${from}">${mileages(from, to)}</associatedPositioningSystem>`;
const track = (parts: string, length = ""): string =>
  `<track id="t"><linearLocation id="l">${parts}</linearLocation>${length}</track>`;
const part = (i: number, attributes = ""): string =>
  `<associatedNetElement id="n${i}" netElementRef="e${i}" ${attributes}/>`;

/** Lengths of sections, or why there are none. */
function lengthsOf(text: string): readonly number[] | string {
  const outcome = importNetwork("railml", encode(text));
  if (!outcome.ok) return outcome.error.reason;
  return outcome.value.document.track_sections.map(({ length }) => length);
}

describe("the length of a track of railML 2", () => {
  it.each<readonly [string, Ends, readonly number[] | string]>([
    ["by its end", { begin: 'pos="0"', end: 'pos="810.5"' }, [810.5]],
    ["from a begin that is not 0", { begin: 'pos="100"', end: 'pos="910"' }, [810]],
    [
      "with mileages too",
      { begin: 'pos="0" absPos="5000"', end: 'pos="810" absPos="5900"' },
      [810],
    ],
    ["by mileages alone", { begin: 'absPos="5000"', end: 'absPos="5810"' }, [810]],
    ["by falling mileages", { begin: 'absPos="5810"', end: 'absPos="5000"' }, [810]],
    [
      "by mileages where places are 0",
      { begin: 'pos="0" absPos="0"', end: 'pos="0" absPos="70"' },
      [70],
    ],
    ["told by nothing", { begin: 'pos="0"', end: 'pos="0"' }, "its length is none"],
    ["below nothing", { begin: 'pos="9"', end: 'pos="0"' }, "its length is none"],
    ["of no number", { begin: 'pos="0"', end: 'pos="long"' }, "pos of trackEnd must be a number"],
  ])("is %s", (_what, ends, expected) => {
    const found = lengthsOf(second(ends));
    if (typeof expected === "string") expect(found).toContain(expected);
    else expect(found).toEqual(expected);
  });
});

describe("the length of a net element of railML 3", () => {
  it.each<readonly [string, string, readonly number[] | string]>([
    ["its own", third([element(0, "", 'length="810"')]), [810]],
    ["that in it", third([element(0, '<length value="810"/>')]), [810]],
    ["between its mileages", third([element(0, positioned(1000, 1810))]), [810]],
    ["between falling mileages", third([element(0, positioned(1810, 1000))]), [810]],
    [
      "that of its track",
      third([element(0)], track(part(0), '<length value="810" type="physical"/>')),
      [810],
    ],
    [
      "as far as it lies on its track",
      third([element(0)], track(part(0, 'posBegin="0" posEnd="810"'))),
      [810],
    ],
    [
      "as far as each lies on a track of two",
      third(
        [element(0), element(1)],
        track(
          part(0, 'posBegin="0" posEnd="800"') + part(1, 'posBegin="0" posEnd="10"'),
          '<length value="810"/>',
        ),
      ),
      [810],
    ],
    [
      "its own, whatever its track says",
      third([element(0, "", 'length="810"')], track(part(0), '<length value="9"/>')),
      [810],
    ],
    ["told by nothing", third([element(0)]), "its length is none"],
    ["below nothing", third([element(0, "", 'length="-5"')]), "its length is none"],
    [
      "of one that has one, beside another",
      third([element(0, "", 'length="810"'), element(1)]),
      [810],
    ],
  ])("is %s", (_what, text, expected) => {
    const found = lengthsOf(text);
    if (typeof expected === "string") expect(found).toContain(expected);
    else expect(found).toEqual(expected);
  });
});

describe("the version of a file", () => {
  const two = (root: string): string => second({ begin: 'pos="0"', end: 'pos="810"' }, root);
  const three = (root: string): string => third([element(0, "", 'length="810"')], "", root);

  it.each<readonly [string, string, string | null]>([
    ["2 by both", two('<railml version="2.5">'), null],
    ["2 without a version", two("<railml>"), null],
    ["2 with the root of 3", two('<railML version="2.4">'), "version_mixed"],
    ["3 by both", three('<railML version="3.1">'), null],
    ["3 without a version", three("<railML>"), null],
    ["3 with the root of 2", three('<railml version="3.2">'), "version_mixed"],
    ["3 of a later version", three('<railML version="3.9">'), null],
  ])("is %s", (_what, text, code) => {
    const outcome = importNetwork("railml", encode(text));
    if (!outcome.ok) throw new Error(outcome.error.reason);
    expect(outcome.value.document.track_sections.map(({ length }) => length)).toEqual([810]);
    const mixed = outcome.value.report.filter((row) => row.code === "version_mixed");
    expect(mixed.map((row) => row.code)).toEqual(code === null ? [] : [code]);
  });

  it.each([
    [
      "2 by its root, 3 by what it has",
      three('<railml version="2.4">'),
      "version 2.4, but its infrastructure is that of railML 3",
    ],
    [
      "2 without a version, 3 by what it has",
      three("<railml>"),
      "its root is railml, but its infrastructure is that of railML 3",
    ],
    [
      "3 by its root, 2 by what it has",
      two('<railML version="3.1">'),
      "version 3.1, but its infrastructure is that of railML 2",
    ],
    [
      "3 without a version, 2 by what it has",
      two("<railML>"),
      "its root is railML, but its infrastructure is that of railML 2",
    ],
    ["of another format", "<osm/>", "its root must be railml, not osm"],
  ])("is told by name where it is %s", (_what, text, reason) => {
    expect(lengthsOf(text)).toContain(reason);
  });
});

describe("a drawing of tracks without places", () => {
  it("has no line that is longer than its section, however they meet", () => {
    let nRings = 0;
    for (let seed = 1; seed <= 40; seed++) {
      const random = makeRandom(seed);
      const count = wholeBetween(random, 3, 12);
      // Stations in a row, joined by two ways of different lengths each: short and long ones, far lanes.
      const tracks = Array.from({ length: count }, (_, i) =>
        ["x", "y"].map((way) => {
          const length = 10 ** wholeBetween(random, 0, 4) + wholeBetween(random, 0, 9);
          return { id: `${way}${i}`, length };
        }),
      ).flat();
      const text = drawRings(tracks, count);
      const outcome = importNetwork("railml", encode(text));
      if (!outcome.ok) throw new Error(outcome.error.reason);
      const { track_sections, switches } = outcome.value.document;
      nRings += switches.filter(({ switch_type }) => switch_type === "point_switch").length;
      for (const { id, length, geo } of track_sections) {
        const [from, to] = geo.coordinates;
        const [lon = 0, lat = 0] = from ?? [];
        const far_m = measureGeo(lon, lat, to?.[0] ?? 0, to?.[1] ?? 0);
        expect(far_m, `seed ${seed}, ${id}`).toBeLessThanOrEqual(length);
        expect(far_m, `seed ${seed}, ${id}`).toBeGreaterThan(0);
      }
    }
    expect(nRings).toBeGreaterThan(100);
  });
});

/** Each pair of ways leaves a stem at a switch and comes together at another one; stems are 100 m long. */
function drawRings(
  ways: readonly { readonly id: string; readonly length: number }[],
  count: number,
): string {
  const elements: string[] = [];
  const relations: string[] = [];
  const add = (id: string, length: number): void => {
    elements.push(`<netElement id="${id}" length="${length}"/>`);
  };
  const join = (a: string, b: string): void => {
    relations.push(
      `<netRelation id="${a}-${b}" positionOnA="1" positionOnB="0" navigability="Both"><elementA ref="${a}"/><elementB ref="${b}"/></netRelation>`,
    );
  };
  for (let i = 0; i <= count; i++) add(`s${i}`, 100);
  for (const { id, length } of ways) {
    const i = Number(id.slice(1));
    add(id, length);
    join(`s${i}`, id);
    join(id, `s${i + 1}`);
  }
  return `<railML version="3.2"><infrastructure id="i"><topology><netElements>${elements.join("")}</netElements><netRelations>${relations.join("")}</netRelations></topology></infrastructure></railML>`;
}

describe("a file that is packed", () => {
  const timetable = {
    stations: null,
    rolling_stock_name: "Regional 160",
    start_ms: Date.UTC(2026, 2, 2),
    window_ms: 7 * 86_400_000,
    is_strict: false,
  };
  it.each([
    ["network", encode(RAILML2), (bytes: Uint8Array) => importNetwork("railml", bytes)],
    [
      "timetable",
      encode(RAILML_TIMETABLE),
      (bytes: Uint8Array) => readTimetableFile("railml", { ...timetable, bytes }),
    ],
    [
      "stocks",
      writeStockFile("railml", EXAMPLE_STOCKS).bytes,
      (bytes: Uint8Array) => readStockFile("railml", bytes),
    ],
  ])("is the same %s, as a ZIP of one file or by gzip", (_what, plain, read) => {
    const expected = read(plain);
    expect(expected.ok).toBe(true);
    expect(read(zipSync({ "plan.railml": plain }))).toEqual(expected);
    expect(read(zipSync({ "a/plan.xml": plain, "__MACOSX/plan.xml": encode("x") }))).toEqual(
      expected,
    );
    expect(read(gzipSync(plain))).toEqual(expected);
    expect(read(zipSync({ "a.xml": plain, "b.railml": plain }))).toMatchObject({
      ok: false,
      error: { reason: "its archive must have one XML file, not 2" },
    });
  });
});
