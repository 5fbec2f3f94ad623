/** Studies as a kind of records (interface.md 4.2), each in a project. */
import { jsonBody } from "../../platform/http/answers.ts";
import type { ConstraintErrors } from "../../platform/http/constraints.ts";
import { AppError } from "../../platform/http/errors.ts";
import type { RecordKind } from "../record/record_kind.ts";
import { StudyAnswer, StudyChange, StudyCreation, StudyPage } from "./study.schemas.ts";

const STUDY_CONSTRAINTS: ConstraintErrors = {
  study_start_date_check: () =>
    new AppError("StudyStartDateAfterEndDate", "The study's start date is after an end date"),
};

export const STUDY: RecordKind<StudyChange, StudyChange> = {
  type: "study",
  above: ["project"],
  path: "/projects/:project_id/studies/:study_id",
  summaries: {
    list: "List the studies of a project that the caller may know of",
    create: "Create a study in a project",
    read: "A study; its name and description for who knows only something in it",
    change: "Change fields of a study",
    remove: "Delete a study with its scenarios; timetables stay",
  },
  queries: {
    list: "studies/study/list",
    get: "studies/study/get",
    insert: "studies/study/insert",
    update: "studies/study/update",
    delete: "studies/study/delete",
  },
  creation: jsonBody(StudyCreation, {
    name: "Timetable 2027",
    state: "started",
    start_date: "2026-05-22",
    expected_end_date: "2026-12-31",
  }),
  change: jsonBody(StudyChange, { state: "finish" }),
  page: StudyPage,
  answer: StudyAnswer,
  contents: ["scenarios"],
  shown_to: "MinimalMetadata",
  creation_levels: { project: "Creator" },
  change_levels: {},
  absent: {},
  creation_errors: ["StudyStartDateAfterEndDate"],
  change_errors: ["StudyStartDateAfterEndDate"],
  constraints: STUDY_CONSTRAINTS,
  create: async (_ctx, body) => body,
  alter: async (_ctx, _place, body) => body,
};
