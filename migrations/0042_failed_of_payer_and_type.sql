-- What one payer tried of one kind and failed in: both may be frequent, and hardly meet.
create index tain__transaction_failed_payer_type on transaction (payer_account_id, type, consensus_timestamp)
  where result not in (22, 104, 220);
