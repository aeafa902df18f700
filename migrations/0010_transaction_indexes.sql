-- Indexes that only our lists of transactions need. All are walked in consensus order, so that a page
-- costs the same whether its filter is met often or hardly ever.

-- Failed transactions are few. The condition is written as the queries write it.
create index tain__transaction_failed on transaction (consensus_timestamp)
  where result not in (22, 104, 220);
create index tain__transaction_failed_type on transaction (type, consensus_timestamp)
  where result not in (22, 104, 220);
create index tain__transaction_failed_payer on transaction (payer_account_id, consensus_timestamp)
  where result not in (22, 104, 220);

-- What one payer did of one kind.
create index tain__transaction_payer_type on transaction (payer_account_id, type, consensus_timestamp);

-- Transfers in one direction: an account that only ever pays has no credits to be found. The fee
-- account is left out as in crypto_transfer__entity_id_consensus_timestamp.
create index tain__crypto_transfer_credit on crypto_transfer (entity_id, consensus_timestamp)
  where amount > 0 and entity_id <> 98;
create index tain__crypto_transfer_debit on crypto_transfer (entity_id, consensus_timestamp)
  where amount < 0 and entity_id <> 98;
create index tain__token_transfer_credit on token_transfer (account_id, consensus_timestamp)
  where amount > 0;
create index tain__token_transfer_debit on token_transfer (account_id, consensus_timestamp)
  where amount < 0;
