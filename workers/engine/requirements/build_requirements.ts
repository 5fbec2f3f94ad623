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
import { listSightings, listZoneUpdates, Passages, Rows } from "./events.ts";
import { packRequirements } from "./packed_requirements.ts";
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
  readonly #passages = new Passages();
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
      passages: this.#passages,
      trainLength_mm: toMilli(run.forces.stock.length_m),
      closedStops: schedule.filter(
        (item) => item.reception_signal !== "OPEN" && item.stop_for_ms !== null,
      ),
      aspects: this.#aspects,
    };
    this.#passages.read(along, signalled);
    let faulty = listSpacing(signalled, this.#spacing);
    if (faulty === NO_FAULT) faulty = listRouting(signalled, this.#routes, this.#routeZones);
    if (faulty !== NO_FAULT) {
      return err(describeSignalFault(chain, faulty, this.#aspects[faulty]!));
    }
    listZoneUpdates(signalled, this.#updates);
    listSightings(signalled, this.#sightings);
    const lists = {
      spacing: this.#spacing,
      routes: this.#routes,
      routeZones: this.#routeZones,
      updates: this.#updates,
      sightings: this.#sightings,
    };
    return ok(packRequirements(lists));
  }
}
