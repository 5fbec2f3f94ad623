/** A small netgraph of our own: A – B – C, B – D; an hourly train there and back, a quarter-hourly one way. */

// biome-ignore lint/suspicious/noExplicitAny: tests look into JSON of every shape
// oxlint-disable-next-line typescript/no-explicit-any
export type AnyJson = any;

interface Times {
  readonly source: readonly [departure: number, arrival: number];
  readonly target: readonly [departure: number, arrival: number];
}

const time = (minutes: number): object => ({
  lock: false,
  time: ((minutes % 60) + 60) % 60,
  consecutiveTime: minutes,
});

function section(
  id: number,
  trainrunId: number,
  [from, to]: readonly [number, number],
  { source, target }: Times,
): Record<string, unknown> {
  return {
    id,
    trainrunId,
    sourceNodeId: from,
    sourcePortId: id * 2,
    targetNodeId: to,
    targetPortId: id * 2 + 1,
    sourceDeparture: time(source[0]),
    sourceArrival: time(source[1]),
    targetDeparture: time(target[0]),
    targetArrival: time(target[1]),
    numberOfStops: id === 1 ? 3 : 0,
  };
}

const port = (id: number): object => ({ id, trainrunSectionId: id >> 1 });

function node(id: number, name: string, ports: readonly number[], transitions: object[]): object {
  const fullName = `Station ${name}`;
  return { id, betriebspunktName: name, fullName, ports: ports.map(port), transitions };
}

export function makeNetgraph(): AnyJson {
  return {
    nodes: [
      node(0, "A", [0], []),
      node(1, "B", [1, 2, 4], [{ id: 0, port1Id: 1, port2Id: 2, isNonStopTransit: false }]),
      node(2, "C", [3], []),
      node(3, "D", [5], []),
    ],
    trainrunSections: [
      // A 08 → B 23, 25 → C 61; back C 59 (in the hour before) → B 95, 97 → A 112
      section(0, 10, [0, 1], { source: [8, 112], target: [97, 23] }),
      section(1, 10, [1, 2], { source: [25, 95], target: [59, 61] }),
      section(2, 11, [1, 3], { source: [4, 56], target: [45.5, 14.5] }),
    ],
    trainruns: [
      {
        id: 10,
        name: "21",
        categoryId: 0,
        frequencyId: 0,
        trainrunTimeCategoryId: 0,
        labelIds: [7],
        direction: "round_trip",
      },
      {
        id: 11,
        name: "X",
        categoryId: 1,
        frequencyId: 1,
        trainrunTimeCategoryId: 1,
        labelIds: [],
        direction: "one_way",
      },
    ],
    resources: [],
    metadata: {
      trainrunCategories: [
        { id: 0, shortName: "IC", name: "InterCity" },
        { id: 1, shortName: "S", name: "Suburban" },
      ],
      trainrunFrequencies: [
        { id: 0, frequency: 120, offset: 60 },
        { id: 1, frequency: 15, offset: 0 },
      ],
      trainrunTimeCategories: [
        { id: 0, dayTimeInterval: [] },
        {
          id: 1,
          dayTimeInterval: [
            { from: 360, to: 420 },
            { from: 960, to: 1140 },
          ],
        },
      ],
    },
    labels: [{ id: 7, label: "blue" }],
  };
}

/** The same graph with ports that are numbered in each node, from 0 or 1. */
export function numberByNode(graph: AnyJson, first = 0): AnyJson {
  const own = structuredClone(graph);
  const numbers = new Map<string, number>();
  for (const one of own.nodes) {
    for (const [i, { id }] of one.ports.entries()) numbers.set(`${one.id} ${id}`, i + first);
    const numberOf = (id: number): number => numbers.get(`${one.id} ${id}`) ?? -1;
    for (const each of one.ports) each.id = numberOf(each.id);
    for (const each of one.transitions) {
      each.port1Id = numberOf(each.port1Id);
      each.port2Id = numberOf(each.port2Id);
    }
  }
  for (const one of own.trainrunSections) {
    one.sourcePortId = numbers.get(`${one.sourceNodeId} ${one.sourcePortId}`);
    one.targetPortId = numbers.get(`${one.targetNodeId} ${one.targetPortId}`);
  }
  return own;
}

export function encode(value: unknown): Uint8Array {
  return new TextEncoder().encode(typeof value === "string" ? value : JSON.stringify(value));
}
