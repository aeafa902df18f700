import { beforeEach, expect, test } from 'vitest';
import { parseType, selectorOf } from '../src/words/abi.ts';
import { encodeCall } from '../src/words/call-data.ts';

const ALIAS = 'ab'.repeat(20);
const CREATED = 'cd'.repeat(20);
const longZero = (number: number): string => number.toString(16).padStart(40, '0');

const ENTITIES: Readonly<Record<string, object>> = {
  '/api/v1/accounts/0.0.1012?transactions=false': { evm_address: `0x${ALIAS}` },
  '/api/v1/accounts/0.0.1013?transactions=false': { evm_address: `0x${CREATED}` },
  '/api/v1/accounts/0.0.2?transactions=false': { evm_address: `0x${longZero(2)}` },
  '/api/v1/tokens/0.0.1020': {},
};
let requested: string[] = [];

beforeEach(() => {
  requested = [];
});

async function find(path: string): Promise<object | null> {
  requested.push(path);
  return ENTITIES[path] ?? null;
}

/** Words of the values in the data of a call. */
async function encode(type: string, text: string): Promise<readonly string[]> {
  const data = await encodeCall(find, 'method()', [parseType(type)], [text]);
  expect(data.slice(0, 10)).toBe(`0x${selectorOf('method()')}`);
  return data.slice(10).match(/.{64}/g) ?? [];
}

const word = (address: string): string => address.padStart(64, '0');

test('an id is encoded as the address by which contracts know the entity', async () => {
  expect(await encode('address', '0.0.1012')).toEqual([word(ALIAS)]);
  expect(await encode('address', '0.0.2')).toEqual([word(longZero(2))]);
  expect(await encode('address', '0.0.359')).toEqual([word(longZero(359))]);
  expect(await encode('address', ' 0.0.1020 ')).toEqual([word(longZero(1020))]);
  const [, length, ...values] = await encode('(address,uint8)[]', '[(0.0.1012, 1), (0.0.1013, 2)]');
  expect([length, ...values]).toEqual(['2', ALIAS, '1', CREATED, '2'].map(word));
});

test('an id that names nothing is refused, also one of another shard or realm', async () => {
  await expect(encode('address[]', '[0.0.1012, 0.0.9999]')).rejects.toThrow(
    'The mirror has no entity 0.0.9999.',
  );
  await expect(encode('address', '0.5.1012')).rejects.toThrow(TypeError);
  await expect(encode('address', '0.5.359')).rejects.toThrow(TypeError);
});

test('addresses, and ids in texts, are not requested', async () => {
  expect(await encode('address', `0x${ALIAS}`)).toEqual([word(ALIAS)]);
  await encode('string', '0.0.1012');
  await expect(encode('(address,uint8)', '(0.0.1012, many)')).rejects.toThrow('no integer: many');
  expect(requested).toEqual([]);
});
