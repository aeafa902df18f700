-- concurrently

-- Transfers of NFTs by account and time: by the sender and by the receiver of a transaction's first transfer.
create index tain__transaction_nft_sender on transaction (((nft_transfer->0->>'sender_account_id')::bigint), consensus_timestamp)
  where nft_transfer->0->>'sender_account_id' is not null;
create index tain__transaction_nft_receiver on transaction (((nft_transfer->0->>'receiver_account_id')::bigint), consensus_timestamp)
  where nft_transfer->0->>'receiver_account_id' is not null;
-- Transactions with another transfer that has another sender, receiver or token than the first. They are few: an account's are
-- gathered and sorted. Without `fastupdate`, because a search would read the list of pending entries.
create index tain__transaction_nft_several on transaction using gin (nft_transfer jsonb_path_ops) with (fastupdate = off)
  where nft_transfer is not null and jsonb_path_exists(nft_transfer, '$[1 to last] ? (!(@.sender_account_id == $[0].sender_account_id && @.receiver_account_id == $[0].receiver_account_id && @.token_id == $[0].token_id))');
-- Events Transfer of ERC-20 and ERC-721, TransferSingle and TransferBatch of ERC-1155, by the addresses of sender and receiver. Events
-- that only the mirror makes, of tokens of the ledger, are left out. The conditions are written as the queries write them.
create index tain__contract_log_transfer_topic1 on contract_log (topic1, consensus_timestamp)
  where topic0 = '\xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'::bytea and (synthetic is null or not synthetic);
create index tain__contract_log_transfer_topic2 on contract_log (topic2, consensus_timestamp)
  where topic0 in ('\xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'::bytea, '\xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62'::bytea, '\x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb'::bytea) and (synthetic is null or not synthetic);
create index tain__contract_log_transfer_topic3 on contract_log (topic3, consensus_timestamp)
  where topic0 in ('\xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62'::bytea, '\x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb'::bytea) and (synthetic is null or not synthetic);
