/**
 * What a stranger writes who changes by CONTRIBUTING.md's table a field of a train (who drives it), a column of a format (a
 * train's first speed, in tables) and a rule of the engine (a bound of the braking rate).
 */
import type { AddedRow } from "./added_row.ts";

const FIELDS = "src/railway/train_defaults.ts";
export const GROUP: AddedRow = {
  file: FIELDS,
  before: '  speed_limit_tag: "speed_limit_tag"',
  row: '  crew: "crew",\n',
};
export const DEFAULT: AddedRow = {
  file: FIELDS,
  before: "  speed_limit_tag: null",
  row: "  crew: null,\n",
};
export const ENTRY: AddedRow = {
  file: "src/railway/train_entries.ts",
  before: "    follows: v.exactOptional(",
  row: '    crew: v.nullish(about(NonBlankText, "Who drives it"), TRAIN_DEFAULTS.crew),\n',
};
export const GERMAN: AddedRow = {
  file: "web/src/languages/de/page.json",
  before: '    "initial_speed":',
  row: '    "crew": "Besatzung",\n',
};
const FIELD: readonly AddedRow[] = [
  GROUP,
  DEFAULT,
  ENTRY,
  GERMAN,
  { ...GERMAN, file: "web/src/languages/en/page.json", row: '    "crew": "Crew",\n' },
  { ...GERMAN, file: "web/src/languages/fr/page.json", row: '    "crew": "Équipage",\n' },
  {
    file: "web/src/train_form/train_fields.tsx",
    before: "      <Choice\n        label={TEXTS.fields.comfort}",
    row: `      <TextField
        label={TEXTS.fields.crew}
        value={form.crew ?? ""}
        onChange={(crew) => changeEdited((one) => ({ ...one, crew: crew === "" ? null : crew }))}
      />
`,
  },
];
export const FIELD_TESTS: readonly [AddedRow, AddedRow] = [
  {
    file: "test/timetable/change_groups.test.ts",
    before: '  speed_limit_tag: "MA100",',
    row: '  crew: "A",\n',
  },
  {
    file: "test/timetable/change_groups.test.ts",
    before: '  plain("speed_limit_tag"',
    row: '  plain("crew", "B", { crew: null }),\n',
  },
];

const TABLE = "workers/exchange/tables/train_table.ts";
export const PRINTED: AddedRow = {
  file: TABLE,
  before: "    number_first: numbering",
  row: "    initial_speed_m_s: train.initial_speed,\n",
};
export const READ: AddedRow = {
  file: TABLE,
  before: "      speed_limit_tag: line.text(",
  row: '      initial_speed: Number(line.text("initial_speed_m_s") ?? 0),\n',
};
const COLUMN: readonly AddedRow[] = [
  { file: TABLE, before: "  number_first:", row: '  initial_speed_m_s: "of the train",\n' },
  { file: TABLE, before: ', "own categories"]', row: ', "initial speeds"' },
  PRINTED,
  READ,
];
/** Of the column: what its test draws. */
export const DRAWN: AddedRow = {
  file: "test/workers/exchange/tables.test.ts",
  before: "  speed_limit_tag: fc.option(",
  row: "  initial_speed: fc.integer({ min: 0, max: 80 }),\n",
};

export const BOUND: AddedRow = {
  file: "workers/engine/physics/constants.ts",
  before: "/** A step shorter",
  row: `/** No train brakes harder. */
export const BRAKING_MAX_M_S2 = 0.4;
`,
};
export const BOUNDED: AddedRow = {
  file: "workers/engine/physics/rolling_stock.ts",
  before: "  return gamma.value;",
  row: "  if (gamma.value > BRAKING_MAX_M_S2) return BRAKING_MAX_M_S2;\n",
};
const RULE: readonly AddedRow[] = [
  BOUND,
  BOUNDED,
  {
    file: BOUNDED.file,
    before: "import ",
    row: 'import { BRAKING_MAX_M_S2 } from "./constants.ts";\n',
  },
];

/** Each change with the files that it may touch, tests and generated ones left out. */
export const CHANGES: readonly (readonly [string, number, readonly AddedRow[]])[] = [
  ["a field of a train", 6, FIELD],
  ["a column of a format", 1, COLUMN],
  ["a rule of the engine", 2, RULE],
];
export const CHANGE_TESTS: readonly AddedRow[] = [...FIELD_TESTS, DRAWN];

export const BRAKING_TEST = {
  "test/workers/engine/physics/braking_bound.test.ts": `// Method: a run of a stock that brakes harder beside one of a stock that brakes as hard as any may.
import { expect, it } from "vitest";
import { STOCK_T, trySimulate } from "../plain_run.ts";

it("No train brakes harder than the bound", () => {
  const [hard, bound, soft] = [0.8, 0.4, 0.3].map((value) =>
    trySimulate({ length_m: 20_000, stock: { ...STOCK_T, gamma: { type: "CONST", value } } }),
  );
  expect(hard).toEqual(bound);
  expect(soft).not.toEqual(bound);
});
`,
};
