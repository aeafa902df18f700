-- Whose balance changed since the last balance snapshot: a snapshot must not read all accounts.
create index tain__entity_balance_timestamp on entity (balance_timestamp);
create index tain__token_account_balance_timestamp on token_account (balance_timestamp);
