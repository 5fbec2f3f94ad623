// Method: random small networks of whole metres, metre by metre: a plain flood over (section, direction, metre) by length of the way, which knows nothing of lanes and stretches, tells what must be covered.
import { describe, expect, it } from "vitest";
import {
  type AreaOutcome,
  type DirectedPlace,
  delimitArea,
} from "../../../../workers/railjson/edit/delimited_area.ts";
import { NetworkModel } from "../../../../workers/railjson/edit/network_model.ts";
import type { RailjsonDocument } from "../../../../workers/railjson/schemas.ts";
import { JOINED_PORTS } from "../../../helpers/joined_ports.ts";
import { TINY_RAILJSON } from "../../../helpers/tiny_railjson.ts";
import { seededRandom } from "./damage.ts";

const DIRECTIONS = ["START_TO_STOP", "STOP_TO_START"] as const;
const TINY = TINY_RAILJSON as unknown as RailjsonDocument;
const JOINED: typeof JOINED_PORTS = { ...JOINED_PORTS, broken: [] };

type Random = () => number;
const pick = <T>(random: Random, from: readonly T[]): T =>
  from[Math.floor(random() * from.length)] as T;

function drawDocument(random: Random): RailjsonDocument {
  const lengths = [1, 2, 40, 700, 2_400];
  const track_sections = Array.from({ length: 2 + Math.floor(random() * 7) }, (_, i) => ({
    id: `T${i}`,
    length: pick(random, lengths),
  }));
  const switches = Array.from({ length: Math.floor(random() * 7) }, (_, i) => {
    const switch_type = pick(random, Object.keys(JOINED));
    const names = [...new Set((JOINED[switch_type] ?? []).flat())];
    // Some ports are missing, some on no section, some share an end.
    const ports = names
      .filter(() => random() < 0.95)
      .map((name) => {
        const track = random() < 0.05 ? "nowhere" : pick(random, track_sections).id;
        return [name, { track, endpoint: pick(random, ["BEGIN", "END"]) }];
      });
    return { id: `S${i}`, switch_type, group_change_delay: 0, ports: Object.fromEntries(ports) };
  });
  const lists = Object.fromEntries(
    Object.entries(TINY).map(([key, list]) => [key, Array.isArray(list) ? [] : list]),
  );
  return { ...lists, track_sections, switches } as unknown as RailjsonDocument;
}

function drawPlaces(random: Random, { track_sections }: RailjsonDocument): DirectedPlace[] {
  return Array.from({ length: Math.floor(random() * 3) }, () => {
    const { id: track, length } = pick(random, track_sections);
    const position = Math.round(random() * length);
    return { track, position, direction: pick(random, DIRECTIONS) };
  });
}

/** `section direction metre`, where a metre is the one after its number along the direction. */
function flood(
  { track_sections, switches }: RailjsonDocument,
  entries: readonly DirectedPlace[],
  exits: readonly DirectedPlace[],
): Set<string> {
  const lengths = new Map(track_sections.map(({ id, length }) => [id, length]));
  const along = ({ track, position, direction }: DirectedPlace): number =>
    direction === "START_TO_STOP" ? position : (lengths.get(track) ?? 0) - position;
  const stops = new Set(exits.map((exit) => `${exit.track} ${exit.direction} ${along(exit)}`));
  const covered = new Set<string>();
  // Places by metres of way: all of one length before the next.
  let front = new Set(entries.map((one) => `${one.track} ${one.direction} ${along(one)}`));
  const seen = new Set<string>();
  for (let way = 0; way <= 5_000 && front.size > 0; way++) {
    const here = [...front];
    const next = new Set<string>();
    for (let i = 0; i < here.length; i++) {
      const place = here[i] ?? "";
      if (seen.has(place) || stops.has(place)) continue;
      seen.add(place);
      const [track = "", direction = "", metre = ""] = place.split(" ");
      if (Number(metre) < (lengths.get(track) ?? 0)) {
        if (way < 5_000) covered.add(place);
        next.add(`${track} ${direction} ${Number(metre) + 1}`);
        continue;
      }
      const endpoint = direction === "START_TO_STOP" ? "END" : "BEGIN";
      for (const { switch_type, ports } of switches) {
        for (const [a, b] of JOINED[switch_type] ?? []) {
          for (const [from, to] of [
            [a, b],
            [b, a],
          ] as const) {
            const [end, beyond] = [ports[from], ports[to]];
            if (end?.track !== track || end.endpoint !== endpoint) continue;
            if (beyond === undefined || !lengths.has(beyond.track)) continue;
            const on = beyond.endpoint === "BEGIN" ? "START_TO_STOP" : "STOP_TO_START";
            here.push(`${beyond.track} ${on} 0`);
          }
        }
      }
    }
    front = next;
  }
  return covered;
}

function listMetres(area: AreaOutcome, { track_sections }: RailjsonDocument): string[] {
  if (!("track_ranges" in area)) throw new Error("refused");
  return area.track_ranges.flatMap(({ track, begin, end, direction }) => {
    const { length = 0 } = track_sections.find(({ id }) => id === track) ?? {};
    expect(begin).toBeLessThan(end);
    const from = direction === "START_TO_STOP" ? begin : length - end;
    return Array.from({ length: end - begin }, (_, i) => `${track} ${direction} ${from + i}`);
  });
}

describe("the area between entries and exits", () => {
  it.each(Array.from({ length: 60 }, (_, seed) => seed))("is that of a flood: %i", (seed) => {
    const random = seededRandom(seed);
    const document = drawDocument(random);
    const [entries, exits] = [drawPlaces(random, document), drawPlaces(random, document)];
    const area = delimitArea(new NetworkModel(document), entries, exits);
    const metres = listMetres(area, document);
    expect(new Set(metres).size).toBe(metres.length);
    expect(new Set(metres)).toEqual(flood(document, entries, exits));
  });

  it("ends at 5,000 m, wherever that is, and begins with nothing at an exit", () => {
    const random = seededRandom(1);
    const document = {
      ...drawDocument(random),
      track_sections: [{ id: "long", length: 9_000 }],
      switches: [],
    } as unknown as RailjsonDocument;
    const model = new NetworkModel(document);
    const entry = { track: "long", position: 8_000.5, direction: "STOP_TO_START" } as const;
    expect(delimitArea(model, [entry], [])).toEqual({
      track_ranges: [{ track: "long", begin: 3_000.5, end: 8_000.5, direction: "STOP_TO_START" }],
    });
    expect(delimitArea(model, [entry], [entry])).toEqual({ track_ranges: [] });
    const other_way = { ...entry, direction: "START_TO_STOP" } as const;
    expect(delimitArea(model, [entry, other_way], [{ ...other_way, position: 7_000 }])).toEqual({
      track_ranges: [
        { track: "long", begin: 3_000.5, end: 8_000.5, direction: "STOP_TO_START" },
        { track: "long", begin: 8_000.5, end: 9_000, direction: "START_TO_STOP" },
      ],
    });
  });

  it("is refused with all places that are on no section", () => {
    const model = new NetworkModel(TINY);
    const good = { track: "A", position: 0, direction: "START_TO_STOP" } as const;
    const wrong = [
      { ...good, track: "none" },
      { ...good, position: 1e9 },
    ];
    expect(delimitArea(model, [good, ...wrong], [wrong[0] ?? good])).toEqual({
      invalid_locations: [...wrong, wrong[0]],
    });
  });
});
