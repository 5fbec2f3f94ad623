/** A small feed of our own: an intercity train on most days, one with a frequency, a bus. */

export const GTFS_FEED: Record<string, string> = {
  "agency.txt": "agency_id,agency_name,agency_url,agency_timezone\nx,X,http://x,Europe/Zurich\n",
  "stops.txt":
    "stop_id,stop_name,stop_lat,stop_lon,parent_station\n" +
    "p1,A platform,47.0,8.0,pa\npa,Alpha,47.0,8.0,\nb,Beta,47.1,8.1,\nc,Gamma,47.2,8.2,\n",
  "routes.txt": "route_id,route_short_name,route_type\nr,IC 1,102\nbus,4,3\n",
  "trips.txt": "route_id,service_id,trip_id\nr,daily,t1\nr,once,t2\nbus,daily,t3\n",
  "stop_times.txt":
    "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n" +
    "t1,08:20:00,08:22:00,b,5\nt1,08:00:00,08:00:00,p1,1\nt1,25:00:00,25:00:00,c,9\n" +
    "t2,06:00:00,06:00:00,c,1\nt2,,,b,2\nt2,07:00:00,07:00:00,p1,3\n",
  "calendar.txt":
    "service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date\n" +
    "daily,1,1,1,1,1,0,1,20260301,20260401\n",
  "calendar_dates.txt": "service_id,date,exception_type\ndaily,20260327,2\nonce,20260328,1\n",
  "frequencies.txt":
    "trip_id,start_time,end_time,headway_secs,exact_times\nt2,06:00:00,07:10:00,1800,1\n",
};
