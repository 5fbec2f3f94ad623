// Method: servers of two builds that compute otherwise, on one database and one real Valkey or Redis; each of their answers is compared with that of a server of the same build that shares nothing.
import { expect, it } from "vitest";
import { has_valkey } from "../helpers/valkey_process.ts";
import { askText, listEngines, withTwoBuilds } from "./two_builds.ts";

it.skipIf(!has_valkey)(
  "servers of two builds side by side each answer what their own build computes, cold and warm",
  async () => {
    await withTwoBuilds({ timetables: 1, trains: 120 }, async (builds) => {
      const { before, after, paths, valkey, start } = builds;
      // They compute otherwise: a mixed answer would be another one.
      for (const path of paths.filter((one) => one.includes("simulations_summary"))) {
        expect(before.answers.get(path)).not.toBe(after.answers.get(path));
        expect(before.answers.get(path)).toMatch(/^\{/);
      }
      // Cold ones beside each other, then ones that find what both have left behind.
      for (let i = 0; i < 2; i++) {
        const running = await Promise.all(
          [before, after].map(async (build) => {
            const server = await start(build);
            return { build, server };
          }),
        );
        await Promise.all(
          running.map(async ({ build, server }) => {
            for (const path of paths) {
              expect(await askText(server.url, path)).toBe(build.answers.get(path));
            }
          }),
        );
        for (const { server } of running) expect(await server.stop()).toBe(0);
        expect(await listEngines(valkey)).toHaveLength(2);
      }
    });
  },
);
