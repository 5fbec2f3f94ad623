/**
 * RailJSON documents that are wrong as documents (interface.md 5.3): a table of single changes to a
 * valid sample with the JSON pointer that must be named, hostile bytes, and the packed objects
 * compared with the document they came from.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { Random } from "../../../bench/network/random.ts";
import { textInflater } from "../../../src/platform/compute/inflate_texts.ts";
import { OBJECT_TYPES } from "../../../src/railway/object_types.ts";
import { compileCheck } from "../../../workers/railjson/compile_check.ts";
import { TextDeflater } from "../../../workers/railjson/deflated_texts.ts";
import { MAX_OBJECT_LENGTH } from "../../../workers/railjson/limits.ts";
import { OBJECT_SCHEMAS } from "../../../workers/railjson/schemas.ts";
import { parseRailjson } from "../../../workers/tasks/network/parse_railjson.ts";
import { change, makeSample, parse } from "./sample.ts";

/** Changed path → value, and the pointer of the fault when it differs from the path. */
const WRONG: [path: string, value: unknown, named?: string][] = [
  ["routes", undefined],
  ["routes", {}],
  ["extra", []],
  ["version", undefined],
  ["version", 3],
  ["signals.0", null],
  ["signals.0", []],
  ["signals.0.extra", 1],
  ["signals.0.__proto__x", 1],
  ["signals.0.id", ""],
  ["signals.0.id", "x".repeat(256)],
  ["signals.0.id", 7],
  ["signals.0.position", "1"],
  ["signals.0.position", 2_000_001],
  ["signals.0.position", -2_000_001],
  ["signals.0.direction", "BOTH"],
  ["signals.0.sight_distance", -1],
  ["signals.0.logical_signals", null],
  ["signals.0.logical_signals.0.signaling_system", ""],
  ["signals.0.logical_signals.0.settings", []],
  ["signals.0.logical_signals.0.settings.Nf", true],
  ["signals.0.logical_signals.0.settings.Nf", ""],
  ["signals.0.logical_signals.0.conditional_parameters.0.extra", 1],
  ["signals.0.extensions.sncf.side", "TOP"],
  ["signals.0.extensions", null],
  ["track_sections.0.length", 0],
  ["track_sections.0.length", 0.0004],
  ["track_sections.0.length", -5],
  ["track_sections.0.slopes", undefined],
  ["track_sections.0.slopes.0.gradient", null],
  ["track_sections.0.curves.0.extra", 1],
  ["track_sections.0.loading_gauge_limits.0.category", "G9"],
  ["track_sections.0.geo.type", "Point"],
  ["track_sections.0.geo.coordinates", [[1, 2]]],
  ["track_sections.0.geo.coordinates.0", [1]],
  ["track_sections.0.geo.coordinates.0.1", "48"],
  ["track_sections.0.extensions.other", {}],
  [
    "track_sections.0.extensions.sncf",
    { line_code: 2 ** 31, line_name: "", track_number: 1, track_name: "" },
    "track_sections.0.extensions.sncf.line_code",
  ],
  ["switches.0.group_change_delay", -0.1],
  ["switches.0.ports", []],
  ["switches.0.ports.A.endpoint", "MIDDLE"],
  ["extended_switch_types.0.ports.0", 1],
  ["extended_switch_types.0.groups.left.0.dst", undefined],
  ["routes.0.entry_point.type", "Signal"],
  ["routes.0.switches_directions", { constructor: "A" }],
  ["routes.0.release_detectors", undefined],
  ["detectors.0.extensions", { sncf: { kp: 1 } }, "detectors.0.extensions.sncf.kp"],
  ["operational_points.0.extensions.identifier.uic", 2 ** 60],
  ["operational_points.0.extensions.sncf.trigram", null],
  ["speed_sections.0.speed_limit", 0],
  ["speed_sections.0.speed_limit_by_tag.MA100", -1],
  [
    "speed_sections.0.speed_limit_by_tag",
    Object.fromEntries(Array.from({ length: 257 }, (_, i) => [`t${i}`, 1])),
  ],
  ["speed_sections.0.track_ranges.0.applicable_directions", "NONE"],
  ["speed_sections.0.on_routes", "all"],
  ["electrifications.0.voltage", ""],
  ["neutral_sections.0.lower_pantograph", 1],
  ["neutral_sections.0.track_ranges.0.direction", "BOTH"],
];

const RIGHT: [path: string, value: unknown][] = [
  ["signals.0.logical_signals", undefined],
  ["signals.0.logical_signals.0.anything", { deep: [1] }],
  ["signals.0.extensions", undefined],
  ["signals.0.extensions.sncf", null],
  ["track_sections.0.loading_gauge_limits", undefined],
  ["track_sections.0.geo.coordinates.0", [2, 48, 130.5]],
  ["speed_sections.0.speed_limit", null],
  ["speed_sections.0.on_routes", undefined],
];

describe("validation of a document", () => {
  it("accepts the sample", () => {
    expect(parse(makeSample())).toMatchObject({ kind: "parsed", railjson_version: "3.4.12" });
  });

  it.each(WRONG)("refuses %s set to %j and names the place", (path, value, named) => {
    const sample = makeSample();
    change(sample, path, value);
    const parsed = parse(sample);
    const pointer = `/${(named ?? path).replaceAll(".", "/")}`;
    expect(parsed.kind).toBe("invalid");
    if (parsed.kind === "invalid") {
      expect(parsed.faults.map((fault) => fault.path)).toEqual([pointer]);
      expect(parsed.faults[0]?.reason).not.toBe("");
    }
  });

  it.each(RIGHT)("accepts %s set to %j", (path, value) => {
    const sample = makeSample();
    change(sample, path, value);
    expect(parse(sample).kind).toBe("parsed");
  });

  it("refuses an id twice in one list and accepts it in two", () => {
    const sample = makeSample();
    sample.detectors[1]!.id = "stop_a";
    sample.routes[1]!["release_detectors"] = [];
    expect(parse(sample).kind).toBe("parsed");
    sample.detectors[0]!.id = "stop_a";
    expect(parse(sample)).toEqual({
      kind: "invalid",
      faults: [{ path: "/detectors/1/id", reason: "duplicate id" }],
    });
  });

  it("names at most twenty faults", () => {
    const sample = makeSample();
    for (let i = 0; i < 50; i++) change(sample, `detectors.${i}`, { id: "" });
    const parsed = parse(sample);
    expect(parsed.kind === "invalid" ? parsed.faults.length : 0).toBe(20);
  });

  it("escapes keys in JSON pointers and cuts long ones", () => {
    const sample = makeSample();
    change(sample, "a/b~c", 1);
    change(sample, "k".repeat(10_000), 1);
    const parsed = parse(sample);
    const paths = parsed.kind === "invalid" ? parsed.faults.map(({ path }) => path) : [];
    expect(paths).toEqual(["/a~1b~0c", `/${"k".repeat(255)}`]);
  });

  it("tells another version from a fault, whatever the rest looks like", () => {
    expect(parse({ version: "3.4.11" })).toEqual({ kind: "wrong_version", version: "3.4.11" });
  });
});

describe("the predicate made from a schema", () => {
  it("agrees with valibot on ten thousand random changes of every kind of object", () => {
    const random = new Random(7);
    const junk: readonly unknown[] = [
      null,
      undefined,
      0,
      -1,
      1.5,
      3e9,
      2 ** 60,
      true,
      "",
      "x",
      "x".repeat(300),
      [],
      {},
      [[]],
      ["A"],
      { id: "x" },
      "START_TO_STOP",
      "BEGIN",
      [1, 2],
      { constructor: 1 },
    ];
    let refused = 0;
    for (const { key } of OBJECT_TYPES) {
      const isValid = compileCheck(OBJECT_SCHEMAS[key]);
      const schema: v.GenericSchema = OBJECT_SCHEMAS[key];
      for (let i = 0; i < 1000; i++) {
        const object: unknown = structuredClone(makeSample()[key][0]);
        const paths = listPaths(object);
        const path = paths[random.integer(0, paths.length - 1)]!;
        const name = random.next() < 0.1 ? `${path}x` : path;
        change(object, name, structuredClone(junk[random.integer(0, junk.length - 1)]));
        const text = JSON.stringify(object);
        const parsed: unknown = JSON.parse(text);
        const is_accepted = v.safeParse(schema, parsed).success;
        expect(isValid(parsed), `${key} ${text}`).toBe(is_accepted);
        if (!is_accepted) refused++;
      }
    }
    expect(refused).toBeGreaterThan(5_000);
  });
});

describe("an object that is too long to be handled at one stretch", () => {
  it("is refused with its place, one just below is read", () => {
    const sample = makeSample();
    const [section] = sample.track_sections;
    const slope = { gradient: 0, begin: 0, end: 0.0001 };
    const count = Math.floor(MAX_OBJECT_LENGTH / (JSON.stringify(slope).length + 1));
    const withSlopes = (slopes: number): object => ({
      ...sample,
      track_sections: [
        { ...section, slopes: Array(slopes).fill(slope) },
        ...sample.track_sections.slice(1),
      ],
    });
    expect(parse(withSlopes(count + 1))).toMatchObject({
      kind: "invalid",
      faults: [{ path: "/track_sections/0", reason: expect.stringMatching(/at most 16777216/) }],
    });
    expect(parse(withSlopes(count - 100))).toMatchObject({ kind: "parsed" });
  });
});

describe("hostile bytes", () => {
  const bytes = (...parts: (string | number[])[]): ArrayBuffer => {
    const buffer = Buffer.concat(parts.map((part) => Buffer.from(part as string)));
    return new Uint8Array(buffer).buffer;
  };
  const text = JSON.stringify(makeSample());

  it.each([
    ["nothing", bytes("")],
    ["a truncated document", bytes(text.slice(0, -10))],
    ["two documents", bytes(text, text)],
    ["bytes that are not UTF-8", bytes(text.slice(0, 20), [0xff, 0xfe], text.slice(20))],
    ["half of a surrogate pair", bytes(text.replace("Station", "\\ud83d"))],
    ["half of a pair in a key", bytes(text.replace('"version"', '"\\udc00":1,"version"'))],
    ["a NUL in a string", bytes(text.replace("Station", "\\u0000"))],
    ["a million brackets", bytes("[".repeat(1_000_000))],
    ["a million nested objects", bytes('{"a":'.repeat(1_000_000))],
    ["thirteen million empty objects", bytes(`[${"{},".repeat(13_000_000)}1]`)],
  ])("%s are answered as invalid JSON", (_, body) => {
    const parsed = parseRailjson({ body });
    expect(parsed.kind).toBe("invalid_json");
    expect(parsed.kind === "invalid_json" ? parsed.reason.length : 0).toBeLessThan(201);
  });

  it.each([
    ["null", "null"],
    ["a list", "[]"],
    ["a number beyond all bounds", text.replace('"position":450', '"position":1e999')],
    ["__proto__ at the top", text.replace('"version"', '"__proto__":{},"version"')],
    ["__proto__ in an object", text.replace('{"id":"before"', '{"__proto__":{},"id":"before"')],
    ["__proto__ in a map", text.replace('{"point":"A_B1"', '{"__proto__":"A_B1"')],
  ])("%s is answered as invalid", (_, document) => {
    expect(parse(document).kind).toBe("invalid");
  });

  it("takes the last of repeated keys", () => {
    const repeated = text.replace('{"id":"before"', '{"id":"early","id":"before"');
    const parsed = parse(repeated);
    expect(parsed).toMatchObject({ kind: "parsed", faults: { texts: [] } });
  });

  it("skips a byte order mark and keeps whole surrogate pairs", () => {
    const body = bytes([0xef, 0xbb, 0xbf], text.replace("Station", "\\ud83d\\ude82 gare"));
    expect(parseRailjson({ body })).toMatchObject({ kind: "parsed", faults: { texts: [] } });
  });
});

describe("packed objects", () => {
  it("hold every object of the document by type and in order, in shared memory", () => {
    const sample = makeSample();
    change(sample, "operational_points.0.extensions.identifier.name", "Gare de l’Été 🚂");
    const parsed = parse(sample);
    if (parsed.kind !== "parsed") throw new Error(parsed.kind);
    const { type_names, type_codes, ids, railjson } = parsed.objects;
    const [idAt, textAt] = [textInflater(ids), textInflater(railjson)];
    const rows = [...type_codes].map((code, i) => {
      const object: unknown = JSON.parse(textAt(i).toString());
      return [type_names[code], idAt(i).toString(), object];
    });
    const expected = OBJECT_TYPES.flatMap(({ obj_type, key }) =>
      sample[key].map((object) => [obj_type, object.id, object]),
    );
    expect(rows).toEqual(expected);
    expect(parsed.counts).toMatchObject({ track_sections: 4, detectors: 2, signals: 1 });
    for (const array of [type_codes, ids.bytes, ids.offsets, railjson.bytes, railjson.offsets]) {
      expect(array.buffer).toBeInstanceOf(SharedArrayBuffer);
    }
  });

  it("are texts of any lengths, read in any order", () => {
    const lengths = [0, 1, 70_000, 3, 2_000_000, 0, 65_536, 1_048_576, 5];
    const texts = [...lengths, ...Array.from({ length: 3000 }, (_, i) => i % 90)].map((n, i) =>
      (String.fromCodePoint(0x1f600 + (i % 50)) + "é").repeat(n),
    );
    const deflater = new TextDeflater();
    for (const text of texts) deflater.push(text);
    const packed = deflater.finish();
    const read = textInflater(packed);
    const order = [...texts.keys(), ...[...texts.keys()].reverse(), 4, 0, 2999, 1];
    for (const i of order) expect(read(i).toString() === texts[i], String(i)).toBe(true);
    const plain = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
    expect(packed.offsets.at(-1)).toBe(plain);
    expect(new TextDeflater().finish().offsets).toHaveLength(1);
  });
});

const INFRAS = join(import.meta.dirname, "../../../../shared/reference/infras");
if (!existsSync(INFRAS)) console.log("skipped: no ../shared/reference, its networks are not read");

describe.runIf(existsSync(INFRAS))("the networks of the reference", () => {
  it.each(existsSync(INFRAS) ? readdirSync(INFRAS) : [])("%s has no error", (name) => {
    const parsed = parse(readFileSync(join(INFRAS, name, "infra.json"), "utf8"));
    const faults = parsed.kind === "parsed" ? parsed.faults.texts : [parsed.kind];
    expect(faults.filter((text) => !text.includes('"is_warning":true'))).toEqual([]);
  });
});

/** Dotted paths of all fields below a value. */
function listPaths(value: unknown, prefix = ""): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, field]) => {
    const path = `${prefix}${key}`;
    return [path, ...listPaths(field, `${path}.`)];
  });
}
