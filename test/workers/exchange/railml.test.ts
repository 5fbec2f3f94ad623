/**
 * railML in: files of our own in both versions, other people's samples where they are there, and files that
 * must be refused, with line and column.
 */
import { describe, expect, it } from "vitest";
import { ExchangeReport } from "../../../workers/exchange/exchange_report.ts";
import { importNetwork } from "../../../workers/exchange/import_network.ts";
import { buildNetwork } from "../../../workers/exchange/network/build_network.ts";
import { readRailml } from "../../../workers/exchange/railml/read_railml.ts";
import type { SourceFault } from "../../../workers/exchange/source_fault.ts";
import { checkNetwork } from "../../../workers/railjson/checks/check_network.ts";
import type { RailjsonDocument } from "../../../workers/railjson/schemas.ts";
import { validateDocument } from "../../../workers/railjson/validate_document.ts";
import { makeRandom, wholeBetween } from "../engine/seeded.ts";
import { RAILML2, RAILML3 } from "./railml_files.ts";
import { READ } from "./read_options.ts";
import { runThrough } from "./run_through.ts";
import { withoutIds } from "./same_network.ts";
import { HAS_SAMPLES, readSample } from "./samples.ts";

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

function read(file: string | Uint8Array): RailjsonDocument {
  const report = new ExchangeReport();
  return buildNetwork(
    readRailml(typeof file === "string" ? encode(file) : file, report, READ),
    report,
  );
}

/** Where an element of the file of version 2 is. */
function lineOf(id: string): number {
  return 1 + RAILML2.split("\n").findIndex((text) => text.includes(`id="${id}"`));
}

/** The complete network: valid, without a row in `errors`, and a train runs on it. */
function expectUsable(file: Uint8Array, name: string): { readonly length_m: number } {
  const imported = importNetwork("railml", file);
  if (!imported.ok) throw new Error(`${name}: ${JSON.stringify(imported.error)}`);
  const { document } = imported.value;
  const valid = validateDocument(JSON.parse(JSON.stringify(document)));
  expect(valid.kind === "invalid" ? valid.faults : valid.kind, name).toBe("valid");
  const rows = checkNetwork(document);
  expect(rows.ok ? rows.value : rows.error, name).toEqual([]);
  const run = runThrough(document);
  expect(run?.time_s ?? 0, name).toBeGreaterThan(0);
  return { length_m: run?.length_m ?? 0 };
}

function refusalOf(file: string | Uint8Array): SourceFault {
  const imported = importNetwork("railml", typeof file === "string" ? encode(file) : file);
  if (imported.ok) throw new Error("it was not refused");
  return imported.error;
}

describe("railML 2", () => {
  const document = read(RAILML2);

  it("cuts tracks at switches and crossings and joins what they connect", () => {
    const lengths = document.track_sections.map(({ id, length }) => [id, length]);
    expect(lengths).toEqual([
      ["main.1", 1000],
      ["main.2", 500],
      ["main.3", 500],
      ["main.4", 1000],
      ["loop", 1010],
      ["south", 300],
      ["north", 400],
      ["far", 600],
    ]);
    const ends = document.switches.map(({ switch_type, ports, extensions }) => [
      extensions?.sncf?.label ?? "",
      switch_type,
      ...Object.entries(ports).map(([port, { track, endpoint }]) => `${port} ${track} ${endpoint}`),
    ]);
    expect(ends).toEqual([
      ["W1", "point_switch", "A main.1 END", "B1 main.2 BEGIN", "B2 loop BEGIN"],
      ["K1", "crossing", "A1 main.2 END", "B1 main.3 BEGIN", "A2 south END", "B2 north BEGIN"],
      ["W2", "point_switch", "A main.4 BEGIN", "B1 main.3 END", "B2 loop END"],
      ["", "link", "A north END", "B far BEGIN"],
    ]);
  });

  it("keeps places, directions, speeds, slopes and wires, and counts positions from the track's begin", () => {
    expect(document.signals).toMatchObject([
      {
        id: "sig1",
        track: "main.1",
        position: 950,
        direction: "START_TO_STOP",
        sight_distance: 300,
      },
    ]);
    expect(document.detectors).toEqual([{ id: "d1", track: "main.1", position: 970 }]);
    expect(document.operational_points.map(({ id, parts }) => [id, parts])).toEqual([
      [
        "mid",
        [
          { track: "main.2", position: 400 },
          { track: "loop", position: 400 },
        ],
      ],
      ["west", [{ track: "main.1", position: 200 }]],
    ]);
    const speeds = document.speed_sections.map(({ id, track_ranges }) => [
      id,
      ...track_ranges.map(({ track, begin, end }) => `${track} ${begin} ${end}`),
    ]);
    expect(speeds).toEqual([
      ["speed.60", "main.4 500 1000"],
      ["speed.80", "main.1 0 1000", "main.2 0 500", "main.3 0 500", "main.4 0 1000"],
      ["speed.100", "main.1 0 1000", "main.2 0 500", "main.3 0 500", "main.4 0 500"],
    ]);
    expect(document.track_sections[0]?.slopes).toEqual([
      { gradient: -12.5, begin: 500, end: 1000 },
    ]);
    expect(document.track_sections[1]?.slopes).toEqual([{ gradient: -12.5, begin: 0, end: 200 }]);
    expect(document.electrifications.map(({ voltage }) => voltage)).toEqual(["15000V"]);
    expect(document.electrifications[0]?.track_ranges.at(-1)).toMatchObject({ end: 800 });
  });

  it("tells what it left out, with the line of the first", () => {
    const report = new ExchangeReport();
    buildNetwork(readRailml(encode(RAILML2), report, READ), report);
    const rows = report.rows.map(({ code, where, count }) => [code, where.line, where.id, count]);
    expect(rows).toContainEqual(["signal_left_out", lineOf("sig2"), "sig2", 1]);
    expect(rows).toContainEqual(["element_left_out", lineOf("b1"), "b1", 1]);
    expect(rows).toContainEqual(["uic_unknown", undefined, "west", 1]);
  });

  it("takes speeds of profiles that stand behind the tracks", () => {
    const track =
      '<track id="t"><trackTopology><trackBegin pos="0"/><trackEnd pos="900"/></trackTopology><trackElements><speedChanges>' +
      '<speedChange id="s" pos="100" dir="up" profileRef="p"/></speedChanges></trackElements></track>';
    const profile =
      '<infraAttributes id="p"><speeds><speed vMax="90"/><speed vMax="72"/></speeds></infraAttributes>';
    const inOrder = (...parts: string[]): RailjsonDocument["speed_sections"] =>
      read(`<railml><infrastructure>${parts.join("")}</infrastructure></railml>`).speed_sections;
    const [tracks, groups] = [
      `<tracks>${track}</tracks>`,
      `<infraAttrGroups>${profile}</infraAttrGroups>`,
    ];
    const applicable_directions = "START_TO_STOP";
    const expected = [{ track: "t", begin: 100, end: 900, applicable_directions }];
    expect(inOrder(tracks, groups)).toMatchObject([{ speed_limit: 20, track_ranges: expected }]);
    expect(inOrder(tracks, groups)).toEqual(inOrder(groups, tracks));
  });

  it("can be run on", () => {
    expectUsable(encode(RAILML2), "version 2");
  });

  it("reads UTF-16 and Latin letters by their declaration", () => {
    const utf16 = new Uint8Array(
      Buffer.from(`\uFEFF${RAILML2.replace("UTF-8", "UTF-16")}`, "utf16le"),
    );
    expect(read(utf16)).toEqual(document);
    const latin = Buffer.from(
      RAILML2.replace("UTF-8", "ISO-8859-1").replace('name="West"', 'name="Wést"'),
      "latin1",
    );
    expect(read(new Uint8Array(latin)).operational_points[1]?.extensions?.identifier?.name).toBe(
      "Wést",
    );
  });
});

describe("railML 3", () => {
  it.each([
    ["at the track", `<length value="1010" type="physical"/>`, ""],
    ["by the end of the track's piece", "", ` posEnd="1010"`],
    ["in an element of its own", "", ""],
  ])("has lengths that are told %s", (_where, at_track, at_piece) => {
    const is_own = at_track + at_piece === "";
    const bare = RAILML3.replace(
      '<netElement id="lo" length="1010">',
      `<netElement id="lo">${is_own ? '<length value="1010"/>' : ""}`,
    ).replace(
      /netElementRef="lo" keepsOrientation="true"\/><\/linearLocation>/,
      `netElementRef="lo" keepsOrientation="true"${at_piece}/></linearLocation>${at_track}`,
    );
    expect(bare).not.toBe(RAILML3);
    expect(read(bare)).toEqual(read(RAILML3));
  });

  it("is the same network as in version 2, up to ids and order", () => {
    const names = {
      m0: "main.1",
      m2: "main.2",
      m3: "main.3",
      m4: "main.4",
      lo: "loop",
      so: "south",
      no: "north",
      fa: "far",
    };
    const [second, third] = [read(RAILML2), read(RAILML3)].map((document) => ({
      ...document,
      // The crossing and the sight distance have no name and no place in the small file.
      switches: document.switches.map((one) =>
        one.switch_type === "crossing" ? { ...one, extensions: {} } : one,
      ),
      signals: document.signals.map((signal) => ({ ...signal, sight_distance: 400 })),
    }));
    expect(withoutIds(third!, names)).toEqual(withoutIds(second!, {}));
  });

  it("can be run on", () => {
    expectUsable(encode(RAILML3), "version 3");
  });
});

describe.skipIf(!HAS_SAMPLES)("the railML samples", () => {
  const SIMPLE = {
    "2.3": "railML_SimpleExample_v11_railML2-3_01.xml",
    "2.4": "railML_SimpleExample_v11_railML2-4_01.xml",
    "3.1": "railML_SimpleExample_v11_railML3-1_04.xml",
  };

  it("gives the same network of one example in 2.3, 2.4 and 3.1", () => {
    const [first, second, third] = Object.values(SIMPLE).map((name) => read(readSample(name)));
    expect(second).toEqual(first);
    const names = {
      ne_a01: "tr02",
      ne_a02: "tr01",
      ne_a03: "tr03",
      ne_b01: "tr07",
      ne_b02: "tr06",
      ne_b04: "tr05",
      ne_b05: "tr04",
    };
    // The files disagree on the border of the siding (150 m and 100 m) and on which branch of 69W04 goes on.
    const moved = {
      ...third!,
      detectors: third!.detectors.map((one) =>
        one.id === "tde11" ? { ...one, position: 150 } : one,
      ),
    };
    expect(withoutIds(moved, names, "mixed")).toEqual(withoutIds(first!, {}, "mixed"));
    const known = third!.switches.filter(({ extensions }) => extensions?.sncf?.label !== "69W04");
    const others = first!.switches.filter(({ extensions }) => extensions?.sncf?.label !== "69W04");
    expect(withoutIds({ ...moved, switches: known }, names)).toEqual(
      withoutIds({ ...first!, switches: others }, {}),
    );
  });

  it.each([
    ...Object.values(SIMPLE),
    "eidsvoll.railml",
    "twotrack.railml",
    "threetrack.railml",
    "railml_tutorial.xml",
    "railml_tutorial_tracks.railml",
  ])("completes %s without a row in errors, and a train runs", (name) => {
    expectUsable(readSample(name), name);
  });
});

describe("a railML file that can't be read", () => {
  it.each([
    ["nothing", "", "document must contain a root element"],
    ["no XML", "hello", "text data outside of root node."],
    ["another root", "<gpx/>", "its root must be railml, not gpx"],
    ["no tracks", '<railml version="2.4"/>', "it has no infrastructure with tracks"],
    ["an end of file", RAILML2.slice(0, 700), "unclosed tag"],
    [
      "a document type",
      `<!DOCTYPE railml SYSTEM "http://127.0.0.1/x.dtd">${RAILML2}`,
      "a document type",
    ],
    [
      "entities that unfold",
      '<!DOCTYPE r [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]><railml name="&b;"/>',
      "a document type is not supported",
    ],
    ["an unknown entity", '<railml name="&lol;"/>', "undefined entity."],
    ["deep nesting", "<a>".repeat(100), "nested deeper than 64 elements"],
    [
      "an unknown encoding",
      '<?xml version="1.0" encoding="EBCDIC"?><railml/>',
      "the encoding EBCDIC",
    ],
    [
      "a wrong number",
      RAILML2.replace('pos="1000"', 'pos="1,000"'),
      "pos of switch must be a number",
    ],
    ["a track without end", RAILML2.replaceAll(/<trackEnd.*trackEnd>/g, ""), "a track needs"],
  ])("is refused for %s, with line and column", (_what, text, reason) => {
    const fault = refusalOf(text);
    expect(fault.reason).toContain(reason);
    expect(fault.line).toBeGreaterThanOrEqual(1);
    expect(fault.column).toBeGreaterThanOrEqual(1);
  });

  it("is refused when its bytes are not of its encoding", () => {
    const bytes = encode(RAILML2);
    bytes[900] = 0xff;
    expect(refusalOf(bytes)).toMatchObject({ reason: "it is not valid UTF-8" });
  });

  it("is refused, with the reason, where none of its tracks has a length", () => {
    const bare = `<railML version="3.1"><infrastructure id="i"><topology><netElements>
      <netElement id="a"/><netElement id="b"/></netElements><networks><network id="n">
      <level id="l" descriptionLevel="Micro"><networkResource ref="a"/><networkResource ref="b"/>
      </level></network></networks></topology></infrastructure></railML>`;
    const outcome = importNetwork("railml", encode(bare));
    expect(outcome.ok ? null : outcome.error.reason).toMatch(
      /^no railway track of it could be read: .*length/,
    );
  });

  it("says the line of a wrong number", () => {
    expect(refusalOf(RAILML2.replace('vMax="60"', 'vMax="fast"')).line).toBe(lineOf("v2"));
  });

  it("never ends otherwise than in a network or a refusal, whatever is cut, doubled or lost in it", () => {
    let nRefused = 0;
    const count = 400;
    for (let seed = 1; seed <= count; seed++) {
      const source = seed % 2 === 0 ? RAILML2 : RAILML3;
      const imported = importNetwork("railml", encode(spoil(source, seed)));
      if (!imported.ok) nRefused++;
      else {
        const value = JSON.parse(JSON.stringify(imported.value.document));
        const valid = validateDocument(value);
        expect(valid.kind === "invalid" ? valid.faults : valid.kind, `seed ${seed}`).toBe("valid");
        const rows = checkNetwork(imported.value.document);
        // A spoilt number may be any slope, which is listed.
        const faults = rows.ok
          ? rows.value.filter(({ fault }) => fault.error_type !== "odd_gradient")
          : rows.error;
        expect(faults, `seed ${seed}`).toEqual([]);
      }
    }
    expect(nRefused).toBeGreaterThan(count / 20);
    expect(nRefused).toBeLessThan(count);
  });
});

/** Cuts the text, doubles or drops a line, exchanges two values, or makes a number odd. */
function spoil(text: string, seed: number): string {
  const random = makeRandom(seed);
  const lines = text.split("\n");
  const at = wholeBetween(random, 2, lines.length - 2);
  switch (wholeBetween(random, 0, 5)) {
    case 0:
      return text.slice(0, wholeBetween(random, 100, text.length - 10));
    case 1:
      return lines.toSpliced(at, 0, lines[at]!).join("\n");
    case 2:
      return lines.toSpliced(at, 1).join("\n");
    case 3:
      return text.replaceAll(/"(\d+)"/g, (all) => (random() < 0.1 ? `"${seed * 1e5}"` : all));
    case 4:
      return text.replaceAll(/(ref|id|netElementRef)="(\w+)"/g, (all, name) =>
        random() < 0.05 ? `${name}="l1"` : all,
      );
    default:
      return text.replaceAll(/"(\d+)"/g, (all) => (random() < 0.1 ? '"-1e9"' : all));
  }
}
