/** The endpoints of timetables and their contents. */

import type { Endpoint } from "../platform/http/endpoint.ts";
import type { Tag } from "../platform/http/tags.ts";
import { TIMETABLE_CHANGE_ENDPOINTS } from "./calendar/change.endpoints.ts";
import { DAY_LIST_ENDPOINTS } from "./calendar/day_list.endpoints.ts";
import { CHANGES_ENDPOINTS } from "./changes/changes.endpoints.ts";
import { HISTORY_ENDPOINTS } from "./history/history.endpoints.ts";
import { SUB_CATEGORY_ENDPOINTS } from "./sub_category/sub_category.endpoints.ts";
import { TIMETABLE_EVENT_ENDPOINTS } from "./timetable/events.endpoints.ts";
import { TIMETABLE_ENDPOINTS } from "./timetable/timetable.endpoints.ts";
import { TRAIN_ENDPOINTS } from "./train/train.endpoints.ts";

export const TIMETABLE_ROOM: readonly Endpoint[] = [
  ...TIMETABLE_ENDPOINTS,
  ...TIMETABLE_CHANGE_ENDPOINTS,
  ...DAY_LIST_ENDPOINTS,
  ...TIMETABLE_EVENT_ENDPOINTS,
  ...TRAIN_ENDPOINTS,
  ...CHANGES_ENDPOINTS,
  ...HISTORY_ENDPOINTS,
  ...SUB_CATEGORY_ENDPOINTS,
];

export const TIMETABLE_TAGS: readonly Tag[] = [
  { name: "timetable", description: "Timetables and what is in them" },
  { name: "train_schedule", description: "Train schedules, and what is derived of them" },
  {
    name: "paced_train",
    description: "Trains that repeat, their exceptions, and what is derived of them",
    segments: ["paced_trains"],
  },
  { name: "sub_category", description: "Own categories of trains" },
];
