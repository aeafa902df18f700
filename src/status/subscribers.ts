import { randomBytes } from 'node:crypto';
import { NotThere, newId, Refusal } from './model.ts';
import type { Queryable } from './select-state.ts';

export type SubscriberMode = 'email' | 'webhook';

export interface Subscriber {
  readonly id: string;
  readonly mode: SubscriberMode;
  /** An e-mail address or a URL. */
  readonly address: string;
  /** Only news of these components; empty: of all. */
  readonly componentIds: readonly string[];
  readonly createdAt: string;
  readonly confirmedAt: string | null;
  readonly quarantinedAt: string | null;
}

/** Most subscribers of a page. */
const MAX_SUBSCRIBERS = 50_000;
/** A confirmation is sent again after so many milliseconds at the earliest: nobody's mailbox is a target. */
const CONFIRM_AGAIN_AFTER = 3_600_000;
/** Who has not confirmed after so long is forgotten. */
export const FORGET_AFTER = 7 * 86_400_000;

const EMAIL = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){0,8}$/;

/** Checks an e-mail address: one plain address, nothing that a mail header could be broken with. */
export function verifyEmail(text: string): string {
  if (text.length > 254 || !EMAIL.test(text)) throw new Refusal('Email is not a valid address');
  return text;
}

/** Checks the URL of a web hook: http or https, no credentials in it. */
export function verifyEndpoint(text: string): string {
  const url = URL.canParse(text) && text.length <= 2000 ? new URL(text) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    throw new Refusal('Endpoint must be an http or https URL');
  }
  if (url.username !== '' || url.password !== '') throw new Refusal('Endpoint must not carry credentials');
  return url.href;
}

export interface NewSubscriber {
  readonly mode: SubscriberMode;
  readonly address: string;
  readonly componentIds: readonly string[];
  /** An operator vouches for it: no confirmation is asked. */
  readonly confirmed: boolean;
}

/**
 * Adds a subscriber, or finds the one with this address. Unless confirmed, a confirmation goes out.
 * The `secret` that signs web hooks is returned only when the subscriber is new.
 */
export async function createSubscriber(
  client: Queryable,
  input: NewSubscriber,
  now: number,
): Promise<{ readonly id: string; readonly secret: string | null }> {
  const { rows } = await client.query<{ id: string; secret: string; created: boolean }>(
    `insert into tain.status_subscriber (id, mode, address, component_ids, secret, token, created_at, confirmed_at)
     select $1, $2, $3, $4, $5, $6, $7, $8
      where (select count(*) from tain.status_subscriber) < $9
     on conflict (mode, address) do update set
       component_ids = case when $8::timestamptz is null then status_subscriber.component_ids else excluded.component_ids end,
       confirmed_at = coalesce(status_subscriber.confirmed_at, excluded.confirmed_at)
     returning id, secret, id = $1 as created`,
    [
      newId(),
      input.mode,
      input.address,
      input.componentIds,
      randomBytes(32).toString('base64url'),
      randomBytes(24).toString('base64url'),
      new Date(now),
      input.confirmed ? new Date(now) : null,
      MAX_SUBSCRIBERS,
    ],
  );
  const row = rows[0];
  if (row === undefined) throw new Refusal('There are too many subscribers');
  if (!input.confirmed) await requestConfirmation(client, row.id, now, CONFIRM_AGAIN_AFTER);
  return { id: row.id, secret: row.created ? row.secret : null };
}

/** Queues a confirmation, unless it is confirmed, or asked already less than `pause` milliseconds ago. */
export async function requestConfirmation(
  client: Queryable,
  id: string,
  now: number,
  pause: number,
): Promise<void> {
  await client.query(
    `with asked as (
       update tain.status_subscriber set confirmation_sent_at = $2, quarantined_at = null
        where id = $1 and confirmed_at is null
          and (confirmation_sent_at is null or confirmation_sent_at <= $3)
       returning id
     ), message as (
       insert into tain.status_message (payload, created_at)
       select '{"type": "confirm"}', $2 from asked returning number
     )
     insert into tain.status_delivery (message, subscriber_id, due_at)
     select message.number, asked.id, $2 from asked, message`,
    [id, new Date(now), new Date(now - pause)],
  );
}

/** Confirms by token. False when there is no such subscriber. */
export async function confirmSubscriber(client: Queryable, token: string, now: number): Promise<boolean> {
  const { rowCount } = await client.query(
    'update tain.status_subscriber set confirmed_at = coalesce(confirmed_at, $2), quarantined_at = null where token = $1',
    [token, new Date(now)],
  );
  return (rowCount ?? 0) > 0;
}

/** Unsubscribes by token; whoever is gone already is gone. */
export async function removeSubscriberByToken(client: Queryable, token: string): Promise<void> {
  await client.query('delete from tain.status_subscriber where token = $1', [token]);
}

/** Unsubscribes by id. Throws `NotThere`. Returns whom. */
export async function removeSubscriber(client: Queryable, id: string): Promise<Subscriber> {
  const subscriber = await subscriberById(client, id);
  await client.query('delete from tain.status_subscriber where id = $1', [id]);
  return subscriber;
}

/** One subscriber. Throws `NotThere`. */
export async function subscriberById(client: Queryable, id: string): Promise<Subscriber> {
  const [subscriber] = await selectSubscribers(client, 'where id = $1', [id]);
  if (subscriber === undefined) throw new NotThere(`Subscriber ${id}`);
  return subscriber;
}

/** Subscribers; `clause` is SQL of ours. */
export async function selectSubscribers(
  client: Queryable,
  clause: string,
  values: readonly unknown[],
): Promise<Subscriber[]> {
  const { rows } = await client.query<{
    id: string;
    mode: SubscriberMode;
    address: string;
    component_ids: string[];
    created_at: Date;
    confirmed_at: Date | null;
    quarantined_at: Date | null;
  }>(
    `select id, mode, address, component_ids, created_at, confirmed_at, quarantined_at
       from tain.status_subscriber ${clause}`,
    [...values],
  );
  return rows.map((row) => ({
    id: row.id,
    mode: row.mode,
    address: row.address,
    componentIds: row.component_ids,
    createdAt: row.created_at.toISOString(),
    confirmedAt: row.confirmed_at?.toISOString() ?? null,
    quarantinedAt: row.quarantined_at?.toISOString() ?? null,
  }));
}

export function subscriberJson(subscriber: Subscriber, pageId: string) {
  return {
    id: subscriber.id,
    page_id: pageId,
    mode: subscriber.mode,
    ...(subscriber.mode === 'email' ? { email: subscriber.address } : { endpoint: subscriber.address }),
    components: subscriber.componentIds.length === 0 ? null : subscriber.componentIds,
    skip_confirmation_notification: subscriber.confirmedAt === subscriber.createdAt,
    created_at: subscriber.createdAt,
    confirmed_at: subscriber.confirmedAt,
    quarantined_at: subscriber.quarantinedAt,
  };
}
