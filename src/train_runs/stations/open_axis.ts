/** An axis of stations: checks that its points exist, and finds out how far they are from one another. */
import type { DescribedPoint } from "../../../workers/tasks/projection/measure_axis.ts";
import type { NamedAxis } from "../../../workers/tasks/projection/project_stations.ts";
import { hashKey, hashText } from "../../platform/compute/keys.ts";
import type { SharedCodec } from "../../platform/compute/shared_value.ts";
import { invalidBody } from "../../platform/http/body/json_body.ts";
import { AppError } from "../../platform/http/errors.ts";
import { type ComputeSetup, resolveAll, runTask } from "../path/setup.ts";
import type { StationsBody } from "./stations.schemas.ts";

export interface OpenedAxis {
  readonly axis: NamedAxis;
  /** Names of the zones that are placed on it. */
  readonly zones: readonly string[];
  /** One per id. */
  readonly points: readonly DescribedPoint[];
  /** Of everything that a train's answer depends on besides its run. */
  readonly digest: string;
}

type Point = StationsBody["operational_points"][number];

/** A circular line has a station twice; more often can only be a mistake. */
const SAME_POINT_MAX = 2;

/** Throws InvalidBody for positions, ProjectionInvalidAxis for what the network does not have. */
export async function openAxis(
  setup: ComputeSetup,
  { operational_points: points, zones }: Pick<StationsBody, "operational_points" | "zones">,
): Promise<OpenedAxis> {
  const given_mm = readPositions(points);
  const ids = points.map(({ id }) => id);
  checkRepeats(ids);
  const described = (await runTask(setup, "describe_points", { ids })).map((point, index) => {
    if (point !== null) return point;
    const context = { reason: "unknown_operational_point", index, id: ids[index] };
    throw invalidAxis(`the network has no operational point '${ids[index]}'`, context);
  });
  const lengths_mm = await measureAll(setup, ids);
  const axis = { ids, lengths_mm, positions_mm: given_mm ?? addUp(ids, lengths_mm) };
  return { axis, zones, points: described, digest: hashText(JSON.stringify([axis, zones])) };
}

/** Null: none is given. */
function readPositions(points: readonly Point[]): number[] | null {
  const given = points.flatMap(({ position_mm }) => position_mm ?? []);
  if (given.length === 0) return null;
  for (const [i, { position_mm }] of points.entries()) {
    const path = `/operational_points/${i}/position_mm`;
    if (position_mm === undefined) throw refuse(path, "must be given for all points or none");
    if (position_mm < (given[i - 1] ?? 0)) throw refuse(path, "must not be before the last");
  }
  return given;
}

function checkRepeats(ids: readonly string[]): void {
  const seen = new Map<string, number>();
  for (const [i, id] of ids.entries()) {
    const count = (seen.get(id) ?? 0) + 1;
    seen.set(id, count);
    const path = `/operational_points/${i}/id`;
    if (id === ids[i - 1]) throw refuse(path, "must differ from the point before");
    if (count > SAME_POINT_MAX) {
      throw refuse(path, `must not be there more than ${SAME_POINT_MAX} times`);
    }
  }
}

const SHARED_LENGTH: SharedCodec<number | null> = {
  toForm: (head) => ({ head, buffers: [] }),
  // Safe: `toForm` wrote it.
  fromForms: (forms) => forms.map(({ head }) => head as number | null),
};

const LENGTH_BYTES = 8;

/** From each point to the next. */
async function measureAll(setup: ComputeSetup, ids: readonly string[]): Promise<(number | null)[]> {
  const { digest } = setup.infra;
  const items = ids.slice(1).map((to, i) => {
    const from = ids[i] ?? to;
    return { key: hashKey("station_distance", [digest, from, to]), job: { from, to } };
  });
  return await resolveAll<(typeof items)[number]["job"], number | null, ComputeSetup>(
    setup,
    items,
    {
      compute: async (pairs, own) => runTask(own, "measure_axis", { pairs }),
      sizeOf: () => LENGTH_BYTES,
      shared: SHARED_LENGTH,
    },
  );
}

function addUp(ids: readonly string[], lengths_mm: readonly (number | null)[]): number[] {
  let at_mm = 0;
  return ids.map((to, i) => {
    const length_mm = i === 0 ? 0 : (lengths_mm[i - 1] ?? null);
    if (length_mm === null) {
      const from = ids[i - 1];
      const message = `no way leads from '${from}' to '${to}'`;
      throw invalidAxis(message, { reason: "no_path", index: i, from, to });
    }
    at_mm += length_mm;
    return at_mm;
  });
}

function refuse(path: string, reason: string): AppError {
  return invalidBody([{ path, reason }]);
}

function invalidAxis(reason: string, context: Readonly<Record<string, unknown>>): AppError {
  return new AppError("ProjectionInvalidAxis", `The axis can't be laid out: ${reason}`, context);
}
