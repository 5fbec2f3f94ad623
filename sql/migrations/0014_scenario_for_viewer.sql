-- what a scenario tells of its infrastructure and timetable now depends on who looks
drop function if exists scenario_record(scenario);
