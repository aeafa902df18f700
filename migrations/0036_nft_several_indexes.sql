-- concurrently

-- The transactions of tain__transaction_nft_several (0034) by time, for accounts with too many of them to gather.
create index tain__transaction_nft_several_time on transaction (consensus_timestamp)
  where nft_transfer is not null and jsonb_path_exists(nft_transfer, '$[1 to last] ? (!(@.sender_account_id == $[0].sender_account_id && @.receiver_account_id == $[0].receiver_account_id && @.token_id == $[0].token_id))');
