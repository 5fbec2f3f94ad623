// Method: random histories of edits, some of which networks do not survive, of one to three edits a compilation; the network that is compiled from the one before and what the edits touch is, byte for byte, the one that a compilation of the whole document gives.
import { describe, expect, it } from "vitest";
import { TINY_OPTIONS } from "../../../../bench/network/options.ts";
import { generateNetwork } from "../../../../bench/network.ts";
import { changeNetwork } from "../../../../workers/engine/infra/change/change_network.ts";
import { compileInfra } from "../../../../workers/engine/infra/compile/compile.ts";
import type { RailjsonInput } from "../../../../workers/engine/infra/compile/railjson_input.ts";
import { openInfra } from "../../../../workers/engine/infra/infra.ts";
import { NetworkModel } from "../../../../workers/railjson/edit/network_model.ts";
import { NetworkEdit } from "../../../../workers/railjson/edit/network_objects.ts";
import { applyOperations, checkOperations } from "../../../../workers/railjson/edit/operations.ts";
import { changeModel, undoChange } from "../../../../workers/railjson/edit/recheck.ts";
import { splitTrack } from "../../../../workers/railjson/edit/split_track.ts";
import { TouchedNetwork } from "../../../../workers/railjson/edit/touched_network.ts";
import type { RailjsonDocument } from "../../../../workers/railjson/schemas.ts";
import { TINY_RAILJSON } from "../../../helpers/tiny_railjson.ts";
import { countTries } from "../../../helpers/tried.ts";
import { md5 } from "../../engine/infra/compile_network.ts";
import { drawOperation, seededRandom } from "./damage.ts";
import { drawGentleEdit } from "./gentle_edits.ts";

const SEEDS = countTries({ few: 30, many: 2_000 });
const STEPS = 12;

// Both are valid, which their own tests show.
const TINY = TINY_RAILJSON as unknown as RailjsonDocument;
const GENERATED = JSON.parse(
  JSON.stringify(generateNetwork(TINY_OPTIONS).railjson),
) as RailjsonDocument;

/** Its signals say which system follows them. */
const FOLLOWED: RailjsonDocument = {
  ...GENERATED,
  signals: GENERATED.signals.map((signal) => ({
    ...signal,
    logical_signals: (signal.logical_signals ?? []).map((logical) => ({
      ...logical,
      next_signaling_systems: [logical.signaling_system],
    })),
  })),
};

// The compiler reads what the schema has found valid.
const compileWhole = (document: RailjsonDocument) => compileInfra(document as RailjsonInput, md5);

interface Counts {
  made: number;
  refused: number;
}

function editAtRandom(document: RailjsonDocument, seed: number, counts: Counts): void {
  const random = seededRandom(seed);
  const model = new NetworkModel(document);
  const whole = compileWhole(document);
  if (!whole.ok) throw new Error(JSON.stringify(whole.error));
  let known = whole.value;
  let touched = new TouchedNetwork();
  for (let step = 0; step < STEPS; step++) {
    const edit = new NetworkEdit(model.objects);
    const count = random() < 0.2 ? 0 : 1 + Math.floor(random() * 3);
    if (count === 0) splitAny(edit, model, random);
    for (let i = 0; i < count; i++) {
      const drawn = random() < 0.2 ? drawOperation(edit, random) : drawGentleEdit(edit, random);
      const read = checkOperations(drawn === null ? [] : [drawn].flat());
      if (read.ok) applyOperations(edit, read.value);
    }
    const changes = edit.listChanges();
    const own = new TouchedNetwork();
    own.look(model, changes);
    const changed = changeModel(model, changes);
    if (!changed.ok) throw new Error(changed.error);
    own.look(model, changes);
    const next = compileWhole(model.toDocument());
    if (!next.ok && random() < 0.9) {
      // An editor takes it back, so that the history goes on with a network.
      undoChange(model, changed.value.undo);
      continue;
    }
    touched.addAll(own);
    if (next.ok && random() < 0.3) continue;
    const part = touched.list(model);
    const made = part && changeNetwork(openInfra(known), JSON.parse(JSON.stringify(part)), md5);
    if (!next.ok) {
      expect(made, `seed ${seed}, step ${step}, ${JSON.stringify(next.error)}`).toBeNull();
      return;
    }
    if (made === null) counts.refused++;
    else {
      counts.made++;
      const same = Buffer.compare(new Uint8Array(made), new Uint8Array(next.value));
      expect(same, `seed ${seed}, step ${step}`).toBe(0);
    }
    known = next.value;
    touched = new TouchedNetwork();
  }
}

function splitAny(edit: NetworkEdit, model: NetworkModel, random: () => number): void {
  const tracks = [...model.objects.track_sections.values()];
  const track = tracks[Math.floor(random() * tracks.length)];
  if (track === undefined) return;
  const name = (part: string): string => `${part} ${Math.floor(random() * 1e9)}`;
  const ids = { left: name("left"), right: name("right"), link: name("link") };
  const position = Math.round(random() * track.length * 1000) / 1000;
  if (position <= 0 || position >= track.length) return;
  splitTrack(edit, { track, references: model.references }, { position, ids });
}

describe("a network compiled from the one before and what edits touch", () => {
  it.each([
    ["the tiny network", TINY],
    ["a generated network", GENERATED],
    ["one whose signals say which system follows", FOLLOWED],
  ])("is the one that its document gives: %s", (_, document) => {
    const counts = { made: 0, refused: 0 };
    for (let seed = 0; seed < SEEDS; seed++) editAtRandom(document, seed, counts);
    // Few edits need a compilation of the whole.
    expect(counts.made).toBeGreaterThan(20 * counts.refused);
  });
});
