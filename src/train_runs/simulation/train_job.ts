/**
 * A job about stored trains in the queue of all servers: which trains, on which network, with which parameters.
 * It has no body and no rights: the server that takes it reads the trains itself, and answers no user.
 */
import * as v from "valibot";
import type { TrainKind } from "../../timetable/train/train_kind.ts";

/** A train schedule or paced train by id. */
export interface RecordRef {
  readonly kind: TrainKind["name"];
  readonly id: number;
}

const JOB_RECORDS_MAX = 10_000;

const id = v.pipe(v.number(), v.safeInteger(), v.minValue(1));

/** The text of a job is untrusted. */
export const TrainJob = v.object({
  parameters: v.object({
    infra_id: id,
    electrical_profile_set_id: v.nullable(id),
    temporary_speed_limit_group_id: v.nullable(id),
  }),
  /** Digest of the compiled network that the results are for. */
  infra_digest: v.string(),
  kind: v.picklist(["train_schedule", "paced_train"]),
  ids: v.pipe(v.array(id), v.maxLength(JOB_RECORDS_MAX)),
  /** The span of the request that the job belongs to. */
  traceparent: v.nullable(v.string()),
});
export type TrainJob = v.InferOutput<typeof TrainJob>;
