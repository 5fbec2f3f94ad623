/** The tools: which endpoints they are, and what assistants are told of them. The rest is made from the API document. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { given } from "../../platform/given.ts";
import { PROJECT_ROOT } from "../../platform/root.ts";
import type { JsonSchema } from "../../railway/wire.ts";

type Values = Readonly<Record<string, unknown>>;

export interface ToolSpec {
  /** As in the API document; null: it stores a trial. */
  readonly endpoint: `${"GET" | "POST"} /${string}` | null;
  /** What the summary does not say. */
  readonly more: string;
  /** The changes that an answer proposes; null: it has none. Absent: the tool only reads. */
  readonly changesOf?: (answer: Values) => unknown;
}

export const TRIES = "POST /timetable/{timetable_id}/what_if";

/** By name. */
export const TOOLS: Readonly<Record<string, ToolSpec>> = {
  overview: { endpoint: "GET /overview", more: "Begin here." },
  search: {
    endpoint: "POST /search",
    more: 'Stations: object `operationalpoint`, a part of a name: `["search", ["name"], "part"]`.',
  },
  list_trains: {
    endpoint: "GET /timetable/{timetable_id}/train_schedules",
    more: "Single trains.",
  },
  list_services: {
    endpoint: "GET /timetable/{timetable_id}/paced_trains",
    more: "Trains that run at an interval.",
  },
  list_stocks: { endpoint: "GET /light_rolling_stock", more: "Trains name their stock." },
  read_train: { endpoint: "GET /train_schedule/{train_schedule_id}", more: "" },
  read_service: { endpoint: "GET /paced_train/{paced_train_id}", more: "" },
  times: { endpoint: "GET /timetable/{timetable_id}/times", more: "One line for each waypoint." },
  figures: {
    endpoint: "GET /timetable/{timetable_id}/simulations_summary",
    more: "Whether each train can run, its time, length and energy.",
  },
  conflicts: { endpoint: "GET /timetable/{timetable_id}/conflicts", more: "" },
  stations: {
    endpoint: "POST /timetable/{timetable_id}/project_stations",
    more: "When trains are at stations of a line. Ids of stations come from `search`.",
  },
  history: { endpoint: "GET /timetable/{timetable_id}/history", more: "" },
  try_changes: {
    endpoint: TRIES,
    more: "A train is added by `{added: train}`, a service too: with `paced`.",
    changesOf: ({ changes }) => changes,
  },
  propose_resolution: {
    endpoint: "POST /timetable/{timetable_id}/resolution",
    more: "Without a list of conflicts: all.",
    changesOf: ({ changes }) => changes,
  },
  fit_in: {
    endpoint: "POST /timetable/{timetable_id}/stdcm",
    more: "A train at short notice.",
    changesOf: ({ train_schedule }) =>
      train_schedule === undefined ? null : [{ added: train_schedule }],
  },
  undo_change: {
    endpoint: "GET /timetable/{timetable_id}/history/{change_id}/undo",
    more: "`history` tells the ids of changes.",
    changesOf: ({ changes }) => changes,
  },
  store_trial: {
    endpoint: null,
    more: "Stores what was tried, all or nothing. Refused if the timetable or the network has changed so that something else follows.",
  },
};

export interface Tool {
  readonly spec: ToolSpec;
  readonly method: "GET" | "POST";
  readonly path: string;
  /** By the argument's name: how the request spells it. */
  readonly query: ReadonlyMap<string, string>;
  /** Names of arguments in the path. */
  readonly in_path: readonly string[];
  /** Arguments of the trial that the answer's changes are tried by. */
  readonly in_trial: ReadonlySet<string>;
}

interface Described {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: { readonly type: "object"; readonly [key: string]: unknown };
  readonly annotations: { readonly readOnlyHint: boolean };
}

interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
}

interface Operation {
  readonly summary: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly content: {
      readonly "application/json": { readonly schema: JsonSchema; readonly example?: unknown };
    };
  };
}

interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
}

let made: { readonly tools: ReadonlyMap<string, Tool>; readonly described: Described[] } | null =
  null;

/** Made once, from the document that the build has made. */
function makeTools(): NonNullable<typeof made> {
  if (made !== null) return made;
  const text = readFileSync(join(PROJECT_ROOT, "dist/openapi.json"), "utf8");
  const document = JSON.parse(text) as ApiDocument;
  const all = Object.entries(TOOLS).map(([name, spec]) => makeTool(name, spec, document));
  made = {
    tools: new Map(all.map(({ described, tool }) => [described.name, tool])),
    described: all.map(({ described }) => described),
  };
  return made;
}

export function listTools(): Described[] {
  return makeTools().described;
}

export function findTool(name: string): Tool | null {
  return makeTools().tools.get(name) ?? null;
}

const TRIAL = { type: "string", description: "The `trial` that a tool has answered" };

function makeTool(
  name: string,
  spec: ToolSpec,
  document: ApiDocument,
): { readonly tool: Tool; readonly described: Described } {
  const [method, path] = (spec.endpoint ?? "POST ").split(" ") as ["GET" | "POST", string];
  const operation = spec.endpoint === null ? null : operationOf(document, spec.endpoint);
  const parameters = (operation?.parameters ?? []).filter((one) => one.in !== "header");
  const tried = operationOf(document, TRIES).parameters ?? [];
  const of_trial = spec.changesOf === undefined ? [] : tried.filter((one) => one.in === "query");
  const properties: Record<string, unknown> = {};
  const required: string[] = [];
  for (const one of [...of_trial, ...parameters]) {
    const argument = one.name.replace("[]", "");
    properties[argument] = { ...one.schema, description: one.description };
    if (one.required === true && !required.includes(argument)) required.push(argument);
  }
  const content = operation?.requestBody?.content["application/json"];
  const body = content === undefined ? {} : resolve(content.schema, document);
  Object.assign(properties, body["properties"]);
  required.push(...((body["required"] ?? []) as string[]));
  if (spec.endpoint === null) {
    properties["trial"] = TRIAL;
    required.push("trial");
  }
  const $defs = collectSchemas(properties, document);
  const schema = { type: "object", properties, required, additionalProperties: false, $defs };
  const example =
    content?.example === undefined
      ? ""
      : ` Example of its body: ${JSON.stringify(content.example)}`;
  const summary = operation === null ? "" : `${operation.summary}. `;
  return {
    tool: {
      spec,
      method,
      path,
      query: new Map(
        parameters.flatMap((one) =>
          one.in === "query" ? [[one.name.replace("[]", ""), one.name] as const] : [],
        ),
      ),
      in_path: parameters.flatMap((one) => (one.in === "path" ? [one.name] : [])),
      in_trial: new Set(of_trial.map((one) => one.name)),
    },
    described: {
      name,
      description: `${summary}${spec.more}${example}`.trim(),
      // References within the document become those within the tool.
      inputSchema: JSON.parse(
        JSON.stringify(schema).replaceAll("#/components/schemas/", "#/$defs/"),
      ) as Described["inputSchema"],
      annotations: { readOnlyHint: spec.endpoint !== null },
    },
  };
}

function operationOf(document: ApiDocument, endpoint: string): Operation {
  const [method = "", path = ""] = endpoint.split(" ");
  return given(document.paths[path]?.[method.toLowerCase()], `${endpoint} is in the document`);
}

function resolve(schema: JsonSchema, { components }: ApiDocument): JsonSchema {
  const name = nameOf(schema["$ref"]);
  return name === null ? schema : given(components.schemas[name], "the document has its schemas");
}

function nameOf(reference: unknown): string | null {
  return typeof reference === "string" ? (reference.split("/").at(-1) ?? null) : null;
}

/** All schemas that the properties refer to, and those that these refer to. */
function collectSchemas(
  properties: unknown,
  { components }: ApiDocument,
): Record<string, JsonSchema> {
  const found: Record<string, JsonSchema> = {};
  const waiting = [properties];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const [, name = ""] of JSON.stringify(next).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      const schema = components.schemas[name];
      if (schema === undefined || Object.hasOwn(found, name)) continue;
      found[name] = schema;
      waiting.push(schema);
    }
  }
  return found;
}
