-- Debits of the fee account hardly exist, and its credits are in nearly every transaction: without this
-- index all transfers are read for one debit. It has next to no rows, and so costs nothing to keep.
create index tain__crypto_transfer_fee_account_debit on crypto_transfer (consensus_timestamp)
  where entity_id = 98 and amount < 0;
