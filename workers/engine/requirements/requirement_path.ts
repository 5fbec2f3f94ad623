/**
 * Objects along a path that requirements need (engine.md 7): the blocks of its routes, their
 * signals, and the zones from the start of the first route on. Made once per path; trains share it.
 */
import { recoverBlocks } from "../infra/compile/recover_blocks.ts";
import { findPathStart } from "../path/path_signals.ts";
import type { TrainPath } from "../path/train_path.ts";
import { err, ok, type Result } from "../result.ts";
import { TVM300 } from "../signalling/aspects.ts";
import {
  makeSignalChain,
  type SignalChain,
  type SignallingFault,
  systemOf,
} from "../signalling/signal_chain.ts";

/** Immutable but for what is kept; offsets are mm from the start of the path. */
export interface RequirementPath {
  readonly path: TrainPath;
  readonly chain: SignalChain;
  /** [nZones] one zone path per zone, along the routes. */
  readonly zonePaths: Uint32Array;
  /** [nZones + 1] non-decreasing; the first is negative if the path starts inside its first route. */
  readonly zoneStart_mm: Float64Array;
  /** [nZones] block of each zone. */
  readonly zoneBlock: Uint32Array;
  /** [nSignals] block at whose end or inside which a signal stands; the first signal counts as in the first block. */
  readonly signalBlock: Uint32Array;
  /** [nBlocks + 1] */
  readonly blockFirstZone: Uint32Array;
  /** [nRoutes + 1] */
  readonly routeFirstZone: Uint32Array;
  /** [nSignals] kept for signals that slow trains at any speed: first zone that may be occupied; 0: not known yet. */
  readonly freeZones: Uint32Array;
  /** [nRoutes] kept where no signal is for certain speeds alone: 1 + signal that limits a route, 0 none; -1: not known yet. */
  readonly limitingSignals: Int32Array | null;
}

/** Arranges zones, blocks and signals along a path that has routes. */
export function makeRequirementPath(path: TrainPath): Result<RequirementPath, SignallingFault> {
  const { infra, routes } = path;
  const recovered = recoverBlocks(infra, routes);
  if (recovered === null || recovered.length === 0) return err({ kind: "broken_block_path" });
  const blocks = Uint32Array.from(recovered);
  const start_mm = findPathStart(path);
  const chain = makeSignalChain(infra, { blocks, routes, start_mm });
  const zonePaths: number[] = [];
  const routeFirstZone = new Uint32Array(routes.length + 1);
  for (let r = 0; r < routes.length; r++) {
    const route = routes[r]!;
    const end = infra.routeZonePathStart[route + 1]!;
    for (let k = infra.routeZonePathStart[route]!; k < end; k++) {
      zonePaths.push(infra.routeZonePaths[k]!);
    }
    routeFirstZone[r + 1] = zonePaths.length;
  }
  const zoneStart_mm = new Float64Array(zonePaths.length + 1);
  zoneStart_mm[0] = -start_mm + 0;
  for (let z = 0; z < zonePaths.length; z++) {
    zoneStart_mm[z + 1] = zoneStart_mm[z]! + infra.zonePathLength_mm[zonePaths[z]!]!;
  }
  const blockFirstZone = new Uint32Array(blocks.length + 1);
  const zoneBlock = new Uint32Array(zonePaths.length);
  for (let b = 0; b < blocks.length; b++) {
    const block = blocks[b]!;
    const count = infra.blockZonePathStart[block + 1]! - infra.blockZonePathStart[block]!;
    blockFirstZone[b + 1] = blockFirstZone[b]! + count;
    zoneBlock.fill(b, blockFirstZone[b]!, blockFirstZone[b + 1]!);
  }
  const { signals, blockSignal } = chain;
  const signalBlock = new Uint32Array(signals.length);
  for (let b = 0; b < blocks.length; b++) {
    signalBlock.fill(b, blockSignal[b]! + (b === 0 ? 0 : 1), blockSignal[b + 1]! + 1);
  }
  return ok({
    path,
    chain,
    zonePaths: Uint32Array.from(zonePaths),
    zoneStart_mm,
    zoneBlock,
    signalBlock,
    blockFirstZone,
    routeFirstZone,
    freeZones: new Uint32Array(signals.length),
    limitingSignals: signals.some((_, k) => systemOf(chain, k) >= TVM300)
      ? null
      : new Int32Array(routes.length).fill(-1),
  });
}
