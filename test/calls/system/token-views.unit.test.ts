import { beforeEach, describe, expect, test } from 'vitest';
import { word } from '../../../src/calls/system/abi/encode.ts';
import { type CallOptions, encodeCall, longZero, type TestLedger, testLedger } from './harness.ts';

const ALIAS = 'a'.repeat(40);
const UNITS = longZero(2001);
const NFTS = longZero(2002);
const VIEW_GAS = 2607n;

let ledger: TestLedger;
beforeEach(() => {
  ledger = testLedger({
    accounts: [{ id: 1001n }, { id: 1002n, evmAddress: ALIAS }, { id: 1003n }, { id: 1004n, deleted: true }],
    tokens: [
      { id: 2001n, name: 'Gold', symbol: 'AU', decimals: 300, totalSupply: 5000n },
      { id: 2002n, name: 'Art', symbol: 'ART', type: 'NON_FUNGIBLE_UNIQUE', totalSupply: 2n },
    ],
    relations: [
      { account: 1001n, token: 2001n, balance: 4000n },
      { account: 1002n, token: 2001n, balance: 1000n },
    ],
    nfts: [
      { token: 2002n, serial: 1n, owner: 1002n, spender: 1001n, metadata: Buffer.from('ipfs://1') },
      { token: 2002n, serial: 2n, owner: 1001n },
      { token: 2002n, serial: 3n, owner: 1001n, deleted: true },
    ],
    tokenAllowances: { '1001,2001,1002': 77n, '1001,2001,1004': 5n },
    nftAllowances: { '1002,2002,1001': true, '1002,2002,1004': true },
  });
});

describe('views through a token', () => {
  const fungible: CallOptions = { through: UNITS };
  const nft: CallOptions = { through: NFTS };
  const missing: CallOptions = { through: longZero(9999) };
  const noUri = 'ERC721Metadata: URI query for nonexistent token';
  const badSerial = `revert ${word(225n).toString('hex')}`;

  test.each([
    ['name()', [], fungible, ['Gold']],
    ['symbol()', [], nft, ['ART']],
    // Solidity's type of decimals has 8 bits.
    ['decimals()', [], fungible, [255n]],
    ['totalSupply()', [], nft, [2n]],
    ['balanceOf(address)', [longZero(1001)], fungible, [4000n]],
    ['balanceOf(address)', [ALIAS], fungible, [1000n]],
    ['balanceOf(address)', [longZero(1003)], fungible, [0n]],
    // An account with an EVM address has no long-zero address.
    ['balanceOf(address)', [longZero(1002)], fungible, 'revert INVALID_ACCOUNT_ID'],
    ['balanceOf(address)', [longZero(1004)], fungible, 'revert INVALID_ACCOUNT_ID'],
    ['balanceOf(address)', ['b'.repeat(40)], fungible, 'revert INVALID_ACCOUNT_ID'],
    ['ownerOf(uint256)', [1n], nft, [ALIAS]],
    ['ownerOf(uint256)', [2n], nft, [longZero(1001)]],
    ['ownerOf(uint256)', [3n], nft, badSerial],
    ['ownerOf(uint256)', [(1n << 256n) - 1n], nft, badSerial],
    ['tokenURI(uint256)', [1n], nft, ['ipfs://1']],
    ['tokenURI(uint256)', [9n], nft, [noUri]],
    ['getApproved(uint256)', [1n], nft, [longZero(1001)]],
    ['getApproved(uint256)', [2n], nft, [longZero(0)]],
    ['getApproved(uint256)', [9n], nft, 'revert INVALID_TOKEN_NFT_SERIAL_NUMBER'],
    ['getApproved(uint256)', [1n], fungible, 'revert INVALID_TOKEN_NFT_SERIAL_NUMBER'],
    ['getApproved(uint256)', [1n], { ...fungible, isStatic: true }, 'revert INVALID_TOKEN_ID'],
    ['isApprovedForAll(address,address)', [ALIAS, longZero(1001)], nft, [true]],
    ['isApprovedForAll(address,address)', [longZero(1001), ALIAS], nft, [false]],
    ['isApprovedForAll(address,address)', [longZero(77), ALIAS], nft, [false]],
    ['allowance(address,address)', [longZero(1001), ALIAS], fungible, [77n]],
    ['allowance(address,address)', [longZero(1001), longZero(88)], fungible, [0n]],
    // Allowances of a deleted account remain. An account with an EVM address has no long-zero address.
    ['allowance(address,address)', [longZero(1001), longZero(1004)], fungible, [5n]],
    ['allowance(address,address)', [longZero(1001), longZero(1002)], fungible, [0n]],
    ['isApprovedForAll(address,address)', [ALIAS, longZero(1004)], nft, [true]],
    ['allowance(address,address)', [longZero(88), ALIAS], fungible, 'revert INVALID_ALLOWANCE_OWNER_ID'],
    ['allowance(address,address)', [longZero(1001), ALIAS], nft, [0n]],
    [
      'allowance(address,address)',
      [longZero(1001), ALIAS],
      { ...nft, isStatic: true },
      'revert INVALID_TOKEN_ID',
    ],
    ['isAssociated()', [], fungible, [true]],
    ['isAssociated()', [], { ...fungible, sender: longZero(1003) }, [false]],
    ['isAssociated()', [], { ...fungible, sender: longZero(66) }, [false]],
  ])('%s, case %#', async (signature, args, options, answer) => {
    const outcome = await ledger.call(signature, args, options);
    expect(outcome).toEqual({ answer, gas: VIEW_GAS, logs: [] });
  });

  test.each([
    ['name()', []],
    ['symbol()', []],
    ['decimals()', []],
    ['totalSupply()', []],
    ['balanceOf(address)', [longZero(1001)]],
    ['ownerOf(uint256)', [1n]],
    ['getApproved(uint256)', [1n]],
    ['isApprovedForAll(address,address)', [ALIAS, ALIAS]],
    ['isAssociated()', []],
  ])('%s reverts without a token', async (signature, args) => {
    const call = (input: Partial<CallOptions>) => ledger.call(signature, args, { ...missing, ...input });
    // An address that is not a token has no redirect, and cannot forward a call.
    expect((await call({})).answer).toBe('halt PRECOMPILE_ERROR');
    const inner = encodeCall(signature, args);
    const input = encodeCall('redirectForToken(address,bytes)', [longZero(9999), inner]);
    const direct = await ledger.raw({ input });
    expect(Buffer.from(direct.output).toString()).toBe('INVALID_TOKEN_ID');
    expect(direct).toMatchObject({ outcome: { kind: 'revert' }, gasUsed: VIEW_GAS });
  });

  test.each([
    ['decimals()', [], nft],
    ['ownerOf(uint256)', [1n], fungible],
    ['tokenURI(uint256)', [1n], fungible],
  ])('%s of the other type of token halts', async (signature, args, options) => {
    expect((await ledger.call(signature, args, options)).answer).toBe('halt ERROR_DECODING_PRECOMPILE_INPUT');
  });
});

describe('direct views', () => {
  const [units, nfts, none] = [UNITS, NFTS, longZero(9999)];
  const still: CallOptions = { isStatic: true };

  test.each([
    ['allowance(address,address,address)', [units, longZero(1001), ALIAS], {}, [22n, 77n]],
    ['allowance(address,address,address)', [none, longZero(1001), ALIAS], {}, [22n, 0n]],
    ['allowance(address,address,address)', [none, longZero(1001), ALIAS], still, 'revert INVALID_TOKEN_ID'],
    [
      'allowance(address,address,address)',
      [units, longZero(88), ALIAS],
      {},
      'revert INVALID_ALLOWANCE_OWNER_ID',
    ],
    ['getApproved(address,uint256)', [nfts, 1n], {}, [22n, longZero(1001)]],
    ['getApproved(address,uint256)', [nfts, 9n], {}, 'revert INVALID_TOKEN_NFT_SERIAL_NUMBER'],
    ['getApproved(address,uint256)', [none, 1n], {}, 'revert INVALID_TOKEN_ID'],
    ['isApprovedForAll(address,address,address)', [nfts, ALIAS, longZero(1001)], {}, [22n, true]],
    ['isApprovedForAll(address,address,address)', [none, ALIAS, ALIAS], {}, 'revert INVALID_TOKEN_ID'],
    ['isApprovedForAll(address,address,address)', [units, ALIAS, ALIAS], {}, 'revert INVALID_TOKEN_ID'],
    // Tokens have only a long-zero address.
    ['isApprovedForAll(address,address,address)', [ALIAS, ALIAS, ALIAS], {}, 'revert INVALID_TOKEN_ID'],
  ])('%s, case %#', async (signature, args, options, answer) => {
    expect(await ledger.call(signature, args, options)).toMatchObject({ answer, logs: [] });
  });

  test('a direct view costs the gas of a view', async () => {
    const { gas } = await ledger.call('allowance(address,address,address)', [units, longZero(1001), ALIAS]);
    expect(gas).toBe(VIEW_GAS);
  });
});
