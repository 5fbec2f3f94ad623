-- deletes what deleted timetables have left behind
delete from train_change c where not exists (select from timetable t where t.id = c.timetable_id)
