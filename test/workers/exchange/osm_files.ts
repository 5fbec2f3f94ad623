/** A small extract of our own, as XML and as PBF: a line with a loop, a siding, a crossing, signals and stations. */
import { deflateSync } from "node:zlib";
import { PbfWriter } from "pbf";
import { escapeXml } from "../../../workers/exchange/read_xml.ts";

export interface DrawnNode {
  readonly id: number;
  readonly lon: number;
  readonly lat: number;
  readonly tags?: Readonly<Record<string, string>>;
}

export interface DrawnWay {
  readonly id: number;
  readonly nodes: readonly number[];
  readonly tags?: Readonly<Record<string, string>>;
}

export interface DrawnRelation {
  readonly id: number;
  readonly members: readonly number[];
  readonly tags: Readonly<Record<string, string>>;
}

export interface Extract {
  readonly nodes: readonly DrawnNode[];
  readonly ways: readonly DrawnWay[];
  readonly relations: readonly DrawnRelation[];
}

const rail = { railway: "rail" };

/**
 * West (1) - switch (3) - main (4, 5) or loop (10, 11) - switch (6) - (7) - crossing (8) with a road's siding of
 * two ways - east (9). Numbers are nodes; the line runs east at 48 degrees north.
 */
export const EXTRACT: Extract = {
  nodes: [
    { id: 1, lon: 8, lat: 48 },
    {
      id: 2,
      lon: 8.01,
      lat: 48,
      tags: {
        railway: "signal",
        ref: "A",
        "railway:signal:main": "DE-ESO:ks",
        "railway:signal:direction": "forward",
      },
    },
    { id: 3, lon: 8.02, lat: 48, tags: { railway: "switch", ref: "W1" } },
    { id: 4, lon: 8.03, lat: 48, tags: { railway: "stop", name: "Middle", uic_ref: "8000001" } },
    {
      id: 5,
      lon: 8.035,
      lat: 48,
      tags: { "railway:signal:combined": "x", "railway:signal:direction": "backward" },
    },
    { id: 6, lon: 8.05, lat: 48, tags: { railway: "switch" } },
    { id: 7, lon: 8.06, lat: 48 },
    { id: 8, lon: 8.07, lat: 48, tags: { railway: "railway_crossing" } },
    { id: 9, lon: 8.08, lat: 48 },
    {
      id: 10,
      lon: 8.03,
      lat: 48.0005,
      tags: { railway: "stop", name: "Middle", uic_ref: "8000001" },
    },
    { id: 11, lon: 8.04, lat: 48.0005 },
    { id: 12, lon: 8.072, lat: 48.01 },
    { id: 13, lon: 8.068, lat: 47.99 },
    {
      id: 14,
      lon: 8.0001,
      lat: 48.0002,
      tags: { railway: "station", name: "West", "railway:ref": "WST" },
    },
    { id: 15, lon: 9, lat: 48 },
    {
      id: 16,
      lon: 9,
      lat: 48.01,
      tags: { railway: "stop", name: "Relation", "railway:signal:main": "end" },
    },
  ],
  ways: [
    {
      id: 100,
      nodes: [1, 2, 3],
      tags: { ...rail, maxspeed: "80", electrified: "contact_line", voltage: "15000" },
    },
    {
      id: 101,
      nodes: [3, 4, 5, 6],
      tags: { ...rail, maxspeed: "100", "maxspeed:backward": "60 mph" },
    },
    {
      id: 102,
      nodes: [3, 10, 11, 6],
      tags: { ...rail, maxspeed: "signals", "railway:track_ref": "2" },
    },
    { id: 103, nodes: [6, 7], tags: { ...rail, electrified: "no", voltage: "15000" } },
    { id: 104, nodes: [7, 8, 9], tags: rail },
    { id: 105, nodes: [12, 8, 13], tags: { ...rail, gauge: "1000" } },
    { id: 106, nodes: [1, 15], tags: { highway: "residential" } },
    { id: 107, nodes: [15, 16, 99], tags: rail },
  ],
  relations: [
    {
      id: 200,
      members: [16],
      tags: { public_transport: "stop_area", name: "Far", uic_ref: "8000002" },
    },
    { id: 201, members: [1], tags: { type: "route" } },
  ],
};

export function printOsm({ nodes, ways, relations }: Extract): string {
  const tagsOf = (tags: Readonly<Record<string, string>> = {}): string =>
    Object.entries(tags)
      .map(([k, v]) => `<tag k="${k}" v="${escapeXml(v)}"/>`)
      .join("");
  const lines = [
    ...nodes.map(
      ({ id, lon, lat, tags }) =>
        `<node id="${id}" lon="${lon}" lat="${lat}">${tagsOf(tags)}</node>`,
    ),
    ...ways.map(
      ({ id, nodes: refs, tags }) =>
        `<way id="${id}">${refs.map((ref) => `<nd ref="${ref}"/>`).join("")}${tagsOf(tags)}</way>`,
    ),
    ...relations.map(
      ({ id, members, tags }) =>
        `<relation id="${id}">${members.map((ref) => `<member type="node" ref="${ref}" role="stop"/>`).join("")}${tagsOf(tags)}</relation>`,
    ),
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>\n<osm version="0.6">\n${lines.join("\n")}\n</osm>\n`;
}

/** As Overpass answers it. */
export function printOverpass({ nodes, ways, relations }: Extract): string {
  const elements = [
    ...nodes.map((node) => ({ type: "node", ...node })),
    ...ways.map((way) => ({ type: "way", ...way })),
    ...relations.map(({ members, ...relation }) => ({
      type: "relation",
      ...relation,
      members: members.map((ref) => ({ type: "node", ref, role: "stop" })),
    })),
  ];
  return JSON.stringify({ version: 0.6, elements }, null, 1);
}

/** Nodes dense or plain, blobs compressed or not. */
export function writePbf(
  { nodes, ways, relations }: Extract,
  form: { readonly is_dense: boolean; readonly is_zipped: boolean },
): Uint8Array {
  const texts = [""];
  const text = (value: string): number => {
    if (!texts.includes(value)) texts.push(value);
    return texts.indexOf(value);
  };
  const steps = (values: readonly number[]): number[] =>
    values.map((v, i) => v - (values[i - 1] ?? 0));
  const units = (degrees: number): number => Math.round(degrees * 1e7);
  const keysOf = (tags: Readonly<Record<string, string>> = {}): number[] =>
    Object.keys(tags).map(text);
  const valuesOf = (tags: Readonly<Record<string, string>> = {}): number[] =>
    Object.values(tags).map(text);
  const groups: Uint8Array[] = [];
  const group = (write: (pbf: PbfWriter) => void): void => {
    const pbf = new PbfWriter();
    write(pbf);
    groups.push(pbf.finish());
  };
  if (form.is_dense) {
    group((pbf) =>
      pbf.writeMessage(
        2,
        (_none, inner) => {
          inner.writePackedSVarint(1, steps(nodes.map(({ id }) => id)));
          inner.writePackedSVarint(8, steps(nodes.map(({ lat }) => units(lat))));
          inner.writePackedSVarint(9, steps(nodes.map(({ lon }) => units(lon))));
          const pairs = nodes.flatMap(({ tags = {} }) => [
            ...Object.entries(tags).flatMap(([k, v]) => [text(k), text(v)]),
            0,
          ]);
          inner.writePackedVarint(10, pairs);
        },
        null,
      ),
    );
  } else {
    group((pbf) => {
      for (const { id, lon, lat, tags } of nodes) {
        pbf.writeMessage(
          1,
          (_none, inner) => {
            inner.writeSVarintField(1, id);
            inner.writePackedVarint(2, keysOf(tags));
            inner.writePackedVarint(3, valuesOf(tags));
            inner.writeSVarintField(8, units(lat));
            inner.writeSVarintField(9, units(lon));
          },
          null,
        );
      }
    });
  }
  group((pbf) => {
    for (const { id, nodes: refs, tags } of ways) {
      pbf.writeMessage(
        3,
        (_none, inner) => {
          inner.writeVarintField(1, id);
          inner.writePackedVarint(2, keysOf(tags));
          inner.writePackedVarint(3, valuesOf(tags));
          inner.writePackedSVarint(8, steps(refs));
        },
        null,
      );
    }
    for (const { id, members, tags } of relations) {
      pbf.writeMessage(
        4,
        (_none, inner) => {
          inner.writeVarintField(1, id);
          inner.writePackedVarint(2, keysOf(tags));
          inner.writePackedVarint(3, valuesOf(tags));
          inner.writePackedSVarint(9, steps(members));
          inner.writePackedVarint(
            10,
            members.map(() => 0),
          );
        },
        null,
      );
    }
  });
  const block = new PbfWriter();
  block.writeMessage(
    1,
    (_none, inner) => {
      for (const value of texts) inner.writeStringField(1, value);
    },
    null,
  );
  for (const bytes of groups) block.writeBytesField(2, bytes);
  const header = new PbfWriter();
  header.writeStringField(4, "OsmSchema-V0.6");
  header.writeStringField(4, "DenseNodes");
  return Buffer.concat([
    blob("OSMHeader", header.finish(), form.is_zipped),
    blob("OSMData", block.finish(), form.is_zipped),
  ]);
}

/** One blob with its header, as the format frames it. */
export function blob(type: string, data: Uint8Array, is_zipped: boolean): Uint8Array {
  const body = new PbfWriter();
  if (is_zipped) {
    body.writeVarintField(2, data.length);
    body.writeBytesField(3, deflateSync(data));
  } else body.writeBytesField(1, data);
  const bytes = body.finish();
  const header = new PbfWriter();
  header.writeStringField(1, type);
  header.writeVarintField(3, bytes.length);
  const head = header.finish();
  const length = Buffer.alloc(4);
  length.writeUInt32BE(head.length);
  return Buffer.concat([length, head, bytes]);
}

/** A straight line of single track with a named stop every 7 km. */
export function lineOf(names: readonly string[]): Extract {
  const nodes = Array.from({ length: names.length + 2 }, (_, i) => {
    const name = names[i - 1];
    const tags = name === undefined ? {} : { tags: { railway: "stop", name } };
    return { id: i + 1, lon: 8 + i / 10, lat: 48, ...tags };
  });
  const ways = [{ id: 1, nodes: nodes.map(({ id }) => id), tags: rail }];
  return { nodes, ways, relations: [] };
}
