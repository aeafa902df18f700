import { randomBytes } from 'node:crypto';
import { NotThere, newId, Refusal } from '../state/model.ts';
import type { Queryable } from '../state/select-state.ts';

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

/** Most subscribers that operators added, and most that subscribed themselves: neither shuts the other out. */
const MAX_SUBSCRIBERS = 50_000;
/** Most unconfirmed strangers. When it is full, the oldest makes room after this time. */
const MAX_UNCONFIRMED = 5_000;
const MAKE_ROOM_AFTER = 3_600_000;
/**
 * What strangers may have sent to others, so that nobody's mailbox or server is a target: one confirmation an
 * hour and three a week to a mailbox, 20 an hour to a host of web hooks, and this many an hour in all.
 */
const CONFIRM_AGAIN_AFTER = 3_600_000;
const MOST_TO_MAILBOX = 3;
const MOST_TO_HOST = 20;
const MOST_CONFIRMATIONS = 500;
/** Subscribers who have not confirmed after this time are deleted. */
export const FORGET_AFTER = 7 * 86_400_000;

const EMAIL = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){0,8}$/;

/** Checks an e-mail address: one plain address, nothing that could break a mail header. */
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
  /** Who adds it: operators have a key. */
  readonly by: 'operator' | 'stranger';
  /** An operator vouches for it: it needs no confirmation. */
  readonly confirmed: boolean;
}

/**
 * Adds a subscriber, or finds the one with this address. Sends a confirmation unless it is confirmed. Returns
 * the `secret` that signs web hooks when it is new: an operator takes over what a stranger had added, with a
 * secret that only the operator sees. Throws `Refusal` when there are too many.
 */
export async function createSubscriber(
  client: Queryable,
  input: NewSubscriber,
  now: number,
): Promise<{ readonly id: string; readonly secret: string | null }> {
  const operator = input.by === 'operator';
  if (!operator) await makeRoom(client, now);
  const secret = randomBytes(32).toString('base64url');
  const { rows } = await client.query<{ id: string; secret: string }>(
    `insert into tain.status_subscriber as s
            (id, mode, address, target, component_ids, secret, token, created_at, confirmed_at, by_operator)
     select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10
      where exists (select from tain.status_subscriber where mode = $2 and address = $3)
         or (select count(*) < $11 and ($10 or count(*) filter (where confirmed_at is null) < $12)
               from tain.status_subscriber where by_operator = $10)
     on conflict (mode, address) do update set
       component_ids = case when $10 then excluded.component_ids else s.component_ids end,
       secret = case when $10 and not s.by_operator then excluded.secret else s.secret end,
       created_at = case when $10 and s.confirmed_at is null then excluded.created_at else s.created_at end,
       confirmed_at = coalesce(s.confirmed_at, excluded.confirmed_at),
       quarantined_at = case when excluded.confirmed_at is null then s.quarantined_at end,
       by_operator = s.by_operator or $10
     returning id, secret`,
    [
      newId(),
      input.mode,
      input.address,
      targetOf(input.mode, input.address),
      input.componentIds,
      secret,
      randomBytes(24).toString('base64url'),
      new Date(now),
      input.confirmed ? new Date(now) : null,
      operator,
      MAX_SUBSCRIBERS,
      MAX_UNCONFIRMED,
    ],
  );
  const row = rows[0];
  if (row === undefined) throw new Refusal('There are too many subscribers; try again later');
  if (!input.confirmed) await requestConfirmation(client, row.id, now, input.by);
  return { id: row.id, secret: row.secret === secret ? secret : null };
}

/** Who receives messages to an address: tags and case lead to the same mailbox, paths to the same host. */
function targetOf(mode: SubscriberMode, address: string): string {
  if (mode === 'webhook') return new URL(address).host;
  return address.toLowerCase().replace(/\+[^@]*@/, '@');
}

/** A flood of strangers who never confirm keeps others out for an hour at most. */
async function makeRoom(client: Queryable, now: number): Promise<void> {
  await client.query(
    `delete from tain.status_subscriber
     where id in (
       select id
       from tain.status_subscriber
       where not by_operator and confirmed_at is null and created_at < $1 and $2 <= (
         select count(*)
         from tain.status_subscriber
         where not by_operator and confirmed_at is null
       )
       order by created_at limit 1
     )`,
    [new Date(now - MAKE_ROOM_AFTER), MAX_UNCONFIRMED],
  );
}

/**
 * Queues a confirmation, unless it is confirmed. For strangers it goes out within the limits above only, and
 * the answer does not reveal that. For operators who ask `again` it always goes out, else once an hour.
 */
export async function requestConfirmation(
  client: Queryable,
  id: string,
  now: number,
  by: 'operator' | 'stranger' | 'operator again',
): Promise<void> {
  await client.query(
    `with asked as (
       update tain.status_subscriber s
       set confirmation_sent_at = $2, quarantined_at = null, confirmations = confirmations + 1
       where id = $1 and confirmed_at is null
         and ($4 = 'operator again' or confirmation_sent_at is null or confirmation_sent_at <= $3)
         and ($4 <> 'stranger' or (
           confirmations < $5
           and (
             select case s.mode
                 when 'email' then count(*) filter (where confirmation_sent_at > $3) = 0
                   and coalesce(sum(confirmations), 0) < $5
                 else count(*) filter (where confirmation_sent_at > $3) < $6
               end
             from tain.status_subscriber same
             where same.mode = s.mode and same.target = s.target
           )
           and (
             select count(*)
             from tain.status_subscriber
             where confirmation_sent_at > $3
           ) < $7
         ))
       returning id
     ), message as (
       insert into tain.status_message (payload, created_at)
       select '{"type": "confirm"}', $2
       from asked
       returning number
     )
     insert into tain.status_delivery (message, subscriber_id, due_at)
     select message.number, asked.id, $2
     from asked
     cross join message`,
    [
      id,
      new Date(now),
      new Date(now - CONFIRM_AGAIN_AFTER),
      by,
      MOST_TO_MAILBOX,
      MOST_TO_HOST,
      MOST_CONFIRMATIONS,
    ],
  );
}

/** Confirms by token. False when there is no such subscriber. */
export async function confirmSubscriber(client: Queryable, token: string, now: number): Promise<boolean> {
  const { rowCount } = await client.query(
    `update tain.status_subscriber
     set confirmed_at = coalesce(confirmed_at, $2), quarantined_at = null
     where token = $1`,
    [token, new Date(now)],
  );
  return (rowCount ?? 0) > 0;
}

/**
 * Unsubscribes by token; unknown tokens change nothing. An unconfirmed address gets no more requests: it is
 * kept until its time is over, so that strangers cannot have it asked again.
 */
export async function removeSubscriberByToken(client: Queryable, token: string): Promise<void> {
  await client.query(
    'delete from tain.status_subscriber where token = $1 and (confirmed_at is not null or by_operator)',
    [token],
  );
  await client.query('update tain.status_subscriber set confirmations = $2 where token = $1', [
    token,
    MOST_TO_MAILBOX,
  ]);
}

/** Unsubscribes by id. Throws `NotThere`. Returns the subscriber. */
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
