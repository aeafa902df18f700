import { beforeAll, describe, expect, test } from 'vitest';
import type { Ledger } from '../../../packages/network-simulator/src/ledger/ledger.ts';
import { addressWord, word } from '../../../packages/network-simulator/src/ledger/words.ts';
import { DemoNetwork } from '../../../packages/network-simulator/src/network.ts';
import { callLocal } from '../../../packages/network-simulator/src/node/call-local.ts';
import { selectorOf } from '../../../packages/network-simulator/src/programs/abi.ts';
import { demoEngine } from '../../../src/local-network/demo-engine.ts';

// Contracts of a live demo network's showcase, called as tools do.

const MULTICALL = 'ca11bde05977b3631167028862be2a173976ca11';
const POPULATION = { accounts: 20, tokens: 0, topics: 0, contracts: 1 };
const NAMES = [
  'Multicall3',
  'WrappedHbar',
  'ShowcaseCoin',
  'ShowcaseCoin',
  'ShowcaseArt',
  'ShowcaseItems',
  'ShowcaseBox',
  'ShowcaseProxy',
  'ShowcasePair',
];
const COIN = 10n ** 18n;

let ledger: Ledger;
let shown: readonly { readonly name: string; readonly num: number; readonly file: number }[];
beforeAll(async () => {
  const options = { seed: 7, tps: 1, signInner: false, runCode: demoEngine };
  const network = new DemoNetwork({ ...options, population: POPULATION, showcase: true });
  while (network.progress.phase !== 'steady') await network.nextBlock();
  ledger = network.ledger;
  shown = [...ledger.contracts.values()].flatMap(({ num }) => {
    const found = /^showcase: (\w+); ABI and sources in file 0\.0\.(\d+)$/.exec(
      ledger.accounts.need(num).memo,
    );
    return found === null ? [] : [{ name: found[1] ?? '', num, file: Number(found[2]) }];
  });
}, 120_000);

const numOf = (name: string): number => shown.find((each) => each.name === name)?.num ?? 0;
const hex = (bytes: Uint8Array | null | undefined): string => Buffer.from(bytes ?? []).toString('hex');
const input = (signature: string, ...args: readonly Uint8Array[]): Buffer =>
  Buffer.concat([Buffer.from(selectorOf(signature), 'hex'), ...args]);

async function call(to: number, signature: string, ...args: readonly Uint8Array[]): Promise<string> {
  const { lastConsensus: at } = ledger;
  const { result } = await callLocal(ledger, demoEngine, {
    to: hex(ledger.addressOf(to)),
    sender: 2,
    input: input(signature, ...args),
    gasLimit: 1_000_000,
    at,
  });
  return hex(result.contractCallResult);
}

const own = (): Buffer => addressWord(ledger.addressOf(2));
const number = async (...args: Parameters<typeof call>): Promise<bigint> =>
  BigInt(`0x${await call(...args)}`);

describe('well-known contracts of tools', () => {
  test('exist, each with its ABI and sources in a file', () => {
    expect(shown.map(({ name }) => name)).toEqual(NAMES);
    for (const { name, num, file } of shown) {
      const metadata = JSON.parse(Buffer.from(ledger.files.need(file).contents).toString());
      expect(metadata.settings.compilationTarget).toEqual({ [`${name}.sol`]: name });
      expect(metadata.sources[`${name}.sol`].content).toContain(`contract ${name}`);
      expect(metadata.output.abi.length).toBeGreaterThan(0);
      expect(ledger.contracts.need(num).code).not.toBe('');
    }
  });

  test('include Multicall3 at its usual address, which batches calls', async () => {
    expect(ledger.resolveAlias(Buffer.from(MULTICALL, 'hex'))).toBe(numOf('Multicall3'));
    expect(await number(numOf('Multicall3'), 'getChainId()')).toBe(298n);
    // Call data of aggregate3 with one call: of the coin's supply.
    const callData = input('totalSupply()');
    const one = [addressWord(ledger.addressOf(numOf('ShowcaseCoin'))), word(0n), word(96n), word(4n)];
    const padded = Buffer.concat([callData, Buffer.alloc(28)]);
    const list = [word(32n), word(1n), word(32n), ...one, padded];
    const answer = await call(numOf('Multicall3'), 'aggregate3((address,bool,bytes)[])', ...list);
    expect(answer.slice(-64)).toBe(hex(word(1_000_000n * COIN)));
  });

  test.each([
    ['WrappedHbar', '36372b07'],
    ['ShowcaseCoin', '36372b07'],
    ['ShowcasePair', '36372b07'],
    ['ShowcaseArt', '80ac58cd'],
    ['ShowcaseArt', '5b5e139f'],
    ['ShowcaseArt', '780e9d63'],
    ['ShowcaseItems', 'd9b67a26'],
    ['ShowcaseItems', '0e89341c'],
    ['ShowcaseProxy', '01ffc9a7'],
  ])('%s supports interface 0x%s (ERC-165)', async (name, id) => {
    const topicsOf = (value: string) =>
      number(numOf(name), 'supportsInterface(bytes4)', Buffer.from(value.padEnd(64, '0'), 'hex'));
    expect([await topicsOf(id), await topicsOf('01ffc9a7'), await topicsOf('ffffffff')]).toEqual([
      1n,
      1n,
      0n,
    ]);
  });

  test('were used', async () => {
    expect(await number(numOf('WrappedHbar'), 'totalSupply()')).toBe(10_000_000_000n);
    expect(ledger.accounts.need(numOf('WrappedHbar')).balance).toBe(10_000_000_000n);
    expect(await number(numOf('ShowcaseArt'), 'totalSupply()')).toBe(3n);
    expect(await number(numOf('ShowcaseProxy'), 'number()')).toBe(42n);
    expect(await number(numOf('ShowcaseBox'), 'number()')).toBe(0n);
    expect(await number(numOf('ShowcasePair'), 'balanceOf(address)', own())).toBe(20_000n * COIN);
    const reserves = await call(numOf('ShowcasePair'), 'getReserves()');
    expect(BigInt(`0x${reserves.slice(0, 64)}`)).toBe(10_001n * COIN);
    expect(BigInt(`0x${reserves.slice(64, 128)}`)).toBe(40_000n * COIN - (398n * COIN) / 100n);
  });

  test('are not used by generated traffic', () => {
    for (const { num } of shown) expect(ledger.theirs.has(`contracts:${num}`)).toBe(true);
  });
});
