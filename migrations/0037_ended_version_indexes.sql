-- concurrently

-- In place of the indexes of ranges (0016), which took nearly half of the time of an insert into nft_history.
create index tain__nft_history_end on nft_history (upper(timestamp_range));
create index tain__hook_history_end on hook_history (upper(timestamp_range));
