-- Indexes that only our lists of accounts and balances need.

-- Accounts among the entities of all types, by id; those of one public key; those within bounds of
-- the balance. The condition is written as the queries write it.
create index tain__entity_account on entity (id)
  where type in ('ACCOUNT', 'CONTRACT');
create index tain__entity_account_public_key on entity (public_key, id)
  where type in ('ACCOUNT', 'CONTRACT');
create index tain__entity_account_balance on entity (balance, id)
  where type in ('ACCOUNT', 'CONTRACT');

-- Tokens that an account is associated with, however many it once was.
create index tain__token_account_associated on token_account (account_id, token_id)
  where associated;

-- Balances of snapshots by amount: an account's rows of a month among which a filter chooses.
create index tain__account_balance_balance on account_balance (balance, account_id, consensus_timestamp);
