/**
 * Bench: conflicts of all days of a year at once beside those of one of its days, on one thread, among the recorded runs
 * of small_infra. Six in ten trains run Monday to Friday, one at weekends, two daily, one on days of its own. Before the
 * timing, conflicts must be found. Told are ratios, and the work of both: requirements, and conflicts with their dates.
 */
import { existsSync } from "node:fs";
import tags from "../src/network/speed_limit_tag/speed_limit_tags.json" with { type: "json" };
import { DayMasks, listDays, toMask } from "../workers/engine/conflicts/day_masks.ts";
import { ConflictDetector } from "../workers/engine/conflicts/detect_conflicts.ts";
import { type Folded, foldAll, joinFolded } from "../workers/engine/conflicts/folded_conflicts.ts";
import type { FoldedSlots } from "../workers/engine/conflicts/folded_pairs.ts";
import { NO_WORKS, type TrainRequirements } from "../workers/engine/conflicts/requirement_table.ts";
import { openRequirements } from "../workers/engine/requirements/packed_requirements.ts";
import { viewInfra } from "../workers/tasks/infra_views.ts";
import { simulateTrains } from "../workers/tasks/simulation/simulate_trains.ts";
import { readRecordedSimulations } from "./recorded_simulations.ts";
import { timeWork } from "./time_work.ts";
import { bitsOf, DAYS, runsOn } from "./year_days.ts";

const FOLDER = "../shared/reference";
const NETWORK = "small_infra";
const DAY_MS = 86_400_000;
/** A Monday. */
const ONE_DAY = 7;
const COUNTS = [100, 300];

function makeSlots(starts_ms: Float64Array): FoldedSlots {
  const masks = new DayMasks(DAYS);
  const daySets = Uint32Array.from(starts_ms, (_, train) => masks.place(toMask(bitsOf(train))));
  const orders = Float64Array.from(starts_ms, (_, train) => train);
  return { starts_ms, orders, ordinals: new Uint32Array(starts_ms.length), daySets, masks };
}

function main(): void {
  if (!existsSync(FOLDER)) {
    console.log(`year: SKIPPED, ${FOLDER} is not there`);
    return;
  }
  const recorded = readRecordedSimulations(FOLDER, tags).filter(
    (one) => one.recorded.infra === NETWORK,
  );
  const [first] = recorded;
  if (first === undefined) throw new Error("no recorded simulation to time");
  const infra = viewInfra(first.input.infra);
  const simulations = recorded.flatMap(({ input }) => {
    const [outcome] = simulateTrains(input);
    if (outcome?.kind !== "success") return [];
    const { buffer, byte_offset } = outcome.requirements;
    return [openRequirements(buffer, byte_offset)];
  });
  const detector = new ConflictDetector();
  for (const count of COUNTS) {
    const starts_ms = Float64Array.from({ length: count }, (_, i) => (i * DAY_MS) / count);
    const trainSimulations = Uint32Array.from(starts_ms, (_, i) => i % simulations.length);
    const all: TrainRequirements = { simulations, trainSimulations, trainStarts_ms: starts_ms };
    const slots = makeSlots(starts_ms);
    const own = [...starts_ms.keys()].filter((train) => runsOn(train, ONE_DAY));
    const one_day: TrainRequirements = {
      simulations,
      trainSimulations: Uint32Array.from(own, (i) => trainSimulations[i] ?? 0),
      trainStarts_ms: Float64Array.from(own, (i) => starts_ms[i] ?? 0),
    };
    const detect = (): Folded | null => {
      const kinds = foldAll(infra, all, slots, []);
      return kinds && joinFolded(kinds, slots, []);
    };
    const found = detect();
    const of_day = detector.detect(infra, one_day, NO_WORKS);
    if (found === null || !of_day.ok) throw new Error("too many conflicts");
    const dates = found.conflicts.reduce((sum, { days }) => sum + listDays(days).length, 0);
    if (dates === 0) throw new Error("no conflicts");
    const year = timeWork(() => {
      detect();
    });
    const day = timeWork(() => {
      detector.detect(infra, one_day, NO_WORKS);
    });
    const ratio = (year.best_cpu_ms / day.best_cpu_ms).toFixed(1);
    console.log(
      `${count} trains: ${found.conflicts.length} conflicts on ${dates} dates in ${year.best_cpu_ms.toFixed(1)} ms of CPU; ` +
        `one day: ${of_day.value.count} in ${day.best_cpu_ms.toFixed(2)} ms; ratio ${ratio}`,
    );
  }
}

main();
