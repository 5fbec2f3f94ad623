-- creates a timetable
insert into timetable default values returning id as timetable_id
