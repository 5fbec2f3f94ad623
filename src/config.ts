/**
 * The only reader of the environment: every setting with its default and meaning, in one table that
 * the README copies, validated once into a frozen `Config`. A wrong value stops the start with the
 * setting's name. Plain names without a prefix: the process has its environment for itself.
 */
import { availableParallelism } from "node:os";
import * as v from "valibot";
import type { DelayOptions } from "./queues/delay_control.ts";

/** One row of the configuration table. `default` is the text that the environment would hold. */
export interface Setting {
  readonly name: string;
  readonly default: string;
  readonly meaning: string;
}

const MIB = 1024 * 1024;
const MAX_SAFE_SIZE = 2 ** 40;

export const SETTINGS = [
  { name: "HOST", default: "127.0.0.1", meaning: "address to listen on" },
  { name: "PORT", default: "8090", meaning: "port to listen on (0 = any free one)" },
  {
    name: "DATABASE_URL",
    default: "",
    meaning:
      "PostgreSQL 15 or newer with the extensions `unaccent` and `pg_trgm`, `postgres://user:password@host/database`; empty = embedded",
  },
  { name: "DATABASE_NAME", default: "marey", meaning: "database on the embedded PostgreSQL" },
  { name: "DATA_DIR", default: ".marey", meaning: "folder of the embedded PostgreSQL" },
  { name: "DATABASE_CONNECTIONS", default: "8", meaning: "connections for ordinary statements" },
  {
    name: "DATABASE_STREAMS",
    default: "2",
    meaning: "connections for statements of imports, clones and migrations",
  },
  {
    name: "DATABASE_QUEUE",
    default: "4096",
    meaning: "statements that may wait for a connection; more are answered 503",
  },
  {
    name: "STATEMENT_WAIT_MS",
    default: "500",
    meaning:
      "longest wait for the database once it has been longer for OVERLOAD_INTERVAL_MS; requests that would wait longer are answered 503",
  },
  { name: "QUERY_DEADLINE_MS", default: "10000", meaning: "deadline of one statement" },
  {
    name: "IMPORT_DEADLINE_MS",
    default: "120000",
    meaning: "deadline of one statement of an import, a clone or a migration",
  },
  {
    name: "AUTHORIZATION",
    default: "enforce",
    meaning: "`disabled` = every request may do everything (demo and tests)",
  },
  {
    name: "MISSING_CHECK",
    default: "abort",
    meaning: "when a declared check was not performed: `abort` the request or `log` an error",
  },
  {
    name: "APPLICATION_ROLES_FILE",
    default: "src/authz/roles.example.yaml",
    meaning: "YAML or JSON of application roles, read once at start",
  },
  {
    name: "BOOTSTRAP_ADMINS",
    default: "",
    meaning: "identities that get an application role that implies `admin`, at each start",
  },
  {
    name: "TRUSTED_PROXIES",
    default: "127.0.0.1,::1",
    meaning: "addresses that may send identity headers",
  },
  {
    name: "EXISTING_CLIENTS",
    default: "on",
    meaning: "`off` = without the paths and the prefix `/api` of clients that exist already",
  },
  {
    name: "X_REMOTE_USER",
    default: "off",
    meaning:
      "`on` = a gateway may send `x-remote-user: provider/user`, all of it the identity, in place of the two headers",
  },
  {
    name: "IDENTITY_ENCODING",
    default: "none",
    meaning:
      "`percent` = identities and names arrive as percent-encoded UTF-8; `none` = identities are ASCII",
  },
  {
    name: "CORS_ORIGINS",
    default: "",
    meaning: "origins that browsers may call from, separated by commas; empty = none",
  },
  { name: "LOG_LEVEL", default: "info", meaning: "`debug`, `info`, `warn`, `error` or `silent`" },
  {
    name: "WORKER_THREADS",
    default: String(availableParallelism()),
    meaning: "threads for the engine (default: as many as cores)",
  },
  { name: "WORKER_MEMORY_MB", default: "4096", meaning: "JavaScript heap of one thread" },
  { name: "WORKER_QUEUE", default: "1024", meaning: "tasks that may wait; more are answered 503" },
  {
    name: "TASK_WAIT_MS",
    default: "2000",
    meaning: "as STATEMENT_WAIT_MS, for a thread, of requests that somebody looks at",
  },
  {
    name: "BATCH_WAIT_MS",
    default: "30000",
    meaning: "as TASK_WAIT_MS, of summaries, projections, conflicts and imports",
  },
  {
    name: "OVERLOAD_INTERVAL_MS",
    default: "500",
    meaning: "how long waits may be too long before requests are refused: bursts are shorter",
  },
  {
    name: "TASK_DEADLINE_MS",
    default: "60000",
    meaning: "run time after which a task's thread is replaced",
  },
  { name: "INFRA_CACHE_MB", default: "2048", meaning: "compiled networks in memory" },
  { name: "RESULT_CACHE_MB", default: "1024", meaning: "paths and simulations in memory" },
  { name: "BODY_LIMIT_KB", default: "1024", meaning: "ordinary request body" },
  { name: "BATCH_BODY_LIMIT_KB", default: "16384", meaning: "body of a batch" },
  { name: "RAILJSON_BODY_LIMIT_KB", default: "256000", meaning: "body of a RailJSON import" },
  {
    name: "TIMETABLE_BODY_LIMIT_KB",
    default: "65536",
    meaning: "body of a timetable's import",
  },
  { name: "ANONYMOUS_BODY_LIMIT_KB", default: "64", meaning: "body read before a 401" },
  {
    name: "BODIES_IN_MEMORY_MB",
    default: "1024",
    meaning: "request bodies held at once over all connections; more are answered 503",
  },
  {
    name: "ANSWERS_IN_MEMORY_MB",
    default: "512",
    meaning:
      "large answers that wait for their clients, over all connections; more are answered 503",
  },
  {
    name: "STREAMS",
    default: "64",
    meaning: "streamed exports at once, of one user as many as are free; more are answered 503",
  },
  {
    name: "SLOW_READER_MS",
    default: "30000",
    meaning: "a client that takes nothing of its answer for so long is cut off",
  },
  { name: "BODY_DEPTH", default: "64", meaning: "nesting of a JSON body" },
  { name: "BODY_LIST_ITEMS", default: "100000", meaning: "items of one list in a JSON body" },
  { name: "BODY_OBJECT_KEYS", default: "10000", meaning: "keys of one object in a JSON body" },
  {
    name: "BODY_VALUES",
    default: "2000000",
    meaning: "values in a JSON body, or in one train of a timetable's import",
  },
  { name: "BATCH_TRAINS", default: "10000", meaning: "trains in one creation or deletion" },
  { name: "TIMETABLE_TRAINS", default: "50000", meaning: "trains in one import of a timetable" },
  { name: "SUMMARY_TRAINS", default: "1000", meaning: "trains in one summary or projection" },
  {
    name: "PACED_TRAIN_OCCURRENCES",
    default: "10000",
    meaning: "trains that one paced train may stand for, occurrences and exceptions",
  },
  {
    name: "CONFLICT_TRAINS",
    default: "100000",
    meaning: "trains of one timetable whose conflicts are looked for, occurrences included",
  },
  {
    name: "SEARCH_PARTS",
    default: "5000",
    meaning:
      "operators, columns and values of one search; a word to look for counts 25 more, a pattern 75",
  },
  { name: "SEARCH_DEPTH", default: "16", meaning: "nesting of one search's expression" },
  { name: "SEARCH_TEXT_LENGTH", default: "1024", meaning: "characters of one text in a search" },
  {
    name: "INFRA_OBJECTS",
    default: "10000",
    meaning: "objects of a network that one request may ask for",
  },
  { name: "WORK_SCHEDULES", default: "10000", meaning: "works in one group" },
  {
    name: "TEMPORARY_SPEED_LIMITS",
    default: "10000",
    meaning: "temporary speed limits in one group",
  },
  { name: "REQUEST_DEADLINE_MS", default: "300000", meaning: "whole request, streams excluded" },
  {
    name: "KEEP_ALIVE_MS",
    default: "120000",
    meaning: "time that a connection may wait for its next request; longer than the gateway's",
  },
  { name: "DRAIN_MS", default: "10000", meaning: "time to finish running requests at SIGTERM" },
  {
    name: "SPEED_LIMIT_TAGS_FILE",
    default: "",
    meaning: "JSON of speed limit tags and their fallbacks; empty = the French set",
  },
  {
    name: "GIT_DESCRIBE",
    default: "",
    meaning: "what `/version` tells; empty = ask git, else null",
  },
] as const satisfies readonly Setting[];

type SettingName = (typeof SETTINGS)[number]["name"];

/** An integer setting within bounds, as text. */
function integer(min: number, max: number): v.GenericSchema<string, number> {
  return v.pipe(
    v.string(),
    v.regex(/^\d{1,13}$/, "must be a whole number"),
    v.transform(Number),
    v.minValue(min, `must be at least ${min}`),
    v.maxValue(max, `must be at most ${max}`),
  );
}

/** Comma separated, empty entries dropped. */
const list = v.pipe(
  v.string(),
  v.transform((text): readonly string[] =>
    text
      .split(",")
      .map((s) => s.trim())
      .filter(Boolean),
  ),
);

const onOff = v.pipe(
  v.picklist(["on", "off"]),
  v.transform((text) => text === "on"),
);

/** Empty text is null. */
const textOrNull = v.pipe(
  v.string(),
  v.transform((text) => (text === "" ? null : text)),
);

function size(unit: number): v.GenericSchema<string, number> {
  return v.pipe(
    integer(1, MAX_SAFE_SIZE / unit),
    v.transform((n) => n * unit),
  );
}

const milliseconds = integer(1, 86_400_000);

const Environment = v.object({
  HOST: v.pipe(v.string(), v.minLength(1, "must not be empty")),
  PORT: integer(0, 65_535),
  DATABASE_URL: v.pipe(
    v.string(),
    v.check((s) => s === "" || /^postgres(ql)?:\/\/./.test(s), "must start with postgres://"),
    v.transform((text) => (text === "" ? null : text)),
  ),
  DATABASE_NAME: v.pipe(v.string(), v.regex(/^[a-z_][a-z0-9_]{0,62}$/, "must be a plain name")),
  DATA_DIR: v.pipe(v.string(), v.minLength(1, "must not be empty")),
  DATABASE_CONNECTIONS: integer(1, 200),
  DATABASE_STREAMS: integer(1, 50),
  DATABASE_QUEUE: integer(1, 1_000_000),
  STATEMENT_WAIT_MS: milliseconds,
  QUERY_DEADLINE_MS: milliseconds,
  IMPORT_DEADLINE_MS: milliseconds,
  AUTHORIZATION: v.picklist(["enforce", "disabled"]),
  MISSING_CHECK: v.picklist(["abort", "log"]),
  APPLICATION_ROLES_FILE: v.pipe(v.string(), v.minLength(1, "must not be empty")),
  BOOTSTRAP_ADMINS: list,
  TRUSTED_PROXIES: list,
  EXISTING_CLIENTS: onOff,
  X_REMOTE_USER: onOff,
  IDENTITY_ENCODING: v.picklist(["none", "percent"]),
  CORS_ORIGINS: list,
  LOG_LEVEL: v.picklist(["debug", "info", "warn", "error", "silent"]),
  WORKER_THREADS: integer(1, 256),
  WORKER_MEMORY_MB: integer(64, 1_048_576),
  WORKER_QUEUE: integer(1, 1_000_000),
  TASK_WAIT_MS: milliseconds,
  BATCH_WAIT_MS: milliseconds,
  OVERLOAD_INTERVAL_MS: milliseconds,
  TASK_DEADLINE_MS: milliseconds,
  INFRA_CACHE_MB: size(MIB),
  RESULT_CACHE_MB: size(MIB),
  BODY_LIMIT_KB: size(1024),
  BATCH_BODY_LIMIT_KB: size(1024),
  RAILJSON_BODY_LIMIT_KB: size(1024),
  TIMETABLE_BODY_LIMIT_KB: size(1024),
  ANONYMOUS_BODY_LIMIT_KB: size(1024),
  BODIES_IN_MEMORY_MB: size(MIB),
  ANSWERS_IN_MEMORY_MB: size(MIB),
  STREAMS: integer(1, 10_000),
  SLOW_READER_MS: milliseconds,
  BODY_DEPTH: integer(16, 200),
  BODY_LIST_ITEMS: integer(1, 10_000_000),
  BODY_OBJECT_KEYS: integer(100, 1_000_000),
  BODY_VALUES: integer(1000, 100_000_000),
  BATCH_TRAINS: integer(1, 1_000_000),
  TIMETABLE_TRAINS: integer(1, 1_000_000),
  SUMMARY_TRAINS: integer(1, 1_000_000),
  PACED_TRAIN_OCCURRENCES: integer(1, 1_000_000),
  CONFLICT_TRAINS: integer(1, 10_000_000),
  SEARCH_PARTS: integer(1, 50_000),
  SEARCH_DEPTH: integer(1, 50),
  SEARCH_TEXT_LENGTH: integer(1, 100_000),
  INFRA_OBJECTS: integer(1, 1_000_000),
  WORK_SCHEDULES: integer(1, 1_000_000),
  TEMPORARY_SPEED_LIMITS: integer(1, 1_000_000),
  REQUEST_DEADLINE_MS: milliseconds,
  KEEP_ALIVE_MS: integer(1000, 86_400_000),
  DRAIN_MS: milliseconds,
  SPEED_LIMIT_TAGS_FILE: textOrNull,
  GIT_DESCRIBE: textOrNull,
} satisfies Record<SettingName, v.GenericSchema<string, unknown>>);

/** What a JSON body may hold; counted before anything is built. */
export interface JsonLimits {
  /** Nesting of lists and objects. */
  readonly depth: number;
  /** Of one list. */
  readonly list_items: number;
  /** Of one object. */
  readonly object_keys: number;
  /** Items and keys of all lists and objects together. */
  readonly values: number;
}

/** Bounds of one search's expression. */
export interface SearchLimits {
  /** Operators, columns and values; a pattern or a word counts more. */
  readonly parts: number;
  /** Nesting of its arrays. */
  readonly depth: number;
  /** Characters of a text. */
  readonly text_length: number;
}

export interface Config {
  readonly host: string;
  readonly port: number;
  readonly database: {
    /** Null = embedded. */
    readonly url: string | null;
    readonly name: string;
    readonly data_dir: string;
    readonly connections: number;
    readonly streams: number;
    readonly queue: number;
    readonly waits: DelayOptions;
    readonly query_deadline_ms: number;
    readonly import_deadline_ms: number;
  };
  readonly authorization: "enforce" | "disabled";
  readonly missing_check: "abort" | "log";
  readonly application_roles_file: string;
  readonly bootstrap_admins: readonly string[];
  readonly trusted_proxies: readonly string[];
  /** Serves the paths of clients that exist already. */
  readonly existing_clients: boolean;
  /** Reads the identity of `x-remote-user` too. */
  readonly x_remote_user: boolean;
  /** How identities and names are written in headers. */
  readonly identity_encoding: "none" | "percent";
  readonly cors_origins: readonly string[];
  readonly log_level: "debug" | "info" | "warn" | "error" | "silent";
  readonly workers: {
    readonly threads: number;
    readonly memory_mb: number;
    readonly queue: number;
    readonly waits: { readonly interactive: DelayOptions; readonly batch: DelayOptions };
    readonly task_deadline_ms: number;
  };
  readonly caches: { readonly infra_bytes: number; readonly result_bytes: number };
  readonly limits: {
    readonly body_bytes: number;
    readonly batch_body_bytes: number;
    readonly railjson_body_bytes: number;
    readonly timetable_body_bytes: number;
    readonly anonymous_body_bytes: number;
    readonly bodies_in_memory_bytes: number;
    readonly answers_in_memory_bytes: number;
    /** Streams that are sent at once. */
    readonly streams: number;
    readonly slow_reader_ms: number;
    readonly json: JsonLimits;
    /** Trains in one creation or deletion. */
    readonly batch_trains: number;
    /** Trains in one import of a timetable. */
    readonly timetable_trains: number;
    /** Trains in one summary or projection. */
    readonly summary_trains: number;
    /** Trains that one paced train may stand for. */
    readonly paced_train_occurrences: number;
    /** Trains of one detection of conflicts. */
    readonly conflict_trains: number;
    readonly search: SearchLimits;
    /** Works in one group. */
    readonly infra_objects: number;
    readonly work_schedules: number;
    /** Temporary speed limits in one group. */
    readonly temporary_speed_limits: number;
    readonly request_deadline_ms: number;
    /** Between two requests of a connection. */
    readonly keep_alive_ms: number;
    readonly drain_ms: number;
  };
  readonly speed_limit_tags_file: string | null;
  readonly git_describe: string | null;
}

/** A setting that can't be used; the message names it. */
export class ConfigError extends Error {}

/**
 * Settings that a library reads from the environment at its import: uWebSockets.js caps URL and
 * headers at 4 KiB, which answers 431 to 600 ids or to a large cookie.
 */
export function setLibrarySettings(): void {
  process.env["UWS_HTTP_MAX_HEADERS_SIZE"] = "65536";
}

/** Reads and validates the settings; throws ConfigError naming the first wrong one. */
export function readConfig(
  env: Readonly<Record<string, string | undefined>> = process.env,
): Config {
  const given = Object.fromEntries(SETTINGS.map((s) => [s.name, env[s.name] ?? s.default]));
  const parsed = v.safeParse(Environment, given, { abortEarly: true });
  if (!parsed.success) {
    const issue = parsed.issues[0];
    throw new ConfigError(`${v.getDotPath(issue) ?? "configuration"}: ${issue.message}`);
  }
  return freeze(toConfig(parsed.output));
}

function toConfig(e: v.InferOutput<typeof Environment>): Config {
  return {
    host: e.HOST,
    port: e.PORT,
    database: {
      url: e.DATABASE_URL,
      name: e.DATABASE_NAME,
      data_dir: e.DATA_DIR,
      connections: e.DATABASE_CONNECTIONS,
      streams: e.DATABASE_STREAMS,
      queue: e.DATABASE_QUEUE,
      waits: { target_ms: e.STATEMENT_WAIT_MS, interval_ms: e.OVERLOAD_INTERVAL_MS },
      query_deadline_ms: e.QUERY_DEADLINE_MS,
      import_deadline_ms: e.IMPORT_DEADLINE_MS,
    },
    authorization: e.AUTHORIZATION,
    missing_check: e.MISSING_CHECK,
    application_roles_file: e.APPLICATION_ROLES_FILE,
    bootstrap_admins: e.BOOTSTRAP_ADMINS,
    trusted_proxies: e.TRUSTED_PROXIES,
    existing_clients: e.EXISTING_CLIENTS,
    x_remote_user: e.X_REMOTE_USER,
    identity_encoding: e.IDENTITY_ENCODING,
    cors_origins: e.CORS_ORIGINS,
    log_level: e.LOG_LEVEL,
    workers: {
      threads: e.WORKER_THREADS,
      memory_mb: e.WORKER_MEMORY_MB,
      queue: e.WORKER_QUEUE,
      waits: {
        interactive: { target_ms: e.TASK_WAIT_MS, interval_ms: e.OVERLOAD_INTERVAL_MS },
        batch: { target_ms: e.BATCH_WAIT_MS, interval_ms: e.OVERLOAD_INTERVAL_MS },
      },
      task_deadline_ms: e.TASK_DEADLINE_MS,
    },
    caches: { infra_bytes: e.INFRA_CACHE_MB, result_bytes: e.RESULT_CACHE_MB },
    limits: toLimits(e),
    speed_limit_tags_file: e.SPEED_LIMIT_TAGS_FILE,
    git_describe: e.GIT_DESCRIBE,
  };
}

function freeze(config: Config): Config {
  for (const part of Object.values(config)) {
    if (typeof part === "object" && part !== null) Object.freeze(part);
  }
  return Object.freeze(config);
}

function toLimits(e: v.InferOutput<typeof Environment>): Config["limits"] {
  return {
    body_bytes: e.BODY_LIMIT_KB,
    batch_body_bytes: e.BATCH_BODY_LIMIT_KB,
    railjson_body_bytes: e.RAILJSON_BODY_LIMIT_KB,
    timetable_body_bytes: e.TIMETABLE_BODY_LIMIT_KB,
    anonymous_body_bytes: e.ANONYMOUS_BODY_LIMIT_KB,
    bodies_in_memory_bytes: e.BODIES_IN_MEMORY_MB,
    answers_in_memory_bytes: e.ANSWERS_IN_MEMORY_MB,
    streams: e.STREAMS,
    slow_reader_ms: e.SLOW_READER_MS,
    json: {
      depth: e.BODY_DEPTH,
      list_items: e.BODY_LIST_ITEMS,
      object_keys: e.BODY_OBJECT_KEYS,
      values: e.BODY_VALUES,
    },
    batch_trains: e.BATCH_TRAINS,
    timetable_trains: e.TIMETABLE_TRAINS,
    summary_trains: e.SUMMARY_TRAINS,
    paced_train_occurrences: e.PACED_TRAIN_OCCURRENCES,
    conflict_trains: e.CONFLICT_TRAINS,
    search: {
      parts: e.SEARCH_PARTS,
      depth: e.SEARCH_DEPTH,
      text_length: e.SEARCH_TEXT_LENGTH,
    },
    infra_objects: e.INFRA_OBJECTS,
    work_schedules: e.WORK_SCHEDULES,
    temporary_speed_limits: e.TEMPORARY_SPEED_LIMITS,
    request_deadline_ms: e.REQUEST_DEADLINE_MS,
    keep_alive_ms: e.KEEP_ALIVE_MS,
    drain_ms: e.DRAIN_MS,
  };
}
