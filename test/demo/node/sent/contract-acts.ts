import { readFileSync } from 'node:fs';
import type { proto } from '@tain/protos/hapi';
import { deploying } from '../../contracts/sent-network.ts';
import { type Act, idOf, long, numOf, type RandomClient, RENEW } from './random-client.ts';

const ARTIFACTS = JSON.parse(
  readFileSync('packages/network-simulator/contracts/artifacts.json', 'utf8'),
) as Record<string, { readonly initcode: string }>;

/** Handwritten runtime code, named after its effect. */
const CODES = {
  /** Stores the first word in slot 1, logs its first four bytes, and returns it. */
  store: '5f35600155602a60045fa16001545f5260205ff3',
  revert: '63deadbeef5f526004601cfd',
  invalid: 'fe',
  destroy: '33ff',
  create: '5f5f5ff05f5260205ff3',
  /** CREATE2 with the first word as salt: the second call fails. */
  create2: '5f355f5f5ff55f5260205ff3',
  /** Creates a contract that destroys itself in its constructor. */
  createDestroyed: '6133ff5f526002601e5ff05f5260205ff3',
  /** Calls the address in the first word with the rest and its value, and ends in the same way. */
  forward: '6020360360205f375f5f602036035f345f355af13d5f5f3e601e573d5ffd5b3d5ff3',
};
const FILE_PART = 4_000;
const GAS = [25_000, 60_000, 150_000, 400_000, 400_000, 400_000, 1_500_000, 16_000_000];

export const word = (value: number | bigint): string => BigInt(value).toString(16).padStart(64, '0');

/** Returns random init code, in hex. */
export function randomInitcode(c: RandomClient): string {
  const artifact = (name: string): string => ARTIFACTS[name]?.initcode ?? '';
  const text = (value: string): string =>
    word(value.length) + Buffer.from(value).toString('hex').padEnd(64, '0');
  const coin =
    artifact('ShowcaseCoin') + word(96) + word(160) + word(c.below(1e6)) + text('Sent') + text('S');
  const codes = Object.values(CODES).map(deploying);
  return c.pick([
    coin,
    artifact('WrappedHbar'),
    artifact('ShowcaseArt'),
    artifact('ShowcaseBox'),
    'fe',
    ...codes,
    ...codes,
  ]);
}

/** Returns random call data, in hex: for a function of those contracts, for a token, or arbitrary. */
export function randomInput(c: RandomClient): string {
  const account = word(c.pick(c.accounts).num);
  const [token, contract] = [c.find(c.tokens)?.num ?? 5, c.find(c.contracts) ?? 5];
  const amount = word(c.below(2_000));
  const forwarded = (to: number, data: string): string => word(to) + data;
  const ofCoin = [
    `a9059cbb${account}${amount}`,
    `095ea7b3${account}${amount}`,
    `70a08231${account}`,
    'de5f72fd',
  ];
  return c.pick([
    ...ofCoin,
    ...ofCoin,
    // Selectors of deposits, withdrawals, mints of NFTs and the content of a box.
    'd0e30db0',
    `2e1a7d4d${word(c.below(500))}`,
    `6a627842${account}`,
    `6057361d${amount}`,
    word(c.below(3)),
    forwarded(token, `a9059cbb${account}${word(c.below(9))}`),
    forwarded(contract, word(c.below(1_000))),
    forwarded(contract, `70a08231${account}`),
    forwarded(c.pick(c.accounts).num, ''),
    // Calls that associate the caller, convert rates, return a random number, and call an unknown method.
    forwarded(0x167, `49146bde${word(contract)}${word(token)}`),
    forwarded(0x168, `2e3cff6a${word(c.below(1e9))}`),
    forwarded(0x169, 'd83bf9a1'),
    forwarded(0x167, '12345678'),
    '',
  ]);
}

/** Returns operations on contracts through HAPI: creations, calls, updates and deletions. */
export function contractActs(c: RandomClient): readonly Act[] {
  const terms = () => ({
    ...RENEW,
    gas: long(c.pick([100_000, 4_000_000, 4_000_000, 4_000_000])),
    initialBalance: long(c.chance(0.2) ? 1_000 : 0),
    memo: `sent ${c.below(100)}`,
    ...(c.chance(0.7) ? { adminKey: c.owner.key.message } : {}),
    ...(c.chance(0.3) ? { maxAutomaticTokenAssociations: 5 } : {}),
  });
  const create = async (code: proto.IContractCreateTransactionBody): Promise<void> => {
    const { receipt } = await c.send({ contractCreateInstance: { ...terms(), ...code } }, [c.owner]);
    if (receipt.contractID) c.contracts.push(numOf(receipt.contractID.contractNum));
  };
  const byFile: Act = async () => {
    const code = randomInitcode(c) + (c.chance(0.1) ? 'xy' : '');
    const keys = { keys: [c.owner.key.message] };
    const text = Buffer.from(code);
    const expirationTime = { seconds: long(1_790_000_000) };
    const contents = text.subarray(0, FILE_PART);
    const { receipt } = await c.send({ fileCreate: { keys, contents, expirationTime } }, [c.owner]);
    const { fileID = null } = receipt;
    for (let at = FILE_PART; at < text.length; at += FILE_PART)
      await c.send({ fileAppend: { fileID, contents: text.subarray(at, at + FILE_PART) } }, [c.owner]);
    await create({ fileID, constructorParameters: c.chance(0.2) ? c.bytes(32) : Buffer.alloc(0) });
  };
  const contract = (): proto.IContractID => ({ contractNum: long(c.find(c.contracts) ?? 9) });
  const call = (contractID: proto.IContractID): Promise<unknown> => {
    const gas = long(c.pick(GAS));
    const functionParameters = Buffer.from(randomInput(c), 'hex');
    return c.send({
      contractCall: { contractID, gas, functionParameters, amount: long(c.chance(0.2) ? c.below(900) : 0) },
    });
  };
  const byBytes: Act = () => create({ initcode: Buffer.from(randomInitcode(c), 'hex') });
  const usual: Act = () => call(contract());
  return [
    byBytes,
    byBytes,
    byFile,
    usual,
    usual,
    usual,
    usual,
    usual,
    usual,
    () => call({ contractNum: long(c.find(c.tokens)?.num ?? 7) }),
    () => call({ contractNum: long(c.pick([0x167, 0x168, 0x169, 0x16a, 1, 999_999])) }),
    () => call({ evmAddress: c.bytes(20) }),
    () => {
      const changes = c.pick<proto.IContractUpdateTransactionBody>([
        { memoWrapper: { value: `memo ${c.below(9)}` } },
        { maxAutomaticTokenAssociations: { value: c.below(9) } },
        { stakedNodeId: long(c.below(4)) },
        { declineReward: { value: c.chance(0.5) } },
        { autoRenewAccountId: { accountNum: long(c.chance(0.5) ? 0 : c.owner.num) } },
        { expirationTime: { seconds: long(1_795_000_000) } },
      ]);
      return c.send({ contractUpdateInstance: { contractID: contract(), ...changes } }, [c.owner]);
    },
    () => {
      if (c.chance(0.4)) return usual();
      const obtainer = c.chance(0.7)
        ? { transferAccountID: idOf(c.pick(c.accounts)) }
        : { transferContractID: contract() };
      return c.send({ contractDeleteInstance: { contractID: contract(), ...obtainer } }, [c.owner]);
    },
  ];
}
