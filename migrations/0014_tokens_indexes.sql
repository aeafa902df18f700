-- Indexes that only our lists of tokens and NFTs need. Their absence costs speed, nothing else.

-- Tokens of one type, and those of one admin key, in the order of the list. Conditions of partial
-- indexes are written as the queries write them.
create index tain__token_type on token (type, token_id);
create index tain__entity_token_public_key on entity (public_key, id)
  where type = 'TOKEN';

-- Names that have no group of three letters (signs, few characters of many bytes), by their characters.
create index tain__token_name_characters on token using gin (string_to_array(lower(name), null));

-- Who holds a token, by the balance.
create index tain__token_account_token_balance on token_account (token_id, balance, account_id)
  where associated;

-- NFTs of a token by owner.
create index tain__nft_token_account on nft (token_id, account_id, serial_number);
