import { expect, test } from 'vitest';
import { migrate } from '../../src/store/migrate/migrate.ts';
import { type Loose, startHarness } from './harness.ts';

/** Objects that migration 0029 drops, as created by migration 0012. */
const BEFORE = `
  alter table tain.status_incident
    add column remind_prior boolean not null default false,
    add column reminded_at timestamptz,
    add column metadata jsonb not null default '{}';
  create table tain.status_key (
    id text primary key, name text not null, role text not null, hash bytea not null,
    created_at timestamptz not null, last_used_at timestamptz, revoked_at timestamptz
  );
  create table tain.status_subscriber (
    id text primary key, mode text not null, address text not null, component_ids text[] not null default '{}',
    secret text not null, token text not null unique, created_at timestamptz not null, confirmed_at timestamptz,
    confirmation_sent_at timestamptz, quarantined_at timestamptz, by_operator boolean not null default false,
    confirmations int not null default 0, target text not null default '', unique (mode, address)
  );
  create table tain.status_message (
    number bigint generated always as identity primary key, payload jsonb not null, created_at timestamptz not null
  );
  create table tain.status_delivery (
    number bigint generated always as identity primary key,
    message bigint not null references tain.status_message on delete cascade,
    subscriber_id text not null references tain.status_subscriber on delete cascade,
    attempts int not null default 0, due_at timestamptz not null, last_error text
  );
  delete from tain.migration where version = 29;
  insert into tain.status_key values ('k', 'ops', 'write', '\\x00', now());
  insert into tain.status_subscriber (id, mode, address, secret, token, created_at, confirmed_at)
    values ('s', 'email', 'ann@example.org', 'secret', 'token', now(), now());
  insert into tain.status_message (payload, created_at) values ('{"to": "ann@example.org"}', now());
  insert into tain.status_delivery (message, subscriber_id, due_at) select number, 's', now() from tain.status_message;
  update tain.status_incident set remind_prior = true, metadata = '{"ticket": 7}';
`;

test('a database at migration 0028 loses subscribers, deliveries and keys, and retains incidents', async () => {
  const h = await startHarness();
  try {
    const { pool } = h.db.database;
    const opened = await h.open({ name: 'Slow', body: 'We look.' });
    await h.open({
      kind: 'maintenance',
      name: 'Upgrade',
      scheduledFor: new Date(h.now + 60_000),
      scheduledUntil: new Date(h.now + 120_000),
    });
    const shown = async (): Promise<Loose> => h.json('/api/v2/summary.json');
    const before = await shown();
    await pool.query(BEFORE);
    // An author of an earlier version.
    await pool.query("update tain.status_audit set actor = 'key abcdefghijkl (ops)'");
    const rows29 =
      '1 subscribers of the status page, 1 undelivered messages to subscribers, 1 keys of the management API, 2 incidents with metadata of the management API (0029_status_subscribers.sql)';
    await expect(migrate(h.db.target)).rejects.toThrow(
      `The new version deletes rows of this database: ${rows29}. Back it up, then migrate with --accept-data-loss`,
    );
    expect((await pool.query('select address from tain.status_subscriber')).rows).toEqual([
      { address: 'ann@example.org' },
    ]);
    const warnings: string[] = [];
    const accepting = { acceptsLoss: true, onLoss: (sentence: string) => warnings.push(sentence) };
    expect(await migrate(h.db.target, accepting)).toEqual(['0029_status_subscribers.sql']);
    expect(warnings).toEqual([`The migration deletes rows: ${rows29}`]);
    const { rows } = await pool.query<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'tain'
         and table_name in ('status_key', 'status_subscriber', 'status_message', 'status_delivery')
       union all
       select column_name from information_schema.columns where table_name = 'status_incident'
         and column_name in ('remind_prior', 'reminded_at', 'metadata')`,
    );
    expect(rows).toEqual([]);
    await h.pass(0);
    expect(await shown()).toEqual(before);
    expect((await h.update(opened.id, { status: 'resolved' })).status).toBe('resolved');
    await h.pass(90);
    const [maintenance] = (await shown()).scheduled_maintenances;
    expect(maintenance.status).toBe('in_progress');
    const { rows: authors } = await pool.query('select distinct actor from tain.status_audit order by actor');
    expect(authors.map(({ actor }) => actor)).toEqual(['evidence', 'key abcdefghijkl (ops)', 'person test']);
  } finally {
    await h.close();
  }
});
