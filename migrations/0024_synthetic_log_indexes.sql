-- concurrently
-- Serves synthetic results of one contract: a busy token contract has millions of logs, few or none of them synthetic.
create index tain__contract_log__synthetic_contract on contract_log (contract_id, consensus_timestamp) where synthetic is true;
