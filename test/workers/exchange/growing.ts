/**
 * Files of all formats in which one thing grows without end: a list, a text, a record, elements that are different each
 * time. Each is small as it is sent, or as large as a document may be, and costs a reader without bounds gigabytes.
 */
import { deflateSync, gzipSync } from "node:zlib";
import { zipSync } from "fflate";
import { GTFS_FEED } from "./gtfs_files.ts";
import { encode } from "./nge_files.ts";

export interface GrowingFile {
  readonly what: string;
  /** It holds nothing wrong: it may be read, too. */
  readonly is_sound?: boolean;
  readonly kind: "network" | "timetable" | "stocks" | "railjson";
  readonly format: string;
  readonly make: () => Uint8Array;
}

/** As a varint of Protocol Buffers. */
function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  return [...bytes, rest];
}

function field(tag: number, content: Uint8Array): Uint8Array {
  return Buffer.concat([
    Buffer.from(varint(tag * 8 + 2)),
    Buffer.from(varint(content.length)),
    content,
  ]);
}

function blob(type: string, content: Uint8Array): Uint8Array {
  const zipped = deflateSync(content);
  const body = Buffer.concat([Buffer.from([16, ...varint(content.length)]), field(3, zipped)]);
  const header = Buffer.concat([field(1, encode(type)), Buffer.from([24, ...varint(body.length)])]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(header.length);
  return Buffer.concat([length, header, body]);
}

/** Most that a blob may unpack to. */
const BLOB_BYTES = 31 << 20;

/** A file of `count` blocks, each with the same texts and one group. */
function pbf(texts: Uint8Array, group: (block: number) => Uint8Array, count = 1): Uint8Array {
  const blocks = Array.from({ length: count }, (_, i) =>
    blob("OSMData", Buffer.concat([field(1, texts), field(2, group(i))])),
  );
  return Buffer.concat([blob("OSMHeader", new Uint8Array()), ...blocks]);
}

const RAIL_TEXTS = Buffer.concat(["", "railway", "rail"].map((text) => field(1, encode(text))));
const RAIL_TAGS = Buffer.concat([field(2, Buffer.from([1])), field(3, Buffer.from([2]))]);

function repeat(piece: Uint8Array, bytes: number): Uint8Array {
  return Buffer.alloc(bytes - (bytes % piece.length), piece);
}

function osmWay(id: number, steps: Uint8Array): Uint8Array {
  return field(3, Buffer.concat([Buffer.from([8, ...varint(id)]), RAIL_TAGS, field(8, steps)]));
}

/** Ways of their own nodes, as a flood of sound ones. */
function railways(block: number): Uint8Array {
  const ways = Array.from({ length: 2000 }, (_, i) => {
    const first = (block * 2000 + i) * 1000;
    const steps = Buffer.concat([Buffer.from(varint(2 * first)), Buffer.alloc(999, 2)]);
    return osmWay(block * 2000 + i + 1, steps);
  });
  return Buffer.concat(ways);
}

function xml(root: string, parts: (push: (text: string) => void) => void): Uint8Array {
  const pieces: Buffer[] = [];
  let open: string[] = [];
  const flush = (): void => {
    pieces.push(Buffer.from(open.join("")));
    open = [];
  };
  const push = (text: string): void => {
    open.push(text);
    if (open.length > 100_000) flush();
  };
  push(root);
  parts(push);
  flush();
  return Buffer.concat(pieces);
}

const XML_ROOTS = {
  osm: ["network", "osm", '<osm version="0.6">', "way"],
  railml: ["network", "railml", '<railml version="2.4"><infrastructure id="i">', "track"],
  railml_timetable: ["timetable", "railml", '<railml version="2.4"><timetable id="t">', "train"],
  railml_stocks: ["stocks", "railml", '<railml version="2.4"><rollingstock id="r">', "vehicle"],
  netex: [
    "timetable",
    "netex",
    '<PublicationDelivery xmlns="http://www.netex.org.uk/netex"><dataObjects>',
    "ServiceJourney",
  ],
  fpl: ["timetable", "fpl", '<jTrainGraph_timetable version="010"><trains>', "ti"],
} as const;

function xmlFiles(mb: number): GrowingFile[] {
  const count = mb * 25_000;
  return Object.entries(XML_ROOTS).flatMap(([name, [kind, format, root, element]]) => {
    const file = (what: string, parts: (push: (text: string) => void) => void): GrowingFile => ({
      what: `${name}: ${what}`,
      kind,
      format,
      make: () => xml(root, parts),
    });
    return [
      file("an element with attributes without end", (push) => {
        push(`<${element}`);
        for (let i = 0; i < count; i++) push(` a${i}="${i}"`);
      }),
      file("an attribute without end", (push) => {
        push(`<${element} id="`);
        for (let i = 0; i < count; i++) push("0123456789012345678901234567890123456789");
      }),
      file("a text without end", (push) => {
        push(`<${element}>`);
        for (let i = 0; i < count; i++) push("0123456789012345678901234567890123456789");
      }),
      file("a comment without end", (push) => {
        push("<!--");
        for (let i = 0; i < count; i++) push("0123456789012345678901234567890123456789");
      }),
      file("a name without end", (push) => {
        push("<");
        for (let i = 0; i < count; i++) push("abcdefghijabcdefghijabcdefghijabcdefghij");
      }),
      file("elements without end, each with values of its own", (push) => {
        for (let i = 0; i < count; i++) push(`<${element} id="x${i}" name="n${i}" ref="${i}"/>`);
      }),
      file("an element with children without end", (push) => {
        push(`<${element} id="1">`);
        for (let i = 0; i < count; i++) push(`<nd ref="${i}"/><a b="c${i}"/>`);
      }),
    ];
  });
}

function pbfFiles(): GrowingFile[] {
  const file = (what: string, make: () => Uint8Array): GrowingFile => ({
    what: `osm as pbf: ${what}`,
    kind: "network",
    format: "osm",
    make,
  });
  const none = new Uint8Array();
  return [
    file("a way with nodes without end", () =>
      pbf(RAIL_TEXTS, () => osmWay(1, Buffer.alloc(BLOB_BYTES, 2))),
    ),
    file("a way with tags without end", () =>
      pbf(RAIL_TEXTS, () => field(3, field(2, Buffer.alloc(BLOB_BYTES, 1)))),
    ),
    file("a relation with members without end", () =>
      pbf(RAIL_TEXTS, () => field(4, field(9, Buffer.alloc(BLOB_BYTES, 2)))),
    ),
    file("nodes without end in one list", () =>
      pbf(RAIL_TEXTS, () => field(2, field(1, Buffer.alloc(BLOB_BYTES, 2)))),
    ),
    file("tags of nodes without end", () =>
      pbf(RAIL_TEXTS, () => field(2, field(10, Buffer.alloc(BLOB_BYTES, 1)))),
    ),
    file("texts without end", () => pbf(repeat(field(1, encode("a")), BLOB_BYTES), () => none)),
    file("ways without end in one block", () =>
      pbf(RAIL_TEXTS, () => repeat(osmWay(1, Buffer.from([2, 2])), BLOB_BYTES)),
    ),
    file("groups without end", blobOfGroups),
    file("ways without end, each with nodes of its own", () => pbf(RAIL_TEXTS, railways, 12)),
    file("a list that is longer than its block", () =>
      pbf(RAIL_TEXTS, () => field(3, Buffer.from([66, ...varint(2 ** 45), 2, 2]))),
    ),
  ];
}

function blobOfGroups(): Uint8Array {
  const groups = repeat(field(2, new Uint8Array()), BLOB_BYTES);
  return Buffer.concat([blob("OSMHeader", new Uint8Array()), blob("OSMData", groups)]);
}

/** Zeros in a list: two bytes each, and eight in memory. */
function zeros(before: string, after: string, mb: number): Uint8Array {
  return Buffer.concat([encode(before), repeat(encode("0,"), mb << 20), encode(`0${after}`)]);
}

function jsonFiles(mb: number): GrowingFile[] {
  const forms = [
    ["railjson", "railjson", '{"version":"3.4.12","track_sections":', "}"],
    ["timetable", "nge", '{"nodes":[],"trainruns":', "}"],
    ["timetable", "nge", '{"nodes":', "}"],
    ["network", "osm", '{"elements":', "}"],
  ] as const;
  return forms.flatMap(([kind, format, before, after], i) => {
    const file = (what: string, make: () => Uint8Array): GrowingFile => ({
      what: `${format} (${i}): ${what}`,
      kind,
      format,
      make,
    });
    return [
      file("zeros without end", () => zeros(`${before}[`, `]${after}`, mb)),
      file("lists without end", () =>
        Buffer.concat([
          encode(`${before}[`),
          repeat(encode("[],"), mb << 20),
          encode(`[]]${after}`),
        ]),
      ),
      file("a text without end", () =>
        Buffer.concat([encode(`${before}"`), repeat(encode("a"), mb << 20), encode(`"${after}`)]),
      ),
      file("keys without end", () =>
        xml(`${before}{`, (push) => {
          for (let k = 0; k < mb * 80_000; k++) push(`"k${k}":1,`);
          push(`"k":1}${after}`);
        }),
      ),
      file("objects without end, each with a key of its own", () =>
        xml(`${before}[`, (push) => {
          for (let k = 0; k < mb * 50_000; k++) push(`{"id":"t${k}","k${k}":1},`);
          push(`{}]${after}`);
        }),
      ),
    ];
  });
}

function tableFiles(mb: number): GrowingFile[] {
  const head = "train,station,arrival,departure,interval_s\n";
  const csv = (what: string, make: () => Uint8Array): GrowingFile => ({
    what: `csv: ${what}`,
    kind: "timetable",
    format: "csv",
    make,
  });
  return [
    csv("a line without end", () => Buffer.concat([encode(head), repeat(encode("a,"), mb << 20)])),
    csv("a quoted text without end", () =>
      Buffer.concat([encode(`${head}"`), repeat(encode("a"), mb << 20)]),
    ),
    csv("lines without end of one train", () =>
      Buffer.concat([encode(`${head}1,A,,8:00,\n`), repeat(encode(",B,8:10,8:12,\n"), mb << 20)]),
    ),
    csv("trains without end", () =>
      xml(head, (push) => {
        for (let i = 0; i < mb * 30_000; i++) push(`t${i},A${i},,8:00,\n,B${i},8:10,,\n`);
      }),
    ),
    ...zipFiles(mb),
  ];
}

function zipFiles(mb: number): GrowingFile[] {
  const feed = (what: string, files: () => Readonly<Record<string, Uint8Array>>): GrowingFile => ({
    what: `gtfs: ${what}`,
    is_sound: true,
    kind: "timetable",
    format: "gtfs",
    make: () => {
      const all = Object.entries(GTFS_FEED).map(([name, text]) => [name, encode(text)] as const);
      return zipSync({ ...Object.fromEntries(all), ...files() });
    },
  });
  const book = (what: string, files: () => Readonly<Record<string, Uint8Array>>): GrowingFile => ({
    what: `xlsx: ${what}`,
    kind: "timetable",
    format: "xlsx",
    make: () =>
      zipSync({
        "xl/workbook.xml": encode(
          '<workbook><sheets><sheet name="a" r:id="r1"/></sheets></workbook>',
        ),
        "xl/_rels/workbook.xml.rels": encode(
          '<Relationships><Relationship Id="r1" Target="worksheets/a.xml"/></Relationships>',
        ),
        ...files(),
      }),
  });
  const lines = (head: string, line: (i: number) => string): Uint8Array =>
    xml(head, (push) => {
      for (let i = 0; i < mb * 30_000; i++) push(line(i));
    });
  return [
    feed("stop times without end", () => ({
      "stop_times.txt": lines(
        "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n",
        (i) => `t,08:00:00,08:00:00,s,${i}\n`,
      ),
    })),
    feed("stops without end", () => ({
      "stops.txt": lines("stop_id,stop_name,stop_lat,stop_lon\n", (i) => `s${i},n${i},48,8\n`),
    })),
    feed("days without end", () => ({
      "calendar_dates.txt": lines("service_id,date,exception_type\n", (i) => `s${i},20260302,1\n`),
    })),
    feed("zeros", () => ({ "stop_times.txt": new Uint8Array(mb << 22) })),
    feed("files without end", () =>
      Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`f${i}`, encode("")])),
    ),
    book("texts without end", () => ({
      "xl/sharedStrings.xml": lines("<sst>", (i) => `<si><t>t${i}</t></si>`),
      "xl/worksheets/a.xml": encode("<worksheet/>"),
    })),
    book("cells without end in one row", () => ({
      "xl/worksheets/a.xml": lines("<worksheet><sheetData><row>", () => "<c><v>1</v></c>"),
    })),
    book("rows without end", () => ({
      "xl/worksheets/a.xml": lines("<worksheet><sheetData>", () => "<row><c><v>1</v></c></row>"),
    })),
  ];
}

/** What is packed, and what an archive of it holds. */
function packedFiles(mb: number): GrowingFile[] {
  const way = '<way id="1"><nd ref="1"/></way>';
  const osm = (): Uint8Array =>
    Buffer.concat([encode('<osm version="0.6">'), repeat(encode(way), mb << 20)]);
  const delivery = (what: string, files: () => Readonly<Record<string, Uint8Array>>) => ({
    what: `netex: ${what}`,
    kind: "timetable" as const,
    format: "netex",
    make: () => zipSync(files()),
  });
  const journeys = (): Uint8Array =>
    xml(XML_ROOTS.netex[2], (push) => {
      for (let i = 0; i < mb * 25_000; i++) push(`<ServiceJourney id="x${i}"/>`);
    });
  return [
    {
      what: "osm: a gzip of zeros",
      kind: "network",
      format: "osm",
      make: () => gzipSync(new Uint8Array(mb << 22)),
    },
    {
      what: "osm: ways without end in a gzip",
      kind: "network",
      format: "osm",
      make: () => gzipSync(osm()),
    },
    delivery("journeys without end in an archive", () => ({ "a.xml": journeys() })),
    delivery("files without end", () =>
      Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`f${i}.xml`, encode("<a/>")])),
    ),
    delivery("files of zeros", () => ({
      "a.xml": new Uint8Array(mb << 22),
      "b.xml": new Uint8Array(mb << 22),
    })),
  ];
}

/** `mb`: about how large those are that are sent as they are. */
export function listGrowing(mb: number): readonly GrowingFile[] {
  return [...pbfFiles(), ...xmlFiles(mb), ...jsonFiles(mb), ...tableFiles(mb), ...packedFiles(mb)];
}
