-- concurrently

-- Topics and contracts by the lower-case bytes of their memo, for searches by a prefix, as for tokens (0032). A memo has at most 100 bytes;
-- most are empty.
create index tain__entity_topic_memo on entity (decode(replace(lower(left(memo, 100)), '\', '\\'), 'escape'), id) where type = 'TOPIC' and memo <> '';
create index tain__entity_contract_memo on entity (decode(replace(lower(left(memo, 100)), '\', '\\'), 'escape'), id) where type = 'CONTRACT' and memo <> '';
