/**
 * The demo's view of the HTTP API: plain requests as any client would send them, answers checked
 * against the few fields that are used.
 */
import * as v from "valibot";

/** A request that the server refused, with its error object. */
export class ApiError extends Error {}

export class Api {
  readonly #base_url: string;

  constructor(base_url: string) {
    this.#base_url = base_url;
  }

  async get<T>(path: string, schema: v.GenericSchema<unknown, T>): Promise<T> {
    return v.parse(schema, await this.#send("GET", path));
  }

  async post<T>(path: string, body: unknown, schema: v.GenericSchema<unknown, T>): Promise<T> {
    return v.parse(schema, await this.#send("POST", path, body));
  }

  async put(path: string, body: unknown): Promise<void> {
    await this.#send("PUT", path, body);
  }

  /** An answer of lines, each a JSON document. */
  async lines<T>(path: string, schema: v.GenericSchema<unknown, T>): Promise<T[]> {
    const lines = (await this.#sendText("GET", path)).trimEnd().split("\n");
    return lines.map((line) => v.parse(schema, JSON.parse(line)));
  }

  /** The parsed answer, null for one without a body. */
  async #send(method: string, path: string, body?: unknown): Promise<unknown> {
    const text = await this.#sendText(method, path, body);
    return text === "" ? null : JSON.parse(text);
  }

  async #sendText(method: string, path: string, body?: unknown): Promise<string> {
    const response = await fetch(`${this.#base_url}${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new ApiError(`${method} ${path}: ${response.status} ${text}`);
    return text;
  }
}

export const Nothing = v.null();
export const InfraCreated = v.object({ infra: v.number() });
export const Infra = v.object({ state: v.string() });
export const WithId = v.object({ id: v.number() });
export const TimetableCreated = v.object({ timetable_id: v.number() });
export const TrainsCreated = v.array(v.object({ id: v.number(), train_name: v.string() }));

const Summary = v.looseObject({
  status: v.string(),
  length: v.optional(v.number()),
  time: v.optional(v.number()),
  energy_consumption: v.optional(v.number()),
  path_item_times_base: v.optional(v.array(v.number())),
  warnings_count: v.optional(v.number()),
  error_type: v.optional(v.string()),
});
export type Summary = v.InferOutput<typeof Summary>;
export const Summaries = v.record(v.string(), Summary);
const PacedSummary = v.object({
  paced_train: Summary,
  exceptions: v.record(v.string(), Summary),
});
export type PacedSummary = v.InferOutput<typeof PacedSummary>;
export const PacedSummaries = v.record(v.string(), PacedSummary);

const Conflict = v.object({
  train_ids: v.array(v.number()),
  paced_train_occurrence_ids: v.array(
    v.object({
      paced_train_id: v.number(),
      index: v.optional(v.number()),
      exception_key: v.optional(v.string()),
    }),
  ),
  conflict_type: v.picklist(["Spacing", "Routing"]),
  requirements: v.array(
    v.object({ zone: v.string(), start_time: v.string(), end_time: v.string() }),
  ),
});
export type Conflict = v.InferOutput<typeof Conflict>;
export const Conflicts = v.array(Conflict);

export const Path = v.object({
  status: v.literal("success"),
  track_section_ranges: v.array(v.unknown()),
});

const Curve = { positions: v.array(v.number()), times: v.array(v.number()) };

export const Simulation = v.object({
  status: v.literal("success"),
  base: v.object(Curve),
  final_output: v.object({
    ...Curve,
    zone_updates: v.array(
      v.object({ zone: v.string(), position: v.number(), is_entry: v.boolean() }),
    ),
  }),
});
export type Simulation = v.InferOutput<typeof Simulation>;

export const PathPoints = v.object({
  operational_points: v.array(
    v.object({
      position: v.number(),
      extensions: v.object({
        identifier: v.object({ uic: v.number() }),
        sncf: v.object({ ch: v.string() }),
      }),
    }),
  ),
});
export type PathPoints = v.InferOutput<typeof PathPoints>;

const ShortTerm = v.object({
  status: v.literal("success"),
  departure_time: v.string(),
  simulation: Simulation,
  path: v.object({ track_section_ranges: v.array(v.unknown()) }),
});
export type ShortTerm = v.InferOutput<typeof ShortTerm>;
export const ShortTermAnswer = v.variant("status", [
  ShortTerm,
  v.object({
    status: v.picklist(["conflicts", "path_not_found", "preprocessing_simulation_error"]),
  }),
]);
