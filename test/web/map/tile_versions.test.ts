// Method: a network's layers at several versions; addresses that a map asks for before and after its changes, beside the boxes of these.
import { beforeEach, describe, expect, it } from "vitest";
import {
  addressOfTile,
  awaitChanges,
  isTouched,
  noteChange,
  noteLayers,
} from "../../../web/src/map/tile_versions.ts";

const BOX = [
  [2.2, 48.8],
  [2.3, 48.9],
] as [[number, number], [number, number]];

let infra_id = 0;
beforeEach(() => {
  infra_id += 1;
});

const addressOf = (layer: string, v: string, { z, x, y }: { z: number; x: number; y: number }) =>
  `https://host/planner/layers/tile/${layer}/geo/${z}/${x}/${y}/?infra=${infra_id}&v=${v}`;

const template = (layer: string, v: string): string =>
  `/layers/tile/${layer}/geo/{z}/{x}/{y}/?infra=${infra_id}&v=${v}`;

const layersAt = (signals: string, errors = signals) => ({
  signals: template("signals", signals),
  errors: template("errors", errors),
});

const change = (told: object = {}): object => ({
  types: ["Signal"],
  objects: null,
  box: BOX,
  wider_box: BOX,
  ...told,
});

const tell = (version: string, told: object): void =>
  noteChange(infra_id, JSON.stringify({ version, ...told }));

const NEAR = { z: 12, x: 2073, y: 1409 };
const FAR = { z: 12, x: 2173, y: 1409 };
const OVERVIEW = { z: 5, x: 16, y: 11 };

async function begin(): Promise<void> {
  await awaitChanges(infra_id, "1");
  noteLayers(infra_id, "1", layersAt("a"));
  for (const tile of [NEAR, FAR, OVERVIEW]) addressOfTile(addressOf("signals", "a", tile));
}

const asked = (v: string, tile: typeof NEAR, layer = "signals"): string =>
  new URL(addressOfTile(addressOf(layer, v, tile))).searchParams.get("v") ?? "";

describe("tiles after a change", () => {
  it("those that its box meets have new addresses at every zoom, others keep theirs", async () => {
    await begin();
    tell("2", { change: change() });
    noteLayers(infra_id, "2", layersAt("b"));
    expect(asked("b", NEAR)).toBe("b");
    expect(asked("b", OVERVIEW)).toBe("b");
    expect(asked("b", FAR)).toBe("a");
  });

  it("a tile that was never there is asked for by its newest address", async () => {
    await begin();
    tell("2", { change: change() });
    noteLayers(infra_id, "2", layersAt("b"));
    expect(asked("b", { z: 12, x: 2300, y: 1409 })).toBe("b");
    noteLayers(infra_id, "2", layersAt("b"));
    expect(asked("b", { z: 12, x: 2300, y: 1409 })).toBe("b");
  });

  it("several changes between two looks count together, and a tile stays until one of them meets it", async () => {
    await begin();
    const far = [
      [11, 48.8],
      [11.1, 48.9],
    ];
    tell("2", { change: change({ box: far }) });
    noteLayers(infra_id, "2", layersAt("b"));
    expect(asked("b", NEAR)).toBe("a");
    tell("3", { change: change({ box: far }) });
    tell("4", { change: change() });
    noteLayers(infra_id, "4", layersAt("c"));
    expect(asked("c", NEAR)).toBe("c");
    expect(asked("c", { z: 12, x: 2173, y: 1409 })).toBe("c");
  });

  it("faults and routes follow the wider box", async () => {
    await begin();
    addressOfTile(addressOf("errors", "a", FAR));
    tell("2", { change: change({ wider_box: null }) });
    noteLayers(infra_id, "2", layersAt("b"));
    expect(asked("b", FAR, "errors")).toBe("b");
    expect(asked("b", FAR)).toBe("a");
  });

  it("a layer that nothing has changed keeps all tiles, one whose change is on no map too", async () => {
    await begin();
    tell("2", { change: change({ types: ["Route"], box: null }) });
    noteLayers(infra_id, "2", layersAt("b"));
    expect(asked("b", NEAR)).toBe("a");
    tell("3", { change: change() });
    noteLayers(infra_id, "3", layersAt("b", "c"));
    expect(asked("b", NEAR)).toBe("a");
  });

  it.each([
    ["is not told", () => undefined],
    ["may be anything", () => tell("2", {})],
    [
      "is one of types without a place",
      () => {
        tell("2", { change: change({ types: ["SwitchType"], box: null, wider_box: null }) });
      },
    ],
  ])("where a change %s, all tiles are asked for anew", async (_, told) => {
    await begin();
    told();
    noteLayers(infra_id, "2", layersAt("b"));
    expect(asked("b", FAR)).toBe("b");
  });

  it("events of another network, and those that tell its state alone, change nothing", async () => {
    await begin();
    noteChange(infra_id + 1000, JSON.stringify({ version: "2", change: change() }));
    tell("2", { state: "CACHED" });
    noteLayers(infra_id, "2", layersAt("b"));
    expect(asked("b", FAR)).toBe("b");
  });

  it("an event that comes after its answer is waited for", async () => {
    await begin();
    const waiting = awaitChanges(infra_id, "2");
    tell("2", { change: change() });
    await waiting;
    noteLayers(infra_id, "2", layersAt("b"));
    expect(asked("b", FAR)).toBe("a");
  });

  it("meets every tile that the box lies in or close to, as its number is computed from longitude and latitude", () => {
    for (let z = 5; z <= 18; z++) {
      const size = 2 ** z;
      const x = Math.floor(((2.25 + 180) / 360) * size);
      const y = Math.floor(
        ((1 - Math.asinh(Math.tan((48.85 * Math.PI) / 180)) / Math.PI) / 2) * size,
      );
      expect(isTouched({ z, x, y }, BOX), `zoom ${z}`).toBe(true);
      const far = Math.ceil((0.06 / 360) * size) + 1;
      expect(isTouched({ z, x: x + far, y }, BOX), `zoom ${z}, beside`).toBe(false);
      expect(isTouched({ z, x, y: y - 2 * far }, BOX), `zoom ${z}, above`).toBe(false);
    }
  });
});
