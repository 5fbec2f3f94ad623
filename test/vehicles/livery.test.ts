// Method: forms written by hand go in over HTTP; the compound picture is read back as XML and compared with a plain sum over the sent pictures, byte for byte; all tables are hashed around each refusal.
import { deflateSync } from "node:zlib";
import { SaxesParser } from "saxes";
import { describe, expect, it } from "vitest";
import { readFormParts } from "../../src/platform/http/body/form_parts.ts";
import { readImageSize } from "../../src/platform/image_file.ts";
import { LIVERIES_MAX } from "../../src/vehicles/rolling_stock/livery.schemas.ts";
import { startTestApi } from "../helpers/api.ts";
import { liveryForm, printForm, type SentForm } from "../helpers/livery_parts.ts";
import { opened } from "../helpers/opened.ts";
import { hashTables } from "../helpers/test_database.ts";
import { validStock } from "../platform/http/rules/valid_forms.ts";

const api = opened(startTestApi);

function chunk(type: string, data: Uint8Array): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(data.length);
  head.write(type, 4, "latin1");
  return Buffer.concat([head, data, Buffer.alloc(4)]);
}

/** A grey PNG; nothing here looks at checksums. */
function png(width: number, height: number, filling = 0): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("IDAT", Buffer.concat([deflateSync(Buffer.alloc(9)), Buffer.alloc(filling, 7)])),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function gif(width: number, height: number): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt16LE(width);
  size.writeUInt16LE(height, 2);
  return Buffer.concat([Buffer.from("GIF89a"), size, Buffer.from([0, 0, 0, 0x3b])]);
}

/** With a segment before its frame, and a marker that is written with more bytes FF. */
function jpeg(width: number, height: number): Buffer {
  const frame = Buffer.from([0xff, 0xff, 0xc2, 0, 11, 8, 0, 0, 0, 0, 1, 0, 0, 0]);
  frame.writeUInt16BE(height, 6);
  frame.writeUInt16BE(width, 8);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 6, 0xff, 0xc0, 1, 1, 0xff, 0xc4, 0, 4, 9, 9]),
    frame,
    Buffer.from([0xff, 0xd9]),
  ]);
}

function webp(form: "VP8 " | "VP8L" | "VP8X", width: number, height: number): Buffer {
  const body = Buffer.alloc(20);
  if (form === "VP8 ") {
    body.writeUInt16LE(width | 0x4000, 6);
    body.writeUInt16LE(height, 8);
  } else if (form === "VP8L") {
    body[0] = 0x2f;
    body.writeUInt32LE(((width - 1) | ((height - 1) << 14)) >>> 0, 1);
  } else {
    body.writeUIntLE(width - 1, 4, 3);
    body.writeUIntLE(height - 1, 7, 3);
  }
  const head = Buffer.from(`RIFF????WEBP${form}????`, "latin1");
  head.writeUInt32LE(4 + 8 + body.length, 4);
  head.writeUInt32LE(body.length, 16);
  return Buffer.concat([head, body]);
}

async function makeStock(name: string): Promise<number> {
  const { status, json, text } = await api.call("POST", "/rolling_stock", validStock({ name }));
  expect(status, text).toBe(200);
  return json.id;
}

async function send(stock: number, { body, content_type }: SentForm, key?: string) {
  return await api.call("POST", `/rolling_stock/${stock}/livery`, body, {
    "content-type": content_type,
    ...(key === undefined ? {} : { "idempotency-key": key }),
  });
}

interface Drawn {
  readonly size: readonly number[];
  readonly images: { readonly place: readonly number[]; readonly href: string }[];
}

function readSvg(text: string): Drawn {
  const parser = new SaxesParser();
  const tags: { readonly name: string; readonly attributes: Record<string, string> }[] = [];
  parser.on("opentag", ({ name, attributes }) => tags.push({ name, attributes }));
  parser.write(text).close();
  const numbers = (of: Record<string, string>, ...names: string[]): number[] =>
    names.map((name) => Number(of[name]));
  const [svg, ...images] = tags;
  expect(images.every(({ name }) => name === "image")).toBe(true);
  return {
    size: numbers(svg?.attributes ?? {}, "width", "height"),
    images: images.map(({ attributes }) => ({
      place: numbers(attributes, "x", "y", "width", "height"),
      href: attributes["href"] ?? "",
    })),
  };
}

const data = (type: string, bytes: Buffer): string =>
  `data:${type};base64,${bytes.toString("base64")}`;

describe("a livery", () => {
  it("shows its pictures side by side by their file names, with their lower edges in line", async () => {
    const stock = await makeStock("of all kinds");
    const files = [
      ["b.webp", webp("VP8X", 60, 40)],
      ["a.png", png(30, 20)],
      ["B.gif", gif(10, 50)],
      ["é.jpg", jpeg(7, 8)],
    ] as const;
    const made = await send(stock, liveryForm("default", files));
    expect(made.status, made.text).toBe(200);
    expect(made.json).toEqual({
      id: expect.any(Number),
      name: "default",
      rolling_stock_id: stock,
      compound_image_id: expect.any(Number),
    });
    const { compound_image_id } = made.json;
    const shown = await api.call("GET", `/documents/${compound_image_id}`);
    expect(shown.headers).toMatchObject({
      "content-type": "image/svg+xml",
      "content-security-policy": "default-src 'none'; img-src data:",
      "x-content-type-options": "nosniff",
    });
    expect(readSvg(shown.text)).toEqual({
      size: [107, 50],
      images: [
        { place: [0, 0, 10, 50], href: data("image/gif", files[2][1]) },
        { place: [10, 30, 30, 20], href: data("image/png", files[1][1]) },
        { place: [40, 10, 60, 40], href: data("image/webp", files[0][1]) },
        { place: [100, 42, 7, 8], href: data("image/jpeg", files[3][1]) },
      ],
    });
  });

  it("of many bytes comes back whole", async () => {
    const stock = await makeStock("heavy");
    const picture = png(4_096, 4_096, 2_500_000);
    const made = await send(stock, liveryForm("default", [["1", picture]]));
    expect(made.status, made.text).toBe(200);
    const shown = await api.call("GET", `/documents/${made.json.compound_image_id}`);
    expect(readSvg(shown.text).images[0]?.href).toBe(data("image/png", picture));
  });

  it("is in every record of its stock, by id, and leaves its version alone", async () => {
    const stock = await makeStock("shown");
    const { json: before } = await api.call("GET", `/rolling_stock/${stock}`);
    const liveries = [];
    for (const name of ["z", 'a"\\ü']) {
      liveries.push((await send(stock, liveryForm(name, [["1", png(1, 1)]]))).json);
    }
    const paths = [
      `/rolling_stock/${stock}`,
      "/rolling_stock/name/shown",
      `/light_rolling_stock/${stock}`,
      "/light_rolling_stock/name/shown",
    ];
    for (const path of paths) {
      expect((await api.call("GET", path)).json, path).toMatchObject({ version: 0, liveries });
    }
    const page = await api.call("GET", "/light_rolling_stock?page_size=1000");
    const listed = page.json.results.find(({ id }: { id: number }) => id === stock);
    expect(listed.liveries).toEqual(liveries);
    expect({ ...before, liveries }).toEqual((await api.call("GET", paths[0] ?? "")).json);
    const form = validStock({ name: "shown", length: 77 });
    const changed = await api.call("PATCH", `/rolling_stock/${stock}`, form);
    expect(changed.json).toMatchObject({ version: 1, liveries });
  });

  it("is made once under one key", async () => {
    const stock = await makeStock("once");
    const form = liveryForm("default", [["1", png(2, 2)]]);
    const first = await send(stock, form, "once-only");
    const again = await send(stock, form, "once-only");
    expect(first.status, first.text).toBe(200);
    expect([again.status, again.text]).toEqual([200, first.text]);
  });

  it("goes with its picture: by its own deletion, and with its stock", async () => {
    const stock = await makeStock("gone");
    const [one, two] = [
      (await send(stock, liveryForm("one", [["1", png(1, 1)]]))).json,
      (await send(stock, liveryForm("two", [["1", png(1, 1)]]))).json,
    ];
    const path = `/rolling_stock/${stock}/livery/${one.id}`;
    expect((await api.call("DELETE", path)).status).toBe(204);
    expect((await api.call("DELETE", path)).json).toMatchObject({
      type: "editoast:rollingstocks:LiveryNotFound",
      context: { livery_id: one.id },
    });
    expect((await api.call("GET", `/documents/${one.compound_image_id}`)).status).toBe(404);
    expect((await api.call("GET", `/rolling_stock/${stock}`)).json.liveries).toEqual([two]);
    expect((await api.call("DELETE", `/rolling_stock/${stock}`)).status).toBe(204);
    expect((await api.call("GET", `/documents/${two.compound_image_id}`)).status).toBe(404);
  });

  it("stays when its picture is deleted", async () => {
    const stock = await makeStock("bare");
    const livery = (await send(stock, liveryForm("default", [["1", png(1, 1)]]))).json;
    const path = `/documents/${livery.compound_image_id}`;
    expect((await api.call("DELETE", path)).status).toBe(204);
    expect((await api.call("GET", `/rolling_stock/${stock}`)).json.liveries).toEqual([
      { ...livery, compound_image_id: null },
    ]);
  });

  it("of another stock is not found, and its picture is no project's", async () => {
    const [stock, other] = [await makeStock("mine"), await makeStock("other")];
    const livery = (await send(stock, liveryForm("default", [["1", png(1, 1)]]))).json;
    const before = await hashTables(api.services.db);
    const deletion = await api.call("DELETE", `/rolling_stock/${other}/livery/${livery.id}`);
    expect(deletion.status).toBe(404);
    const project = { name: "p", image: livery.compound_image_id };
    expect((await api.call("POST", "/projects", project)).json).toMatchObject({
      status: 400,
      type: "editoast:project:ImageNotFound",
    });
    expect(await hashTables(api.services.db)).toEqual(before);
  });

  it("of a locked stock stays as it is", async () => {
    const stock = await makeStock("locked");
    const livery = (await send(stock, liveryForm("default", [["1", png(1, 1)]]))).json;
    await api.call("PATCH", `/rolling_stock/${stock}/locked`, { locked: true });
    const before = await hashTables(api.services.db);
    const refused = [
      await send(stock, liveryForm("more", [["1", png(1, 1)]])),
      await api.call("DELETE", `/rolling_stock/${stock}/livery/${livery.id}`),
      await api.call("DELETE", `/documents/${livery.compound_image_id}`),
    ];
    for (const { status, json } of refused) {
      expect([status, json.type]).toEqual([409, "editoast:rollingstocks:IsLocked"]);
      expect(json.context).toEqual({ rolling_stock_id: stock });
    }
    expect(await hashTables(api.services.db)).toEqual(before);
  });

  it("is one of a bounded number, each with a name of its own", async () => {
    const stock = await makeStock("full");
    const form = (name: string): SentForm => liveryForm(name, [["1", png(1, 1)]]);
    for (let i = 1; i <= LIVERIES_MAX; i++) {
      const { status, text } = await send(stock, form(`n, ${i}`));
      expect(status, text).toBe(200);
      if (i > 1) continue;
      const twice = await send(stock, form("n, 1"));
      expect([twice.status, twice.json.type]).toEqual([
        409,
        "editoast:rollingstocks:LiveryNameAlreadyUsed",
      ]);
      expect(twice.json.context).toEqual({ name: "n, 1" });
    }
    const refused = await send(stock, form("one more"));
    expect([refused.status, refused.json.type]).toEqual([422, "editoast:request:TooManyItems"]);
  });

  const image = { name: "images", file_name: "1.png", bytes: png(1, 1) };
  const name = { name: "name", bytes: Buffer.from("default") };
  const WRONG: readonly (readonly [string, SentForm])[] = [
    ["JSON", { content_type: "application/json", body: Buffer.from("{}") }],
    ["no boundary", { ...printForm([name, image]), content_type: "multipart/form-data" }],
    [
      "another boundary",
      { ...printForm([name, image], "Y"), content_type: "multipart/form-data; boundary=X" },
    ],
    ["no name", printForm([image])],
    ["two names", printForm([name, name, image])],
    ["no picture", printForm([name])],
    ["another part", printForm([name, image, { name: "more", bytes: Buffer.alloc(1) }])],
    ["a picture without a file name", printForm([name, { name: "images", bytes: png(1, 1) }])],
    ["an empty file name", printForm([name, { ...image, file_name: "" }])],
    ["nothing", { content_type: "multipart/form-data; boundary=X", body: Buffer.alloc(0) }],
    ["an end that is missing", cut(printForm([name, image]), 6)],
  ];

  function cut({ content_type, body }: SentForm, bytes: number): SentForm {
    return { content_type, body: body.subarray(0, body.length - bytes) };
  }

  it.each(WRONG)("is refused as a form: %s", async (title, form) => {
    const stock = await makeStock(`form ${title}`);
    const before = await hashTables(api.services.db);
    const { status, json } = await send(stock, form);
    expect([status, json.type]).toEqual([400, "editoast:rollingstocks:LiveryMultipartError"]);
    expect(await hashTables(api.services.db)).toEqual(before);
  });

  const CUT_PNG = png(5, 5).subarray(0, -6);
  const UNREADABLE: readonly (readonly [string, Buffer])[] = [
    ["text", Buffer.from("<svg/>")],
    ["no byte", Buffer.alloc(0)],
    ["a PNG that was cut", CUT_PNG],
    [
      "a PNG without a size",
      Buffer.concat([png(1, 1).subarray(0, 8), chunk("IEND", Buffer.alloc(0))]),
    ],
    ["a PNG of no width", png(0, 5)],
    ["a GIF that was cut", gif(1, 1).subarray(0, 9)],
    ["a JPEG without a frame", Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 2, 0xff, 0xd9, 0, 0])],
    ["a WebP that was cut", webp("VP8L", 5, 5).subarray(0, -1)],
  ];

  it.each(UNREADABLE)("is refused with %s as a picture", async (title, bytes) => {
    const stock = await makeStock(`picture ${title}`);
    const before = await hashTables(api.services.db);
    const form = liveryForm("default", [
      ["1.png", png(1, 1)],
      ["2.png", bytes],
    ]);
    const { status, json } = await send(stock, form);
    expect([status, json.type]).toEqual([400, "editoast:rollingstocks:CannotReadImage"]);
    expect(json.context).toEqual({ file: "2.png" });
    expect(await hashTables(api.services.db)).toEqual(before);
  });

  const many = (count: number, picture: Buffer): SentForm =>
    liveryForm(
      "default",
      Array.from({ length: count }, (_, i) => [`${i}`, picture] as const),
    );

  it.each([
    ["a side of 4,097 pixels", liveryForm("default", [["1", png(1, 4_097)]]), "/images"],
    ["16,388 pixels together", many(4, png(4_097, 1)), "/images"],
    ["16,385 pixels together", many(5, png(3_277, 1)), "/images"],
    ["51 pictures", many(51, png(1, 1)), "/images"],
    ["an empty name", liveryForm("", [["1", png(1, 1)]]), "/name"],
    ["a name of 256 characters", liveryForm("n".repeat(256), [["1", png(1, 1)]]), "/name"],
    ["a name with NUL", liveryForm("a\0b", [["1", png(1, 1)]]), "/name"],
  ])("is refused beyond its bounds: %s", async (title, form, path) => {
    const stock = await makeStock(`bound ${title}`);
    const before = await hashTables(api.services.db);
    const { status, json } = await send(stock, form);
    expect([status, json.type]).toEqual([422, "editoast:request:InvalidBody"]);
    expect(json.context).toMatchObject({ path });
    expect(await hashTables(api.services.db)).toEqual(before);
  });

  it("may have as many pictures, as wide, as are allowed", async () => {
    const stock = await makeStock("widest");
    const made = await send(stock, many(4, png(4_096, 1)));
    expect(made.status, made.text).toBe(200);
    expect((await send(await makeStock("most"), many(50, png(1, 1)))).status).toBe(200);
  });
});

describe("the size of a picture", () => {
  it.each([
    ["image/png", png],
    ["image/gif", gif],
    ["image/jpeg", jpeg],
    ["image/webp", (w: number, h: number) => webp("VP8 ", w, h)],
    ["image/webp", (w: number, h: number) => webp("VP8L", w, h)],
    ["image/webp", (w: number, h: number) => webp("VP8X", w, h)],
  ] as const)(
    "is read from %s, and of every beginning of the file is a size or null",
    (content_type, draw) => {
      for (const [width, height] of [
        [1, 1],
        [1, 16_383],
        [300, 7],
      ] as const) {
        const bytes = draw(width, height);
        expect(readImageSize(bytes)).toEqual({ content_type, width, height });
        for (let end = 0; end < bytes.length; end++) {
          const size = readImageSize(bytes.subarray(0, end));
          if (size !== null) expect(size).toEqual({ content_type, width, height });
        }
      }
    },
  );
});

describe("the parts of a form", () => {
  const texts = (type: string, body: string): unknown =>
    readFormParts(type, Buffer.from(body), 9)?.map(({ bytes, ...part }) => ({
      ...part,
      text: Buffer.from(bytes).toString(),
    })) ?? null;

  it("are read as all clients write them", () => {
    const body = [
      "a line before them\r\n--x y\r\ncontent-type: text/plain\r\n",
      'Content-Disposition: FORM-DATA; filename=a.png; name="i\\"%22%0D"\r\n\r\n1\r\n--x z\r\n',
      '\r\n--x y\r\nContent-Disposition: form-data; name="b"; filename="é;.gif"\r\n\r\n',
      "\r\n--x y--\r\nand one behind them",
    ].join("");
    expect(texts('Multipart/Form-Data; charset=utf-8; Boundary="x y"', body)).toEqual([
      { name: 'i""\r', file_name: "a.png", text: "1\r\n--x z\r\n" },
      { name: "b", file_name: "é;.gif", text: "" },
    ]);
  });

  it.each([
    ["a head without an end", "--X\r\nContent-Disposition: form-data; name=a\r\n--X--"],
    [
      "a head that is too long",
      `--X\r\nA: ${"b".repeat(9_000)}\r\nContent-Disposition: form-data; name=a\r\n\r\n\r\n--X--`,
    ],
    ["no disposition", "--X\r\nA: b\r\n\r\n\r\n--X--"],
    [
      "a disposition of another kind",
      "--X\r\nContent-Disposition: attachment; name=a\r\n\r\n\r\n--X--",
    ],
    ["no name", "--X\r\nContent-Disposition: form-data; filename=a\r\n\r\n\r\n--X--"],
    [
      "a delimiter within a line",
      "a--X\r\nContent-Disposition: form-data; name=a\r\n\r\n\r\n--X--",
    ],
    ["no end", "--X\r\nContent-Disposition: form-data; name=a\r\n\r\n"],
    ["ten parts", `${"--X\r\nContent-Disposition: form-data; name=a\r\n\r\n\r\n".repeat(10)}--X--`],
  ])("are none of %s", (_title, body) => {
    expect(texts("multipart/form-data; boundary=X", body)).toBeNull();
  });
});
