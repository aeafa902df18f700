-- What a record says of the high-volume price is stored also where it is 0, as the public mirror does.
-- Rows stored until now have null there. The few others are kept aside, and the column is made anew with
-- 0 for all rows that there are: PostgreSQL then rewrites none of them.

-- An older process may be storing: its rows would be missed.
lock table transaction in access exclusive mode;

create temporary table kept_multiplier on commit drop as
  select consensus_timestamp, high_volume_pricing_multiplier as multiplier from transaction
  where high_volume_pricing_multiplier <> 0;
alter table transaction drop column high_volume_pricing_multiplier;
alter table transaction add column high_volume_pricing_multiplier bigint default 0;
alter table transaction alter column high_volume_pricing_multiplier drop default;
update transaction t set high_volume_pricing_multiplier = k.multiplier
  from kept_multiplier k where t.consensus_timestamp = k.consensus_timestamp;
