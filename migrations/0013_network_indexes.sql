-- Indexes that only our lists of airdrops, NFT allowances, hook storage and schedules need. Conditions
-- are written as the queries write them.

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
