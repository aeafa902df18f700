-- concurrently

-- Rows that ended before a time, where the tables have no index that finds them. All of them grow at their
-- end, so keeping the indexes costs little.
create index tain__nft_history_timestamp_range on nft_history using gist (timestamp_range);
create index tain__hook_history_timestamp_range on hook_history using gist (timestamp_range);
create index tain__hook_storage_change_timestamp on hook_storage_change (consensus_timestamp);
