import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AbiType, type AbiValue, parseTypes } from '../../../src/evm/system/abi/abi-type.ts';
import { encodeValues } from '../../../src/evm/system/abi/encode.ts';
import { METHODS } from '../../../src/evm/system/methods/methods.ts';
import { selectorOf } from '../../../src/evm/system/selector.ts';
import { longZero } from '../../api/contracts/contract-rows.ts';
import { block, insert } from '../../api/rows.ts';
import { entity, insertToken, nft } from '../../api/tokens/token-rows.ts';
import { type CallServer, startCallServer } from './call-fixture.ts';

// Every integer argument of every method at the edges of the types that it passes through: no answer is a fault of ours.

const [OWNER, UNITS, DEEDS] = [1500, 3001, 3002];
const EDGES = [0n, 1n, -1n, 1n << 31n, (1n << 63n) - 1n, 1n << 63n, 1n << 255n, (1n << 256n) - 1n];
const SERVICES = { HTS: 0x167, HAS: 0x16a, HSS: 0x16b } as const;

let server: CallServer;
beforeAll(async () => {
  server = await startCallServer();
  const { database } = server;
  await insert(database, 'record_file', [block(0, 100)]);
  await insert(database, 'entity', [entity(OWNER, 'ACCOUNT', { balance: 5_000, created_timestamp: 1 })]);
  await insertToken(database, UNITS);
  await insertToken(database, DEEDS, { token: { type: 'NON_FUNGIBLE_UNIQUE' } });
  await insert(database, 'nft', [nft(DEEDS, 1, OWNER)]);
});
afterAll(() => server?.close());

/** An argument of a type, with `edge` for each of its integers, cut to their size. */
function argument(type: AbiType, edge: bigint, address: string): AbiValue {
  switch (type.kind) {
    case 'integer':
      return type.signed ? BigInt.asIntN(type.bits, edge) : BigInt.asUintN(type.bits, edge);
    case 'bool':
      return true;
    case 'address':
      return address;
    case 'bytes':
      return new Uint8Array(1);
    case 'string':
      return 'x';
    case 'array':
      return [argument(type.item, edge, address)];
    case 'tuple':
      return type.items.map((item) => argument(item, edge, address));
  }
}

const hasInteger = (type: AbiType): boolean =>
  type.kind === 'integer' ||
  (type.kind === 'array' && hasInteger(type.item)) ||
  (type.kind === 'tuple' && type.items.some(hasInteger));

const WITH_INTEGERS = METHODS.filter(({ signature }) => hasInteger(parseTypes(signature)));

test('there are methods with integers in each service that has one', () =>
  expect(WITH_INTEGERS.length).toBeGreaterThan(50));

describe.each([UNITS, DEEDS])('about token 0.0.%d', (token) => {
  test.each(WITH_INTEGERS.map(({ signature, service, via }) => [signature, service, via] as const))(
    '%s',
    async (signature, service, via) => {
      const types = parseTypes(signature);
      const answers = await Promise.all(
        EDGES.map((edge) => {
          const values = types.items.map((type) => argument(type, edge, longZero(token)));
          const data = `0x${selectorOf(signature)}${Buffer.from(encodeValues(types, values)).toString('hex')}`;
          const to = longZero(via === 'redirect' ? token : SERVICES[service]);
          return server.post({ to: `0x${to}`, from: `0x${longZero(OWNER)}`, data });
        }),
      );
      for (const [i, { status, body }] of answers.entries()) {
        expect(status, `${EDGES[i]}: ${JSON.stringify(body)}`).toBeLessThan(500);
      }
    },
  );
});
