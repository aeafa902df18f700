import { readFile } from 'node:fs/promises';
import { contractId, duration, fileId, long, numOf, timestamp } from '../ledger/ids.ts';
import { TREASURY } from '../ledger/ledger.ts';
import { AUTO_RENEW_SECONDS } from '../ledger/new-account.ts';
import { addressWord, word } from '../ledger/words.ts';
import { selectorOf } from '../programs/abi.ts';
import type { Cast } from './cast.ts';
import type { Stage } from './stage.ts';

/** Path of the compiled contracts, from the sources and from the build. */
const STORED = new URL('../../contracts/artifacts.json', import.meta.url);

/** A compiled contract of `contracts/`. */
interface Artifact {
  readonly initcode: Uint8Array;
  /** The compiler's metadata as JSON: settings, ABI and sources. */
  readonly metadata: string;
}

/** Returns a lookup of compiled contracts by name. */
async function readArtifacts(): Promise<(name: string) => Artifact> {
  const stored = JSON.parse(await readFile(STORED, 'utf8')) as Record<
    string,
    { readonly initcode: string; readonly metadata: string }
  >;
  return (name) => {
    const found = stored[name];
    if (found === undefined) throw new Error(`there is no contract ${name}`);
    return { initcode: Buffer.from(found.initcode, 'hex'), metadata: found.metadata };
  };
}

/** Address of Multicall3 on every chain. */
const MULTICALL = Buffer.from('ca11bde05977b3631167028862be2a173976ca11', 'hex');
const CREATION_GAS = 4_000_000;
const CALL_GAS = 400_000;
const CALL_FEE = 5_000_000_000n;
/** Maximum bytes of a file in one transaction. */
const PART = 4_096;
const LIFE = 7_776_000_000_000_000n;
const COIN = 10n ** 18n;

/**
 * Creates the contracts that tools expect, and uses each at least once: Multicall3 at its usual address, wrapped hbars,
 * an ERC-20, an ERC-721, an ERC-1155, a proxy, and a pair of two coins. The memo of each names a file of the network
 * with its metadata: ABI, sources and settings of the compiler.
 */
export async function contractsOfTools(stage: Stage, { alice, bob }: Cast): Promise<void> {
  const artifact = await readArtifacts();
  const create = (name: string, ...args: readonly Uint8Array[]) =>
    deploy(stage, name, artifact(name), Buffer.concat(args));
  const call = (contract: number, signature: string, ...args: readonly Uint8Array[]) =>
    send(stage, contract, signature, args);
  const addressOf = (num: number): Buffer => addressWord(stage.ledger.addressOf(num));
  const own = addressOf(TREASURY);

  await deploy(stage, 'Multicall3', artifact('Multicall3'), Buffer.alloc(0), MULTICALL);

  const wrapped = await create('WrappedHbar');
  await send(stage, wrapped, 'deposit()', [], 10_000_000_000n);
  await call(wrapped, 'transfer(address,uint256)', addressOf(alice), word(2_500_000_000n));

  const coins: number[] = [];
  for (const [name, symbol] of [
    ['Showcase Coin', 'SCOIN'],
    ['Showcase Silver', 'SSILVER'],
  ] as const) {
    coins.push(await create('ShowcaseCoin', coinArguments(name, symbol, 1_000_000n * COIN)));
  }
  const [coin = 0, silver = 0] = coins;
  await call(coin, 'transfer(address,uint256)', addressOf(alice), word(1_000n * COIN));
  await call(coin, 'approve(address,uint256)', addressOf(bob), word(50n * COIN));

  const art = await create('ShowcaseArt');
  for (const owner of [alice, alice, bob]) await call(art, 'mint(address)', addressOf(owner));

  const items = await create('ShowcaseItems');
  await call(items, 'mint(address,uint256,uint256)', addressOf(alice), word(1n), word(100n));
  await call(items, 'mint(address,uint256,uint256)', addressOf(bob), word(2n), word(1n));

  const box = await create('ShowcaseBox');
  const proxy = await create('ShowcaseProxy', addressOf(box));
  await call(proxy, 'store(uint256)', word(42n));

  const pair = await create('ShowcasePair', addressOf(coin), addressOf(silver));
  await call(coin, 'transfer(address,uint256)', addressOf(pair), word(10_000n * COIN));
  await call(silver, 'transfer(address,uint256)', addressOf(pair), word(40_000n * COIN));
  await call(pair, 'mint(address)', own);
  // One coin is sold for 3.98 of the other, which is below the price, so that the pair accepts.
  await call(coin, 'transfer(address,uint256)', addressOf(pair), word(COIN));
  const out = (398n * COIN) / 100n;
  const [out0, out1] = coin < silver ? [0n, out] : [out, 0n];
  await call(pair, 'swap(uint256,uint256,address,bytes)', word(out0), word(out1), own, word(128n), word(0n));
}

/** Creates a file of the operator. Returns its number. */
async function store(stage: Stage, memo: string, contents: Buffer): Promise<number> {
  const keys = { keys: [stage.keyMessage] };
  const expirationTime = timestamp(stage.at + LIFE);
  const { receipt } = await stage.submit({
    payer: TREASURY,
    sent: true,
    data: { fileCreate: { keys, memo, expirationTime, contents: contents.subarray(0, PART) } },
  });
  const num = numOf(receipt?.fileID?.fileNum);
  for (let at = PART; at < contents.length; at += PART) {
    const part = contents.subarray(at, at + PART);
    await stage.submit({
      payer: TREASURY,
      sent: true,
      data: { fileAppend: { fileID: fileId(num), contents: part } },
    });
  }
  return num;
}

/** Creates a contract of the operator. Returns its number. */
async function deploy(
  stage: Stage,
  name: string,
  { initcode, metadata }: Artifact,
  args: Uint8Array,
  createAt?: Uint8Array,
): Promise<number> {
  const file = await store(stage, `showcase: metadata of ${name}`, Buffer.from(metadata));
  const { receipt } = await stage.submit({
    payer: TREASURY,
    sent: true,
    maxFee: CALL_FEE,
    ...(createAt === undefined ? null : { createAt }),
    data: {
      contractCreateInstance: {
        initcode: Buffer.concat([initcode, args]),
        gas: long(CREATION_GAS),
        adminKey: stage.keyMessage,
        autoRenewPeriod: duration(AUTO_RENEW_SECONDS),
        memo: `showcase: ${name}; ABI and sources in file 0.0.${file}`,
      },
    },
  });
  return numOf(receipt?.contractID?.contractNum);
}

/** Calls a contract in the operator's name; `value` in tinybars. */
async function send(
  stage: Stage,
  contract: number,
  signature: string,
  args: readonly Uint8Array[],
  value = 0n,
): Promise<void> {
  await stage.submit({
    payer: TREASURY,
    sent: true,
    maxFee: CALL_FEE,
    data: {
      contractCall: {
        contractID: contractId(contract),
        gas: long(CALL_GAS),
        functionParameters: Buffer.concat([Buffer.from(selectorOf(signature), 'hex'), ...args]),
        ...(value > 0n ? { amount: long(value) } : null),
      },
    },
  });
}

/** Encodes `(string, string, uint256)` for a constructor. Both strings are shorter than a word. */
function coinArguments(name: string, symbol: string, supply: bigint): Buffer {
  const text = (value: string): Buffer => {
    const bytes = Buffer.alloc(32);
    bytes.write(value);
    return Buffer.concat([word(BigInt(value.length)), bytes]);
  };
  return Buffer.concat([word(96n), word(160n), word(supply), text(name), text(symbol)]);
}
