/** A forecast of a running day. */
import * as v from "valibot";
import { queryId, queryOneOf, queryText } from "../../platform/http/fields.ts";
import { dataLine, END_EVENTS } from "../../railway/event.schemas.ts";
import { parseDateTime } from "../../railway/iso8601.ts";
import { PrintedDateTime } from "../../railway/quantities.ts";
import { Count, FiniteNumber, Identifier, Text } from "../../railway/scalars.ts";
import { about, nameSchemas } from "../../railway/wire.ts";
import { queryDate } from "../../timetable/calendar/date_query.ts";
import { parsedBy } from "../../timetable/exchange/exchange.schemas.ts";
import { ReportedTrain } from "../operation/reported_train.ts";
import { SimulationQuery } from "../simulation/simulation.schemas.ts";
import { CLOSED_ENTRIES, ClosedPlace } from "./report.schemas.ts";

export const ForecastQuery = v.object({
  ...SimulationQuery.entries,
  date: queryDate,
  as_of: v.optional(
    v.pipe(
      queryText,
      parsedBy(parseDateTime, { format: "date-time" }),
      v.description(
        "What is due by then and not reported has not happened yet; absent: when the last report was observed, or how far the clock of an opened day has run",
      ),
    ),
  ),
});

export const RealtimeQuery = v.object({
  ...ForecastQuery.entries,
  of: v.optional(
    about(
      queryOneOf(["trip_updates", "vehicle_positions"]),
      "When trips are expected, or where their trains are",
    ),
    ["trip_updates"],
  ),
  format: v.optional(
    about(queryOneOf(["protobuf", "json"]), "Of the message; JSON is that of protocol buffers"),
    ["protobuf"],
  ),
});

/** Of which trains it is told. */
export const TOLD_TRAINS = {
  train_schedule_id: v.optional(about(queryId, "Only this train")),
  paced_train_id: v.optional(about(queryId, "Only the trains of this paced train")),
  station: v.optional(
    about(
      queryText,
      "Only trains that stop there, with that stop alone: id of the operational point, trigram or UIC number, as their paths name it",
    ),
  ),
};

const Time = v.nullable(PrintedDateTime);

const DayStops = about(
  v.array(
    v.object({
      stop: about(v.nullable(Text), "Id of the waypoint"),
      planned_arrival: PrintedDateTime,
      planned_departure: about(Time, "Null: its end"),
      arrival: about(Time, "Reported or expected; null: it never gets there"),
      departure: about(Time, "Null: it never leaves, or its end"),
      delay_seconds: about(v.nullable(FiniteNumber), "Of the arrival; negative: early"),
      has_arrived: about(v.boolean(), "By its reports"),
      has_departed: about(v.boolean(), "By its reports"),
      held_until: about(Time, "It does not depart before; null: it is not held"),
      ends: about(
        v.nullable(v.picklist(["leaves", "stands"])),
        "It does not run beyond, as decided: it leaves the track or stays on it",
      ),
      is_cancelled: about(v.boolean(), "It has ended before"),
      follows: about(v.array(ReportedTrain), "Trains that go first from here on, as decided"),
    }),
  ),
  "Its planned stops, its begin and its end",
);

const Deadlocks = about(
  v.array(
    v.object({
      time: PrintedDateTime,
      trains: about(v.array(ReportedTrain), "Each holds what the one before it needs"),
    }),
  ),
  "They and all behind them stand for ever, unless something is decided",
);

export const Forecast = v.object({
  as_of: about(
    Time,
    "What was due by then and not reported had not happened; null: nothing is reported, and no clock of an opened day runs",
  ),
  trains: about(
    v.array(
      v.object({
        train: about(ReportedTrain, "Which train"),
        stops: DayStops,
        waits: about(
          v.array(
            v.object({
              cause: about(
                v.nullable(ReportedTrain),
                "Whom it waits for last; null: track is closed",
              ),
              closed: v.optional(about(ClosedPlace, "The track that is closed")),
              signal: about(v.nullable(Text), "Before which; null: it has not appeared yet"),
              seconds: about(
                v.nullable(Count),
                "With what braking costs; null: it never gets on, as the other one stands for good, in a deadlock too, or the track is never opened",
              ),
            }),
          ),
          "For other trains and closed track, in order of time",
        ),
      }),
    ),
    "Trains that run",
  ),
  deadlocks: Deadlocks,
  cancelled: about(v.array(ReportedTrain), "Trains that do not run"),
  left_out: about(v.array(ReportedTrain), "Trains that have no run"),
  unused_reports: about(
    v.array(
      v.object({
        train: v.optional(about(ReportedTrain, "As it was named; none of `closed`")),
        ...CLOSED_ENTRIES,
        stop: v.nullable(about(Text, "Id of the waypoint")),
        event: about(Text, "What was reported"),
        reason: about(
          v.picklist([
            "unknown_train",
            "unknown_stop",
            "unknown_other",
            "unknown_track",
            "impossible",
            "seen_behind",
          ]),
          "No such train runs, it has no planned stop there, the other train does not run, the network has no such track or zone, it would have been faster than it can be since the report before, or it was to end there but was seen to go on",
        ),
      }),
    ),
    "Reports that say nothing about the trains as they are planned now, or can't be; at most 100",
  ),
});

const stand = {
  as_of: about(Time, "As that of the forecast"),
  version: about(Identifier, "Of trains and reports on which it stands, as of proposals"),
};

const ForecastBegin = v.object(stand);
const ForecastMoves = v.object({
  ...stand,
  trains: about(
    v.array(v.object({ train: about(ReportedTrain, "Which train"), stops: DayStops })),
    "Trains that run, and are expected otherwise than was told here before: by half a minute or more at some stop",
  ),
  cancelled: about(v.array(ReportedTrain), "Trains that do not run any more"),
  deadlocks: v.optional(about(Deadlocks, "All of them; absent: they are as they were")),
});

export const ForecastEvent = v.variant("event", [
  v.object({
    event: about(
      v.literal("reset"),
      "The first event, and later one if trains or the network have changed: get the forecast",
    ),
    data: dataLine(ForecastBegin),
  }),
  v.object({
    event: about(v.literal("moved"), "What is expected otherwise; at most once a second"),
    data: dataLine(ForecastMoves),
  }),
  ...END_EVENTS,
]);

nameSchemas({ Forecast, ForecastBegin, ForecastMoves, ForecastEvent });
