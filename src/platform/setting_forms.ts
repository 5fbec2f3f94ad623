/** The forms of settings in the environment, and the values that they are parsed into. */
import * as v from "valibot";

/** One row of the table. `default` is the text that the environment would hold. */
export interface Setting<Value> {
  readonly schema: v.GenericSchema<string, Value>;
  readonly name: string;
  readonly default: string;
  readonly meaning: string;
}

export function setting<Value>(
  schema: v.GenericSchema<string, Value>,
  row: Omit<Setting<Value>, "schema">,
): Setting<Value> {
  return { schema, ...row };
}

export const MIB = 1024 * 1024;
const MAX_SAFE_SIZE = 2 ** 40;

/** An integer setting within bounds, as text. */
export function integer(min: number, max: number): v.GenericSchema<string, number> {
  return v.pipe(
    v.string(),
    v.regex(/^\d{1,13}$/, "must be a whole number"),
    v.transform(Number),
    v.minValue(min, `must be at least ${min}`),
    v.maxValue(max, `must be at most ${max}`),
  );
}

/** Comma separated; empty entries are dropped. */
export const list = v.pipe(
  v.string(),
  v.transform((text): readonly string[] =>
    text
      .split(",")
      .map((s) => s.trim())
      .filter(Boolean),
  ),
);

export const onOff = v.pipe(
  v.picklist(["on", "off"]),
  v.transform((text) => text === "on"),
);

/** Empty text is null. */
export const textOrNull = v.pipe(
  v.string(),
  v.transform((text) => (text === "" ? null : text)),
);

export function size(unit: number, min = 1): v.GenericSchema<string, number> {
  return v.pipe(
    integer(min, MAX_SAFE_SIZE / unit),
    v.transform((n) => n * unit),
  );
}

export const milliseconds = integer(1, 86_400_000);

export const notEmpty = v.pipe(v.string(), v.minLength(1, "must not be empty"));

export const plainName = v.pipe(
  v.string(),
  v.regex(/^[a-z_][a-z0-9_]{0,62}$/, "must be a plain name"),
);

/** Empty = embedded. */
export const databaseUrl = v.pipe(
  v.string(),
  v.check((s) => s === "" || /^postgres(ql)?:\/\/./.test(s), "must start with postgres://"),
  v.transform((text) => (text === "" ? null : text)),
);

/** HTTP URLs, the first of them a map style; null: none. */
export const baseMap = v.pipe(
  list,
  v.check((all) => all.every(isHttpUrl), "must be http URLs, separated by commas"),
  v.transform(([style, ...others]) =>
    style === undefined
      ? null
      : { style, origins: [...new Set([style, ...others].map((url) => new URL(url).origin))] },
  ),
);

function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

/** Without the slash at its end; empty text is null. */
export const publicUrl = v.pipe(
  v.string(),
  v.check(
    (s) => s === "" || /^https?:\/\/[^/?#\s]+(?:\/[^?#\s]*)?$/.test(s),
    "must be an http URL",
  ),
  v.transform((text) => (text === "" ? null : text.replace(/\/+$/, ""))),
);
