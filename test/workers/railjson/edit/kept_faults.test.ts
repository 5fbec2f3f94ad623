// Method: random histories of edits, some taken back, some before and some after the faults were asked for; what is kept is what a check of the whole network finds, and fixes are the same with it.
import { describe, expect, it } from "vitest";
import { TINY_OPTIONS } from "../../../../bench/network/options.ts";
import { generateNetwork } from "../../../../bench/network.ts";
import { checkNetwork } from "../../../../workers/railjson/checks/check_network.ts";
import { findFixes } from "../../../../workers/railjson/edit/find_fixes.ts";
import {
  type FaultsByObject,
  groupByObject,
} from "../../../../workers/railjson/edit/kept_faults.ts";
import { NetworkModel } from "../../../../workers/railjson/edit/network_model.ts";
import { NetworkEdit } from "../../../../workers/railjson/edit/network_objects.ts";
import { applyOperations, checkOperations } from "../../../../workers/railjson/edit/operations.ts";
import {
  type FaultyObject,
  printFault,
  readFault,
} from "../../../../workers/railjson/infra_error.ts";
import type { RailjsonDocument } from "../../../../workers/railjson/schemas.ts";
import { NetworkCopy } from "../../../../workers/tasks/network/network_copies.ts";
import { TINY_RAILJSON } from "../../../helpers/tiny_railjson.ts";
import { countTries } from "../../../helpers/tried.ts";
import { drawOperation, seededRandom } from "./damage.ts";
import { drawGentleEdit } from "./gentle_edits.ts";

const SEEDS = countTries({ few: 15, many: 500 });
const STEPS = 10;

// Both are valid, which their own tests show.
const TINY = TINY_RAILJSON as unknown as RailjsonDocument;
const GENERATED = JSON.parse(
  JSON.stringify(generateNetwork(TINY_OPTIONS).railjson),
) as RailjsonDocument;

const sorted = (faults: FaultsByObject): unknown =>
  [...faults].sort(([a], [b]) => (a < b ? -1 : 1));

/** What a check of the whole finds, printed and read as the database has it. */
function check(model: NetworkModel): readonly FaultyObject[] {
  const checked = checkNetwork(model.toDocument());
  if (!checked.ok) throw new Error(checked.error);
  return checked.value.map((fault) => readFault(printFault(fault)));
}

interface Counts {
  fixes: number;
  taken_back: number;
}

function editAtRandom(document: RailjsonDocument, seed: number, counts: Counts): void {
  const random = seededRandom(seed);
  const model = new NetworkModel(document);
  const copy = new NetworkCopy("0", model);
  for (let step = 1; step <= STEPS; step++) {
    if (random() < 0.4 && copy.faults === null) copy.tellFaults(check(model));
    const edit = new NetworkEdit(model.objects);
    const drawn = random() < 0.5 ? drawOperation(edit, random) : drawGentleEdit(edit, random);
    const read = checkOperations(drawn === null ? [] : [drawn].flat());
    if (read.ok) applyOperations(edit, read.value);
    const [former = ""] = copy.keys;
    expect(copy.change(`${step}`, edit.listChanges()).ok).toBe(true);
    if (random() < 0.3) {
      if (random() < 0.5 && copy.faults === null) copy.tellFaults(check(model));
      copy.goTo(former);
      counts.taken_back++;
    }
    if (random() < 0.3) continue;
    const known = copy.faults ?? copy.tellFaults(check(model));
    const told = `seed ${seed}, step ${step}`;
    expect(sorted(known), told).toEqual(sorted(groupByObject(check(model))));
    const fixes = findFixes(model, known);
    // Nothing of them is left in what is kept.
    expect(findFixes(new NetworkModel(model.toDocument()), known), told).toEqual(fixes);
    expect(sorted(known), told).toEqual(sorted(groupByObject(check(model))));
    counts.fixes += fixes.length;
  }
}

describe("kept faults", () => {
  it.each([
    ["the tiny network", TINY],
    ["a generated network", GENERATED],
  ])("are those of a check of the whole: %s", (_, document) => {
    const counts = { fixes: 0, taken_back: 0 };
    for (let seed = 0; seed < SEEDS; seed++) editAtRandom(document, seed, counts);
    expect(counts.fixes).toBeGreaterThan(SEEDS);
    expect(counts.taken_back).toBeGreaterThan(SEEDS);
  });
});
