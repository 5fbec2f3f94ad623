// Method: random changes of networks, some with damage, one after the other and some taken back; the faults that are kept up to date are compared with a check of the whole network, and the model with one that is made anew.
import { describe, expect, it } from "vitest";
import { TINY_OPTIONS } from "../../../../bench/network/options.ts";
import { generateNetwork } from "../../../../bench/network.ts";
import { OBJECT_TYPES } from "../../../../src/railway/object_types.ts";
import { checkNetwork } from "../../../../workers/railjson/checks/check_network.ts";
import { NetworkModel } from "../../../../workers/railjson/edit/network_model.ts";
import { NetworkEdit } from "../../../../workers/railjson/edit/network_objects.ts";
import { applyOperations, checkOperations } from "../../../../workers/railjson/edit/operations.ts";
import { changeModel, undoChange } from "../../../../workers/railjson/edit/recheck.ts";
import { type FaultyObject, printFault } from "../../../../workers/railjson/infra_error.ts";
import type { RailjsonDocument } from "../../../../workers/railjson/schemas.ts";
import { TINY_RAILJSON } from "../../../helpers/tiny_railjson.ts";
import { countTries } from "../../../helpers/tried.ts";
import { drawOperation, seededRandom } from "./damage.ts";

const SEEDS = countTries({ few: 12, many: 2_000 });
const STEPS = 12;

// Both are valid, which their own tests show.
const TINY = TINY_RAILJSON as unknown as RailjsonDocument;
const GENERATED = JSON.parse(
  JSON.stringify(generateNetwork(TINY_OPTIONS).railjson),
) as RailjsonDocument;

type Faults = Map<string, string[]>;

function groupFaults(rows: readonly FaultyObject[]): Faults {
  const faults: Faults = new Map();
  for (const row of rows) {
    const key = `${row.obj_type} ${row.obj_id}`;
    faults.set(key, [...(faults.get(key) ?? []), printFault(row)]);
  }
  return faults;
}

function checkWhole(document: RailjsonDocument): Faults {
  const checked = checkNetwork(document);
  if (!checked.ok) throw new Error(checked.error);
  return groupFaults(checked.value);
}

const sorted = (faults: Faults) => [...faults].sort(([a], [b]) => (a < b ? -1 : 1));

/** All that a model holds, whatever the order in which it came to it. */
function describeModel(model: NetworkModel): unknown {
  const named = new Set<string>();
  for (const { obj_type, key } of OBJECT_TYPES) {
    for (const { id } of model.objects[key].values()) named.add(`${obj_type} ${id}`);
  }
  const lists = [...named].sort().map((name) => {
    const [type = "", ...rest] = name.split(" ");
    const id = rest.join(" ");
    const by = OBJECT_TYPES.map(({ obj_type }) =>
      [...model.references.list(type as never, id, obj_type)].sort(),
    );
    return [name, by, type === "Route" ? model.walkOf(id) : []];
  });
  return { lists, steps: model.step_count, claims: model.claim_count };
}

function changeAtRandom(document: RailjsonDocument, seed: number): void {
  const random = seededRandom(seed);
  const model = new NetworkModel(document);
  let faults = checkWhole(document);
  for (let step = 0; step < STEPS; step++) {
    const edit = new NetworkEdit(model.objects);
    const count = 1 + Math.floor(random() * 4);
    for (let i = 0; i < count; i++) {
      const drawn = drawOperation(edit, random);
      const read = checkOperations(drawn === null ? [] : [drawn]);
      if (read.ok) applyOperations(edit, read.value);
    }
    const changed = changeModel(model, edit.listChanges());
    if (!changed.ok) throw new Error(changed.error);
    if (random() < 0.2) {
      undoChange(model, changed.value.undo);
    } else {
      const next = new Map(faults);
      for (const [type, id] of changed.value.objects.entries()) next.delete(`${type} ${id}`);
      for (const [key, rows] of groupFaults(changed.value.faults)) next.set(key, rows);
      faults = next;
    }
    const now = model.toDocument();
    expect(sorted(faults), `seed ${seed}, step ${step}`).toEqual(sorted(checkWhole(now)));
    expect(describeModel(model), `seed ${seed}, step ${step}`).toEqual(
      describeModel(new NetworkModel(now)),
    );
  }
}

describe("faults that are kept up to date", () => {
  it.each([
    ["a small network", TINY],
    ["a network with stations and lines", GENERATED],
  ])("are those of the whole network: %s", (_, document) => {
    for (let seed = 0; seed < SEEDS; seed++) changeAtRandom(document, seed);
  });
});
