-- Indexes of contracts that only we need. Their absence costs speed, nothing else.

-- Results of what was submitted, not of its children: what lists show unless `internal` is asked for.
-- Without these, a contract that is nearly always called by others (a precompile, a token) or a
-- contract that calls others has to be walked along all those calls.
create index tain__contract_result__id_timestamp on contract_result (contract_id, consensus_timestamp)
  where transaction_nonce = 0 and transaction_result <> 312;
create index tain__contract_result__sender_timestamp on contract_result (sender_id, consensus_timestamp)
  where transaction_nonce = 0 and transaction_result <> 312;
create index tain__contract_result__id_sender_timestamp on contract_result (contract_id, sender_id, consensus_timestamp)
  where transaction_nonce = 0 and transaction_result <> 312;

-- Logs by topic, in the order of the answer.
create index tain__contract_log__topic0 on contract_log (topic0, consensus_timestamp, index) where topic0 is not null;
create index tain__contract_log__topic1 on contract_log (topic1, consensus_timestamp, index) where topic1 is not null;
create index tain__contract_log__topic2 on contract_log (topic2, consensus_timestamp, index) where topic2 is not null;
create index tain__contract_log__topic3 on contract_log (topic3, consensus_timestamp, index) where topic3 is not null;
