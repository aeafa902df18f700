import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { newId, Refusal } from '../state/model.ts';
import type { Queryable } from '../state/select-state.ts';
import { verifyText } from '../state/text.ts';

export type KeyRole = 'read' | 'write';

/** A key in lists: only its owner has its secret. Times are ISO instants. */
export interface KeyInfo {
  readonly id: string;
  readonly name: string;
  readonly role: KeyRole;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  readonly revokedAt: string | null;
}

const KEY = /^tain_([a-z0-9]{12})_([A-Za-z0-9_-]{43})$/;

/**
 * Creates a key for the management API and returns its text, which is shown this once: only the hash of its
 * 256 random bits is stored (with so much entropy, one round of SHA-256 reveals nothing).
 */
export async function createKey(
  client: Queryable,
  input: { readonly name: string; readonly role: KeyRole },
  now: number,
): Promise<{ readonly id: string; readonly key: string }> {
  const name = verifyText('name', input.name, 100, { required: true });
  const id = newId();
  const secret = randomBytes(32).toString('base64url');
  await client.query(
    'insert into tain.status_key (id, name, role, hash, created_at) values ($1, $2, $3, $4, $5)',
    [id, name, input.role, hashOf(secret), new Date(now)],
  );
  return { id, key: `tain_${id}_${secret}` };
}

/** Revokes a key at once. Throws `Refusal` when there is no such active key. */
export async function revokeKey(client: Queryable, id: string, now: number): Promise<void> {
  const { rowCount } = await client.query(
    'update tain.status_key set revoked_at = $2 where id = $1 and revoked_at is null',
    [id, new Date(now)],
  );
  if (rowCount === 0) throw new Refusal(`There is no key ${id} in force`);
}

/** All keys, the newest first. */
export async function selectKeys(client: Queryable): Promise<KeyInfo[]> {
  const { rows } = await client.query<{
    id: string;
    name: string;
    role: KeyRole;
    created_at: Date;
    last_used_at: Date | null;
    revoked_at: Date | null;
  }>(
    `select id, name, role, created_at, last_used_at, revoked_at
     from tain.status_key
     order by created_at desc, id`,
  );
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    role: row.role,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    revokedAt: row.revoked_at?.toISOString() ?? null,
  }));
}

/** An active key, in the form that requests are compared with. */
export interface Key {
  readonly id: string;
  readonly name: string;
  readonly role: KeyRole;
  readonly hash: Buffer;
}

/** All active keys, by id. */
export async function selectKeysInForce(client: Queryable): Promise<Map<string, Key>> {
  const { rows } = await client.query<Key>(
    'select id, name, role, hash from tain.status_key where revoked_at is null',
  );
  return new Map(rows.map((key) => [key.id, key]));
}

/**
 * The key in an `Authorization` header (`Bearer` or `OAuth`), or null when it does not have the form of a
 * key.
 */
export function keyNamedIn(header: string | undefined): {
  /** The same work whether or not there is such an id. */
  readonly among: (keys: ReadonlyMap<string, Key>) => Key | null;
} | null {
  const text = /^(?:Bearer|OAuth) +(\S{1,200})$/i.exec(header ?? '')?.[1];
  const [, id, secret] = KEY.exec(text ?? '') ?? [];
  if (id === undefined || secret === undefined) return null;
  const hash = hashOf(secret);
  return {
    among(keys) {
      const key = keys.get(id);
      const equal = timingSafeEqual(hash, key?.hash ?? NO_HASH);
      return key !== undefined && equal ? key : null;
    },
  };
}

/** Records that a key is used, once a minute. False when it is no longer active. */
export async function useKey(client: Queryable, id: string, now: number): Promise<boolean> {
  const { rows } = await client.query<{ last_used_at: Date | null }>(
    'select last_used_at from tain.status_key where id = $1 and revoked_at is null',
    [id],
  );
  const [row] = rows;
  if (row === undefined) return false;
  if (row.last_used_at === null || Math.abs(now - row.last_used_at.getTime()) > 60_000) {
    await client.query('update tain.status_key set last_used_at = $2 where id = $1', [id, new Date(now)]);
  }
  return true;
}

function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** The hash of no valid secret. */
const NO_HASH = hashOf('');
