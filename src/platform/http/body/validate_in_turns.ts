/**
 * Runs a schema on a value of any size in turns. valibot runs a schema without a break. Here the parts
 * of large lists and objects are run one after the other, and then the schema itself takes their
 * results, so valibot alone decides on validity, output and faults. Two differences: a list that is too
 * long is reported without validating its items, and only the first faults of a list are collected.
 *
 * Unions are run at once: none of ours contains a list.
 */
import * as v from "valibot";
import { IN_WORDS } from "../../../railway/reasons.ts";
import type { InTurns } from "../../turns.ts";

/** valibot's result of a schema before `safeParse` renames its properties. */
interface Dataset {
  typed?: boolean;
  value: unknown;
  issues?: Issue[];
}

type Issue = v.BaseIssue<unknown> & { path?: v.IssuePathItem[] };

/** The properties of valibot's schemas and actions that are read here. */
interface Part {
  readonly kind: "schema" | "validation" | "transformation" | "metadata";
  readonly type: string;
  readonly pipe?: readonly Part[];
  readonly entries?: Readonly<Record<string, Part>>;
  readonly item?: Part;
  /** The discriminator of a variant. */
  readonly key?: unknown;
  readonly value?: Part;
  readonly options?: readonly Part[];
  readonly wrapped?: Part;
  /** Of a schema that depends on the value. */
  readonly getter?: (value: unknown) => Part;
  readonly requirement?: unknown;
  readonly "~run": (dataset: Dataset, config: object) => Dataset;
}

export type Outcome<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly issues: readonly v.BaseIssue<unknown>[] };

export interface SchemaRunOptions {
  /** Lists and objects in the value whose parts are run one by one. */
  readonly large: ReadonlySet<unknown>;
  /** Faults of one list after which its other items are not validated. */
  readonly faults_max: number;
}

/** The same result as `v.safeParse`. */
export function* runSchema<Value>(
  schema: v.GenericSchema<unknown, Value>,
  value: unknown,
  { large, faults_max }: SchemaRunOptions,
): InTurns<Outcome<Value>> {
  // `Part` names properties that every schema of valibot has, by its type.
  const dataset = yield* new Runner(large, faults_max).run(schema as unknown as Part, value);
  if (dataset.issues !== undefined) return { ok: false, issues: dataset.issues };
  return { ok: true, value: dataset.value as Value };
}

class Runner {
  readonly #large: ReadonlySet<unknown>;
  readonly #faults_max: number;
  readonly #config = v.getGlobalConfig(IN_WORDS);

  constructor(large: ReadonlySet<unknown>, faults_max: number) {
    this.#large = large;
    this.#faults_max = faults_max;
  }

  *run(schema: Part, value: unknown): InTurns<Dataset> {
    const { pipe, entries, item, wrapped, getter } = schema;
    if (this.#large.has(value)) {
      if (pipe !== undefined) return yield* this.#runPipe(pipe, value);
      if (getter !== undefined) return yield* this.run(getter(value), value);
      if (wrapped !== undefined) return yield* this.run(wrapped, value);
      if (entries !== undefined) return yield* this.#runEntries(schema, entries, value);
      if (item !== undefined && Array.isArray(value)) return yield* this.#runItems(item, value);
      if (schema.type === "record") return yield* this.#runRecord(schema, value);
      if (schema.type === "variant") return yield* this.#runVariant(schema, value);
    }
    const dataset = schema["~run"]({ value }, this.#config);
    yield;
    return dataset;
  }

  /** As in valibot: after a fault nothing more is transformed, but rules are still checked. */
  *#runPipe(pipe: readonly Part[], value: unknown): InTurns<Dataset> {
    const length_rule = pipe.find((part) => isBroken(part, value));
    if (length_rule !== undefined) {
      return { ...length_rule["~run"]({ typed: true, value }, this.#config), typed: false };
    }
    let dataset: Dataset = { value };
    for (const part of pipe) {
      if (part.kind === "metadata") continue;
      if (dataset.issues !== undefined && part.kind !== "validation") {
        return { ...dataset, typed: false };
      }
      dataset =
        part.kind === "schema"
          ? yield* this.run(part, dataset.value)
          : part["~run"](dataset, this.#config);
      yield;
    }
    return dataset;
  }

  *#runItems(item: Part, list: readonly unknown[]): InTurns<Dataset> {
    const values: unknown[] = [];
    const issues: Issue[] = [];
    let typed = true;
    for (const [key, value] of list.entries()) {
      const dataset = yield* this.run(item, value);
      const step = {
        type: "array",
        origin: "value",
        input: list as unknown[],
        key,
        value,
      } as const;
      for (const issue of dataset.issues ?? []) {
        issue.path = [step, ...(issue.path ?? [])];
        issues.push(issue);
      }
      if (dataset.typed !== true) typed = false;
      values.push(dataset.value);
      if (issues.length >= this.#faults_max) return { typed: false, value: values, issues };
    }
    return issues.length === 0 ? { typed, value: values } : { typed, value: values, issues };
  }

  *#runEntries(
    schema: Part,
    entries: Readonly<Record<string, Part>>,
    value: unknown,
  ): InTurns<Dataset> {
    const done = new Map<unknown, Dataset>();
    const given = value as Readonly<Record<string, unknown>>;
    for (const [key, entry] of Object.entries(entries)) {
      if (isContainer(given[key])) done.set(given[key], yield* this.run(entry, given[key]));
    }
    const known = Object.entries(entries).map(([key, entry]) => [key, withKnown(entry, done)]);
    return withProperty(schema, "entries", Object.fromEntries(known))["~run"](
      { value },
      this.#config,
    );
  }

  *#runRecord(schema: Part, value: unknown): InTurns<Dataset> {
    const done = new Map<unknown, Dataset>();
    const { value: entry } = schema;
    if (entry === undefined) throw new Error("a record has a schema of its values");
    for (const one of Object.values(value as object)) {
      if (isContainer(one)) done.set(one, yield* this.run(entry, one));
    }
    return withProperty(schema, "value", withKnown(entry, done))["~run"]({ value }, this.#config);
  }

  /** The one option that the discriminator names. */
  *#runVariant(schema: Part, value: unknown): InTurns<Dataset> {
    const { options = [], key } = schema;
    const name = String(key);
    const given = { value: (value as Readonly<Record<string, unknown>>)[name] };
    const named = options.filter(({ entries }) => {
      const discriminator = entries?.[name];
      if (discriminator === undefined) return false;
      return discriminator["~run"]({ ...given }, this.#config).issues === undefined;
    });
    const [option] = named;
    if (option !== undefined && named.length === 1) return yield* this.run(option, value);
    return schema["~run"]({ value }, this.#config);
  }
}

/** Whether a list breaks this rule on its length. */
function isBroken({ type, requirement }: Part, value: unknown): boolean {
  return type === "max_length" && Array.isArray(value) && value.length > Number(requirement);
}

function isContainer(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}

/** The same schema, with the results that are already known. */
function withKnown(schema: Part, done: ReadonlyMap<unknown, Dataset>): Part {
  const run: Part["~run"] = (dataset, config) =>
    done.get(dataset.value) ?? schema["~run"](dataset, config);
  return withProperty(schema, "~run", run);
}

/** A copy of a schema that differs in one property; a schema's code refers to itself as `this`. */
function withProperty<Key extends keyof Part>(schema: Part, key: Key, value: Part[Key]): Part {
  return Object.create(schema, { [key]: { value, enumerable: true } }) as Part;
}
