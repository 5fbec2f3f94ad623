/** A feed of GTFS that runs on the sample's town line. */
import { strToU8, zipSync } from "fflate";

/** Two trips of a Monday. */
export const TOWN_FEED = zipSync(
  Object.fromEntries(
    Object.entries({
      "agency.txt": "agency_id,agency_name,agency_url,agency_timezone\n1,Town,http://town,UTC\n",
      "routes.txt": "route_id,agency_id,route_short_name,route_type\nS1,1,S1,2\n",
      "calendar_dates.txt": "service_id,date,exception_type\nd,20260302,1\n",
      "stops.txt":
        "stop_id,stop_name,stop_lat,stop_lon\na,Seehaven,47.6,7.2\nb,Midbridge,47.6,7.37\nc,Oldtown,47.6,7.5\n",
      "trips.txt": "route_id,service_id,trip_id\nS1,d,one\nS1,d,two\n",
      "stop_times.txt": [
        "trip_id,arrival_time,departure_time,stop_id,stop_sequence",
        "one,06:00:00,06:00:00,a,1",
        "one,06:12:00,06:13:00,b,2",
        "one,06:25:00,06:25:00,c,3",
        "two,07:00:00,07:00:00,c,1",
        "two,07:30:00,07:30:00,a,2",
        "",
      ].join("\n"),
    }).map(([name, text]) => [name, strToU8(text)]),
  ),
);
