import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { newId, Refusal } from './model.ts';
import type { Queryable } from './select-state.ts';
import { verifyText } from './text.ts';

export type KeyRole = 'read' | 'write';

/** A key as it is listed: its secret is nowhere but with its owner. Times are ISO instants. */
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
 * Makes a key for the management API and returns its text, which is shown this once: only the hash
 * of its 256 random bits is stored (of so much chance, one round of SHA-256 gives nothing away).
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

/** Ends a key at once. Throws `Refusal` when there is no such key in force. */
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
    'select id, name, role, created_at, last_used_at, revoked_at from tain.status_key order by created_at desc, id',
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

/** The key that an `Authorization` header names (`Bearer` or `OAuth`), or null when none is in force. */
export async function verifyKey(
  client: Queryable,
  header: string | undefined,
  now: number,
): Promise<{ readonly id: string; readonly name: string; readonly role: KeyRole } | null> {
  const text = /^(?:Bearer|OAuth) +(\S{1,200})$/i.exec(header ?? '')?.[1];
  const parts = KEY.exec(text ?? '');
  const [, id, secret] = parts ?? [];
  if (id === undefined || secret === undefined) return null;
  const { rows } = await client.query<{
    name: string;
    role: KeyRole;
    hash: Buffer;
    last_used_at: Date | null;
  }>('select name, role, hash, last_used_at from tain.status_key where id = $1 and revoked_at is null', [id]);
  const row = rows[0];
  // The same work whether or not the id exists.
  const equal = timingSafeEqual(hashOf(secret), row?.hash ?? hashOf(''));
  if (row === undefined || !equal) return null;
  if (row.last_used_at === null || now - row.last_used_at.getTime() > 60_000) {
    await client.query('update tain.status_key set last_used_at = $2 where id = $1', [id, new Date(now)]);
  }
  return { id, name: row.name, role: row.role };
}

function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
