import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AbiTuple, type AbiValue, parseTypes } from '../../../src/evm/system/abi/abi-type.ts';
import { TOKEN_SERVICE_V2 } from '../../../src/evm/system/environment.ts';
import { METHODS } from '../../../src/evm/system/methods/methods.ts';
import { longZero } from '../../api/contracts/contract-rows.ts';
import { block, insert } from '../../api/rows.ts';
import { encodeCall } from '../system/harness.ts';
import { type CallServer, startCallServer } from './call-fixture.ts';

let server: CallServer;
beforeAll(async () => {
  server = await startCallServer({ network: { tokenServiceV2: true } });
  await insert(server.database, 'record_file', [block(0, 100)]);
});
afterAll(() => server?.close());

// What is declared and not built, each by its selector.
const MISSING_METHODS = METHODS.filter(({ run }) => run === undefined);

test.each(MISSING_METHODS.map(({ signature, via, service, only }) => ({ signature, via, service, only })))(
  'a method that is not simulated answers 501 by its name: $signature',
  async ({ signature, via, service, only }) => {
    const input = encodeCall(signature, zerosOf(parseTypes(signature)));
    const redirects = { HTS: '618dc65e', HAS: 'e4cbd3a7', HSS: '5c3889ca' };
    const subject = longZero(3001);
    const data =
      via === 'redirect' ? `${redirects[service]}${subject}${input.toString('hex')}` : input.toString('hex');
    const services = { HTS: 0x167, HAS: 0x16a, HSS: 0x16b };
    const to = only === '0x16c' ? TOKEN_SERVICE_V2 : longZero(services[service]);
    const answer = await server.post({ to, data });
    const detail = `${signature} of a system contract is not simulated.`;
    expect(answer).toEqual({
      status: 501,
      body: { _status: { messages: [{ message: 'Not Implemented', detail, data: '' }] } },
    });
  },
);

/** A value of each type: zero, empty. */
function zerosOf(type: AbiTuple): AbiValue[] {
  return type.items.map((item): AbiValue => {
    if (item.kind === 'tuple') return zerosOf(item);
    if (item.kind === 'integer') return 0n;
    if (item.kind === 'bool') return false;
    if (item.kind === 'address') return longZero(0);
    return item.kind === 'array' ? [] : item.kind === 'string' ? '' : new Uint8Array();
  });
}
