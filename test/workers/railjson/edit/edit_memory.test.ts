// Method: edits of one object each, of all kinds, on a network of some thousand track sections; what stays in memory of each, after a collection, and what is stored.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { generateNetwork } from "../../../../bench/network.ts";
import { describeEdit } from "../../../../workers/railjson/edit/describe_edit.ts";
import { NetworkModel } from "../../../../workers/railjson/edit/network_model.ts";
import { NetworkEdit } from "../../../../workers/railjson/edit/network_objects.ts";
import { applyOperations, checkOperations } from "../../../../workers/railjson/edit/operations.ts";
import type { RailjsonDocument } from "../../../../workers/railjson/schemas.ts";
import { NetworkCopy } from "../../../../workers/tasks/network/network_copies.ts";
import { seededRandom } from "./damage.ts";
import { drawGentleEdit } from "./gentle_edits.ts";

const EDITS = 200;
const BYTES_MAX = 2 * 1024 * 1024;

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

function heapBytes(): number {
  collect();
  return process.memoryUsage().heapUsed;
}

it("an edit of one object keeps less than 2 MB", () => {
  const { railjson } = generateNetwork({ station_count: 60, train_count: 1 });
  // It is valid, which its own tests show.
  const model = new NetworkModel(railjson as unknown as RailjsonDocument);
  const copy = new NetworkCopy("0", model);
  const random = seededRandom(1);
  const before = heapBytes();
  let stored_max = 0;
  let count = 0;
  while (count < EDITS) {
    const edit = new NetworkEdit(model.objects);
    const drawn = drawGentleEdit(edit, random);
    const read = checkOperations(drawn === null ? [] : [drawn].flat());
    if (!read.ok || !applyOperations(edit, read.value).ok) continue;
    const changes = edit.listChanges();
    const stored = describeEdit(model, changes, () => copy.change(`${++count}`, changes));
    if (!stored.ok) throw new Error(stored.error);
    stored_max = Math.max(stored_max, stored.value.lists.byteLength);
  }
  const kept = (heapBytes() - before) / EDITS;
  expect(kept).toBeLessThan(BYTES_MAX);
  expect(stored_max).toBeLessThan(BYTES_MAX);
});
