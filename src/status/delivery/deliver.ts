import type { Logger } from 'pino';
import type { Database } from '../../db/connections/database.ts';
import type { Clock } from '../../kernel/clock.ts';
import { messageOf } from '../../kernel/failure.ts';
import type { Identity } from '../state/public-json.ts';
import type { Rollup } from '../state/rollup.ts';
import type { Mailer } from './mail.ts';
import { hookBody, mailText, type Payload } from './messages.ts';
import { FORGET_AFTER, type SubscriberMode } from './subscribers.ts';
import { postHook } from './webhook.ts';

/** How many are sent at once. */
const BATCH = 25;
/** Milliseconds after which a delivery without a result, because its process died, is taken up again. */
export const LEASE = 120_000;
/** Waits after the first, second … failure: half a day in all. Then attempts stop. */
export const WAITS = [10_000, 60_000, 300_000, 1_800_000, 7_200_000, 21_600_000, 21_600_000];
/** Attempts at a confirmation: a stranger may have requested it for somebody else's server. */
const MOST_TO_UNCONFIRMED = 5;
/** How long messages are kept, delivered or not. */
const KEEP = 3 * 86_400_000;

export interface DeliveryOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'info' | 'warn'>;
  readonly identity: Identity;
  readonly mailer: Mailer | null;
  /** Whether hooks may go to private addresses. */
  readonly allowPrivate: boolean;
  /** The page as it is now. */
  readonly page: () => { readonly id: string; readonly status: Rollup };
}

interface Due {
  number: string;
  attempts: number;
  subscriber_id: string;
  mode: SubscriberMode;
  address: string;
  secret: string;
  token: string;
  payload: Payload;
}

/**
 * Sends what is due, a batch at a time, and returns how many it took up. A delivery is leased before it is
 * sent, so that processes share the work and none is lost; a receiver may see one twice.
 */
export async function deliverDue(options: DeliveryOptions, signal: AbortSignal): Promise<number> {
  const now = options.clock();
  const { rows } = await options.database.pool.query<Due>(
    `with due as (
       update tain.status_delivery set due_at = $2, attempts = attempts + 1
        where number in (select number from tain.status_delivery where due_at <= $1
                          order by due_at, number limit $3 for update skip locked)
       returning number, message, subscriber_id, attempts
     )
     select due.number, due.attempts, due.subscriber_id, s.mode, s.address, s.secret, s.token, m.payload
       from due join tain.status_subscriber s on s.id = due.subscriber_id
                join tain.status_message m on m.number = due.message
      order by due.number`,
    [new Date(now), new Date(now + LEASE), BATCH],
  );
  await Promise.all(rows.map((due) => deliver(options, due, signal)));
  return rows.length;
}

async function deliver(options: DeliveryOptions, due: Due, signal: AbortSignal): Promise<void> {
  const { pool } = options.database;
  try {
    await sendOne(options, due, signal);
    await pool.query('delete from tain.status_delivery where number = $1', [due.number]);
  } catch (error) {
    // Stopped, not failed: the lease ends by itself.
    if (signal.aborted) return;
    const reason = messageOf(error);
    const asks = due.payload.type === 'confirm';
    const wait = asks && due.attempts >= MOST_TO_UNCONFIRMED ? undefined : WAITS[due.attempts - 1];
    options.log.warn(
      { subscriber: due.subscriber_id, attempt: due.attempts, reason },
      'status: a delivery failed',
    );
    if (wait === undefined) {
      await giveUp(options, due);
      return;
    }
    await pool.query('update tain.status_delivery set due_at = $2, last_error = $3 where number = $1', [
      due.number,
      new Date(options.clock() + wait),
      reason.slice(0, 500),
    ]);
  }
}

async function sendOne(options: DeliveryOptions, due: Due, signal: AbortSignal): Promise<void> {
  const { identity } = options;
  const links = {
    confirm: `${identity.url}/confirm/${due.token}`,
    unsubscribe: `${identity.url}/unsubscribe/${due.token}`,
  };
  if (due.mode === 'email') {
    if (options.mailer === null) throw new Error('No mail server is set');
    const { subject, text } = mailText(due.payload, identity, links);
    await options.mailer.send({ to: due.address, subject, text, unsubscribeUrl: links.unsubscribe }, signal);
    return;
  }
  const { event, body } = hookBody(due.payload, options.page(), links);
  await postHook(
    {
      url: due.address,
      secret: due.secret,
      body,
      event,
      deliveryId: due.number,
      seconds: Math.floor(options.clock() / 1000),
      allowPrivate: options.allowPrivate,
    },
    signal,
  );
}

/** Half a day of failures: no more attempts until the subscriber confirms again. */
async function giveUp(options: DeliveryOptions, due: Due): Promise<void> {
  const { pool } = options.database;
  await pool.query('update tain.status_subscriber set quarantined_at = $2 where id = $1', [
    due.subscriber_id,
    new Date(options.clock()),
  ]);
  await pool.query('delete from tain.status_delivery where subscriber_id = $1', [due.subscriber_id]);
}

/** Deletes old messages, and subscribers who never confirmed. */
export async function forgetOld(options: DeliveryOptions): Promise<void> {
  const now = options.clock();
  const { pool } = options.database;
  await pool.query('delete from tain.status_message where created_at < $1', [new Date(now - KEEP)]);
  await pool.query(
    `delete from tain.status_message m
      where created_at < $1 and not exists (select from tain.status_delivery d where d.message = m.number)`,
    [new Date(now - LEASE)],
  );
  await pool.query('delete from tain.status_subscriber where confirmed_at is null and created_at < $1', [
    new Date(now - FORGET_AFTER),
  ]);
}
