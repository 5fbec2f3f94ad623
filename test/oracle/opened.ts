/** A network as the engine and as the oracle see it, and the networks that the comparison runs on. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { TINY_OPTIONS } from "../../bench/network/options.ts";
import { generateNetwork } from "../../bench/network.ts";
import { findReference } from "../../bench/recorded/cases.ts";
import { compileInfra } from "../../workers/engine/infra/compile/compile.ts";
import type { RailjsonInput } from "../../workers/engine/infra/compile/railjson_input.ts";
import { openInfra } from "../../workers/engine/infra/infra.ts";
import type { InfraRef } from "../../workers/tasks/types.ts";
import { md5 } from "../workers/engine/infra/compile_network.ts";
import { makeRandom } from "../workers/engine/seeded.ts";
import { makeBlocks } from "./blocks.ts";
import { compareNetworks, describeCompiled, describeOracle } from "./compare_network.ts";
import { makeGrid } from "./grid.ts";
import { mutate } from "./mutations.ts";
import { makeNetwork } from "./network.ts";
import { makeWorld, type World } from "./search.ts";

export interface Opened {
  readonly name: string;
  readonly input: RailjsonInput;
  readonly ref: InfraRef;
  readonly world: World;
}

/**
 * Opens a network with both and compares them. `problems` tells where they disagree, also about
 * whether the network can be used; `opened` is null when both refuse it.
 */
export function openBoth(
  name: string,
  input: RailjsonInput,
): { opened: Opened | null; problems: string[] } {
  const compiled = compileInfra(input, md5);
  let world: World;
  try {
    const network = makeNetwork(input);
    world = makeWorld(network, makeBlocks(network));
  } catch (error) {
    return {
      opened: null,
      problems: compiled.ok ? [`${name}: compiled, but ${String(error)}`] : [],
    };
  }
  if (!compiled.ok) {
    return { opened: null, problems: [`${name}: refused ${JSON.stringify(compiled.error[0])}`] };
  }
  const described = describeCompiled(openInfra(compiled.value));
  const problems = compareNetworks(described, describeOracle(world.network, world.blocks));
  return {
    opened: { name, input, ref: { key: `oracle/${name}`, buffer: compiled.value }, world },
    problems: problems.map((problem) => `${name}: ${problem}`),
  };
}

const SIGNALING = ["BAL", "BAPR", "TVM300", "TVM430", "mixed"] as const;

/** A generated network, a lattice or a recorded one, changed at random; the seed decides. */
export function drawNetwork(seed: number): { name: string; input: RailjsonInput } {
  const random = makeRandom(seed);
  const recorded = readRecordedNetworks();
  const kind = seed % 4;
  if (kind === 0) return { name: `grid ${seed}`, input: makeGrid(random) };
  const known = recorded[Math.floor(seed / 4) % Math.max(1, recorded.length)];
  if (kind === 1 && known !== undefined) {
    const input = seed % 5 === 0 ? known.input : mutate(random, known.input);
    return { name: `${known.name} ${seed}`, input };
  }
  const generated = generateNetwork({
    ...TINY_OPTIONS,
    seed,
    signaling: SIGNALING[seed % SIGNALING.length]!,
    line_count: 1 + (seed % 2),
    station_count: 3 + (seed % 3),
  });
  // As a stored document is read: absent fields are absent.
  const input: RailjsonInput = JSON.parse(JSON.stringify(generated.railjson));
  return { name: `generated ${seed}`, input: seed % 10 === 2 ? input : mutate(random, input) };
}

let recordedNetworks: { name: string; input: RailjsonInput }[] | null = null;

/** Recorded networks with coordinates on Earth; none where the folders are missing. */
export function readRecordedNetworks(): readonly { name: string; input: RailjsonInput }[] {
  recordedNetworks ??= ["reference", "reference2"].flatMap((name) => {
    const root = join(findReference(name), "infras");
    if (!existsSync(root)) return [];
    return readdirSync(root)
      .filter((folder) => folder !== "example_script" && folder !== "three_trains")
      .map((folder) => ({
        name: folder,
        // The folder's README fixes the form of its networks.
        input: JSON.parse(readFileSync(join(root, folder, "infra.json"), "utf8")) as RailjsonInput,
      }));
  });
  return recordedNetworks;
}
