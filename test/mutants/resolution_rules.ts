/** Rules of resolutions: how a timetable becomes a plan, what trials teach it, and what is answered. */
import type { Mutant } from "./mutant.ts";

const promise = "test/train_runs/resolution.test.ts";
const demo = "test/train_runs/resolution_demo.test.ts";
const bounds = "test/workers/engine/resolution/delays.test.ts";
const requests = "test/train_runs/resolution_requests.test.ts";
const other_runs = "test/train_runs/resolution_other_runs.test.ts";
const other_optimum = "test/train_runs/resolution_other_optimum.test.ts";
const other_ways = "test/workers/engine/path/other_ways.test.ts";
const least_cost = "test/workers/engine/resolution/least_cost.test.ts";
const meetings = "workers/engine/resolution/meetings.ts";
const uses = "workers/engine/resolution/uses.ts";
const delays = "workers/engine/resolution/delays.ts";
const branching = "workers/engine/resolution/branching.ts";
const answer = "src/train_runs/resolution/answer_resolution.ts";
const movable = "src/train_runs/resolution/movable_trains.ts";

export const RESOLUTION_RULES: readonly Mutant[] = [
  {
    rule: "a train may follow a part of a second too early",
    file: meetings,
    find: "gap: isNew ? 0 : Math.ceil(gap_ms / 1000),",
    replace: "gap: isNew ? 0 : Math.floor(gap_ms / 1000),",
    tests: [requests],
  },
  {
    rule: "all of a run moves with its start",
    file: uses,
    find: "if (arrivals_ms[middle]! < time_ms) low = middle;",
    replace: "if (arrivals_ms[middle]! < -time_ms) low = middle;",
    tests: [demo],
  },
  {
    rule: "routes of one setting are a conflict",
    file: meetings,
    find: "if (isRouting && places.values[i] === places.values[j]) continue;",
    replace: "if (isRouting && places.values[i] !== places.values[j]) continue;",
    tests: [promise],
  },
  {
    rule: "works are in nobody's way",
    file: uses,
    find: "for (let i = 0; i < works.zones.length; i++) {",
    replace: "for (let i = works.zones.length; i < works.zones.length; i++) {",
    tests: [requests],
  },
  {
    rule: "a train stops as long as it likes",
    file: delays,
    find: "if (s > trainStart[train]!) waiting.push(s - 1, late - waits[s]!);",
    replace: "if (s < trainStart[train]!) waiting.push(s - 1, late - waits[s]!);",
    tests: [bounds],
  },
  {
    rule: "what is left may move",
    file: branching,
    find: "for (const s of this.#stretchesOf[knot]!) this.delays.hold(s, 1);",
    replace: "for (const s of this.#stretchesOf[knot]!) this.delays.hold(s, 0 as 1);",
    tests: [promise],
  },
  {
    rule: "only one of two trains may go before the other",
    file: branching,
    find: "const ways = [BEFORE, BEHIND, STAY]",
    replace: "const ways = [BEFORE, STAY]",
    tests: [promise, requests],
  },
  {
    rule: "new conflicts break no promise",
    file: answer,
    find: "for (const slots of made) blame(slots);",
    replace: "for (const slots of made.slice(0, 0)) blame(slots);",
    tests: [promise],
  },
  {
    rule: "the plan learns nothing from a trial",
    file: answer,
    find: "if (one !== null && tried.broken.has(one.movable.slot)) knowledge.learnt.push(one);",
    replace: "if (one === null) knowledge.learnt.length = 0;",
    tests: [promise],
  },
  {
    rule: "a stop of a train costs nothing",
    file: movable,
    find: "timed.set(id, 1);",
    replace: "timed.set(id, 0);",
    tests: [demo],
  },
  {
    rule: "weights count for nobody",
    file: movable,
    find: "weights.find((weight) => fits(one, train, weight))?.weight ?? 1",
    replace: "weights.find((weight) => !fits(one, train, weight))?.weight ?? 1",
    tests: [requests],
  },
  {
    rule: "a solution costs at least what its dearest conflicts do, whatever it leaves",
    file: "workers/engine/resolution/resolve.ts",
    find: "return prices.slice(left_count).reduce(",
    replace: "return prices.slice(0 * left_count).reduce(",
    tests: [least_cost],
  },
  {
    rule: "a train on other tracks needs its old ones too",
    file: uses,
    find: "if (run === FREE_SLOT || varied.has(i)) continue;",
    replace: "if (run === FREE_SLOT) continue;",
    tests: [other_runs],
  },
  {
    rule: "trains on other tracks are in no conflict there",
    file: meetings,
    find: "return isVaried ? knots.make(owners) : knots.find(key, { owners, at_ms });",
    replace: "return isVaried ? NO_KNOT : knots.find(key, { owners, at_ms });",
    tests: [other_runs],
  },
  {
    rule: "a train stands where its tail is behind a signal",
    file: "workers/engine/path/path_parts.ts",
    find: "before_mm <= offset_mm - trainLength_mm",
    replace: "before_mm <= offset_mm",
    tests: ["test/workers/engine/path/train_path.test.ts"],
  },
  {
    rule: "a stop that is added is before an open signal",
    file: "src/train_runs/resolution/other_run_candidates.ts",
    find: 'reception_signal: "STOP" as const,',
    replace: 'reception_signal: "OPEN" as const,',
    tests: [other_runs],
  },
  {
    rule: "the first other way of a train that brings something is the best",
    file: "src/train_runs/resolution/other_runs.ts",
    find: "for (const is_again of [false, true]) {",
    replace: "for (const is_again of [false]) {",
    tests: [other_runs],
  },
  {
    rule: "a train that runs otherwise does so whatever another one of its conflict then does",
    file: "src/train_runs/resolution/other_runs.ts",
    find: "if (together.some(isBack)) {",
    replace: "if (!together.some(isBack)) {",
    tests: [other_optimum],
  },
  {
    rule: "a train that is overtaken stays on its track",
    file: "src/train_runs/resolution/other_run_candidates.ts",
    find: "track_reference: { track_id: other_track ?? track },",
    replace: "track_reference: { track_id: track },",
    tests: [other_runs],
  },
  {
    rule: "another way is by the zones of the conflict",
    file: "workers/engine/path/other_ways.ts",
    find: "names.has(infra.zoneName[infra.chunkZone[chunk]!]!)",
    replace: "!names.has(infra.zoneName[infra.chunkZone[chunk]!]!)",
    tests: [other_ways],
  },
  {
    rule: "by another way a train is on other tracks of its stations",
    file: "workers/engine/path/other_ways.ts",
    find: "return JSON.stringify(places) === JSON.stringify(this.places)",
    replace: "return JSON.stringify(places) !== JSON.stringify([])",
    tests: [other_ways],
  },
  {
    rule: "of several tracks of another way all are taken or none",
    file: "workers/engine/path/other_ways.ts",
    find: "if (alone !== null && this.#isNew(alone))",
    replace: "if (alone !== null && !this.#isNew(alone))",
    tests: [other_ways],
  },
  {
    rule: "other ways are taken unasked",
    file: "src/train_runs/resolution/other_run_candidates.ts",
    find: "allow.routes ?",
    replace: "!allow.routes ?",
    tests: ["test/train_runs/resolution_other_ways.test.ts"],
  },
  {
    rule: "trains that stop elsewhere are as late as by the old places",
    file: "src/train_runs/resolution/problem.ts",
    find: "delay = known.get(idOf(is, at)) ?? delay;",
    replace: "delay = delays[0] ?? delay;",
    tests: [other_runs, demo],
  },
  {
    rule: "a service is shifted when some of its trains are late",
    file: "src/train_runs/resolution/proposed_changes.ts",
    find: 'const is_whole = own.length === known.slotsOf("paced_train", id).size;',
    replace: 'const is_whole = own.length <= known.slotsOf("paced_train", id).size;',
    tests: [requests],
  },
];
