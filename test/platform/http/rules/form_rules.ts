/** What breaks a form, in one place each (interface.md 4 to 11; the specification's "Rules"); rule_table.ts says how to read it. */
export const FORM_RULES = String.raw`
[stock]
~ is required | /~ - | ~ name; length; mass; max_speed; startup_time; startup_acceleration; comfort_acceleration; gamma; inertia_coefficient; rolling_resistance; loading_gauge; effort_curves; base_power_class; supported_signaling_systems
name is not blank | /name ""
name has at most 255 characters | /name n*256
length is a number | /length "400"
gamma's type is CONST or MAX | /gamma {"type":"MIN","value":1} | /gamma/type
loading_gauge is one of nine | /loading_gauge "G9"
metadata needs all nine strings | /metadata {"detail":"x"} | /metadata/family
a condition needs its three keys | /effort_curves/modes/25000V/curves [{"cond":{"comfort":null,"electrical_profile_level":null},"curve":{"speeds":[0,20,80],"max_efforts":[500000,420000,90000]}}] | /effort_curves/modes/25000V/curves/0/cond/power_restriction_code
power restrictions map to strings | /power_restrictions/C1 1
no power restriction has a name that JavaScript reserves | /power_restrictions {"constructor":"1"}
no mode has a name that JavaScript reserves | /effort_curves {"default_mode":"x","modes":{"prototype":1}} | /effort_curves/modes
power restrictions is an object | /power_restrictions []
locked is a boolean | /locked "no"
length is above 0 | /length 0 | {"length":["must be above 0"]}
mass is above 0 | /mass -1 | {"mass":["must be above 0"]}
max_speed is above 0 | /max_speed 0 | {"max_speed":["must be above 0"]}
max_speed is bounded | /max_speed 1000000000 | {"max_speed":["must be at most 150 m/s"]}
max_speed in km/h is told | /max_speed 160 | {"max_speed":["must be at most 150 m/s; 160 looks like km/h"]}
mass in tonnes is told | /length 100 & /mass 200 | {"mass":["must be at least 10000 kg, 100 kg for each metre of length; 200 looks like tonnes"]}
mass that nothing on rails has is told | /length 100 & /mass 0.001 | {"mass":["must be at least 10000 kg, 100 kg for each metre of length"]}
length in millimetres is told | /length 400000 | {"length":["must be at most 100000 m; 400000 looks like mm"]}
~ is not negative | /~ -1 | {"~":["must be at least 0"]} | ~ startup_time; startup_acceleration; comfort_acceleration; electrical_power_startup_time; raise_pantograph_time
gamma is above 0 | /gamma/value 0 | {"gamma":["must be above 0"]}
inertia_coefficient is at least 1 | /inertia_coefficient 0.99 | {"inertia_coefficient":["must be at least 1"]}
rolling resistance is of Davis' form | /rolling_resistance {"type":"other","A":1,"B":1,"C":1} | {"rolling_resistance":["type must be davis"]}
rolling resistance is not negative | /rolling_resistance {"type":"davis","A":1,"B":1,"C":-1} | {"rolling_resistance":["C must be at least 0"]}
the default mode is one of the modes | /effort_curves/default_mode "1500V" | {"effort_curves":["default_mode '1500V' is not one of the modes"]}
a curve has as many efforts as speeds | /effort_curves/modes/25000V/default_curve/speeds [0,1] | {"effort_curves":["modes/25000V/default_curve must have as many max_efforts as speeds"]}
a curve has two points | /effort_curves/modes/25000V/default_curve {"speeds":[0],"max_efforts":[1]} | {"effort_curves":["modes/25000V/default_curve must have at least 2 points"]}
speeds are not negative | /effort_curves/modes/25000V/default_curve/speeds [-1,0,1] | {"effort_curves":["modes/25000V/default_curve speeds must be at least 0"]}
efforts are not negative | /effort_curves/modes/25000V/default_curve/max_efforts [1,1,-1] | {"effort_curves":["modes/25000V/default_curve max_efforts must be at least 0"]}
speeds increase strictly | /effort_curves/modes/25000V/default_curve/speeds [0,5,5] | {"effort_curves":["modes/25000V/default_curve speeds must be strictly increasing"]}
an electric stock has an electrical_power_startup_time | /electrical_power_startup_time null | {"schema_validation":["electrical_power_startup_time is required for electric rolling stocks"]}
an electric stock has a raise_pantograph_time | /raise_pantograph_time - | {"schema_validation":["raise_pantograph_time is required for electric rolling stocks"]}
all breaches of a form are told at once | /length 0 & /mass 0 | {"length":["must be above 0"],"mass":["must be above 0"]}

[battery]
an energy source is one of three kinds | /energy_sources/0/energy_source_type "Coal"
a battery has a storage | /energy_sources/0/energy_storage -
efficiency is at most 1 | /energy_sources/0/efficiency 1.1 | {"energy_sources":["energy_sources/0/efficiency must be at most 1"]}
a state of charge is a share | /energy_sources/0/energy_storage/soc 2 | {"energy_sources":["energy_sources/0/soc must be at most 1"]}
tau is not negative | /energy_sources/0/energy_storage/refill_law {"tau":-1,"soc_ref":0.5} | {"energy_sources":["energy_sources/0/tau must be at least 0"]}
power curves have as many powers as speeds | /energy_sources/0/max_input_power {"speeds":[0,1],"powers":[0]} | {"energy_sources":["energy_sources/0/max_input_power must have as many powers as speeds"]}

[collection]
name is required | /name -
name is not blank | /name ""
name has at most 255 characters | /name n*256
description is a text | /description null
stocks are a list | /rolling_stock_ids 1
stocks are ids | /rolling_stock_ids [1,"2"] | /rolling_stock_ids/1
there are 10,000 stocks at most | /rolling_stock_ids [1..10001]

[towed_stock]
~ is required | /~ - | ~ name; mass; length; comfort_acceleration; startup_acceleration; inertia_coefficient; rolling_resistance; const_gamma
both forms of its brakes are equal | /gamma {"type":"CONST","value":0.6} | /const_gamma
gamma's type is CONST or MAX | /gamma {"type":"MIN","value":1} | /gamma/type
name is not blank | /name ""
mass is a number | /mass "20 t"
max_speed is a number or null | /max_speed "fast"
locked is a boolean | /locked 1
mass is above 0 | /mass 0 | {"mass":["must be above 0"]}
length is above 0 | /length -1 | {"length":["must be above 0"]}
max_speed is above 0 | /max_speed 0 | {"max_speed":["must be above 0"]}
max_speed is bounded | /max_speed 1000000000 | {"max_speed":["must be at most 150 m/s"]}
max_speed in km/h is told | /max_speed 160 | {"max_speed":["must be at most 150 m/s; 160 looks like km/h"]}
mass in tonnes is told | /mass 20 | {"mass":["must be at least 1800 kg, 100 kg for each metre of length; 20 looks like tonnes"]}
const_gamma is above 0 | /const_gamma 0 | {"const_gamma":["must be above 0"]}
inertia_coefficient is at least 1 | /inertia_coefficient 0.9 | {"inertia_coefficient":["must be at least 1"]}
accelerations are not negative | /comfort_acceleration -1 & /startup_acceleration -1 | {"comfort_acceleration":["must be at least 0"],"startup_acceleration":["must be at least 0"]}
rolling resistance is of Davis' form and not negative | /rolling_resistance {"type":"other","A":1,"B":-1,"C":1} | {"rolling_resistance":["type must be davis","B must be at least 0"]}

[profile_set]
levels are required | /levels -
no voltage has a name that JavaScript reserves | /level_order {"__proto__":["A"]}
level_order is an object | /level_order []
a range begins before it ends | /levels/0/track_ranges/0 {"track":"T","begin":2,"end":1} & /levels/0/value "1"

[works]
a group has a name | /work_schedule_group_name -
works are a list | /work_schedules {}
a work begins before it ends | /work_schedules/0/end_date_time "2024-05-22T08:00:00Z" | /work_schedules/0
a work begins before it ends, whatever its zones | /work_schedules/0/end_date_time "2024-05-22T09:00:00+02:00" | /work_schedules/0
a date and time is one | /work_schedules/0/start_date_time "2024-05-22"
a work is on tracks | /work_schedules/0/track_ranges []
positions are whole millimetres | /work_schedules/0/track_ranges/0/end 0.5
a range begins before it ends | /work_schedules/0/track_ranges/0/begin 2 & /work_schedules/0/track_ranges/0/end 1 | /work_schedules/0/track_ranges/0
metres are not negative | /work_schedules/0/track_ranges/0 {"track":"A","begin":-0.1,"end":1.5} | /work_schedules/0/track_ranges/0/begin
metres are numbers | /work_schedules/0/track_ranges/0 {"track":"A","begin":0,"end":"1"} | /work_schedules/0/track_ranges/0/end
metres have an end | /work_schedules/0/track_ranges/0 {"track":"A","begin":0} | /work_schedules/0/track_ranges/0/end
a range in metres begins before it ends | /work_schedules/0/track_ranges/0 {"track":"A","begin":2.5,"end":1.5}
metres have no unit of another form | /work_schedules/0/track_ranges/0 {"track":7,"begin":0,"end":1.5,"track_section":"A"} | /work_schedules/0/track_ranges/0/track
a work has an id | /work_schedules/0/obj_id ""
a work is on the track or on the catenary | /work_schedules/0/work_schedule_type "SIGNAL"

[limits]
a group has a name | /speed_limit_group_name -
limits are a list | /speed_limits null
a limit begins before it ends | /speed_limits/0/start_date_time "2024-05-22T11:00:00+01:00" | /speed_limits/0
a date and time is one | /speed_limits/0/end_date_time "tomorrow"
a speed is above 0 | /speed_limits/0/speed_limit 0
a speed is bounded | /speed_limits/0/speed_limit 1001
a limit has an id | /speed_limits/0/obj_id -
a limit is on tracks | /speed_limits/0/track_ranges []
a range has a direction | /speed_limits/0/track_ranges/0 {"track":"A","begin":0,"end":1,"direction":"BOTH"} | /speed_limits/0/track_ranges/0/direction
a range begins before it ends | /speed_limits/0/track_ranges/0/begin 2 & /speed_limits/0/track_ranges/0/end 1 | /speed_limits/0/track_ranges/0
positions are not negative | /speed_limits/0/track_ranges/0/begin -1 & /speed_limits/0/track_ranges/0/end 1

[record]
name is required | /name - |  | POST
name is not ~ | /name ~ | ~ ""; x*129; 7; "\u0000"
description is not ~ | /description ~ | ~ 7; x*1025
tags are not ~ | /tags ~ | ~ "x"; ["x"]*1001
a tag is a text | /tags [1] | /tags/0
~ is not null | /~ null |  | POST | ~ name; tags
the body is an object | / []

[paid_record]
budget is not ~ | /budget ~ | ~ 1.5; 2147483648; -2147483649; "7"

[project]
objectives are not too long | /objectives x*4097
funders are not too long | /funders x*1025
image is not ~ | /image ~ | ~ 0; "7"; 1.5

[study]
state is required | /state - |  | POST
state is not null | /state null |  | POST
state is not blank | /state ""
start_date is not ~ | /start_date ~ | ~ "2024-02-30"; "2024-13-01"; "0000-01-01"; "2024-1-1"; "2024-01-01T00:00:00Z"; ""; 7
study_type is a text | /study_type 7
business_code is not too long | /business_code x*256

[scenario]
~ is required | /~ - |  | POST | ~ infra_id; timetable_id
~ is not null | /~ null |  | POST | ~ infra_id; description
infra_id is above 0 | /infra_id 0
electrical_profile_set_id is an id | /electrical_profile_set_id "x"

[train]
~ is required | /~ - | ~ train_name; rolling_stock_name; start_time; path; constraint_distribution
train_name is a string | /train_name 1
rolling_stock_name is a string | /rolling_stock_name null
texts hold no NUL | /train_name "a\u0000b"
labels are strings | /labels [1] | /labels/0
labels is an array | /labels "am"
speed_limit_tag is not blank | /speed_limit_tag ""
start_time has a zone | /start_time "2024-05-22T08:00:00"
start_time is a datetime | /start_time "yesterday"
start_time is a day that exists | /start_time "2024-02-30T08:00:00Z"
start_time is a string | /start_time 0
path is not empty | /path [] & /schedule []
path is an array | /path {}
a waypoint has an id | /path/0/id -
a waypoint's id is not blank | /path/0/id ""
waypoint ids are unique | /path/3 {"id":"a","trigram":"X"} | /path/3/id
a waypoint has a location | /path/0 {"id":"a"}
a waypoint has one location only | /path/0/trigram "MWS" | /path/0
a track location needs an offset | /path/2/offset - | /path/2
an offset needs a track | /path/0/offset 1 | /path/0
a track offset is not negative | /path/2/offset -1
a track offset is whole millimetres | /path/2/offset 0.5
a track location has no filter | /path/2/offset 1 & /path/2/secondary_code "BV" | /path/2
a uic is not negative | /path/0/uic -1
a uic fits in 32 bits | /path/0/uic 4294967296
a uic is a number | /path/0/uic "87"
a trigram is not blank | /path/0/trigram "" & /path/0/uic -
an operational point's id is not blank | /path/0/operational_point "" & /path/0/uic -
deleted is a boolean | /path/0/deleted "no"
a track reference is a name or an id | /path/0/track_reference {}
a schedule point names a waypoint of the path | /schedule/0 {"at":"z","stop_for":"PT1M"} | /schedule/0/at
a schedule point needs a waypoint | /schedule/0 {"stop_for":"PT1M"} | /schedule/0/at
one schedule point a waypoint | /schedule [{"at":"b"},{"at":"b"}] | /schedule/1/at
the first waypoint's arrival is PT0S | /schedule/0/arrival "PT1S" & /schedule/0/at "a"
a STOP signal needs stop_for | /schedule/0 {"at":"b","reception_signal":"STOP"} | /schedule/0/reception_signal
a SHORT_SLIP_STOP signal needs stop_for | /schedule/0 {"at":"b","stop_for":null,"reception_signal":"SHORT_SLIP_STOP"} | /schedule/0/reception_signal
a reception signal is one of three | /schedule/0/reception_signal "CLOSED" & /schedule/0/arrival -
locked is a boolean | /schedule/0/locked 1 & /schedule/0/arrival -
'~' is no duration | /schedule/0/arrival "~" | ~ ; -PT1S; PT-1S; P1M; P1Y; P1Y2DT1S; PT; P; 10; PT1X
'PT1S ' is no duration | /schedule/0/arrival "PT1S "
a stop lasts a duration | /schedule/0 {"at":"b","stop_for":60} | /schedule/0/stop_for
a stop is not negative | /schedule/0 {"at":"b","stop_for":"-PT1S"} | /schedule/0/stop_for
a margin boundary is a waypoint of the path | /margins {"boundaries":["z"],"values":["0%","0%"]} | /margins/boundaries/0
n boundaries have n + 1 values, not n | /margins {"boundaries":["b"],"values":["0%"]} | /margins/values
n boundaries have n + 1 values, not n + 2 | /margins {"boundaries":[],"values":["0%","0%"]} | /margins/values
'~' is no margin | /margins {"boundaries":[],"values":["~"]} | /margins/values/0 | ~ -5%; 5; %; 5 km/h; 5min/100; NaN%; five%; 5min/100km2
margins have boundaries | /margins {"values":["0%"]} | /margins/boundaries
initial_speed is not negative | /initial_speed -1
initial_speed is a number | /initial_speed "1"
a train that starts at a stop has no initial speed | /initial_speed 1 & /schedule/0 {"at":"a","stop_for":"PT0S"}
comfort is one of three | /comfort "LUXURY"
constraint_distribution is one of three | /constraint_distribution "EVEN"
a power restriction starts at a waypoint of the path | /power_restrictions [{"from":"z","to":"b","value":"C1"}] | /power_restrictions/0/from
a power restriction ends at a waypoint of the path | /power_restrictions [{"from":"a","to":"z","value":"C1"}] | /power_restrictions/0/to
a power restriction has a value | /power_restrictions [{"from":"a","to":"b"}] | /power_restrictions/0/value
use_electrical_profiles is a boolean | /options {"use_electrical_profiles":"yes"} | /options/use_electrical_profiles
options is an object | /options []
a category is a main or a sub category, not both | /category {"main_category":"TRAM_TRAIN","sub_category_code":"RER"}
a category is not empty | /category {}
a main category is one of ten | /category {"main_category":"ROCKET"}
unknown keys are refused | /speed 3 |  | creation import
ids are given by the server | /id 3 |  | creation import
unknown keys of a waypoint are refused | /path/0/colour "red" |  | creation import
unknown keys of a schedule point are refused | /schedule/0/depart "PT1S" & /schedule/0/arrival - |  | creation import

[paced_train]
~ is required | /~ - | ~ train_name; rolling_stock_name; start_time; path; paced
the train's own rules hold | /schedule/0 {"at":"z"} | /schedule/0/at
paced.time_window is required | /paced/time_window -
paced.time_window is a duration, which '~' is not | /paced/time_window "~" | ~ ; -PT1H; P1M; P1Y; 1 h
paced.interval is required | /paced/interval -
paced.interval is a duration, which '~' is not | /paced/interval "~" | ~ ; -PT1H; P1M; P1Y; 1 h
the interval is not zero | /paced/interval "PT0S"
the interval is not zero milliseconds | /paced/interval "PT0.0001S"
the window ends before the year 10000 | /start_time "9999-12-31T23:50:00Z" & /paced/interval "PT10M" & /exceptions [] | /paced/time_window
exceptions is an array | /exceptions {}
an exception has a key | /exceptions [{"occurrence_index":0}] | /exceptions/0/key
an exception's key is not blank | /exceptions [{"key":"","occurrence_index":0}] | /exceptions/0/key
exception keys are unique | /exceptions [{"key":"k","occurrence_index":0},{"key":"k"}] | /exceptions/1/key
an occurrence index is below their number | /exceptions [{"key":"k","occurrence_index":4}] | /exceptions/0/occurrence_index
an occurrence index is below their number, rounded down | /paced/time_window "PT50M" & /exceptions [{"key":"k","occurrence_index":3}] | /exceptions/0/occurrence_index
an occurrence index is not negative | /exceptions [{"key":"k","occurrence_index":-1}] | /exceptions/0/occurrence_index
an occurrence index is whole | /exceptions [{"key":"k","occurrence_index":0.5}] | /exceptions/0/occurrence_index
an occurrence has one exception, disabled ones count | /exceptions [{"key":"k","occurrence_index":1,"disabled":true},{"key":"l","occurrence_index":1}] | /exceptions/1/occurrence_index
disabled is a boolean | /exceptions [{"key":"k","occurrence_index":0,"disabled":"no"}] | /exceptions/0/disabled
~ can't be unset by an empty group | /exceptions [{"key":"k","occurrence_index":0,"~":{}}] | /exceptions/0/~/value | ~ train_name; start_time; constraint_distribution
~ can't be unset by null | /exceptions [{"key":"k","occurrence_index":0,"~":{"value":null}}] | /exceptions/0/~/value | ~ train_name; start_time; constraint_distribution
a rolling stock can't be unset | /exceptions [{"key":"k","occurrence_index":0,"rolling_stock":{}}] | /exceptions/0/rolling_stock/rolling_stock_name
a rolling stock has one of three comforts | /exceptions [{"key":"k","occurrence_index":0,"rolling_stock":{"rolling_stock_name":"x","comfort":"LUXURY"}}] | /exceptions/0/rolling_stock/comfort
the group ~ is an object and no array | /exceptions [{"key":"k","occurrence_index":0,"~":[]}] | /exceptions/0/~ | ~ speed_limit_tag; labels; rolling_stock_category; options; initial_speed
the group ~ is not null | /exceptions [{"key":"k","occurrence_index":0,"~":null}] | /exceptions/0/~ | ~ speed_limit_tag; labels; rolling_stock_category; options; initial_speed
~ has its type | /exceptions [{"key":"k","occurrence_index":0,"~":{"value":""}}] | /exceptions/0/~/value | ~ speed_limit_tag; labels; rolling_stock_category; options; initial_speed
a category of an exception is a main or a sub-category, not both | /exceptions [{"key":"k","occurrence_index":0,"rolling_stock_category":{"value":{"main_category":"TRAM_TRAIN","sub_category_code":"RER"}}}] | /exceptions/0/rolling_stock_category/value
an exception's start time has a zone | /exceptions [{"key":"k","occurrence_index":0,"start_time":{"value":"2024-05-22T08:00:00"}}] | /exceptions/0/start_time/value
path_and_schedule is not empty | /exceptions [{"key":"k","occurrence_index":0,"path_and_schedule":{}}] | /exceptions/0/path_and_schedule/path
an exception's initial speed is zero when the paced train starts at a stop | /schedule/0 {"at":"a","stop_for":"PT1M"} & /exceptions [{"key":"k","occurrence_index":0,"initial_speed":{"value":1}}] | /exceptions/0/initial_speed/value
unknown keys are refused | /round_trip 3 |  | creation import
unknown keys of paced are refused | /paced/count 4 |  | creation import
unknown keys of an exception are refused | /exceptions [{"key":"k","occurrence_index":0,"comfort":"HEATING"}] | /exceptions/0/comfort | creation import
unknown keys of a change group are refused | /exceptions [{"key":"k","occurrence_index":0,"train_name":{"value":"x","old":"y"}}] | /exceptions/0/train_name/old | creation import
numbering is a rule, which ~ is not | /numbering ~ | ~ null; 1; "4001"
numbering is a rule, which ~ is not | /numbering ~ | /numbering/first | ~ []; {}
numbering.first is not undefined | /numbering {"step":2} | /numbering/first
numbering.first is not ~ | /numbering {"first":~,"step":2} | /numbering/first | ~ -1; 1.5; "1"; null; 1000000000
numbering.step is not undefined | /numbering {"first":4001} | /numbering/step
numbering.step is not ~ | /numbering {"first":4001,"step":~} | /numbering/step | ~ 0; -2; 0.5; "2"; null; 1000000000
numbering.suffix is not ~ | /numbering {"first":4001,"step":2,"suffix":~} | /numbering/suffix | ~ null; 1; "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"; "\u0000"
numbering.prefix is not "x" | /numbering {"first":4001,"step":2,"prefix":"x"} | /numbering/prefix

[own_path]
path_and_schedule has its ~ | /exceptions/0/path_and_schedule/~ - | ~ path; schedule; margins; power_restrictions
an exception's path is not empty | /exceptions/0/path_and_schedule/path []
an exception's schedule refers to its own path | /exceptions/0/path_and_schedule/schedule [{"at":"b"}] | /exceptions/0/path_and_schedule/schedule/0/at
an exception's margins refer to its own path | /exceptions/0/path_and_schedule/margins {"boundaries":["b"],"values":["0%","0%"]} | /exceptions/0/path_and_schedule/margins/boundaries/0
an exception's power restrictions refer to its own path | /exceptions/0/path_and_schedule/power_restrictions [{"from":"x","to":"b","value":"C1"}] | /exceptions/0/path_and_schedule/power_restrictions/0/to
an exception's waypoint ids are unique | /exceptions/0/path_and_schedule/path/2 {"id":"x","trigram":"MWS"} | /exceptions/0/path_and_schedule/path/2/id
rules of a disabled exception hold too | /exceptions/0/disabled true & /exceptions/0/path_and_schedule/schedule [{"at":"q"}] & /exceptions/0/occurrence_index - | /exceptions/0/path_and_schedule/schedule/0/at
an exception's initial speed is zero when its own path starts at a stop | /exceptions/0/initial_speed {"value":1} & /exceptions/0/path_and_schedule/schedule [{"at":"x","stop_for":"PT1M"}] | /exceptions/0/initial_speed/value
an exception of a moving paced train does not start at a stop | /exceptions/0/path_and_schedule/schedule [{"at":"x","stop_for":"PT1M"}] & /initial_speed 1 | /exceptions/0/path_and_schedule

[sub_category]
~ is required | /~ - | ~ name; main_category; color
the code is not blank | /code ""
the main category is one of ten | /main_category "RER"
'~' is no colour | /color "~" | ~ ; red; #12345; #1234567; #GGGGGG; 1A2B3C
the code is required | /code - |  | creation

[pathfinding]
~ is required | /~ - | ~ path_items; rolling_stock_is_thermal; rolling_stock_loading_gauge; rolling_stock_supported_electrifications; rolling_stock_supported_signaling_systems; rolling_stock_maximum_speed; rolling_stock_length
a path item has a location | /path_items [{}] | /path_items/0
a path item has one location only | /path_items [{"trigram":"A","uic":1}] | /path_items/0
an offset is not negative | /path_items [{"track":"TA0","offset":-1}] | /path_items/0/offset
the loading gauge is one of nine | /rolling_stock_loading_gauge "G9"
the maximum speed is above 0 | /rolling_stock_maximum_speed 0
the length is not negative | /rolling_stock_length -1

[track_paths]
~ is required | /~ - | ~ starting; ending
a place has a track | /starting {"position":1} | /starting/track
a track has a name | /starting {"track":"","position":1} | /starting/track
a place has a position | /ending {"track":"TA0"} | /ending/position
a position is not negative | /ending {"track":"TA0","position":-0.001} | /ending/position
a position is a number | /ending {"track":"TA0","position":"1"} | /ending/position

[ranges]
ranges are required | /track_section_ranges -
ranges are not empty | /track_section_ranges []
a range has a direction | /track_section_ranges/0 {"track_section":"TA0","begin":0,"end":1} | /track_section_ranges/0/direction
a range begins before it ends | /track_section_ranges/0/begin 2 & /track_section_ranges/0/end 1 | /track_section_ranges/0
a range lies at whole millimetres | /track_section_ranges/0/begin 0.5 & /track_section_ranges/0/end 1

[stdcm]
~ is required | /~ - | ~ steps; rolling_stock_id; comfort
~ is not negative | /~ -1 | ~ maximum_departure_delay; maximum_run_time; time_gap_before; time_gap_after
~ is above 0 | /~ 0 | ~ total_mass; total_length; max_speed
a step has a location | /steps/1/location -
a step has one location | /steps [{"location":{}}] | /steps/0/location
a time has its tolerances | /steps [{"location":{"track":"A","offset":0},"timing_data":{"arrival_time":"2024-10-22T08:00:00Z"}}] | /steps/0/timing_data/arrival_time_tolerance_before
a start time is a date and time | /start_time "soon"
there are steps | /steps []
at most 1,000 steps | /steps [{"location":{"track":"A","offset":0}}]*1001
some time is given | /start_time null | /steps
one end has a time at most | /steps/1/timing_data {"arrival_time":"2026-05-22T08:00:00Z","arrival_time_tolerance_before":0,"arrival_time_tolerance_after":0} & /steps/0/timing_data {"arrival_time":"2026-05-22T08:00:00Z","arrival_time_tolerance_before":0,"arrival_time_tolerance_after":0}
a margin is one | /margin "5"
a stop is a year at most | /steps [{"location":{"track":"A","offset":0},"duration":1000000000000}] | /steps/0/duration
a mass is at most 1e9 kg | /total_mass 2000000000
a length is at most 100 km | /total_length 200000
a speed is at most 150 m/s | /max_speed 160

[search]
object is required | /object -
object is a text | /object 3
query is required | /query -
the body is an object | / [{"object":"operationalpoint","query":["search",["name"],"mich st"]}] | /object
`;
