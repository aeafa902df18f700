import type { Schedule } from '../../../packages/network-simulator/src/ledger/entities.ts';
import type { Item } from './compare.ts';
import { nanos, num } from './history.ts';
import { base64, hex, id, specJson, time } from './texts.ts';
import type { World } from './world.ts';

/** Scheduled transactions: their fields, signatures and outcomes. */

function scheduleJson(world: World, row: Readonly<Schedule>): Item {
  const { ledger, recorded } = world;
  const created = recorded.find(({ at }) => at === row.createdAt);
  const requested = created?.body.scheduleCreate?.expirationTime;
  const signing = recorded.filter(({ ok, field, body, record }) => {
    if (!ok) return false;
    if (field === 'scheduleCreate') return num(record.receipt?.scheduleID?.scheduleNum) === row.num;
    return field === 'scheduleSign' && num(body.scheduleSign?.scheduleID?.scheduleNum) === row.num;
  });
  return {
    admin_key: specJson(ledger, row.adminKey),
    consensus_timestamp: time(row.createdAt),
    creator_account_id: id(row.creator),
    deleted: row.deleted,
    executed_timestamp: row.executedAt === null ? null : time(row.executedAt),
    expiration_time: requested ? time(nanos(requested)) : null,
    memo: row.memo,
    payer_account_id: id(row.payer),
    schedule_id: id(row.num),
    signatures: signing.flatMap(({ at, signatures }) => {
      const seen = new Set<string>();
      return signatures.flatMap((pair) => {
        const prefix = hex(pair.pubKeyPrefix ?? new Uint8Array());
        if (seen.has(prefix)) return [];
        seen.add(prefix);
        const ed25519 = pair.ed25519?.length ? pair.ed25519 : null;
        return [
          {
            consensus_timestamp: time(at),
            public_key_prefix: base64(pair.pubKeyPrefix),
            signature: base64(ed25519 ?? pair.ECDSASecp256k1),
            type: ed25519 ? 'ED25519' : 'ECDSA_SECP256K1',
          },
        ];
      });
    }),
    transaction_body: base64(row.body),
    wait_for_expiry: row.waitForExpiry,
  };
}

export async function checkSchedules(world: World): Promise<void> {
  const rows = [...world.ledger.schedules.values()].sort((a, b) => a.num - b.num);
  const items = rows.map((row) => scheduleJson(world, row));
  await world.expectList('/schedules', 'schedules', items);
  for (const creator of world.some([...new Set(rows.map((row) => row.creator))], 4)) {
    const own = items.filter((_, i) => rows[i]?.creator === creator);
    await world.expectList(`/schedules?account.id=${creator}`, 'schedules', own);
  }
  for (const item of world.some(items, 6))
    await world.expectOne(`/schedules/${String(item.schedule_id)}`, item);
}
