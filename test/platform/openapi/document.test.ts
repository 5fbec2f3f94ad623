// Method: the document is made from the endpoints and checked by independent tools:
// Ajv (examples), Redocly (lint), openapi-typescript with the TypeScript compiler (a client).
import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { makeDocument } from "../../../src/platform/openapi/document.ts";
import { keyOf, operationId } from "../../../src/platform/openapi/names.ts";
import { PROJECT_ROOT } from "../../../src/platform/root.ts";
import { listNamedSchemas } from "../../../src/railway/wire.ts";
import { ENDPOINTS, TAGS } from "../../../src/server/endpoints.ts";
import { exampleOf, findFault, load, resolve } from "./documented.ts";

const FILE = join(PROJECT_ROOT, "dist/openapi.json");
const { document } = load();

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
}
const operations: Operation[] = Object.values(document.paths).flatMap((item) =>
  Object.values(item as Record<string, Operation>),
);

/** Names that published clients know and code calls otherwise. */
const PUBLISHED: Readonly<Record<string, string>> = { InfraRecord: "Infra" };

/** Queries and parameters are shown one by one, not as objects. */
const SPREAD = /(?:Query|Params)$/;

function isSchema(value: unknown): boolean {
  return typeof value === "object" && value !== null && "kind" in value && value.kind === "schema";
}

describe("the API document", () => {
  it("comes with its types from each build, so that the page can be checked: `npx tsc -p web`", () => {
    const { scripts } = JSON.parse(readFileSync(join(PROJECT_ROOT, "package.json"), "utf8")) as {
      scripts: Readonly<Record<string, string>>;
    };
    for (const name of ["build", "build:document"]) {
      expect(scripts[name], name).toContain("npm run -s build:types");
    }
    expect(scripts["build:types"]).toContain("npm run -s build:client");
    expect(scripts["build:client"]).toContain("openapi.d.ts");
  });

  it("is built as the sources make it (else: npm run build)", () => {
    const text = `${JSON.stringify(makeDocument(ENDPOINTS, TAGS), null, 1)}\n`;
    expect(readFileSync(FILE, "utf8") === text).toBe(true);
  });

  it("has every endpoint, each under an id of its own", () => {
    expect(operations.length).toBe(ENDPOINTS.length);
    expect(new Set(operations.map((one) => one.operationId)).size).toBe(ENDPOINTS.length);
    expect(ENDPOINTS.map(operationId).sort()).toEqual(
      operations.map((one) => one.operationId).sort(),
    );
  });

  it("has a version in one path alone: the interface is one", () => {
    const versioned = ENDPOINTS.filter(({ path }) => /\/v\d+(\/|$)/.test(path));
    expect(versioned.map(keyOf)).toEqual(["POST /v2/train_schedule/project_path"]);
  });

  it("has every tag that a room lists, and no other", () => {
    const tags: { readonly name: string; readonly description: string }[] = document.tags;
    expect(new Set(operations.flatMap((one) => one.tags))).toEqual(
      new Set(tags.map(({ name }) => name)),
    );
  });

  it("has lists of a length in place of tuples, which some clients read as an older draft's", () => {
    expect(JSON.stringify(document)).not.toContain('"prefixItems"');
  });

  it("names the schemas of every resource", async () => {
    const src = join(PROJECT_ROOT, "src");
    const files = readdirSync(src, { recursive: true, encoding: "utf8" });
    const modules = files.filter((name) => name.endsWith(".schemas.ts"));
    expect(modules.length).toBeGreaterThan(15);
    const named = listNamedSchemas();
    for (const name of modules) {
      const exported = (await import(join(src, name))) as Record<string, unknown>;
      const unnamed = Object.entries(exported).filter(
        ([key, value]) =>
          isSchema(value) && !SPREAD.test(key) && named[PUBLISHED[key] ?? key] !== value,
      );
      expect(
        unnamed.map(([key]) => key),
        name,
      ).toEqual([]);
    }
  });

  it("lists as path parameters exactly the ones of the path", () => {
    for (const endpoint of ENDPOINTS) {
      const named = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
      const one = operations.find((operation) => operation.operationId === operationId(endpoint));
      const listed = (one?.parameters ?? []).filter((parameter) => parameter.in === "path");
      expect(listed.map(({ name }) => name).sort(), endpoint.path).toEqual(named.sort());
    }
  });
});

describe("request examples", () => {
  const with_body = ENDPOINTS.filter(({ body }) => body.kind === "json" || body.kind === "bytes");

  it("are there for every operation with a JSON body", () => {
    expect(with_body.length).toBeGreaterThan(50);
    expect(with_body.filter((one) => exampleOf(one) === undefined).map(keyOf)).toEqual([]);
  });

  it.each(with_body.map((endpoint) => [keyOf(endpoint), endpoint] as const))(
    "are valid: %s",
    (_key, endpoint) => {
      const template = endpoint.path.replaceAll(/:(\w+)/g, "{$1}").replaceAll("/", "~1");
      const content = `/paths/${template}/${endpoint.method}/requestBody/content/application~1json`;
      const { value: example } = resolve(`${content}/example`);
      expect(example).toEqual(exampleOf(endpoint));
      expect(findFault(`${content}/schema`, example)).toBeNull();
      if (endpoint.body.kind !== "json") return;
      const parsed = v.safeParse(endpoint.body.schema, example);
      expect(parsed.issues?.[0]?.message ?? null).toBeNull();
    },
  );
});

describe("links", () => {
  const by_key = new Map(ENDPOINTS.map((endpoint) => [keyOf(endpoint), endpoint]));
  const rows = ENDPOINTS.flatMap((endpoint) =>
    (endpoint.links?.to ?? []).map(
      (to) => [keyOf(endpoint), to, endpoint.links?.parameters ?? {}] as const,
    ),
  );

  it("lead from most of what creates", () => {
    expect(rows.length).toBeGreaterThan(50);
  });

  it.each(rows)("from %s lead to %s", (from, to, parameters) => {
    const target = by_key.get(to);
    expect(target).toBeDefined();
    const wanted = [...(target?.path ?? "").matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
    expect(Object.keys(parameters).sort()).toEqual(wanted.sort());
    for (const expression of Object.values(parameters)) {
      const name = /^\$request\.path\.(\w+)$/.exec(expression)?.[1];
      if (name === undefined) expect(expression).toMatch(/^\$response\.body(?:#(?:\/\w+)+)?$/);
      else expect(from).toContain(`:${name}`);
    }
  });
});

describe("other people's tools", () => {
  const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };

  /** Output of a program; throws with it when it fails. */
  function run(script: string, args: readonly string[], cwd = PROJECT_ROOT): string {
    try {
      return execFileSync(process.execPath, [join(PROJECT_ROOT, script), ...args], {
        cwd,
        env,
        encoding: "utf8",
        stdio: ["ignore", "pipe", "pipe"],
      });
    } catch (error) {
      const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
      throw new Error(`${script} ${args.join(" ")}\n${stdout}\n${stderr}`);
    }
  }

  it("find nothing to complain of: Redocly", () => {
    const report = run("node_modules/@redocly/cli/bin/cli.js", ["lint", "--format", "json"]);
    const { totals } = JSON.parse(report.slice(report.indexOf("{"))) as { totals: unknown };
    expect(totals).toEqual({ errors: 0, warnings: 0, ignored: 0 });
  });

  it("make a client that a small program compiles with: openapi-typescript", () => {
    const folder = mkdtempSync(join(tmpdir(), "marey-client-"));
    try {
      const types = join(folder, "marey_api.d.ts");
      const generator = "web/client/node_modules/openapi-typescript/bin/cli.js";
      run(generator, [FILE, "--default-non-nullable=false", "--output", types], folder);
      copyFileSync(
        join(PROJECT_ROOT, "test/platform/openapi/client/program.ts.txt"),
        join(folder, "program.ts"),
      );
      const options = {
        strict: true,
        exactOptionalPropertyTypes: true,
        noUncheckedIndexedAccess: true,
        module: "nodenext",
        target: "es2023",
        lib: ["es2023", "dom"],
        types: [],
        noEmit: true,
      };
      const config = { compilerOptions: options, files: ["program.ts"] };
      writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
      writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
      run("node_modules/typescript/lib/tsc.js", ["-p", folder]);
      // The types are not `any`: a wrong program does not compile.
      const program = readFileSync(join(folder, "program.ts"), "utf8");
      const wrong = program.replace("train_name:", "train_nam:");
      expect(wrong).not.toBe(program);
      writeFileSync(join(folder, "program.ts"), wrong);
      expect(() => run("node_modules/typescript/lib/tsc.js", ["-p", folder])).toThrow(/train_nam/);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
