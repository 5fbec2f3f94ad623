-- A report may hold for a time: of track that is closed, or of a train that runs slower. Closed track has no train, and its place as the JSON text of `stop`.
-- when it is over; null: nobody knows, or the report is of a moment
alter table train_report add column until timestamptz;
-- by how much a train is slower
alter table train_report add column percent smallint;
