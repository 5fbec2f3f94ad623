/** What trains are computed with, as query parameters of computed results. */

export interface Setting {
  readonly infra_id: number;
  readonly electrical_profile_set_id: number | null;
  readonly work_schedule_group_id: number | null;
  readonly temporary_speed_limit_group_id: number | null;
  /** Whose trains are shown; absent: each at the start of its record. */
  readonly date?: string;
}

/** Query parameters of computed results. */
export function runQuery({
  infra_id,
  electrical_profile_set_id,
  temporary_speed_limit_group_id,
}: Setting): {
  readonly infra: number;
  readonly electrical_profile_set_id?: number;
  readonly temporary_speed_limit_group_id?: number;
} {
  return {
    infra: infra_id,
    ...(electrical_profile_set_id !== null && { electrical_profile_set_id }),
    ...(temporary_speed_limit_group_id !== null && { temporary_speed_limit_group_id }),
  };
}

/** The same with the works, for conflicts. */
export function conflictQuery(
  one: Setting,
): ReturnType<typeof runQuery> & { readonly work_schedule_group_id?: number } {
  const { work_schedule_group_id } = one;
  return { ...runQuery(one), ...(work_schedule_group_id !== null && { work_schedule_group_id }) };
}

/** The date, for results about the trains of a whole timetable. */
export function dateQuery({ date }: Setting): { readonly date?: string } {
  return date === undefined ? {} : { date };
}
