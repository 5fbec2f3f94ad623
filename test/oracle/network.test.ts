/** Method: random networks, compiled and evaluated literally by the oracle, compared as texts. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { generateNetwork } from "../../bench/network.ts";
import { TINY_OPTIONS } from "../../bench/network/options.ts";
import { compileInfra } from "../../workers/engine/infra/compile.ts";
import { openInfra } from "../../workers/engine/infra/infra.ts";
import type { RailjsonInput } from "../../workers/engine/infra/railjson_input.ts";
import { md5 } from "../engine/infra/compile_network.ts";
import { makeRandom } from "../engine/seeded.ts";
import { makeBlocks } from "./blocks.ts";
import { compareNetworks, describeCompiled, describeOracle } from "./compare_network.ts";
import { mutate } from "./mutations.ts";
import { makeNetwork } from "./network.ts";

function judge(input: RailjsonInput): string[] {
  const compiled = compileInfra(input, md5);
  let oracle: ReturnType<typeof describeOracle> | string;
  try {
    const network = makeNetwork(input);
    oracle = describeOracle(network, makeBlocks(network));
  } catch (error) {
    oracle = String(error);
  }
  if (typeof oracle === "string") return compiled.ok ? [`compiled, but ${oracle}`] : [];
  if (!compiled.ok) return [`not compiled: ${JSON.stringify(compiled.error[0])}`];
  return compareNetworks(describeCompiled(openInfra(compiled.value)), oracle);
}
const N = Number(process.env["SEEDS"] ?? 40);
describe("x", () => {
  it("recorded", () => {
    for (const folder of ["reference", "reference2"]) {
      const root = join(process.cwd(), "..", "shared", folder, "infras");
      for (const name of readdirSync(root)) {
        const input = JSON.parse(readFileSync(join(root, name, "infra.json"), "utf8"));
        expect.soft([name, ...judge(input)]).toEqual([name]);
        for (let seed = 0; seed < 10; seed++) {
          const d = judge(mutate(makeRandom(seed), input));
          if (d.length) console.log(name, seed, d);
        }
      }
    }
  });
  it("gen", () => {
    let faults = 0, bad = 0;
    for (let seed = 0; seed < N; seed++) {
      const random = makeRandom(seed);
      const sig = (["BAL", "BAPR", "TVM300", "TVM430", "mixed"] as const)[seed % 5]!;
      const { railjson } = generateNetwork({ ...TINY_OPTIONS, seed, signaling: sig, line_count: 1 + (seed % 2), station_count: 3 + seed % 2 });
      const input = seed % 10 === 0 ? railjson : mutate(random, railjson as RailjsonInput);
      const c = compileInfra(input as RailjsonInput, md5); if (!c.ok) { faults++; console.log(seed, c.error[0]); }
      const d = judge(input as RailjsonInput);
      if (d.length) { bad++; console.log(seed, d); }
    }
    console.log({ faults, bad });
  });
});
