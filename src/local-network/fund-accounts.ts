import { OPERATOR_KEY } from '@tain/network-simulator/ledger/well-known';
import type { ConsensusNode } from '@tain/network-simulator/node/consensus-node';
import { proto } from '@tain/protos/hapi';
import { Failure } from '../kernel/failure.ts';
import { accountId, envelopeOf, longOf, ValidStarts } from '../rpc/nodes/envelope.ts';
import { ed25519Signer } from '../rpc/nodes/operator-key.ts';
import type { FundedAccount, OwnAccount } from './local-accounts.ts';
import { outcomeOf, submitted } from './submit-to-node.ts';

const OPERATOR = { shard: 0n, realm: 0n, num: 2n };
const NODE = { shard: 0n, realm: 0n, num: 3n };
/** Receivers of one transfer, which may change the balances of at most ten accounts. */
const RECEIVERS = 9;
/** Milliseconds before now at which a transfer becomes valid. */
const VALID_SINCE_MS = 1_000;

/**
 * Creates accounts by transfers of the operator to their aliases. Accounts that exist keep their balance, so that a
 * restart pays nothing twice. Throws `Failure` when the network refuses a transfer.
 */
export async function fundAccounts(
  node: ConsensusNode,
  accounts: readonly OwnAccount[],
): Promise<FundedAccount[]> {
  const numsOf = (aliases: readonly OwnAccount[]): Promise<number[]> =>
    node.read((ledger) => aliases.map(({ alias }) => ledger.resolveAlias(alias)));
  const nums = accounts.length === 0 ? [] : await numsOf(accounts);
  const missing = accounts.filter((_, i) => !nums[i]);
  const starts = new ValidStarts(VALID_SINCE_MS);
  const operator = { account: OPERATOR, sign: ed25519Signer(OPERATOR_KEY) };
  for (let first = 0; first < missing.length; first += RECEIVERS) {
    const receivers = missing.slice(first, first + RECEIVERS);
    const sum = receivers.reduce((total, { tinybars }) => total + tinybars, 0n);
    const accountAmounts = [
      { accountID: accountId(OPERATOR), amount: longOf(-sum) },
      ...receivers.map(({ alias, tinybars }) => ({ accountID: { alias }, amount: longOf(tinybars) })),
    ];
    const { bytes } = envelopeOf(
      { cryptoTransfer: { transfers: { accountAmounts } } },
      { operator, node: NODE, validStart: starts.next(), maxFee: 1n },
    );
    const code = await submitted(() => node.submit(bytes));
    const status = code === proto.ResponseCodeEnum.OK ? (await outcomeOf(node, bytes))?.status : code;
    if (status !== proto.ResponseCodeEnum.SUCCESS) {
      const name = proto.ResponseCodeEnum[status ?? proto.ResponseCodeEnum.BUSY];
      throw new Failure(
        'usage',
        `The accounts of TAIN_DEMO_ACCOUNTS cannot be funded: the network answers ${name}.`,
      );
    }
  }
  const all = accounts.length === 0 ? [] : await numsOf(accounts);
  return accounts.map((account, i) => ({ ...account, num: all[i] ?? 0 }));
}
