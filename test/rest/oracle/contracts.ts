import type { Account } from '../../../packages/network-simulator/src/ledger/entities.ts';
import { contractId } from '../../../packages/network-simulator/src/ledger/ids.ts';
import { PROGRAMS } from '../../../packages/network-simulator/src/programs/programs.ts';
import { accountsAt } from './balances.ts';
import { executionsOf } from './executions.ts';
import { num } from './history.ts';
import { hex, hex0x, id, idOrNull, keyJson, longZero, specJson, time, word } from './texts.ts';
import { versionsOf } from './versions.ts';
import type { World } from './world.ts';

/** Contracts, their code and their storage, now and at past moments. */

/** Returns the EVM address of an account or contract. */
export function addressOf({ ledger }: World, account: number): string {
  const own = ledger.accounts.get(account)?.evmAddress;
  return own ? hex0x(own) : longZero(account);
}

/** Returns a contract in the format of lists, at a moment (by default the end of history). */
function contractJson(world: World, row: Readonly<Account>, at: bigint) {
  const { ledger } = world;
  const version = versionsOf(world).at(row.num, at) ?? { from: 0n, to: null };
  // Nonces change within a version, so a past version has the nonce at its end.
  const last = ledger.accounts.at(row.num, version.to === null ? ledger.lastConsensus : version.to - 1n);
  const { fileId = 0, permanentRemoval = false } = ledger.contracts.at(row.num, at) ?? {};
  const isDestroyed = ledger.contracts.get(row.num)?.permanentRemoval === true;
  const expiry = row.expiration ?? row.createdAt + BigInt(row.autoRenewPeriod) * 1_000_000_000n;
  const removal = world.recorded.some(
    ({ ok, at: when, field, body }) =>
      ok &&
      when <= at &&
      field === 'contractDeleteInstance' &&
      num(body.contractDeleteInstance?.contractID?.contractNum) === row.num,
  );
  return {
    admin_key: row.key === null ? keyJson({ contractID: contractId(row.num) }) : specJson(ledger, row.key),
    auto_renew_account: idOrNull(row.autoRenewAccount),
    auto_renew_period: row.autoRenewPeriod,
    contract_id: id(row.num),
    created_timestamp: time(row.createdAt),
    deleted: row.deleted,
    evm_address: addressOf(world, row.num),
    expiration_timestamp: time(expiry),
    file_id: idOrNull(fileId),
    max_automatic_token_associations: row.maxAutoAssociations,
    memo: row.memo,
    // Records omit the nonce of a contract that destroyed itself while it was created.
    nonce: isDestroyed ? null : (last?.ethereumNonce ?? row.ethereumNonce),
    obtainer_id: idOrNull(row.obtainer),
    permanent_removal: removal ? permanentRemoval : null,
    proxy_account_id: idOrNull(row.proxy),
    timestamp: { from: time(version.from), to: version.to === null ? null : time(version.to) },
  };
}

function codeOf({ ledger }: World, row: Readonly<Account>) {
  const { program, fileId } = ledger.contracts.need(row.num);
  const code = PROGRAMS.find(({ name }) => name === program);
  const file = fileId === 0 ? undefined : ledger.files.at(fileId, row.createdAt);
  const bytecode =
    file === undefined
      ? hex(code?.initcode ?? new Uint8Array())
      : Buffer.from(file.contents).toString('latin1');
  return {
    bytecode: bytecode.startsWith('0x') ? bytecode : `0x${bytecode}`,
    runtime_bytecode: hex0x(code?.runtime),
  };
}

export async function checkContracts(world: World): Promise<void> {
  const { ledger } = world;
  const end = ledger.lastConsensus;
  const now = accountsAt(world).filter(({ contract }) => contract);
  await world.expectList(
    '/contracts',
    'contracts',
    now.map((row) => contractJson(world, row, end)),
  );
  for (const row of world.some(now, 15)) {
    const expected = { ...contractJson(world, row, end), ...codeOf(world, row) };
    await world.expectOne(`/contracts/${row.num}`, expected);
    if (!row.deleted) await world.expectOne(`/contracts/${addressOf(world, row.num)}`, expected);
  }
  for (const at of world.moments) {
    const then = accountsAt(world, at).filter(({ contract }) => contract);
    for (const row of world.some(then, 6)) {
      await world.expectOne(`/contracts/${row.num}?timestamp=${time(at)}`, {
        ...contractJson(world, row, at),
        ...codeOf(world, row),
      });
    }
  }
}

/** Returns the last time at which each slot was recorded as read or written, up to a time, by contract and slot. */
function slotTimes(
  world: World,
  at: bigint,
): Map<string, { readonly at: bigint; readonly written: bigint | null }> {
  const times = new Map<string, { at: bigint; written: bigint | null }>();
  for (const { at: when, sidecars } of world.recorded) {
    if (when > at) break;
    for (const { stateChanges } of sidecars) {
      for (const { contractId: of, storageChanges } of stateChanges?.contractStateChanges ?? []) {
        for (const { slot, valueWritten } of storageChanges ?? []) {
          const key = `${num(of?.contractNum)}:${hex(slot ?? new Uint8Array()).padStart(64, '0')}`;
          const before = times.get(key)?.written ?? null;
          times.set(key, { at: when, written: valueWritten ? when : before });
        }
      }
    }
  }
  return times;
}

function sortKeyOf(key: string, past: boolean): string {
  const digits = key.split(':')[1] ?? '';
  return past ? digits.replace(/^(00)+/, '') : digits;
}

const HOOKS = 365;

export async function checkState(world: World): Promise<void> {
  const { ledger } = world;
  const contracts = world.some([...ledger.contracts.keys], 25);
  const slots = (times: ReturnType<typeof slotTimes>, contract: number, at: bigint, past: boolean) =>
    [...times]
      .filter(([key]) => key.startsWith(`${contract}:`))
      // Without a moment, slots that were ever written; with one, slots that were only read, too.
      .filter(([, { written }]) => past || written !== null)
      // Changes are ordered as stored: without leading zeros.
      .sort(([a], [b]) => (sortKeyOf(a, past) < sortKeyOf(b, past) ? -1 : 1))
      .map(([key, { at: touched, written }]) => ({
        address: addressOf(world, contract),
        contract_id: id(contract),
        slot: `0x${key.split(':')[1]}`,
        timestamp: time(past ? touched : (written ?? 0n)),
        value: word(ledger.slots.at(key, at)?.value ?? 0n),
      }));
  const now = slotTimes(world, ledger.lastConsensus);
  for (const contract of contracts) {
    const own = slots(now, contract, ledger.lastConsensus, false);
    await world.expectList(`/contracts/${contract}/state`, 'state', own);
    for (const { slot } of world.some(own, 1)) {
      const from = own.filter((one) => one.slot >= slot);
      await world.expectList(`/contracts/${contract}/state?slot=gte:${slot}`, 'state', from);
    }
  }
  world.expectSame('no hook is a contract', contracts.includes(HOOKS), false);
  for (const at of world.moments) {
    const then = slotTimes(world, at);
    for (const contract of contracts) {
      const own = slots(then, contract, at, true);
      await world.expectList(`/contracts/${contract}/state?timestamp=${time(at)}`, 'state', own);
    }
  }
}

const ACTIONS = ['NO_ACTION', 'CALL', 'CREATE', 'PRECOMPILE', 'SYSTEM'];
const OPERATIONS = ['UNKNOWN', 'CALL', 'CALLCODE', 'DELEGATECALL', 'STATICCALL', 'CREATE', 'CREATE2'];

/** Checks the actions of all executions in the EVM. */
export async function checkActions(world: World): Promise<void> {
  const { runs: all } = executionsOf(world);
  const times = new Map<string, number>();
  for (const { hash } of all) times.set(hex(hash), (times.get(hex(hash)) ?? 0) + 1);
  // Two wallets may send the same bytes, because these have no signatures of clients.
  const runs = all.filter(
    ({ recorded, hash }) => recorded.sidecars.some(({ actions }) => actions) && times.get(hex(hash)) === 1,
  );
  for (const { recorded, hash } of world.some(runs, 40)) {
    const items = recorded.sidecars
      .flatMap(({ actions }) => actions?.contractActions ?? [])
      .map((action, index) => {
        const caller = num(action.callingContract?.contractNum) || num(action.callingAccount?.accountNum);
        const account = num(action.recipientAccount?.accountNum);
        const contract = num(action.recipientContract?.contractNum);
        const recipient = account || contract;
        // A member of the oneof may be present and empty.
        const [data, kind] = Object.hasOwn(action, 'revertReason')
          ? [action.revertReason, 'REVERT_REASON']
          : Object.hasOwn(action, 'error')
            ? [action.error, 'ERROR']
            : [action.output, 'OUTPUT'];
        return {
          call_depth: action.callDepth ?? 0,
          call_operation_type: OPERATIONS[action.callOperationType ?? 0],
          call_type: ACTIONS[action.callType ?? 0],
          caller: idOrNull(caller),
          caller_type: num(action.callingContract?.contractNum) > 0 ? 'CONTRACT' : 'ACCOUNT',
          from: longZero(caller),
          gas: num(action.gas),
          gas_used: num(action.gasUsed),
          index,
          input: hex0x(action.input),
          recipient: idOrNull(recipient),
          recipient_type: account > 0 ? 'ACCOUNT' : contract > 0 ? 'CONTRACT' : null,
          result_data: hex0x(data),
          result_data_type: kind,
          timestamp: time(recorded.at),
          to: action.targetedAddress?.length
            ? `0x${hex(action.targetedAddress).padStart(40, '0')}`
            : recipient === 0
              ? null
              : longZero(recipient),
          value: num(action.value),
        };
      });
    await world.expectList(`/contracts/results/${hex0x(hash)}/actions`, 'actions', items);
  }
}
