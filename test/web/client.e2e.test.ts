// Method: the client as others get it: packed by npm, installed into an empty project, and the program of its README compiled there and run against a server; a misspelt field does not compile.
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PROJECT_ROOT } from "../../src/platform/root.ts";
import { scaled } from "../helpers/pace.ts";
import { freePort, ready, ServerProcesses, settingsOn } from "../helpers/server_process.ts";
import { startTestDatabase, type TestDatabase } from "../helpers/test_database.ts";

const COMPILER = join(PROJECT_ROOT, "node_modules/typescript/lib/tsc.js");
const NPM = ["--no-audit", "--no-fund", "--prefer-offline"];

let folder: string;
let database: TestDatabase;
let servers: ServerProcesses;

function run(command: string, args: readonly string[], env: Record<string, string> = {}): string {
  const options = { cwd: folder, encoding: "utf8", env: { ...process.env, ...env } } as const;
  const { status, stdout, stderr } = spawnSync(command, args, options);
  if (status !== 0) throw new Error(`${command} ${args.join(" ")}: ${stdout}${stderr}`);
  return stdout;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "marey-client-"));
  database = await startTestDatabase();
  servers = new ServerProcesses();
});
afterAll(async () => {
  servers.close();
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

describe("the packed client", () => {
  it(
    "works in an empty project as its README shows",
    async () => {
      run("npm", ["pack", join(PROJECT_ROOT, "web/client")]);
      writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
      run("npm", ["install", ...NPM, "./marey-client-1.0.0.tgz"]);
      const readme = readFileSync(join(PROJECT_ROOT, "web/client/README.md"), "utf8");
      const [, program = ""] = /```ts\n([\s\S]*?)```/.exec(readme) ?? [];
      writeFileSync(join(folder, "program.ts"), program);
      const options = {
        strict: true,
        exactOptionalPropertyTypes: true,
        noUncheckedIndexedAccess: true,
        module: "nodenext",
        target: "es2023",
        lib: ["es2023", "dom", "dom.iterable"],
        types: ["node"],
        typeRoots: [join(PROJECT_ROOT, "node_modules/@types")],
      };
      const config = { compilerOptions: options, files: ["program.ts"] };
      writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
      run(process.execPath, [COMPILER, "-p", folder]);

      const port = await freePort();
      const server = servers.run({ ...settingsOn(database.target), PORT: String(port) });
      await ready(port);
      const address = { MAREY_URL: `http://127.0.0.1:${port}` };
      const program_run = spawn(process.execPath, ["program.js"], {
        cwd: folder,
        env: { ...process.env, ...address },
        stdio: ["ignore", "pipe", "inherit"],
      });
      let printed = "";
      program_run.stdout.on("data", (chunk: Buffer) => {
        printed += chunk.toString();
      });
      // Somebody else changes the timetable while the program follows it.
      while (program_run.exitCode === null) {
        await wait(100);
        const [, id] = /timetable_id: (\d+)/.exec(printed) ?? [];
        if (id === undefined) continue;
        await fetch(`${address.MAREY_URL}/timetable/${id}`, {
          method: "PUT",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ name: `At ${performance.now()}` }),
        });
      }
      expect(program_run.exitCode).toBe(0);
      expect(printed).toContain("Draft of 0 trains");
      expect(printed).toMatch(/^timetable \{/m);
      server.child.kill("SIGTERM");
      expect(await server.exit).toBe(0);

      const wrong = program.replace("name: `", "nam: `");
      expect(wrong).not.toBe(program);
      writeFileSync(join(folder, "program.ts"), wrong);
      expect(() => run(process.execPath, [COMPILER, "-p", folder])).toThrow(/\bnam: string/);
    },
    scaled(120_000),
  );
});
