-- The ledgers whose threshold signatures are believed, each from its consensus time on (docs/verification.md). The
-- public table `ledger` has only the newest one of each id.
create table tain.ledger_publication (
  consensus_timestamp bigint primary key,
  ledger_id bytea not null,
  wraps_key bytea not null,
  -- In the order of the publication: [{"node": "0", "weight": "1", "key": hex}]
  nodes jsonb not null,
  -- Why it is believed: how its block was proven, or `pinned` or `first-use` for the first one.
  grounds text not null
);
