// Method: what clients of 2024 send to the search, word for word, over a hand-drawn network whose items are few enough to name.
import { beforeAll, describe, expect, it } from "vitest";
import { startTestApi } from "../../helpers/api.ts";
import { opened } from "../../helpers/opened.ts";
import { TINY_RAILJSON } from "../../helpers/tiny_railjson.ts";

type Json = Record<string, unknown>;

const STATIONS: readonly [trigram: string, name: string][] = [
  ["PNO", "Paris Nord"],
  ["NTS", "Nantes"],
  ["P%O", "Saint-Opno"],
  ["ABC", "Épinay"],
];

/** A signal of each: its logical signals as system and settings, and the picture it must have. */
const SIGNALS: readonly [
  id: string,
  logical: readonly [system: string, settings: Readonly<Record<string, string>>][],
  sprite: readonly [system: string | null, name: string | null],
][] = [
  ["none", [], [null, null]],
  ["bal nf", [["BAL", { Nf: "true" }]], ["BAL", "CARRE"]],
  ["bal", [["BAL", { Nf: "false" }]], ["BAL", "S VL"]],
  ["bal bare", [["BAL", {}]], ["BAL", "S VL"]],
  ["bapr nf", [["BAPR", { Nf: "true", distant: "false" }]], ["BAPR", "CARRE"]],
  ["bapr distant", [["BAPR", { Nf: "true", distant: "true" }]], ["BAPR", "DISQUE VL"]],
  ["bapr no distant", [["BAPR", { Nf: "true" }]], ["BAPR", "S VL"]],
  ["tvm300", [["TVM300", {}]], ["TVM300", "REP TGV"]],
  [
    "tvm430 bal",
    [
      ["TVM430", {}],
      ["BAL", { Nf: "true" }],
    ],
    ["TVM430", "REP TGV"],
  ],
  ["other", [["toString", {}]], ["toString", null]],
];

const api = opened(startTestApi);
let infra: number;
beforeAll(async () => {
  const [drawn] = TINY_RAILJSON["signals"] as Json[];
  const document = {
    ...TINY_RAILJSON,
    operational_points: STATIONS.map(([trigram, name], i) => ({
      id: trigram,
      parts: [{ track: "A", position: i }],
      extensions: {
        identifier: { name, uic: 87_000_000 + i },
        sncf: { ci: i, ch: "BV", ch_short_label: "", ch_long_label: "", trigram },
      },
    })),
    signals: SIGNALS.map(([id, logical]) => ({
      ...drawn,
      id,
      extensions: { sncf: { label: id, kp: "" } },
      logical_signals: logical.map(([signaling_system, settings]) => ({
        signaling_system,
        settings,
        next_signaling_systems: [],
        default_parameters: {},
        conditional_parameters: [],
      })),
    })),
  };
  infra = (await api.make("POST", "/infra/railjson?name=drawn", document)).json.infra;
});

async function find(object: string, query: unknown): Promise<string[]> {
  const answer = await api.call("POST", "/search", { object, query });
  expect(answer.status, answer.text).toBe(200);
  return answer.json.map(({ obj_id }: { obj_id: string }) => obj_id).sort();
}

describe("a station of fewer than four letters", () => {
  const typed = (text: string) => [
    "and",
    ["=", ["infra_id"], infra],
    ["or", ["=i", ["trigram"], text], ["search", ["name"], text]],
  ];

  it.each([
    ["pno", ["P%O", "PNO"]],
    ["Nt", ["NTS", "P%O"]],
    ["nts", ["NTS"]],
    ["p%o", ["P%O"]],
    ["p_o", []],
    ["épi", ["ABC"]],
  ])("is found by %s", async (text, ids) => {
    expect(await find("operationalpoint", typed(text))).toEqual(ids);
  });
});

describe("signals", () => {
  const of_bal = ["bal", "bal bare", "bal nf", "tvm430 bal"];

  it.each<[what: string, query: unknown, ids: string[]]>([
    ["a chosen system", ["contains", ["list", "BAL"], ["signaling_systems"]], of_bal],
    ["the other way round", ["contains", ["signaling_systems"], ["list", "BAL"]], of_bal],
    [
      "two chosen systems",
      ["contains", ["list", "BAL", "TVM430"], ["signaling_systems"]],
      ["tvm430 bal"],
    ],
    ["an old name", ["contains", ["list", "TVM"], ["signaling_systems"]], ["tvm300", "tvm430 bal"]],
    ["an old name alone", ["contains", ["signaling_systems"], "TVM"], ["tvm300", "tvm430 bal"]],
    [
      "an old name and another",
      ["contains", ["list", "TVM", "BAL"], ["signaling_systems"]],
      ["tvm430 bal"],
    ],
    [
      "a chosen setting",
      ["contains", ["settings"], ["list", "Nf"]],
      ["bal nf", "bapr distant", "bapr nf", "bapr no distant", "tvm430 bal"],
    ],
    ["an id", ["=", ["obj_id"], "bal"], ["bal"]],
  ])("are found by %s", async (_what, query, ids) => {
    expect(await find("signal", query)).toEqual(ids);
  });

  it("have the picture of their first logical signal", async () => {
    const { json } = await api.call("POST", "/search", { object: "signal", query: true });
    const sprites = json.map((item: Json) => [
      item["obj_id"],
      [item["sprite_signaling_system"], item["sprite"]],
    ]);
    expect(new Map(sprites)).toEqual(new Map(SIGNALS.map(([id, _, sprite]) => [id, sprite])));
  });
});

describe("one question about all waypoints of a path", () => {
  const waypoint = (uic: number) => ["and", ["=", ["uic"], uic], ["=", ["ch"], "BV"]];

  it("is answered for 300 of them", async () => {
    const uics = Array.from({ length: 300 }, (_, i) => 87_000_001 + i);
    const query = ["and", ["=", ["infra_id"], infra], ["or", ...uics.map(waypoint)]];
    expect(await find("operationalpoint", query)).toEqual(["ABC", "NTS", "P%O"]);
  });
});
