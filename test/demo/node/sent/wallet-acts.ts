import { keccak } from '../../../../packages/network-simulator/src/ledger/keccak.ts';
import { integer, type Rlp, rlp } from '../../../../packages/network-simulator/src/ledger/rlp.ts';
import { type Fields, PRICE, signed, Wallet } from '../../contracts/sent-network.ts';
import { decodeRlp } from '../../rlp.ts';
import { transfer } from '../client.ts';
import { randomInitcode, randomInput } from './contract-acts.ts';
import { type Act, long, numOf, type RandomClient } from './random-client.ts';

const CHAIN = 298n;
const WEIBARS = 10_000_000_000n;

interface User {
  readonly wallet: Wallet;
  nonce: bigint;
}

/** Returns operations with transactions of every type, signed by wallets and submitted by another account. */
export function walletActs(c: RandomClient): readonly Act[] {
  const users: User[] = [];
  const meet = async (): Promise<User> => {
    const user = { wallet: new Wallet(c.secret()), nonce: 0n };
    await c.send(transfer(c.owner.num, user.wallet.address, 5_000_000_000), [c.owner]);
    users.push(user);
    return user;
  };
  const someone = async (): Promise<User> => (users.length < 2 || c.chance(0.1) ? meet() : c.pick(users));
  const addressOf = (num: number): Buffer => Buffer.from(num.toString(16).padStart(40, '0'), 'hex');
  const authorize = ({ wallet, nonce }: User): Rlp => {
    const target = c.chance(0.8) ? addressOf(c.find(c.contracts) ?? 5) : Buffer.alloc(20);
    const counted = nonce + (c.chance(0.8) ? 1n : 5n);
    const chain = integer(c.chance(0.9) ? CHAIN : 1n);
    const hash = keccak(Buffer.concat([Buffer.of(5), rlp([chain, target, integer(counted)])]));
    const { recovery, r, s } = wallet.signHash(hash);
    return [chain, target, integer(counted), integer(recovery), r, s];
  };
  const hand = async (user: User, fields: Fields): Promise<void> => {
    const type = fields.type ?? c.pick([0, 0, 1, 2, 2, 2] as const);
    const nonce = user.nonce + (c.chance(0.05) ? 2n : 0n);
    const gas = BigInt(c.pick([30_000, 120_000, 400_000, 400_000, 4_000_000, 15_000_001]));
    const gasPrice = c.chance(0.15) ? PRICE / 2n : PRICE;
    const whole: Fields = { type, nonce, gas, gasPrice, ...fields };
    let data: { ethereumData: Uint8Array; callData?: object } = { ethereumData: signed(user.wallet, whole) };
    const input = whole.data ?? Buffer.alloc(0);
    if (type !== 4 && input.length > 0 && input.length < 1_900 && c.chance(0.15)) {
      const contents = Buffer.from(`${c.chance(0.5) ? '0x' : ''}${Buffer.from(input).toString('hex')}`);
      const keys = { keys: [c.owner.key.message] };
      const expirationTime = { seconds: long(1_790_000_000) };
      const { receipt } = await c.send({ fileCreate: { keys, contents, expirationTime } }, [c.owner]);
      // The wallet signs the data. The submitted bytes refer to the file instead of containing the data.
      if (receipt.fileID)
        data = { ethereumData: withoutData(data.ethereumData, type), callData: receipt.fileID };
    }
    const maxGasAllowance = long(c.chance(0.5) ? 2_000_000_000 : 0);
    const { record } = await c.send({ ethereumTransaction: { ...data, maxGasAllowance } }, [], 100);
    const signerNonce = record.contractCallResult?.signerNonce ?? record.contractCreateResult?.signerNonce;
    if (signerNonce?.value) user.nonce = BigInt(signerNonce.value.toString());
    const made = record.contractCreateResult?.contractID?.contractNum;
    if (made) c.contracts.push(numOf(made));
  };
  const call: Act = async () => {
    const data = Buffer.from(randomInput(c), 'hex');
    const to = c.chance(0.8)
      ? addressOf(c.find(c.contracts) ?? 5)
      : addressOf(c.find(c.tokens)?.num ?? 0x167);
    await hand(await someone(), { to, data, value: c.chance(0.2) ? BigInt(c.below(900)) * WEIBARS : 0n });
  };
  return [
    call,
    call,
    call,
    call,
    async () => hand(await someone(), { data: Buffer.from(randomInitcode(c), 'hex'), gas: 4_000_000n }),
    // A transfer to a known account, or to an address that becomes a hollow account.
    async () => {
      const to = c.chance(0.5) ? c.bytes(20) : addressOf(c.pick(c.accounts).num);
      await hand(await someone(), { to, value: BigInt(c.below(1e8)) * WEIBARS, gas: 900_000n });
    },
    async () => {
      const user = await someone();
      const authorizations = [authorize(user), ...(c.chance(0.5) ? [authorize(await someone())] : [])];
      const to = c.chance(0.5) ? user.wallet.address : addressOf(c.find(c.contracts) ?? 5);
      await hand(user, { type: 4, to, authorizations, data: Buffer.from(randomInput(c), 'hex') });
    },
  ];
}

/** Returns the transaction without its data, which is in a file. */
function withoutData(bytes: Uint8Array, type: number): Buffer {
  const prefix = Buffer.from(bytes.subarray(0, type === 0 ? 0 : 1));
  const parts = decodeRlp(Buffer.from(bytes.subarray(prefix.length)));
  if (!Array.isArray(parts)) throw new Error('no transaction of a wallet');
  parts[type === 0 ? 5 : type === 1 ? 6 : 7] = Buffer.alloc(0);
  return Buffer.concat([prefix, rlp(parts)]);
}
