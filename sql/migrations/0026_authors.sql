-- Who changed a train last and when, for its readers; and a name of its own for a timetable. Null: nobody was signed
-- in, or it was before these columns. There is no foreign key to users: its lock for every train would put imports
-- in line with changes of the user, and an author who is gone is shown as nobody.
alter table train_schedule add column modified_by bigint, add column modified_at timestamptz;
alter table train_schedule alter column modified_at set default now();
alter table paced_train add column modified_by bigint, add column modified_at timestamptz;
alter table paced_train alter column modified_at set default now();

-- Of the timetable's own fields.
alter table timetable
  add column name text,
  add column modified_by bigint,
  add column modified_at timestamptz;
alter table timetable alter column modified_at set default now();

-- Of the timetable's trains, removed ones too: a field of the timetable would put its writers in line.
alter table train_change add column changed_by bigint, add column changed_at timestamptz;

-- Each takes the author now, or returns more.
drop function if exists trains();
drop function if exists insert_trains(text, bigint, text[]);
drop function if exists import_trains(bigint, text[]);
drop function if exists change_trains(bigint, bigint[], bigint[], text[]);
drop function if exists delete_trains(text, bigint[]);
drop function if exists delete_sub_category(text, bigint);

-- Kept answers to creations and changes of trains tell the time from now on.
update idempotency
set answer = left(answer, -1) || ',"modified_at":"'
  || to_char(created at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"}'
where answer like '{"made_ids":%';
