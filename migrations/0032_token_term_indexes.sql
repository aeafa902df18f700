-- concurrently

-- Tokens by the lower-case bytes of their symbol or name, for searches by a prefix. Bytes have the same order with every
-- collation, and on several servers. Tokens are updated in place: their symbols and names hardly change.
create index tain__token_symbol_term on token (decode(replace(lower(symbol), '\', '\\'), 'escape'), token_id);
create index tain__token_name_term on token (decode(replace(lower(name), '\', '\\'), 'escape'), token_id);
