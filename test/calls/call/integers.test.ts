import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { assemble } from '../../../packages/evm/test/assembly.ts';
import { type AbiType, type AbiValue, parseTypes } from '../../../src/calls/system/abi/abi-type.ts';
import { encodeValues } from '../../../src/calls/system/abi/encode.ts';
import { METHODS } from '../../../src/calls/system/methods/methods.ts';
import { selectorOf } from '../../../src/calls/system/selector.ts';
import { longZero } from '../../rest/contracts/contract-rows.ts';
import { block, insert } from '../../rest/rows.ts';
import { entity, insertToken, nft } from '../../rest/tokens/token-rows.ts';
import { insertRecorded, traceOf } from '../trace/trace-ledger.ts';
import { type CallServer, startCallServer } from './call-fixture.ts';

// Calls every method with the limits of the types in every integer argument, both cut to its size and as a whole word.
// No answer may be an internal error.

const [OWNER, UNITS, DEEDS, CALLER] = [1500, 3001, 3002, 2001];
const EDGES = [0n, 1n, -1n, 1n << 31n, (1n << 63n) - 1n, 1n << 63n, 1n << 255n, (1n << 256n) - 1n];
/** Code that forwards its input to the NFT, and returns the success flag and the returned data. */
const FORWARDER = [
  'CALLDATASIZE 0 0 CALLDATACOPY',
  `0 0 CALLDATASIZE 0 ${DEEDS} 80000 STATICCALL`,
  '0 MSTORE RETURNDATASIZE 0 32 RETURNDATACOPY 32 RETURNDATASIZE ADD 0 RETURN',
].join(' ');
const SERVICES = { HTS: 0x167, HAS: 0x16a, HSS: 0x16b } as const;

let server: CallServer;
beforeAll(async () => {
  server = await startCallServer();
  const { database } = server;
  await insert(database, 'record_file', [block(0, 100), block(1, 200)]);
  await insert(database, 'entity', [
    ...[2, OWNER, 2000].map((id) => entity(id, 'ACCOUNT', { balance: 5_000, created_timestamp: 1 })),
    entity(CALLER, 'CONTRACT', { balance: 0, created_timestamp: 1 }),
  ]);
  await insert(database, 'contract', [{ id: CALLER, runtime_bytecode: Buffer.from(assemble(FORWARDER)) }]);
  await insertToken(database, UNITS);
  await insertToken(database, DEEDS, { token: { type: 'NON_FUNGIBLE_UNIQUE' } });
  await insert(database, 'nft', [nft(DEEDS, 1, OWNER)]);
});
afterAll(() => server?.close());

/** Returns an argument of a type, with `edge` for each of its integers, cut to their size. */
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

test('each service with integers has methods', () => expect(WITH_INTEGERS.length).toBeGreaterThan(50));

/** Returns the type with integers of 256 bits. */
function whole(type: AbiType): AbiType {
  switch (type.kind) {
    case 'integer':
      return { ...type, signed: false, bits: 256 };
    case 'array':
      return { ...type, item: whole(type.item) };
    case 'tuple':
      return { ...type, items: type.items.map(whole) };
    default:
      return type;
  }
}

function dataOf(signature: string, items: readonly AbiType[], edge: bigint, token: number): string {
  const values = items.map((type) => argument(type, edge, longZero(token)));
  return `0x${selectorOf(signature)}${Buffer.from(encodeValues({ kind: 'tuple', items }, values)).toString('hex')}`;
}

async function expectNoFault(to: string, inputs: readonly string[]): Promise<void> {
  const from = `0x${longZero(OWNER)}`;
  const answers = await Promise.all(inputs.map((data) => server.post({ to: `0x${to}`, from, data })));
  for (const [i, { status, body }] of answers.entries()) {
    expect(status, `${inputs[i]}: ${JSON.stringify(body)}`).toBeLessThan(500);
  }
}

describe.each([UNITS, DEEDS])('about token 0.0.%d', (token) => {
  test.each(WITH_INTEGERS.map(({ signature, service, via }) => [signature, service, via] as const))(
    '%s',
    async (signature, service, via) => {
      const { items } = parseTypes(signature);
      const inputs = EDGES.flatMap((edge) =>
        [items, items.map(whole)].map((types) => dataOf(signature, types, edge, token)),
      );
      await expectNoFault(longZero(via === 'redirect' ? token : SERVICES[service]), [...new Set(inputs)]);
    },
  );
});

test.each(['tinycentsToTinybars(uint256)', 'tinybarsToTinycents(uint256)'])('%s', async (signature) => {
  const { items } = parseTypes(signature);
  await expectNoFault(
    longZero(0x168),
    EDGES.map((edge) => dataOf(signature, items, edge, UNITS)),
  );
});

describe.each([
  ['ownerOf(uint256)', 0],
  ['tokenURI(uint256)', 1],
  ['getApproved(uint256)', 0],
] as const)('missing NFT, %s', (signature, isAnswered) => {
  const MISSING = 2n;
  const LARGE = [1n << 63n, (1n << 64n) + 1n, 1n << 255n, (1n << 256n) - 1n];
  const SECONDS = { 'ownerOf(uint256)': 110, 'tokenURI(uint256)': 120, 'getApproved(uint256)': 130 };
  const request = (to: number, serial: bigint) =>
    server.post({
      to: `0x${longZero(to)}`,
      data: dataOf(signature, parseTypes(signature).items, serial, DEEDS),
    });

  test.each(LARGE)('with serial number %i', async (serial) => {
    const missing = await request(DEEDS, MISSING);
    expect(missing.status).toBe(isAnswered === 1 ? 200 : 400);
    expect(await request(DEEDS, serial)).toEqual(missing);
    expect(await request(DEEDS, 1n)).toMatchObject({ status: 200 });
  });

  test('with large serial numbers, in traces', async () => {
    const answer = await request(CALLER, MISSING);
    const { result } = answer.body as { result: string };
    expect(BigInt(result.slice(0, 66))).toBe(BigInt(isAnswered));
    for (const [i, serial] of LARGE.entries()) {
      const time = SECONDS[signature] + i;
      const data = dataOf(signature, parseTypes(signature).items, serial, DEEDS);
      await insertRecorded(server, {
        time,
        contract: CALLER,
        result: {
          function_parameters: Buffer.from(data.slice(2), 'hex'),
          call_result: Buffer.from(result.slice(2), 'hex'),
          gas_limit: 300_000,
        },
      });
      expect(await traceOf(server, time)).toMatchObject({ failed: false, return_value: result });
    }
  });
});
