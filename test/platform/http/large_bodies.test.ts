// Method: parsing, validating and printing large bodies piece by piece is compared with JSON.parse, valibot and JSON.stringify, on random documents with random bytes changed.
import fc from "fast-check";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { parseJson } from "../../../src/platform/http/body/parse_json.ts";
import { runSchema } from "../../../src/platform/http/body/validate_in_turns.ts";
import { AppError } from "../../../src/platform/http/errors.ts";
import { printJson } from "../../../src/platform/http/sending/print_in_turns.ts";
import { doInTurns } from "../../../src/platform/turns.ts";
import { IN_WORDS } from "../../../src/railway/reasons.ts";
import { PacedTrainCreation } from "../../../src/timetable/paced_train/paced_train.schemas.ts";
import { TrainScheduleCreation } from "../../../src/timetable/train_schedule/train_schedule.schemas.ts";
import { RollingStockForm } from "../../../src/vehicles/rolling_stock/rolling_stock.schemas.ts";
import { validPacedTrain, validStock, validTrain } from "./rules/valid_forms.ts";

/** Fills an item, so that a few of them are more than a piece. */
const FILLING = "x".repeat(700);
const RUNS = 60;

/** The value, or the name of the error. */
async function parsed(text: string | Uint8Array): Promise<unknown> {
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
  try {
    return (await parseJson(bytes)).value;
  } catch (error) {
    return error instanceof AppError ? error.error_name : error;
  }
}

function parsedAtOnce(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return "InvalidJson";
  }
}

const blanks = fc.constantFrom("", "", " ", "\n\t", " ".repeat(20_000));
const scalar = fc.oneof(
  fc.constantFrom("0", "-1.5e3", "true", "null", '""', '"é€😀"', '"\\"]}{[,\\\\"', "1e999"),
  fc.constantFrom(`"${FILLING}"`, `"${FILLING.repeat(40)}"`, `"${"\\\\".repeat(9000)}"`),
);
const key = fc.constantFrom('"a"', '"b"', '"c"', '"7"', '"__proto__"', '"\\u0061"', '""');

/** Texts of JSON with blanks anywhere, many of them of tens of kilobytes. */
const { text } = fc.letrec<{ text: string; list: string; object: string }>((tie) => ({
  text: fc.oneof({ maxDepth: 5 }, scalar, tie("list"), tie("object")),
  list: fc
    .array(fc.tuple(blanks, tie("text"), blanks), { maxLength: 8 })
    .map((items) => `[${items.map((parts) => parts.join("")).join(",")}]`),
  object: fc
    .array(fc.tuple(blanks, key, blanks, tie("text"), blanks), { maxLength: 8 })
    .map((items) => `{${items.map(([a, k, b, t, c]) => `${a}${k}${b}:${t}${c}`).join(",")}}`),
}));

describe("a body that is parsed in pieces", () => {
  it("is what JSON.parse makes of it", async () => {
    await fc.assert(
      fc.asyncProperty(text, blanks, async (body, blank) => {
        const whole = blank + body + blank;
        expect(await parsed(whole)).toEqual(JSON.parse(whole));
      }),
      { numRuns: RUNS },
    );
  });

  it("is refused exactly where JSON.parse refuses it, whatever is put in or taken out", async () => {
    const change = fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      remove: fc.integer({ min: 0, max: 3 }),
      insert: fc.constantFrom(
        "",
        ",",
        ":",
        "[",
        "]",
        "{",
        "}",
        '"',
        "1",
        "\\",
        "\ufeff",
        ",,",
        "x",
      ),
    });
    await fc.assert(
      fc.asyncProperty(text, change, async (body, { at, remove, insert }) => {
        const place = Math.floor(at * body.length);
        const changed = body.slice(0, place) + insert + body.slice(place + remove);
        // lone halves of a pair are no UTF-8, which has a test of its own
        const sent = new TextDecoder("utf-8", { ignoreBOM: true }).decode(
          new TextEncoder().encode(changed),
        );
        const marked = sent.startsWith("\ufeff") ? sent.slice(1) : sent;
        const outcome = await parsed(sent);
        // A text that never ends may be refused for its length before its end is missed.
        const is_too_long = outcome === "BodyTooComplex" && parsedAtOnce(marked) === "InvalidJson";
        if (!is_too_long) expect(outcome).toEqual(parsedAtOnce(marked));
      }),
      { numRuns: RUNS },
    );
  });

  const big = `[${`"${FILLING}",`.repeat(30)}0]`;
  it.each([
    `[${big}1,2]`,
    `[1${big}]`,
    `{"a":1${big}}`,
    `{"a"${big}}`,
    `{${big}}`,
    `[${big},]`,
    `[,${big}]`,
    `[${big},,1]`,
    `[${big}${big}]`,
    `${big}${big}`,
    `${big},1`,
    `${big}]`,
    `{"a":${big},"b"}`,
    `{"a":${big}]`,
    big.slice(0, -1),
    `[${" ".repeat(20_000)},1]`,
    `[1,${" ".repeat(20_000)}]`,
  ])("is refused when something is wrong at a cut (%#)", async (body) => {
    expect(() => JSON.parse(body)).toThrow();
    expect(await parsed(body)).toBe("InvalidJson");
  });

  it("is refused when any byte of it is no UTF-8", async () => {
    const bytes = new TextEncoder().encode(`{"a":${big},"b":${big}}`);
    for (let i = 6; i < bytes.length; i += 5003) {
      const broken = bytes.slice();
      broken[i] = 0xff;
      expect(await parsed(broken), String(i)).toBe("InvalidJson");
    }
  });

  it.each([
    [
      "keys of one object",
      JSON.stringify(Object.fromEntries(counted(10_001, (i) => [`k${i}`, 0]))),
    ],
    ["items of one list", `[${counted(100_001, () => "0").join(",")}]`],
    ["values", `[${counted(90, () => `[${"[],".repeat(30_000)}0]`).join(",")}]`],
    ["bytes of one text or number", `["${"x".repeat(2_000_000)}"]`],
    ["bytes of one text or number", "9".repeat(2_000_000)],
  ])("is refused by number before anything is built: more %s than may be", async (what, body) => {
    const refused = parseJson(new TextEncoder().encode(body));
    await expect(refused).rejects.toMatchObject({
      error_name: "BodyTooComplex",
      context: { what },
    });
  });

  it("holds as much as the limits say", async () => {
    const body = JSON.stringify({
      keys: Object.fromEntries(counted(10_000, (i) => [`k${i}`, i])),
      items: counted(100_000, (i) => i),
    });
    expect(await parsed(body)).toEqual(JSON.parse(body));
  });
});

function counted<T>(count: number, make: (i: number) => T): T[] {
  return Array.from({ length: count }, (_, i) => make(i));
}

/** Places in a form where a random value goes. */
function spoil(value: unknown, choose: () => number, other: unknown): unknown {
  if (choose() < 0.002) return other;
  if (Array.isArray(value)) return value.map((item) => spoil(item, choose, other));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([name, item]) => [name, spoil(item, choose, other)]);
  return Object.fromEntries(choose() < 0.01 ? [...entries, ["unknown", 1]] : entries);
}

const ids = counted(400, (i) => `w${i}`);
const LARGE_TRAIN = validTrain({
  path: ids.map((id) => ({ id, track: "A", offset: 1 })),
  schedule: ids.slice(1).map((at) => ({ at, stop_for: "PT60S" })),
  margins: { boundaries: ids, values: ["1%", ...ids.map(() => "5%")] },
  power_restrictions: ids.map((id) => ({ from: id, to: id, value: "C1" })),
});
const { path, schedule, margins, power_restrictions } = LARGE_TRAIN as Record<string, unknown>;
const LARGE_PACED_TRAIN = validPacedTrain({
  exceptions: counted(20, (i) => ({
    key: `e${i}`,
    ...(i % 2 === 0 ? {} : { path_and_schedule: { path, schedule, margins, power_restrictions } }),
  })),
});
const numbers = counted(3000, (i) => i / 100);
const curve = { speeds: numbers, max_efforts: numbers };
const LARGE_STOCK = validStock({
  effort_curves: {
    default_mode: "thermal",
    modes: {
      thermal: { is_electric: false, default_curve: curve, curves: [] },
      "25000V": { is_electric: true, default_curve: curve, curves: [] },
    },
  },
  energy_sources: [
    {
      energy_source_type: "Electrification",
      max_input_power: { speeds: numbers, powers: numbers },
      max_output_power: { speeds: numbers, powers: numbers },
      efficiency: 1,
    },
  ],
});

describe("a body that is validated in turns", () => {
  const FORMS: readonly (readonly [string, v.GenericSchema, unknown])[] = [
    ["a train", TrainScheduleCreation, LARGE_TRAIN],
    ["a paced train", PacedTrainCreation, LARGE_PACED_TRAIN],
    ["a list of trains", v.array(TrainScheduleCreation), [LARGE_TRAIN, LARGE_TRAIN]],
    ["a rolling stock", RollingStockForm, LARGE_STOCK],
  ];
  const others = fc.constantFrom<unknown>(null, 7, "", "text", [], {}, [[]], true);

  it.each(FORMS)("is judged and changed as %s at once is", async (_what, schema, form) => {
    expect(v.safeParse(schema, form).success).toBe(true);
    await fc.assert(
      fc.asyncProperty(
        fc.infiniteStream(fc.double({ min: 0, max: 1 })),
        others,
        fc.boolean(),
        async (stream, other, is_good) => {
          const choose = (): number => stream.next().value ?? 1;
          const body = is_good ? form : spoil(form, choose, other);
          const bytes = new TextEncoder().encode(JSON.stringify(body));
          const { value, large } = await parseJson(bytes);
          const expected = v.safeParse(schema, value, IN_WORDS);
          const options = { large, faults_max: Number.POSITIVE_INFINITY };
          const outcome = await doInTurns(runSchema(schema, value, options));
          expect(outcome.ok).toBe(expected.success);
          if (outcome.ok) expect(outcome.value).toEqual(expected.output);
          else expect(told(outcome.issues)).toEqual(told(expected.issues ?? []));
        },
      ),
      { numRuns: 40 },
    );
  });

  it("is told by its length alone when a list is too long", async () => {
    const body = validTrain({ labels: counted(90_000, () => 7) });
    const { value, large } = await parseJson(new TextEncoder().encode(JSON.stringify(body)));
    const options = { large, faults_max: 20 };
    const outcome = await doInTurns(runSchema(TrainScheduleCreation, value, options));
    expect(outcome.ok ? [] : told(outcome.issues)).toEqual([
      "/labels must have at most 1000 items",
    ]);
  });

  it("is not looked at behind its first faults", async () => {
    const body = counted(90_000, () => 7);
    const { value, large } = await parseJson(new TextEncoder().encode(JSON.stringify(body)));
    const schema = v.array(TrainScheduleCreation);
    const outcome = await doInTurns(runSchema(schema, value, { large, faults_max: 20 }));
    expect(outcome.ok ? 0 : outcome.issues.length).toBe(20);
  });
});

function told(issues: readonly v.BaseIssue<unknown>[]): string[] {
  return issues.map(
    ({ path: at, message }) =>
      `${(at ?? []).map((step) => `/${String(step.key)}`).join("")} ${message}`,
  );
}

describe("a value that is printed in turns", () => {
  it("has the text of JSON.stringify", async () => {
    const value = fc.jsonValue({ maxDepth: 4 });
    const large = fc.array(fc.record({ a: value, b: fc.option(value, { nil: undefined }) }), {
      minLength: 0,
      maxLength: 40,
    });
    await fc.assert(
      fc.asyncProperty(large, fc.integer({ min: 0, max: 600 }), async (list, count) => {
        const wide = { list, numbers: numbers.slice(0, count * 5), text: FILLING.repeat(count) };
        expect(await doInTurns(printJson(wide))).toBe(JSON.stringify(wide));
      }),
      { numRuns: RUNS },
    );
  });
});
