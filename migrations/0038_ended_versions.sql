-- The indexes of 0037 replace them.
drop index if exists tain__nft_history_timestamp_range;
drop index if exists tain__hook_history_timestamp_range;
