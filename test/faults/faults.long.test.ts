// Method: runFaults over many seeds, each with all faults in an order of its own; FAULT_SEED starts elsewhere, FAULT_RUNS sets how many.
import { describe, expect, it } from "vitest";
import { makeRandom, wholeBetween } from "../workers/engine/seeded.ts";
import { FAULT_NAMES, type FaultName, runFaults } from "./run_faults.ts";
import { mountSmallDisk } from "./small_disk.ts";

const FIRST_SEED = Number(process.env["FAULT_SEED"] ?? 100);
const RUNS = Number(process.env["FAULT_RUNS"] ?? 12);
const FAULTS_A_RUN = 24;
const DISK_MB = 400;

function drawFaults(seed: number): FaultName[] {
  const random = makeRandom(seed);
  const drawn = Array.from({ length: FAULTS_A_RUN - FAULT_NAMES.length }, () => {
    // The index is below the length.
    return FAULT_NAMES[wholeBetween(random, 0, FAULT_NAMES.length - 1)] as FaultName;
  });
  return [...FAULT_NAMES, ...drawn];
}

describe("a fault run", () => {
  it.each(Array.from({ length: RUNS }, (_, i) => FIRST_SEED + i))(
    "with seed %i loses nothing that was answered, leaves nothing half and does nothing twice",
    async (seed) => {
      const disk = mountSmallDisk(DISK_MB);
      if (disk === null) console.warn("SKIPPED: only root can mount a disk that can be full");
      try {
        const report = await runFaults({ seed, disk, faults: drawFaults(seed) });
        console.log(`seed ${seed}: ${JSON.stringify(report)}`);
        expect(report.wrong).toEqual([]);
        expect(report.done).toBeGreaterThan(200);
      } finally {
        disk?.close();
      }
    },
  );
});
