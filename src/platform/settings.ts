/**
 * Every setting: one row each, with its form, its name in the environment, its default and its
 * meaning, in the shape of the resulting configuration. docs/operating.md copies the table. Names
 * have no prefix: the process shares its environment with nothing else.
 */
import { availableParallelism } from "node:os";
import * as v from "valibot";
import {
  baseMap,
  databaseUrl,
  integer,
  list,
  MIB,
  milliseconds,
  notEmpty,
  onOff,
  plainName,
  publicUrl,
  type Setting,
  setting,
  size,
  textOrNull,
} from "./setting_forms.ts";
import { valkeyUrl } from "./valkey_url.ts";

export const SETTINGS = {
  host: setting(notEmpty, { name: "HOST", default: "127.0.0.1", meaning: "address to listen on" }),
  port: setting(integer(0, 65_535), {
    name: "PORT",
    default: "8090",
    meaning: "port to listen on (0 = any free one)",
  }),
  http_front: setting(v.picklist(["auto", "uws", "node"]), {
    name: "HTTP_FRONT",
    default: "auto",
    meaning:
      "what speaks HTTP: `uws` = uWebSockets.js, `node` = Node's own; `auto` = uWebSockets.js where it has a binary for this Node",
  }),
  database: {
    url: setting(databaseUrl, {
      name: "DATABASE_URL",
      default: "",
      meaning:
        "PostgreSQL 15 or newer with the extensions `unaccent` and `pg_trgm`, `postgres://user:password@host/database`; empty = embedded",
    }),
    name: setting(plainName, {
      name: "DATABASE_NAME",
      default: "marey",
      meaning: "database on the embedded PostgreSQL",
    }),
    data_dir: setting(notEmpty, {
      name: "DATA_DIR",
      default: ".marey",
      meaning: "folder of the embedded PostgreSQL, and of compiled networks as files",
    }),
    connections: setting(integer(1, 200), {
      name: "DATABASE_CONNECTIONS",
      default: "8",
      meaning: "connections for ordinary statements",
    }),
    query_deadline_ms: setting(milliseconds, {
      name: "QUERY_DEADLINE_MS",
      default: "10000",
      meaning: "deadline of one statement",
    }),
  },
  wait_ms: setting(milliseconds, {
    name: "WAIT_MS",
    default: "500",
    meaning:
      "longest wait for a request's turn, for the database and for the threads, once it has been longer for half a second; requests that would wait longer are answered 503",
  }),
  valkey_url: setting(valkeyUrl, {
    name: "VALKEY_URL",
    default: "",
    meaning:
      "Valkey or Redis where servers share what they have computed, `redis://`, `rediss://`, `redis+cluster://` or `unix://`; empty = none",
  }),
  share_trains: setting(integer(1, 1_000_000), {
    name: "SHARE_TRAINS",
    default: "256",
    meaning: "with VALKEY_URL: of more trains not computed yet all servers compute some",
  }),
  operation_retention_days: setting(integer(1, 36_500), {
    name: "OPERATION_RETENTION_DAYS",
    default: "30",
    meaning:
      "for how long an opened day is kept after its end, or after it was opened if that is later",
  }),
  authorization: setting(v.picklist(["enforce", "disabled"]), {
    name: "AUTHORIZATION",
    default: "enforce",
    meaning: "`disabled` = every request may do everything (demo and tests)",
  }),
  missing_check: setting(v.picklist(["abort", "log"]), {
    name: "MISSING_CHECK",
    default: "abort",
    meaning: "when a declared check was not performed: `abort` the request or `log` an error",
  }),
  application_roles_file: setting(notEmpty, {
    name: "APPLICATION_ROLES_FILE",
    default: "src/accounts/authz/roles.example.yaml",
    meaning: "YAML or JSON of application roles, read once at start",
  }),
  bootstrap_admins: setting(list, {
    name: "BOOTSTRAP_ADMINS",
    default: "",
    meaning: "identities that get an application role that implies `admin`, at each start",
  }),
  trusted_proxies: setting(list, {
    name: "TRUSTED_PROXIES",
    default: "127.0.0.1,::1",
    meaning: "addresses that may send identity headers",
  }),
  existing_clients: setting(onOff, {
    name: "EXISTING_CLIENTS",
    default: "on",
    meaning: "`off` = without the paths and the prefix `/api` of clients that exist already",
  }),
  mcp: setting(onOff, {
    name: "MCP",
    default: "off",
    meaning: "`on` = assistants plan at `/mcp`, with the rights of whom they speak for",
  }),
  page: setting(onOff, {
    name: "PAGE",
    default: "on",
    meaning: "`off` = without the planner's page at `/`",
  }),
  public_url: setting(publicUrl, {
    name: "PUBLIC_URL",
    default: "",
    meaning:
      "where clients reach this server, with the gateway's path, as `https://host/api`: map tiles are named by it; empty = `http://HOST:PORT`",
  }),
  base_map: setting(baseMap, {
    name: "BASE_MAP_STYLE",
    default: "",
    meaning:
      "URL of a MapLibre style that lies below networks on the page's map; after commas further origins that it loads from; empty = none",
  }),
  x_remote_user: setting(onOff, {
    name: "X_REMOTE_USER",
    default: "off",
    meaning:
      "`on` = a gateway may send `x-remote-user: provider/user`, all of it the identity, in place of the two headers",
  }),
  identity_encoding: setting(v.picklist(["", "none", "percent"]), {
    name: "IDENTITY_ENCODING",
    default: "",
    meaning:
      "`percent` = identities and names arrive as percent-encoded UTF-8; `none` = identities are ASCII; empty = `none`, with a warning where one that is not ASCII could be cut",
  }),
  cors_origins: setting(list, {
    name: "CORS_ORIGINS",
    default: "",
    meaning: "origins that browsers may call from, separated by commas; empty = none",
  }),
  log_level: setting(v.picklist(["debug", "info", "warn", "error", "silent"]), {
    name: "LOG_LEVEL",
    default: "info",
    meaning: "`debug` (a line for each request), `info`, `warn`, `error` or `silent`",
  }),
  traces_endpoint: setting(textOrNull, {
    name: "OTEL_EXPORTER_OTLP_ENDPOINT",
    default: "",
    meaning:
      "URL of an OpenTelemetry collector for spans (OTLP over HTTP, JSON); the other standard `OTEL_*` variables count too; empty = no tracing",
  }),
  run_accuracy: setting(v.picklist(["reference", "exact"]), {
    name: "RUN_ACCURACY",
    default: "reference",
    meaning:
      "`reference` = margins and arrivals are met to the reference's 2 s for the whole path; `exact` = to 0.1 s each, wherever that is possible, in runs of exact steps of integration",
  }),
  workers: {
    threads: setting(integer(1, 256), {
      name: "WORKER_THREADS",
      default: String(availableParallelism()),
      meaning: "threads for the engine (default: as many as cores)",
    }),
    memory_mb: setting(integer(64, 1_048_576), {
      name: "WORKER_MEMORY_MB",
      default: "4096",
      meaning: "JavaScript heap of one thread",
    }),
    batch_wait_ms: setting(milliseconds, {
      name: "BATCH_WAIT_MS",
      default: "30000",
      meaning: "as WAIT_MS, for the threads, of summaries, projections, conflicts and imports",
    }),
    task_deadline_ms: setting(milliseconds, {
      name: "TASK_DEADLINE_MS",
      default: "60000",
      meaning: "run time after which a task's thread is replaced",
    }),
  },
  caches: {
    infra_bytes: setting(size(MIB), {
      name: "INFRA_CACHE_MB",
      default: "2048",
      meaning: "compiled networks in memory",
    }),
    network_files_bytes: setting(size(MIB, 0), {
      name: "NETWORK_FILES_MB",
      default: "1024",
      meaning:
        "compiled networks as files in DATA_DIR, for a server that starts again, where as much stays free on the disk and there is no Valkey (0 = none)",
    }),
    result_bytes: setting(size(MIB), {
      name: "RESULT_CACHE_MB",
      default: "2048",
      meaning:
        "what was computed, in memory: half for paths and simulations, half for timetables' kept conflicts, with who needs which zone when, and electrical profiles",
    }),
  },
  limits: {
    event_streams: setting(integer(1, 100_000), {
      name: "EVENT_STREAMS",
      default: "10000",
      meaning: "streams of events at once; more are answered 503",
    }),
    request_deadline_ms: setting(milliseconds, {
      name: "REQUEST_DEADLINE_MS",
      default: "300000",
      meaning: "whole request, streams excluded",
    }),
    keep_alive_ms: setting(integer(1000, 86_400_000), {
      name: "KEEP_ALIVE_MS",
      default: "120000",
      meaning: "time that a connection may wait for its next request; longer than the gateway's",
    }),
    drain_ms: setting(milliseconds, {
      name: "DRAIN_MS",
      default: "10000",
      meaning: "time to finish running requests at SIGTERM",
    }),
  },
  speed_limit_tags_file: setting(textOrNull, {
    name: "SPEED_LIMIT_TAGS_FILE",
    default: "",
    meaning: "JSON of speed limit tags and their fallbacks; empty = the French set",
  }),
  git_describe: setting(textOrNull, {
    name: "GIT_DESCRIBE",
    default: "",
    meaning: "the answer of `/version`; empty = ask git, else null",
  }),
} as const;

/** A setting, or settings by their names in the configuration. */
export type SettingTree = Setting<unknown> | { readonly [name: string]: SettingTree };

/** The values of a tree of settings. */
export type Values<Tree> =
  Tree extends Setting<infer Value> ? Value : { readonly [Name in keyof Tree]: Values<Tree[Name]> };

export function isSetting(tree: SettingTree): tree is Setting<unknown> {
  return "schema" in tree;
}

/** All settings in the order of the table, each once. */
export function listSettings(tree: SettingTree = SETTINGS): readonly Setting<unknown>[] {
  if (isSetting(tree)) return [tree];
  return [...new Set(Object.values(tree).flatMap((part) => listSettings(part)))];
}
