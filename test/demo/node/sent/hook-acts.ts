import type { proto } from '@tain/protos/hapi';
import { ACT, HOOK_INITCODE, hookCall } from '../../contracts/allowance-hook.ts';
import { account, hbar } from '../client.ts';
import { type Act, idOf, long, numOf, type Owned, type RandomClient, RENEW } from './random-client.ts';

/** Acts without creations, after which mirrors do not know the nonce of the hook's owner. */
const OTHER_ACTS = Object.values(ACT).filter((act) => act !== ACT.create);
/** Number of hooks of each owner, with ids from 1. */
const HOOKS = 2;

/** Returns operations on hooks: transfers between their calls, and changes of their storage. */
export function hookActs(c: RandomClient): readonly Act[] {
  const owners: Owned[] = [];
  let contract = 0;

  /** Creates the hooks' contract, and at least two owners. */
  async function prepare(): Promise<boolean> {
    if (contract === 0) {
      const contractCreateInstance = { initcode: Buffer.from(HOOK_INITCODE, 'hex'), gas: long(2_000_000) };
      const { receipt } = await c.send({ contractCreateInstance: { ...contractCreateInstance, ...RENEW } });
      contract = numOf(receipt.contractID?.contractNum);
    } else if (owners.length < 3) {
      const key = c.key();
      const hookCreationDetails = Array.from({ length: HOOKS }, (_, i) => ({
        hookId: long(i + 1),
        evmHook: { spec: { contractId: { contractNum: long(contract) } } },
      }));
      const cryptoCreateAccount = {
        key: key.message,
        initialBalance: hbar(1),
        hookCreationDetails,
        ...RENEW,
      };
      const { receipt } = await c.send({ cryptoCreateAccount }, [c.owner], 200);
      if (receipt.accountID) owners.push({ num: numOf(receipt.accountID.accountNum), key });
    }
    return owners.length >= 2;
  }

  /** Returns a random call of a hook as a field of an entry. */
  function entry(): Partial<proto.IAccountAmount> {
    if (c.chance(0.3)) return {};
    // Hooks mostly agree, so that later calls are reached.
    const acts = c.chance(0.7) ? [ACT.allow, ACT.count, ACT.clear, ACT.tell] : OTHER_ACTS;
    const gas = c.pick([200_000, 200_000, 200_000, 30_000, 5_000, 900]);
    const call = hookCall(c.pick(acts), gas, c.pick([1, 1, 2, 2, 3]));
    return c.chance(0.5) ? { preTxAllowanceHook: call } : { prePostTxAllowanceHook: call };
  }

  const transfer: Act = async () => {
    if (!(await prepare())) return;
    const from = c.pick(owners);
    const to = c.pick(owners.filter(({ num }) => num !== from.num));
    const amount = c.below(1_000);
    const accountAmounts = [
      { accountID: idOf(from), amount: long(-amount - 1), ...entry() },
      { accountID: idOf(to), amount: long(amount), ...entry() },
      { accountID: account(c.owner.num), amount: long(1) },
    ];
    await c.send({ cryptoTransfer: { transfers: { accountAmounts } } }, [from]);
  };

  const store: Act = async () => {
    if (!(await prepare())) return;
    const owner = c.pick(owners);
    const storageSlot = { key: Buffer.alloc(0), value: c.pick([Buffer.alloc(0), Buffer.of(1)]) };
    const hookId = { entityId: { accountId: idOf(owner) }, hookId: long(c.pick([1, 2])) };
    await c.send({ hookStore: { hookId, storageUpdates: [{ storageSlot }] } }, [owner]);
  };
  return [transfer, transfer, transfer, store];
}
