-- concurrently

-- Transactions that transfer NFTs, of which an account's are found. Few transactions do, so it costs next to nothing to keep.
create index tain__transaction_nft_transfer on transaction (consensus_timestamp)
  where nft_transfer is not null;
