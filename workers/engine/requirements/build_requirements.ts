/**
 * Everything that one run requires of the network (engine.md 7.1 to 7.3), packed. One builder per
 * thread owns all scratch memory, so results do not depend on earlier ones.
 */
import type { Envelope, EnvelopeArena } from "../envelope/envelope.ts";
import { err, ok, type Result } from "../result.ts";
import { describeSignalFault, type SignallingFault } from "../signalling/signal_chain.ts";
import type { ScheduleItem } from "../simulation/schedule.ts";
import type { Run } from "../simulation/simulate.ts";
import { toMilli } from "../units.ts";
import { listSightings, listZoneUpdates, Rows } from "./events.ts";
import { allocateRequirements, openRequirements } from "./packed_requirements.ts";
import type { RequirementPath } from "./requirement_path.ts";
import { listRouting } from "./routing.ts";
import { listSpacing, NO_FAULT, type SignalledRun } from "./spacing.ts";
import { TrainTimes } from "./train_times.ts";

/** A simulated run: its final envelope and the schedule that it is based on. */
export interface SimulatedRun {
  readonly run: Run;
  readonly arena: EnvelopeArena;
  readonly envelope: Envelope;
  /** Merged, in path order. */
  readonly schedule: readonly ScheduleItem[];
}

export class RequirementBuilder {
  readonly #times = new TrainTimes();
  readonly #spacing = new Rows();
  readonly #routes = new Rows();
  readonly #routeZones = new Rows();
  readonly #updates = new Rows();
  readonly #sightings = new Rows();
  #aspects = new Uint8Array(1024);

  /** Builds the packed requirements (packed_requirements.ts); fails if a signal can't be evaluated. */
  build(
    along: RequirementPath,
    { run, arena, envelope, schedule }: SimulatedRun,
  ): Result<SharedArrayBuffer, SignallingFault> {
    const { chain } = along;
    const nSignals = chain.signals.length;
    if (this.#aspects.length < nSignals) this.#aspects = new Uint8Array(2 * nSignals);
    this.#times.read({ arena, envelope, stops: run.stops });
    const signalled: SignalledRun = {
      along,
      times: this.#times,
      trainLength_mm: toMilli(run.forces.stock.length_m),
      closedStops: schedule.filter(
        (item) => item.reception_signal !== "OPEN" && item.stop_for_ms !== null,
      ),
      aspects: this.#aspects,
    };
    let faulty = listSpacing(signalled, this.#spacing);
    if (faulty === NO_FAULT) faulty = listRouting(signalled, this.#routes, this.#routeZones);
    if (faulty !== NO_FAULT) {
      return err(describeSignalFault(chain, faulty, this.#aspects[faulty]!));
    }
    listZoneUpdates(signalled, this.#updates);
    listSightings(signalled, this.#sightings);
    return ok(this.#pack());
  }

  #pack(): SharedArrayBuffer {
    const buffer = allocateRequirements({
      nSpacing: this.#spacing.count,
      nRoutes: this.#routes.count,
      nRouteZones: this.#routeZones.count,
      nUpdates: this.#updates.count,
      nSightings: this.#sightings.count,
    });
    const out = openRequirements(buffer);
    copy(this.#spacing.indices, out.spacingZones);
    copy(this.#spacing.first, out.spacingBegins_ms);
    copy(this.#spacing.second, out.spacingEnds_ms);
    copy(this.#routes.indices, out.routes);
    copy(this.#routes.first, out.routeBegins_ms);
    for (let r = 0; r < this.#routes.count; r++) out.routeZoneStart[r] = this.#routes.second[r]!;
    out.routeZoneStart[this.#routes.count] = this.#routeZones.count;
    copy(this.#routeZones.indices, out.routeZonePaths);
    copy(this.#routeZones.first, out.routeZoneEnds_ms);
    copy(this.#updates.indices, out.updateZones);
    copy(this.#updates.first, out.updateTimes_ms);
    copy(this.#updates.second, out.updatePositions_mm);
    copy(this.#sightings.indices, out.sightedSignals);
    copy(this.#sightings.first, out.sightingTimes_ms);
    copy(this.#sightings.second, out.sightingPositions_mm);
    return buffer;
  }
}

function copy<A extends Uint32Array | Float64Array>(from: A, to: A): void {
  to.set(from.subarray(0, to.length));
}
