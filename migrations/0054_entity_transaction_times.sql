-- Which entities a transaction lists, for bounds of the account: the primary key begins with the entity, so
-- without this index each transaction that a list passes over reads all entries within the bounds.
create index tain__entity_transaction_timestamp on entity_transaction (consensus_timestamp, entity_id);
