-- Who computes with a set has it at hand already, most of the time: the digest tells, in place of some
-- megabytes of text. A set never changes.
alter table electrical_profile_set add column digest text;
update electrical_profile_set set digest = encode(sha256(convert_to(content, 'UTF8')), 'hex');
alter table electrical_profile_set alter column digest set not null;
