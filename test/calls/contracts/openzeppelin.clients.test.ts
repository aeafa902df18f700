import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PACKAGES } from '../../clients/packages.ts';
import { type CallServer, startCallServer } from '../call/call-fixture.ts';
import { ALICE, addressOf, BOB, CAROL, CONTRACTS, makeScene, type Scene } from './scene.ts';

// Calls OpenZeppelin's contracts, compiled by solc, over HTTP, with a database.

const MAX = 2n ** 256n - 1n;
const alice = `0x${ALICE.address}`;
const bob = `0x${BOB.address}`;
const carol = `0x${CAROL.address}`;
type Name = keyof typeof CONTRACTS;
type Failure = { _status: { messages: { message: string; detail: string; data: string }[] } };

describe.skipIf(PACKAGES === undefined)('contracts by OpenZeppelin and solc', () => {
  let scene: Scene;
  let server: CallServer;

  beforeAll(async () => {
    scene = await makeScene(PACKAGES ?? '');
    server = await startCallServer();
    await scene.insertInto(server.database);
  });
  afterAll(() => server?.close());

  const post = (name: Name, method: string, args: readonly unknown[], more: object = {}) =>
    server.post({
      to: addressOf(CONTRACTS[name]),
      data: scene.abis[name].encodeFunctionData(method, args),
      from: alice,
      ...more,
    });

  /** Returns the result of a method. */
  async function result(
    name: Name,
    method: string,
    args: readonly unknown[],
    more?: object,
  ): Promise<unknown> {
    const { status, body } = await post(name, method, args, more);
    expect([status, body]).toEqual([200, { result: expect.any(String) }]);
    const values = scene.abis[name].decodeFunctionResult(method, (body as { result: string }).result);
    return values.toArray().length === 1 ? values.toArray()[0] : values.toArray();
  }

  /** Returns the revert of a method: `Name(arguments)`, and the message's detail. */
  async function revert(name: Name, method: string, args: readonly unknown[], more?: object) {
    const { status, body } = await post(name, method, args, more);
    expect(status).toBe(400);
    const [{ message, detail, data } = { message: '', detail: '', data: '' }, ...others] = (body as Failure)
      ._status.messages;
    expect([message, others]).toEqual(['CONTRACT_REVERT_EXECUTED', []]);
    if (data === '0x') return ['', detail];
    const error = scene.abis[name].parseError(data);
    return [`${error?.name}(${error?.args.toArray().join(',')})`, detail];
  }

  const checksummed = (address: string) => expect.stringMatching(new RegExp(`^${address}$`, 'i'));

  test.each<[Name, string, readonly unknown[], unknown]>([
    ['silver', 'name', [], 'Silver'],
    ['silver', 'symbol', [], 'AG'],
    ['silver', 'decimals', [], 18n],
    ['silver', 'totalSupply', [], 10n ** 24n],
    ['silver', 'balanceOf', [alice], 10n ** 24n - 10n ** 22n],
    ['silver', 'balanceOf', [addressOf(CONTRACTS.pair)], 10n ** 22n],
    ['silver', 'balanceOf', [carol], 0n],
    ['silver', 'allowance', [alice, bob], 5_000n],
    ['silver', 'allowance', [alice, addressOf(CONTRACTS.pair)], MAX],
    ['silver', 'allowance', [bob, alice], 0n],
    ['silver', 'owner', [], checksummed(alice)],
    ['silver', 'paused', [], false],
    ['silver', 'nonces', [alice], 0n],
    [
      'silver',
      'eip712Domain',
      [],
      ['0x0f', 'Silver', '1', 298n, expect.anything(), expect.anything(), expect.anything()],
    ],
    ['gold', 'symbol', [], 'AU, in a symbol that does not fit into one word'],
    ['deed', 'name', [], 'Deed'],
    ['deed', 'symbol', [], 'DEED'],
    ['deed', 'totalSupply', [], 3n],
    ['deed', 'balanceOf', [alice], 2n],
    ['deed', 'ownerOf', [2], checksummed(bob)],
    ['deed', 'tokenURI', [77], 'ipfs://deeds/77'],
    ['deed', 'tokenByIndex', [2], 77n],
    ['deed', 'tokenOfOwnerByIndex', [alice, 1], 77n],
    ['deed', 'getApproved', [1], `0x${'0'.repeat(40)}`],
    ['deed', 'isApprovedForAll', [alice, bob], false],
    ['deed', 'supportsInterface', ['0x80ac58cd'], true],
    ['deed', 'supportsInterface', ['0xffffffff'], false],
    ['pair', 'first', [], checksummed(addressOf(CONTRACTS.silver))],
    ['pair', 'second', [], checksummed(addressOf(CONTRACTS.gold))],
    ['pair', 'firstReserve', [], 10n ** 22n],
    ['pair', 'quote', [10n ** 18n, true], 996_900_609_009_281_774n],
    ['odd', 'divide', [7, 2], 3n],
    ['odd', 'hash', [0], `0x${'0'.repeat(64)}`],
    ['odd', 'hash', [1], '0x290decd9548b62a8d60345a988386fc84ba6bc95484008f6362f93160ef3e563'],
  ])('%s.%s(%s)', async (name, method, args, expected) => {
    expect(await result(name, method, args)).toEqual(expected);
  });

  test.each<[Name, string, readonly unknown[], string, unknown]>([
    ['silver', 'transfer', [bob, 10n ** 20n], alice, true],
    ['silver', 'transfer', [carol, 0], bob, true],
    ['silver', 'approve', [bob, MAX], carol, true],
    ['silver', 'transferFrom', [alice, carol, 5_000], bob, true],
    ['deed', 'transferFrom', [alice, bob, 1], alice, []],
    ['deed', 'approve', [carol, 2], bob, []],
    ['deed', 'setApprovalForAll', [carol, true], bob, []],
    ['deed', 'safeTransferFrom(address,address,uint256)', [alice, carol, 77], alice, []],
    ['pair', 'swap', [10n ** 18n, true, 0], alice, 996_900_609_009_281_774n],
    ['pair', 'swap', [10n ** 18n, false, 1], alice, 996_900_609_009_281_774n],
  ])('%s.%s(%s) by %s', async (name, method, args, from, expected) => {
    expect(await result(name, method, args, { from })).toEqual(expected);
    // The call's changes are discarded.
    expect(await result(name, method, args, { from })).toEqual(expected);
  });

  test.each<[Name, string, readonly unknown[], string, string, string]>([
    ['silver', 'transfer', [alice, 1], bob, `ERC20InsufficientBalance(${bob},0,1)`, ''],
    [
      'silver',
      'transfer',
      [`0x${'0'.repeat(40)}`, 1],
      alice,
      `ERC20InvalidReceiver(0x${'0'.repeat(40)})`,
      '',
    ],
    ['silver', 'transferFrom', [alice, bob, 5_001], bob, `ERC20InsufficientAllowance(${bob},5000,5001)`, ''],
    ['silver', 'approve', [`0x${'0'.repeat(40)}`, 1], alice, `ERC20InvalidSpender(0x${'0'.repeat(40)})`, ''],
    ['silver', 'mint', [bob, 1], bob, `OwnableUnauthorizedAccount(${bob})`, ''],
    ['silver', 'burn', [1], bob, `ERC20InsufficientBalance(${bob},0,1)`, ''],
    ['deed', 'ownerOf', [5], alice, 'ERC721NonexistentToken(5)', ''],
    ['deed', 'transferFrom', [alice, bob, 1], carol, `ERC721InsufficientApproval(${carol},1)`, ''],
    ['deed', 'mint', [alice, 1], alice, `ERC721InvalidSender(0x${'0'.repeat(40)})`, ''],
    ['deed', 'tokenByIndex', [3], alice, `ERC721OutOfBoundsIndex(0x${'0'.repeat(40)},3)`, ''],
    ['pair', 'swap', [100, true, 10_000], alice, 'Error(price moved)', 'price moved'],
    ['odd', 'refuse', [9], alice, `Refused(${alice},9)`, ''],
    ['odd', 'reason', [], alice, 'Error(not today)', 'not today'],
    ['odd', 'silent', [], alice, '', ''],
    ['odd', 'assertion', [false], alice, 'Panic(1)', ''],
    ['odd', 'divide', [1, 0], alice, 'Panic(18)', ''],
    ['odd', 'subtract', [1, 2], alice, 'Panic(17)', ''],
    ['odd', 'element', [0], alice, 'Panic(50)', ''],
  ])('%s.%s(%s) by %s reverts', async (name, method, args, from, expected, detail) => {
    const [error = '', text] = await revert(name, method, args, { from });
    expect([error.toLowerCase(), text]).toEqual([expected.toLowerCase(), detail]);
  });

  test.each<[string, readonly unknown[]]>([
    ['Coin', ['Copper', 'CU', alice]],
    ['Deed', []],
  ])('creation of %s returns its code', async (source, args) => {
    const name = source === 'Coin' ? 'silver' : 'deed';
    const artifact = scene.artifacts[source === 'Coin' ? 'Coin' : 'Deed'];
    const data = `0x${artifact.bytecode}${scene.abis[name].encodeDeploy(args).slice(2)}`;
    const { status, body } = await server.post({ data, from: alice });
    expect(status).toBe(200);
    const { rows } = await server.database.pool.query<{ length: number }>(
      'select length(runtime_bytecode) as length from contract where id = $1',
      [CONTRACTS[name]],
    );
    expect(((body as { result: string }).result.length - 2) / 2).toBe(rows[0]?.length);
  });

  // An estimate is 5 % to 20 % above the gas that the call then uses, and a call with that gas limit succeeds.
  test.each<[Name, string, readonly unknown[], string]>([
    ['silver', 'balanceOf', [alice], alice],
    ['silver', 'transfer', [bob, 1], alice],
    ['silver', 'transfer', [bob, 10n ** 24n - 10n ** 22n], alice],
    ['silver', 'approve', [carol, 1], bob],
    ['silver', 'transferFrom', [alice, carol, 5_000], bob],
    ['silver', 'mint', [carol, 1], alice],
    ['silver', 'pause', [], alice],
    ['deed', 'mint', [carol, 1234], carol],
    ['deed', 'transferFrom', [alice, bob, 1], alice],
    ['deed', 'setApprovalForAll', [carol, true], bob],
    ['pair', 'swap', [10n ** 18n, true, 1], alice],
    ['odd', 'hash', [1_000], alice],
    ['odd', 'hash', [20_000], alice],
    ['odd', 'fill', [0, 1, 5], alice],
    ['odd', 'fill', [0, 200, 5], alice],
    ['odd', 'spend', [3_000_000], alice],
    ['odd', 'spend', [9_000_000], alice],
  ])('estimate of %s.%s(%s) by %s', async (name, method, args, from) => {
    const { status, body } = await post(name, method, args, { from, estimate: true });
    expect([status, body]).toEqual([200, { result: expect.stringMatching(/^0x[0-9a-f]{16}$/) }]);
    const estimate = Number((body as { result: string }).result);
    const enough = await post(name, method, args, { from, gas: estimate });
    expect(enough.status).toBe(200);
    // At most a twentieth above what suffices.
    const less = await post(name, method, args, { from, gas: Math.floor(estimate / 1.05) });
    expect(less.status).toBe(400);
  });

  test('an estimate covers gas that is refunded at the end', async () => {
    // The allowance's slot becomes zero. A fifth of the gas is refunded at the end, so the limit must include it.
    const args = ['silver', 'approve', [bob, 0]] as const;
    const { body } = await post(...args, { estimate: true });
    const estimate = Number((body as { result: string }).result);
    const used = await gasUsed(...args, alice, estimate);
    const refund = 4_800;
    expect(await post(...args, { gas: used + refund - 1 })).toMatchObject({ status: 400 });
    expect(await post(...args, { gas: used + refund })).toMatchObject({ status: 200 });
    expect(estimate / (used + refund)).toBeGreaterThan(1);
    expect(estimate / (used + refund)).toBeLessThan(1.2);
  });

  /** Returns the gas used by a call, as counted by the server. */
  async function gasUsed(name: Name, method: string, args: readonly unknown[], from: string, gas: number) {
    const count = async () =>
      Number(
        /tain_evm_gas_used_total\{type="eth_call"\} (\S+)/.exec(await server.registry.metrics())?.[1] ?? 0,
      );
    const before = await count();
    await post(name, method, args, { from, gas });
    return (await count()) - before;
  }

  test('no request caused an internal error', () => expect(server.log).toEqual([]));
});
