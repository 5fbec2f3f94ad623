/** Compares the compiled network with the oracle's, object by object; says what differs. */
import { type Infra, stringAt } from "../../workers/engine/infra/infra.ts";
import { NONE, SIGNALING_SYSTEMS } from "../../workers/engine/infra/layout.ts";
import { type Block, recoverBlocks } from "./blocks.ts";
import { chunkKey, keyOf, type Network } from "./network.ts";

type Described = Readonly<Record<string, readonly string[]>>;

/** Everything of sections 1.10-1.15 as texts, from the oracle. */
export function describeOracle(network: Network, blocks: readonly Block[]): Described {
  return {
    chunks: network.tracks.flatMap(({ id, chunks }) =>
      chunks.map(({ offset, length, zone }) => `${id}@${offset}+${length} ${zone ?? "none"}`),
    ),
    detectors: network.tracks.flatMap(({ id, detectors }) =>
      detectors.map(({ name, offset }) => `${name} ${id}@${offset}`),
    ),
    zone_paths: network.zonePaths.map(
      (one) =>
        `${keyOf(one.entry)} ${keyOf(one.exit)} ${one.length} ${one.zone}` +
        ` chunks ${one.chunks.map(chunkKey).join()}` +
        ` nodes ${one.nodes.map(({ node, config, offset }) => `${node}=${config}@${offset}`).join()}` +
        ` signals ${one.signals.map(({ signal, offset }) => `${signal.source.id}@${offset}`).join()}`,
    ),
    routes: network.routes.map(
      ({ id, zonePaths }) => `${id}: ${zonePaths.map(({ index }) => index).join()}`,
    ),
    blocks: blocks.map(
      (one) =>
        `${one.id} ${one.startsAtBufferStop} ${one.stopsAtBufferStop} ${one.system} ${one.length}` +
        ` zone paths ${one.zonePaths.map(({ index }) => index).join()}` +
        ` signals ${one.signals.map(({ physical, source }, i) => `${physical.source.id}/${source.signaling_system}@${one.positions[i]}`).join()}`,
    ),
    route_blocks: network.routes.map(
      (route) =>
        `${route.id}: ${(recoverBlocks(blocks, [route]) ?? []).map(({ index }) => index).join()}`,
    ),
  };
}

/** The same from the compiled arrays. */
export function describeCompiled(infra: Infra): Described {
  const detector = (directed: number): string =>
    `${stringAt(infra, infra.detectorName[directed >>> 1]!)}:${(directed & 1) === 0 ? "INCREASING" : "DECREASING"}`;
  const chunk = (directed: number): string => {
    const at = directed >>> 1;
    return `${stringAt(infra, infra.trackName[infra.chunkTrack[at]!]!)}@${infra.chunkOffset_mm[at]}/${directed & 1}`;
  };
  const zone = (at: number): string =>
    at === NONE ? "none" : stringAt(infra, infra.zoneName[at]!);
  const rows = (starts: Uint32Array, items: Uint32Array, at: number): number[] => [
    ...items.subarray(starts[at]!, starts[at + 1]!),
  ];
  const indices = (length: number): number[] => Array.from({ length }, (_, i) => i);
  return {
    chunks: indices(infra.chunkTrack.length).map(
      (i) =>
        `${stringAt(infra, infra.trackName[infra.chunkTrack[i]!]!)}@${infra.chunkOffset_mm[i]}+${infra.chunkLength_mm[i]} ${zone(infra.chunkZone[i]!)}`,
    ),
    detectors: indices(infra.detectorName.length).map(
      (i) =>
        `${stringAt(infra, infra.detectorName[i]!)} ${stringAt(infra, infra.trackName[infra.detectorTrack[i]!]!)}@${infra.detectorOffset_mm[i]}`,
    ),
    zone_paths: indices(infra.zonePathEntry.length).map((i) => {
      const nodes = rows(infra.zonePathNodeStart, infra.zonePathNodes, i).map((node, k) => {
        const at = infra.zonePathNodeStart[i]! + k;
        const config = stringAt(infra, infra.configName[infra.zonePathConfigs[at]!]!);
        return `${stringAt(infra, infra.nodeName[node]!)}=${config}@${infra.zonePathNodeOffset_mm[at]}`;
      });
      const signals = rows(infra.zonePathSignalStart, infra.zonePathSignals, i).map((signal, k) => {
        const at = infra.zonePathSignalStart[i]! + k;
        return `${stringAt(infra, infra.signalName[signal]!)}@${infra.zonePathSignalOffset_mm[at]}`;
      });
      return (
        `${detector(infra.zonePathEntry[i]!)} ${detector(infra.zonePathExit[i]!)} ${infra.zonePathLength_mm[i]} ${zone(infra.zonePathZone[i]!)}` +
        ` chunks ${rows(infra.zonePathChunkStart, infra.zonePathChunks, i).map(chunk).join()}` +
        ` nodes ${nodes.join()} signals ${signals.join()}`
      );
    }),
    routes: indices(infra.routeName.length).map(
      (i) =>
        `${stringAt(infra, infra.routeName[i]!)}: ${rows(infra.routeZonePathStart, infra.routeZonePaths, i).join()}`,
    ),
    blocks: indices(infra.blockName.length).map((i) => {
      const signals = rows(infra.blockSignalStart, infra.blockSignals, i).map((logical, k) => {
        const at = infra.blockSignalPosition_mm[infra.blockSignalStart[i]! + k];
        const name = stringAt(infra, infra.signalName[infra.logicalSignal[logical]!]!);
        return `${name}/${SIGNALING_SYSTEMS[infra.logicalSystem[logical]!]}@${at}`;
      });
      return (
        `${stringAt(infra, infra.blockName[i]!)} ${(infra.blockFlags[i]! & 1) !== 0} ${(infra.blockFlags[i]! & 2) !== 0}` +
        ` ${SIGNALING_SYSTEMS[infra.blockSystem[i]!]} ${infra.blockLength_mm[i]}` +
        ` zone paths ${rows(infra.blockZonePathStart, infra.blockZonePaths, i).join()} signals ${signals.join()}`
      );
    }),
    route_blocks: indices(infra.routeName.length).map(
      (i) =>
        `${stringAt(infra, infra.routeName[i]!)}: ${rows(infra.routeBlockStart, infra.routeBlocks, i).join()}`,
    ),
  };
}

/** The first difference of each kind of object. */
export function compareNetworks(compiled: Described, oracle: Described): string[] {
  return Object.keys(oracle).flatMap((kind) => {
    const [left = [], right = []] = [compiled[kind], oracle[kind]];
    const at = Array.from({ length: Math.max(left.length, right.length) }, (_, i) => i).find(
      (i) => left[i] !== right[i],
    );
    return at === undefined
      ? []
      : [`${kind} ${at} of ${left.length}/${right.length}: ${left[at]} instead of ${right[at]}`];
  });
}
