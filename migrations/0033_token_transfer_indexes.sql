-- concurrently

-- Transfers of a token by time.
create index tain__token_transfer_token on token_transfer (token_id, consensus_timestamp, account_id);
-- Transfers of NFTs by token and time; 0 for a transaction with NFTs of several tokens, which lists them token by token.
create index tain__transaction_nft_token on transaction (
  (case when nft_transfer->0->>'token_id' = nft_transfer->-1->>'token_id' then (nft_transfer->0->>'token_id')::bigint else 0 end),
  consensus_timestamp
) where nft_transfer is not null;
