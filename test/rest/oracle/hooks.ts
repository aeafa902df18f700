import type { HookSlot } from '../../../packages/network-simulator/src/ledger/entities.ts';
import { hookKey } from '../../../packages/network-simulator/src/ledger/ledger-tables.ts';
import { hex, id, idOrNull, specJson, time } from './texts.ts';
import { changeTimes } from './versions.ts';
import type { World } from './world.ts';

/** Hooks of accounts (HIP-1195) and their storage, now and at past moments. */

/** The contract that hooks run as. */
const HOOK_CONTRACT = 365;

export async function checkHooks(world: World): Promise<void> {
  const { ledger } = world;
  const rows = [...ledger.hooks.values()];
  for (const owner of world.some([...new Set(rows.map((row) => row.owner))], 20)) {
    const own = rows
      .filter((row) => row.owner === owner)
      .sort((a, b) => a.id - b.id)
      .map((row) => ({
        admin_key: specJson(ledger, row.adminKey),
        contract_id: idOrNull(row.contract),
        created_timestamp: time(row.createdAt),
        deleted: row.deleted,
        extension_point: 'ACCOUNT_ALLOWANCE_HOOK',
        hook_id: row.id,
        owner_id: id(owner),
        timestamp_range: {
          from: time(changeTimes(world, ledger.hooks.versions(hookKey(owner, row.id))).at(-1) ?? 0n),
          to: null,
        },
        type: 'EVM',
      }));
    await world.expectList(`/accounts/${owner}/hooks`, 'hooks', own);
  }
  for (const row of world.some(rows, 20)) {
    const path = `/accounts/${row.owner}/hooks/${row.id}/storage`;
    await world.expectList(path, 'storage', slots(world, row.owner, row.id));
    for (const at of world.moments) {
      await world.expectList(`${path}?timestamp=${time(at)}`, 'storage', slots(world, row.owner, row.id, at));
    }
  }
}

/** Returns slots with a value; at a moment, slots that were written and have no value, too. */
function slots(world: World, owner: number, hook: number, at?: bigint): object[] {
  const { ledger, recorded } = world;
  return [...ledger.hookSlots.entries()]
    .flatMap(([key, now]) => {
      if (now.owner !== owner || now.hook !== hook) return [];
      const row = at === undefined ? now : ledger.hookSlots.at(key, at);
      if (row === undefined || (at === undefined && row.value === 0n)) return [];
      const times = changeTimes(world, ledger.hookSlots.versions(key));
      const from = times.filter((when) => at === undefined || when <= at).at(-1) ?? 0n;
      return [{ row, at: runTime(recorded, row, from) ?? from }];
    })
    .sort((a, b) => (a.row.key < b.row.key ? -1 : 1))
    .map(({ row, at: when }) => ({
      key: `0x${row.key}`,
      timestamp: time(when),
      value: `0x${row.value.toString(16).padStart(64, '0')}`,
    }));
}

/** Returns the time of a hook's record, which follows shortly after the transfer that calls it. */
function runTime(recorded: World['recorded'], row: Readonly<HookSlot>, transfer: bigint): bigint | undefined {
  const runs = recorded.filter(
    ({ parent, record, sidecars }) =>
      parent === transfer &&
      record.contractCallResult?.contractID?.contractNum?.toNumber() === HOOK_CONTRACT &&
      record.contractCallResult.senderId?.accountNum?.toNumber() === row.owner &&
      sidecars.some(({ stateChanges }) =>
        (stateChanges?.contractStateChanges ?? []).some(({ storageChanges }) =>
          (storageChanges ?? []).some(
            ({ slot, valueWritten }) =>
              hex(slot ?? new Uint8Array()).padStart(64, '0') === row.key &&
              BigInt(`0x0${hex(valueWritten?.value ?? new Uint8Array())}`) === row.value,
          ),
        ),
      ),
  );
  return runs.at(-1)?.at;
}
