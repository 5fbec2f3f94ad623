/** The setup of a request's computations (network, caller, urgency), and how their tasks are run and results cached. */
import type { InfraRef } from "../../../workers/tasks/types.ts";
import type { TaskInput, TaskName, TaskOutput } from "../../../workers/tasks.ts";
import type { InfraArea } from "../../network/infra/infra.errors.ts";
import { loadInfra } from "../../network/infra/load_infra.ts";
import type { Lookup, ResolveOptions } from "../../platform/compute/derived_cache.ts";
import type { KeyedInfra } from "../../platform/compute/infra_store.ts";
import type { RunOptions } from "../../platform/compute/pool.ts";
import type { Priority } from "../../platform/compute/task_queue.ts";
import { given } from "../../platform/given.ts";
import type { Context } from "../../platform/http/endpoint.ts";

/** The part of a request's context that a setup needs; jobs of other servers have nothing else. */
export type SetupContext = Pick<Context, "services" | "signal" | "share">;

export interface ComputeSetup extends SetupContext {
  readonly infra: KeyedInfra;
  readonly priority: Priority;
  readonly lookup?: Lookup;
}

export interface SetupOptions {
  readonly priority: Priority;
  /** Decides on the error for an unknown infrastructure. */
  readonly area: InfraArea;
  /** Rejects unless the caller may have the answer; nothing is compiled before it resolves. */
  readonly allowed?: Promise<unknown>;
  /** Absent: the newest. */
  readonly content_id?: number;
}

/** Call after the checks of rights: a network is compiled at its first use. Throws the area's not found, or not usable. */
export async function openPathSetup(
  { services, signal, share }: SetupContext,
  infra_id: number,
  { priority, area, ...how }: SetupOptions,
): Promise<ComputeSetup> {
  const infra = await loadInfra({ services, signal, share }, infra_id, area, how);
  return { services, infra, signal, share, priority };
}

/** Without a signal, a task always runs to its end. */
export type TaskSetup = Omit<ComputeSetup, "signal"> & Pick<RunOptions, "signal">;

/** Tasks that run on a network. */
type NetworkTask = {
  [Name in TaskName]: TaskInput<Name> extends { readonly infra: InfraRef } ? Name : never;
}[TaskName];

/** Runs a task on the network of the setup. */
export async function runTask<Name extends NetworkTask>(
  { services, infra, priority, share, signal }: TaskSetup,
  name: Name,
  input: Omit<TaskInput<Name>, "infra">,
): Promise<TaskOutput<Name>> {
  const options = { share, priority, ...(signal && { signal }) };
  // Safe: the rest of the input, plus the network.
  return services.compute.run(name, { ...input, infra } as unknown as TaskInput<Name>, options);
}

/** Results from the cache, in order. Missing ones are computed in batches; each batch's setup has its own signal. */
export async function resolveAll<Job, Value, Setup extends ComputeSetup>(
  setup: Setup,
  items: readonly { readonly key: string; readonly job: Job }[],
  how: Pick<ResolveOptions<Job, Value>, "sizeOf" | "shared"> & {
    readonly compute: (batch: readonly Job[], setup: Setup) => Promise<readonly Value[]>;
  },
): Promise<Value[]> {
  const { services, signal, lookup } = setup;
  return services.derived.resolveMany<Job, Value>(items, {
    ...how,
    signal,
    lookup,
    split: (missing) => splitIntoBatches(missing, services.config.workers.threads),
    compute: async (batch, batch_signal) => how.compute(batch, { ...setup, signal: batch_signal }),
  });
}

/** The result of one task, cached under its key. */
export async function resolveOne<Value>(
  setup: ComputeSetup,
  key: string,
  how: Pick<ResolveOptions<string, Value>, "sizeOf" | "shared"> & {
    readonly compute: (setup: ComputeSetup) => Promise<Value>;
  },
): Promise<Value> {
  const compute = async (_: unknown, own: ComputeSetup): Promise<Value[]> => [
    await how.compute(own),
  ];
  const [value] = await resolveAll(setup, [{ key, job: key }], { ...how, compute });
  return given(value, "a task has a result");
}

/** Trains per task: few enough that others get their turn and a cancellation takes effect soon. */
const BATCH_MAX = 20;

/** Splits jobs into batches for the pool: evenly over its threads, none longer than `size_max`. */
export function splitIntoBatches<Job>(
  jobs: readonly Job[],
  threads: number,
  size_max = BATCH_MAX,
): Job[][] {
  const size = Math.max(1, Math.min(size_max, Math.ceil(jobs.length / threads)));
  const batches: Job[][] = [];
  for (let i = 0; i < jobs.length; i += size) batches.push(jobs.slice(i, i + size));
  return batches;
}
