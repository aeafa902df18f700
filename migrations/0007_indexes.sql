-- Indexes on ledger tables that only our queries need: their absence costs speed, nothing else. All are
-- read in the order of a list, so that a page costs the same whether its filter is met often or hardly
-- ever. Conditions of partial indexes are written as the queries write them.

-- Transactions and transfers.

-- Failed transactions are few. The condition is written as the queries write it.
create index tain__transaction_failed on transaction (consensus_timestamp)
  where result not in (22, 104, 220);
create index tain__transaction_failed_type on transaction (type, consensus_timestamp)
  where result not in (22, 104, 220);
create index tain__transaction_failed_payer on transaction (payer_account_id, consensus_timestamp)
  where result not in (22, 104, 220);

-- What one payer did of one kind.
create index tain__transaction_payer_type on transaction (payer_account_id, type, consensus_timestamp);

-- What one payer tried of one kind and failed in: both may be frequent, and hardly meet.
create index tain__transaction_failed_payer_type on transaction (payer_account_id, type, consensus_timestamp)
  where result not in (22, 104, 220);

-- Transfers in one direction: an account that only ever pays has no credits to be found. The fee
-- account is left out as in crypto_transfer__entity_id_consensus_timestamp.
--
-- Nearly every transaction credits the collectors of fees: the node and two reward accounts, three in
-- four credits of all. Who looks for theirs finds one at nearly each entry of
-- crypto_transfer__entity_id_consensus_timestamp, so they need no second one. The condition is
-- written as the queries write it.
create index tain__crypto_transfer_credit on crypto_transfer (entity_id, consensus_timestamp)
  where amount > 0 and entity_id not in (98, 800, 801) and (entity_id < 3 or entity_id > 49);
-- Nearly every debit is the payer's own, and nearly all that an account pays for debits it: what an
-- account paid for is found by the payer, so the index keeps the debits by others alone. Accounts of the
-- network (up to 0.0.1000) need not pay fees, and theirs are all kept. The condition is written as the
-- queries write it.
create index tain__crypto_transfer_debit on crypto_transfer (entity_id, consensus_timestamp)
  where amount < 0 and entity_id <> 98 and (entity_id <> payer_account_id or entity_id <= 1000);
-- Debits of the fee account hardly exist, and its credits are in nearly every transaction: without this
-- index all transfers are read for one debit. It has next to no rows, and so costs nothing to keep.
create index tain__crypto_transfer_fee_account_debit on crypto_transfer (consensus_timestamp)
  where entity_id = 98 and amount < 0;
create index tain__token_transfer_credit on token_transfer (account_id, consensus_timestamp)
  where amount > 0;
create index tain__token_transfer_debit on token_transfer (account_id, consensus_timestamp)
  where amount < 0;

-- Which entities a transaction lists, for bounds of the account: the primary key begins with the entity, so
-- without this index each transaction that a list passes over reads all entries within the bounds.
create index tain__entity_transaction_timestamp on entity_transaction (consensus_timestamp, entity_id);

-- Accounts and balances.

-- Accounts among the entities of all types, by id, and those of one public key.
create index tain__entity_account on entity (id)
  where type in ('ACCOUNT', 'CONTRACT');
create index tain__entity_account_public_key on entity (public_key, id)
  where type in ('ACCOUNT', 'CONTRACT');

-- Tokens that an account is associated with, however many it once was.
create index tain__token_account_associated on token_account (account_id, token_id)
  where associated;

-- Balances of snapshots by amount: an account's rows of a month among which a filter chooses.
create index tain__account_balance_balance on account_balance (balance, account_id, consensus_timestamp);

-- Contracts.

-- Results of what was submitted, not of its children: what lists show unless `internal` is asked for.
-- Without these, a contract that is nearly always called by others (a precompile, a token) or a
-- contract that calls others would be found among all those calls.
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

-- Airdrops, allowances, hooks and schedules.

-- Airdrops that wait, among all that were ever claimed or cancelled: by the other account, and of one
-- token.
create index tain__token_airdrop_sent on token_airdrop
  (sender_account_id, receiver_account_id, token_id, serial_number) where state = 'PENDING';
create index tain__token_airdrop_received on token_airdrop
  (receiver_account_id, sender_account_id, token_id, serial_number) where state = 'PENDING';
create index tain__token_airdrop_sent_token on token_airdrop
  (sender_account_id, token_id, receiver_account_id, serial_number) where state = 'PENDING';
create index tain__token_airdrop_received_token on token_airdrop
  (receiver_account_id, token_id, sender_account_id, serial_number) where state = 'PENDING';

-- Approvals in force, among those withdrawn.
create index tain__nft_allowance_granted on nft_allowance (owner, spender, token_id)
  where approved_for_all;
create index tain__nft_allowance_received on nft_allowance (spender, owner, token_id)
  where approved_for_all;

-- Slots that hold something, among those cleared.
create index tain__hook_storage_held on hook_storage (owner_id, hook_id, key)
  where not deleted;

-- Schedules of one creator in the order of the list.
create index tain__schedule_creator on schedule (creator_account_id, schedule_id);

-- Tokens and NFTs.

-- Tokens of one type, and those of one admin key, in the order of the list. Conditions of partial
-- indexes are written as the queries write them.
create index tain__token_type on token (type, token_id);
create index tain__entity_token_public_key on entity (public_key, id)
  where type = 'TOKEN';

-- Names that have no group of three letters (signs, few characters of many bytes), by their characters.
create index tain__token_name_characters on token using gin (string_to_array(lower(name), null));

-- NFTs of a token by owner.
create index tain__nft_token_account on nft (token_id, account_id, serial_number);
