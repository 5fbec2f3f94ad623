/**
 * Large worlds are made once: what was compiled and simulated is kept in the folder for temporary files,
 * under a name that the options and the code of the workers make, so that other code makes its own.
 */
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TimetableRequirements } from "../../workers/tasks/conflicts/timetable_requirements.ts";
import type { GeneratedNetwork } from "../network.ts";
import type { NetworkOptions } from "./options.ts";
import { makeWorld, type World } from "./world.ts";

/** Beside the files with the network and the buffers. */
interface Index {
  readonly buffer_count: number;
  readonly simulation_buffers: readonly number[];
  readonly simulation_offsets: readonly number[];
  readonly train_simulations: readonly number[];
  readonly train_starts_ms: readonly number[];
}

/** The world of a network made with these options: read, or made and kept. */
export function openKeptWorld(
  network: GeneratedNetwork,
  options: Partial<NetworkOptions>,
  tell: (line: string) => void,
): World {
  const folder = join(tmpdir(), "marey-bench", nameOf(options));
  if (existsSync(folder)) {
    tell(`read from ${folder}`);
    return read(network, folder);
  }
  const world = makeWorld(network, folder, tell);
  write(world, folder);
  tell(`kept in ${folder}`);
  return world;
}

function nameOf(options: Partial<NetworkOptions>): string {
  const hash = createHash("sha256").update(JSON.stringify(options));
  const workers = join(import.meta.dirname, "../../workers");
  for (const file of readdirSync(workers, { recursive: true, encoding: "utf8" }).sort()) {
    if (/\.[jt]s$/.test(file)) hash.update(readFileSync(join(workers, file)));
  }
  return hash.digest("hex").slice(0, 16);
}

/** Written beside its place first: a run that is ended leaves nothing that looks whole. */
function write({ infra, timetable }: World, folder: string): void {
  const partial = `${folder}.${process.pid}`;
  mkdirSync(partial, { recursive: true });
  writeFileSync(join(partial, "infra"), new Uint8Array(infra.buffer));
  timetable.buffers.forEach((buffer, i) => {
    writeFileSync(join(partial, `buffer${i}`), new Uint8Array(buffer));
  });
  const index: Index = {
    buffer_count: timetable.buffers.length,
    simulation_buffers: [...timetable.simulation_buffers],
    simulation_offsets: [...timetable.simulation_offsets],
    train_simulations: [...timetable.train_simulations],
    train_starts_ms: [...timetable.train_starts_ms],
  };
  writeFileSync(join(partial, "index.json"), JSON.stringify(index));
  renameSync(partial, folder);
}

function read(network: GeneratedNetwork, folder: string): World {
  const index: Index = JSON.parse(readFileSync(join(folder, "index.json"), "utf8"));
  const timetable: TimetableRequirements = {
    buffers: Array.from({ length: index.buffer_count }, (_, i) => share(folder, `buffer${i}`)),
    simulation_buffers: Uint32Array.from(index.simulation_buffers),
    simulation_offsets: Float64Array.from(index.simulation_offsets),
    train_simulations: Uint32Array.from(index.train_simulations),
    train_starts_ms: Float64Array.from(index.train_starts_ms),
  };
  return { network, infra: { key: folder, buffer: share(folder, "infra") }, timetable };
}

function share(folder: string, file: string): SharedArrayBuffer {
  const bytes = readFileSync(join(folder, file));
  const buffer = new SharedArrayBuffer(bytes.length);
  new Uint8Array(buffer).set(bytes);
  return buffer;
}
