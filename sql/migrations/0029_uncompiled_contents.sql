-- A content that an edit made is compiled afterwards: until then it is not known whether that can be done.
alter table infra_content alter column is_faulty drop not null;
