import { setTimeout as sleep } from 'node:timers/promises';
import { signTransaction } from '@tain/ledger/ethereum-signing';
import { FUNDED_ACCOUNTS } from '../../packages/network-simulator/src/ledger/well-known.ts';
import { Random } from '../../packages/network-simulator/src/random.ts';
import { askRelay } from '../../test/clients/relay-process.ts';
import { envelopeSender } from '../../test/clients/send-ethereum.ts';
import { percentiles } from '../table.ts';

const CHAIN_ID = 298n;
const WEIBARS_PER_GAS = 1_500_000_000_000n;
const RECEIPT_INTERVAL_MS = 2;
/** Bounds of a pause. The network closes blocks at an interval of 100 ms at least, for which no send should wait. */
const MIN_PAUSE_MS = 100;
const MAX_PAUSE_MS = 300;
const TARGET = Buffer.from('00000000000000000000000000000000000003ff', 'hex');

/** Addresses of a local network: of its JSON-RPC service and its node. */
export interface LocalAddresses {
  readonly rpc: string;
  readonly node: string;
}

/** Sends transfers by JSON-RPC and by gRPC alternately, and prints the times from sending to the receipt. */
export async function measureSends(
  { rpc, node }: LocalAddresses,
  count: number,
  seed: number,
): Promise<void> {
  const random = new Random(seed);
  const [own, other] = FUNDED_ACCOUNTS.filter(({ kind }) => kind === 'ecdsa-alias').map(({ privateKey }) =>
    signer(privateKey),
  );
  if (own === undefined || other === undefined) throw new Error('no accounts');
  const intake = envelopeSender(node);
  const times = {
    hash: [] as number[],
    blockNumber: [] as number[],
    rpc: [] as number[],
    intake: [] as number[],
  };
  let late = 0;
  for (let n = 0; n < count; n++) {
    await sleep(MIN_PAUSE_MS + random.below(MAX_PAUSE_MS - MIN_PAUSE_MS));
    const raw = `0x${Buffer.from(own(BigInt(n))).toString('hex')}`;
    const sent = performance.now();
    const { result: hash, error } = await askRelay(rpc, 'eth_sendRawTransaction', raw);
    if (error !== undefined) throw new Error(JSON.stringify(error));
    times.hash.push(performance.now() - sent);
    const begin = performance.now();
    const head = (await askRelay(rpc, 'eth_blockNumber')).result;
    const known = performance.now() - begin;
    times.blockNumber.push(known);
    const receipt = await until(async () => (await askRelay(rpc, 'eth_getTransactionReceipt', hash)).result);
    times.rpc.push(performance.now() - sent - known);
    if (Number(head) < Number(receipt.blockNumber)) late++;

    await sleep(MIN_PAUSE_MS + random.below(MAX_PAUSE_MS - MIN_PAUSE_MS));
    const signed = other(BigInt(n));
    const submitted = performance.now();
    const id = await intake.send(signed);
    await until(async () => ((await intake.receiptOf(id)) === 'UNKNOWN' ? undefined : true));
    times.intake.push(performance.now() - submitted);
  }
  intake.close();
  console.log(`${count} sends, one at a time`);
  console.log(`  eth_sendRawTransaction to its hash: ${percentiles(times.hash)}`);
  console.log(
    `  eth_blockNumber right after it: ${percentiles(times.blockNumber)}; older than the receipt: ${late}`,
  );
  console.log(`  eth_sendRawTransaction to the receipt: ${percentiles(times.rpc)}`);
  console.log(`  gRPC to the node's receipt: ${percentiles(times.intake)}`);
}

/** Returns a function that signs a transfer with a nonce. */
function signer(privateKey: string): (nonce: bigint) => Uint8Array {
  const transfer = {
    type: 2,
    chainId: CHAIN_ID,
    gasPrice: WEIBARS_PER_GAS,
    priorityFee: 0n,
    gasLimit: 800_000n,
    to: TARGET,
    value: 10_000_000_000n,
    data: new Uint8Array(),
    accessList: [],
  } as const;
  const key = Buffer.from(privateKey, 'hex');
  return (nonce) => signTransaction({ ...transfer, nonce }, key);
}

/** Polls until there is a value. */
async function until<T>(poll: () => Promise<T | null | undefined>): Promise<T> {
  for (;;) {
    const value = await poll();
    if (value !== null && value !== undefined) return value;
    await sleep(RECEIPT_INTERVAL_MS);
  }
}
