import type { proto } from '@tain/protos/hapi';
import { type Data, NODE_ACCOUNTS } from './draft.ts';
import type { KeySpec } from './entities.ts';
import { NODE_REWARD, STAKING_REWARD } from './fees.ts';
import { accountId, duration, fileId, long, timestamp } from './ids.ts';
import { keyMessage } from './key-message.ts';
import { type Ledger, TOTAL_TINYBARS, TREASURY } from './ledger.ts';
import { FIRST_USER_ENTITY, LAST_SYSTEM_ENTITY } from './limits.ts';
import { AUTO_RENEW_SECONDS, newAccount, oneKey } from './new-account.ts';
import type { StreamItem } from './recorded-item.ts';
import { type ServiceAddress, serviceEndpoint } from './service-endpoint.ts';
import { sha384 } from './sha384.ts';
import { nodeStakeUpdate } from './staking.ts';
import { syntheticItem } from './stream-item.ts';
import { systemFiles } from './system-files.ts';

/**
 * Payer of genesis. The genesis records have no submitter and cost nothing. They create the initial accounts, nodes and
 * files, and the first stakes. Only the treasury's record has a transfer list that does not sum to zero, because it
 * creates all tinybars.
 */
const GENESIS_PAYER = 50;
const SYSTEM_KEY = 0;

interface SystemAccount {
  readonly num: number;
  readonly memo: string;
  /** Whether no key may ever change the account. */
  readonly isImmutable?: boolean;
}

const range = (first: number, last: number, memo: string): SystemAccount[] =>
  Array.from({ length: last - first + 1 }, (_, i) => ({ num: first + i, memo }));

/** Numbers 101 to 199 are reserved for files, 350 to 399 for system contracts. */
export const SYSTEM_ACCOUNTS: readonly SystemAccount[] = [
  ...range(1, 100, 'Synthetic system creation'),
  ...range(200, 349, 'Synthetic zero-balance treasury clone'),
  ...range(400, LAST_SYSTEM_ENTITY, 'Synthetic zero-balance treasury clone'),
  ...[STAKING_REWARD, NODE_REWARD].map((num) => ({
    num,
    memo: 'Release 0.24.1 migration record',
    isImmutable: true,
  })),
  { num: 802, memo: 'Fee collection account creation record', isImmutable: true },
  ...range(900, FIRST_USER_ENTITY - 1, ''),
];

/** Contents of the address book (0.0.102) and the node details (0.0.101) at genesis. */
export interface GenesisFiles {
  readonly addressBook: Uint8Array;
  readonly nodeDetails: Uint8Array;
  /** See `serviceEndpoint`. */
  readonly serviceAt?: ServiceAddress;
  /** See `NetworkOptions.newer`. */
  readonly isNewer?: boolean;
}

export function genesis(ledger: Ledger, at: bigint, files: GenesisFiles): StreamItem[] {
  const items: StreamItem[] = [];
  const key = oneKey(SYSTEM_KEY);
  const next = (
    data: Data,
    memo: string,
    receipt: proto.ITransactionReceipt,
    born?: proto.ITransactionRecord,
  ): void => {
    const time = at + BigInt(items.length);
    items.push(
      syntheticItem({
        at: time,
        payer: GENESIS_PAYER,
        validStart: time,
        nonce: items.length + 1,
        data,
        memo,
        receipt,
        record: born ?? {},
      }),
    );
    ledger.journal.mark(time);
  };
  for (const { num, memo, isImmutable } of SYSTEM_ACCOUNTS) {
    const account = newAccount(num, at + BigInt(items.length), isImmutable ? null : key);
    if (num === TREASURY) account.balance = TOTAL_TINYBARS;
    ledger.accounts.put(num, account);
    const born: proto.ITransactionRecord =
      num === TREASURY
        ? { transferList: { accountAmounts: [{ accountID: accountId(num), amount: long(TOTAL_TINYBARS) }] } }
        : {};
    const create: proto.ICryptoCreateTransactionBody = {
      key: account.key === null ? { keyList: {} } : keyMessage(ledger.keys, account.key),
      autoRenewPeriod: duration(AUTO_RENEW_SECONDS),
    };
    if (account.balance > 0n) create.initialBalance = long(account.balance);
    next({ cryptoCreateAccount: create }, memo, { accountID: accountId(num) }, born);
  }
  for (const account of NODE_ACCOUNTS) {
    const body = createNode(ledger, account, at + BigInt(items.length), key, files.serviceAt);
    next({ nodeCreate: body }, 'Synthetic node creation', { nodeId: long(account - 3) });
  }
  for (const [num, contents] of systemFiles(
    files.addressBook,
    files.nodeDetails,
    files.isNewer,
    ledger.chainId,
  )) {
    const expiration = at + 3_153_600_000_000_000_000n;
    ledger.files.put(num, {
      num,
      keys: key.refs,
      keyParts: null,
      contents,
      memo: '',
      expiration,
      deleted: false,
      createdAt: at + BigInt(items.length),
    });
    const fileCreate: proto.IFileCreateTransactionBody = {
      expirationTime: timestamp(expiration),
      keys: { keys: [keyMessage(ledger.keys, key)] },
    };
    if (contents.length > 0) fileCreate.contents = contents;
    next({ fileCreate }, '', { fileID: fileId(num) });
  }
  next(
    { nodeStakeUpdate: nodeStakeUpdate(ledger, at + BigInt(items.length)) },
    'End of staking period calculation record',
    {},
  );
  return items;
}

function createNode(
  ledger: Ledger,
  account: number,
  createdAt: bigint,
  adminKey: KeySpec,
  serviceAt: ServiceAddress | undefined,
): NonNullable<Data['nodeCreate']> {
  const id = account - 3;
  const description = `demo node ${id}`;
  ledger.nodes.put(id, {
    id,
    account,
    description,
    adminKey,
    declineReward: false,
    grpcProxy: { domain: `node${id}.demo.invalid`, port: 443 },
    registered: [],
    stake: 0n,
    stakeRewarded: 0n,
    stakeNotRewarded: 0n,
    rewardRate: 0n,
    deleted: false,
    createdAt,
  });
  ledger.counters.edit(0).nextNode = id + 1;
  return {
    accountId: accountId(account),
    description,
    gossipEndpoint: [{ ipAddressV4: Uint8Array.of(127, 0, 0, 1), port: 50_111 + id }],
    serviceEndpoint: [serviceEndpoint(serviceAt)],
    gossipCaCertificate: sha384(Buffer.from(`demo certificate of node ${id}`)),
    grpcCertificateHash: sha384(Buffer.from(`demo TLS certificate of node ${id}`)),
    adminKey: keyMessage(ledger.keys, adminKey),
    grpcProxyEndpoint: { domainName: `node${id}.demo.invalid`, port: 443 },
  };
}
