/**
 * Skewed rows: some values are very frequent, others rare, and times correlate with values, so that a planner that assumes an
 * even distribution is wrong.
 */

export const ENTRIES = 200_000;
/** Value with half of all entries, all of them old. */
export const OLD = 1n;
/** Value with one entry in a thousand. */
export const RARE = 2n;
/** Type of the 20 oldest entries. */
export const RARE_TYPE = 9;

/** Amounts of holders: half are below 100, nearly all others are thousands, a few a million. */
export const HOLDER_ROWS: string = `
create table holder (id bigint primary key, amount bigint not null,
  band smallint not null generated always as (case when amount <= 0 then 0 else floor(log(2, amount)) + 1 end) stored);
insert into holder (id, amount)
  select i, case when i % 5000 = 0 then 1000000 + i when i > 50000 then 1000 + i % 4000 else i % 100 end
  from generate_series(1, 100000) i;
create index holder__amount on holder (amount);
create index holder__band on holder (band, id);
`;

export const ACCESS_ROWS: string = `
create table entry (at bigint primary key, owner bigint not null, type smallint not null, amount bigint not null, note text);
insert into entry
  select i, case when i % 1000 = 0 then ${RARE} when i <= ${ENTRIES / 2} then ${OLD} else 100 + i % 5000 end,
    case when i <= 20 then ${RARE_TYPE} else i % 3 end, i % 1000, repeat('x', 40)
  from generate_series(1, ${ENTRIES}) i;
create index entry__owner on entry (owner, at);
create index entry__owner_back on entry (amount, at desc);
create index entry__type on entry (type, at);

create table state (place bigint not null, key bigint not null, at bigint not null, value bigint not null, primary key (place, key, at));
insert into state select 1 + i % 2, (i / 2) % 60, i, i from generate_series(1, 100000) i;
create index state__key on state (key, at);

create table item (id bigint primary key, at bigint not null, timestamp_range int8range not null);
insert into item select i, i, int8range(i, null) from generate_series(1, 20000) i;
create table item_history (like item);
insert into item_history select 1 + i % 20, i, int8range(i, i + 20) from generate_series(1, 40000) i;
create index item_history__id on item_history (id, lower(timestamp_range));

${HOLDER_ROWS}vacuum analyze entry, state, item, item_history, holder;
`;
