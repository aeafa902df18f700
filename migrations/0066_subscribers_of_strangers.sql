-- Who may subscribe without a key must not stand in the way of operators, nor fill other people's
-- mailboxes: what strangers asked for is counted apart.

alter table tain.status_subscriber
  -- Added by an operator, who was then shown the secret; else by a stranger on the page.
  add column by_operator boolean not null default false,
  -- How often the confirmation was asked.
  add column confirmations int not null default 0,
  -- Whom messages reach: a mailbox (without its tag, in lower case) or a host.
  add column target text not null default '';
update tain.status_subscriber
   set by_operator = confirmed_at is not null and confirmed_at = created_at,
       confirmations = case when confirmation_sent_at is null then 0 else 1 end,
       target = case mode when 'email' then regexp_replace(lower(address), '\+[^@]*@', '@')
                          else lower(substring(address from '^https?://([^/?#]*)')) end;
create index status_subscriber__target on tain.status_subscriber (mode, target);
