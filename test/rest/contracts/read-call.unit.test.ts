import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ContractCall } from '../../../src/calls/contract-call.ts';
import { CallRefusal } from '../../../src/calls/refusal.ts';
import { readCall } from '../../../src/rest/contracts/call/read-call.ts';
import { openApiDocument } from '../../../src/rest/openapi/document.ts';
import { ROUTES } from '../../../src/rest/routes.ts';

const TO = `0x${'ab'.repeat(20)}`;
const FROM = `0x${'cd'.repeat(20)}`;
const INIT_CODE = `0x60806040${'00'.repeat(4)}39${'00'.repeat(4)}f3`;

const read = (body: string): ContractCall => readCall(Buffer.from(body), 'application/json');

/** Returns the details of the 400 response to a body. */
function problemsOf(body: string): string[] {
  try {
    read(body);
  } catch (error) {
    if (!(error instanceof CallRefusal)) throw error;
    expect(error.kind).toBe('invalid');
    for (const { status, data } of error.entries) expect([status, data]).toEqual([undefined, '']);
    return error.entries.map(({ detail }) => detail);
  }
  return [];
}

const fields = (value: object): string => JSON.stringify({ to: TO, ...value });
const NOT_HEX = 'invalid hexadecimal string';
const OUT_OF_RANGE = 'is out of range of long (-9223372036854775808 - 9223372036854775807)';

const REFUSED: readonly (readonly [name: string, body: string, ...details: string[]])[] = [
  ['data with letters that are not hex', fields({ data: '0xzz' }), `data field ${NOT_HEX}`],
  ['data with a space', fields({ data: '0x 00' }), `data field ${NOT_HEX}`],
  ['an empty from', fields({ from: '' }), `from field ${NOT_HEX}`],
  ['a short from', fields({ from: '0x1234' }), `from field ${NOT_HEX}`],
  ['a long to', JSON.stringify({ to: `${TO}00` }), `to field ${NOT_HEX}`],
  ['a prefix alone as to', JSON.stringify({ to: '0x' }), `to field ${NOT_HEX}`],
  ['too little gas', fields({ gas: 20_999 }), 'gas field must be greater than or equal to 21000'],
  ['null for gas, which is 0', fields({ gas: null }), 'gas field must be greater than or equal to 21000'],
  ['an empty text for gas', fields({ gas: '' }), 'gas field must be greater than or equal to 21000'],
  ['a negative gas price', fields({ gasPrice: -1 }), 'gasPrice field must be greater than or equal to 0'],
  ['a negative value', fields({ value: -1 }), 'value field must be greater than or equal to 0'],
  ['a value without a sender', fields({ value: 1 }), 'from field must not be empty'],
  [
    'a value without a receiver',
    JSON.stringify({ value: 1, from: FROM, data: '0x1234' }),
    'to field must not be empty',
  ],
  [
    'all invalid fields, in order of their names',
    JSON.stringify({ value: -1, to: 'x', gasPrice: -1, gas: 1, from: 'x', data: 'x' }),
    `data field ${NOT_HEX}`,
    `from field ${NOT_HEX}`,
    'gas field must be greater than or equal to 21000',
    'gasPrice field must be greater than or equal to 0',
    `to field ${NOT_HEX}`,
    'value field must be greater than or equal to 0',
  ],
  ['an unknown tag of a block', fields({ block: 'newest' }), 'JSON parse error: Invalid block value: newest'],
  ['a negative block', fields({ block: '-1' }), 'JSON parse error: Invalid block value: -1'],
  [
    'bare hex digits as block',
    fields({ block: 'ab'.repeat(32) }),
    `JSON parse error: Invalid block value: ${'ab'.repeat(32)}`,
  ],
  [
    '17 hex digits as block',
    fields({ block: `0x${'1'.repeat(17)}` }),
    `JSON parse error: Invalid block value: 0x${'1'.repeat(17)}`,
  ],
  [
    'a decimal block beyond 63 bits',
    fields({ block: '9223372036854775808' }),
    'JSON parse error: Decimal value out of range for block: 9223372036854775808',
  ],
  [
    'a hex block beyond 63 bits',
    fields({ block: '0x8000000000000000' }),
    'JSON parse error: Hex value out of range for block: 0x8000000000000000',
  ],
  ['no body', '', 'Required request body is missing'],
  ['null', 'null', 'Required request body is missing'],
  ['a list', '[]', 'JSON parse error: Cannot read the request from an array'],
  ['a text', '"x"', 'JSON parse error: Cannot read the request from a string'],
  ['half a document', '{"to":', 'JSON parse error: Unexpected end of input'],
  ['an extra comma', '{"to":null,}', 'JSON parse error: Unexpected character (code 125) at offset 11'],
  ['two documents', '{}{}', 'JSON parse error: Unexpected character (code 123) at offset 2'],
  ['a list as to', '{"to":[]}', 'JSON parse error: Cannot read field to from an array'],
  ['an object as gas', '{"gas":{}}', 'JSON parse error: Cannot read field gas from an object'],
  ['hex gas', '{"gas":"0x5208"}', 'JSON parse error: Cannot read field gas: not an integer'],
  ['gas beyond 63 bits', '{"gas":"9223372036854775808"}', `JSON parse error: Field gas ${OUT_OF_RANGE}`],
  ['gas with a large exponent', '{"gas":1e999}', `JSON parse error: Field gas ${OUT_OF_RANGE}`],
  [
    'a text as estimate',
    '{"estimate":"maybe"}',
    'JSON parse error: Cannot read field estimate from a string',
  ],
  [
    '20 digits',
    `{"gas":${'1'.repeat(20)}}`,
    'JSON parse error: Number value length (20) exceeds the maximum allowed (19)',
  ],
  [
    'a long name',
    `{"${'a'.repeat(101)}":1}`,
    'JSON parse error: Name length (101) exceeds the maximum allowed (100)',
  ],
  [
    'deep nesting',
    `{"a":${'['.repeat(10)}`,
    'JSON parse error: Document nesting depth (11) exceeds the maximum allowed (10)',
  ],
  [
    'many tokens',
    `{"a":[${'1,'.repeat(96)}1]}`,
    'JSON parse error: Token count (101) exceeds the maximum allowed (100)',
  ],
  [
    'a long document',
    fields({ data: '0'.repeat(263_168) }),
    `JSON parse error: Document length (${263_168 + 61}) exceeds the maximum allowed (263168)`,
  ],
  [
    'an override without an address',
    fields({ state_overrides: [{}] }),
    'stateOverrides[0].address field must not be empty',
  ],
  [
    'values of overrides',
    fields({
      state_overrides: [
        { address: TO },
        { address: '0x1', balance: '0x', nonce: '1'.repeat(17), code: '0x1' },
      ],
    }),
    `stateOverrides[1].address field ${NOT_HEX}`,
    `stateOverrides[1].balance field ${NOT_HEX}`,
    `stateOverrides[1].nonce field ${NOT_HEX}`,
    `stateOverrides[1].code field ${NOT_HEX}`,
  ],
  [
    'slots of overrides',
    fields({ state_overrides: [{ address: TO, state: [{ key: '0x1' }] }] }),
    `stateOverrides[0].state[0].key field ${NOT_HEX}`,
    'stateOverrides[0].state[0].value field must not be empty',
  ],
  [
    'state and state_diff',
    fields({
      state_overrides: [
        {
          address: TO,
          state: [{ key: '00'.repeat(32), value: '00'.repeat(32) }],
          state_diff: [{ key: '00'.repeat(32), value: '00'.repeat(32) }],
        },
      ],
    }),
    'stateOverrides[0] field state and state_diff are mutually exclusive',
  ],
  [
    'a balance beyond 63 bits',
    fields({ state_overrides: [{ address: TO, balance: '0x8000000000000000' }] }),
    'JSON parse error: Field balance of a state override is out of range of long',
  ],
  [
    'a negative nonce',
    fields({ state_overrides: [{ address: TO, nonce: -1 }] }),
    'JSON parse error: Field nonce of a state override is out of range of long',
  ],
];

it('readCall reads balance and nonce of an override as numbers, too', () => {
  const of = (balance: unknown, nonce: unknown) =>
    read(fields({ state_overrides: [{ address: TO, balance, nonce }] })).overrides[0];
  expect(of(255, 16)).toMatchObject({ balance: 255n, nonce: 16n });
  expect(of('0xff', '0x10')).toMatchObject({ balance: 255n, nonce: 16n });
  expect(of('255', null)).toMatchObject({ balance: 597n, nonce: undefined });
});

describe('readCall refuses', () => {
  for (const [name, body, ...details] of REFUSED) {
    it(name, () => expect(problemsOf(body)).toEqual(details));
  }
});

const PLAIN: ContractCall = {
  block: { kind: 'latest' },
  data: '',
  estimate: false,
  from: undefined,
  gas: 15_000_000n,
  gasPrice: 0n,
  to: TO.slice(2),
  value: 0n,
  overrides: [],
};

const READ: readonly (readonly [name: string, body: string, expected: Partial<ContractCall>])[] = [
  ['defaults', fields({}), {}],
  ['nothing at all', '{}', { to: undefined }],
  ['unknown fields', fields({ blockNumber: 'x', accessList: [{ a: null }], from: null }), {}],
  ['numbers as texts', fields({ gas: '21000', gasPrice: '1', value: '0' }), { gas: 21_000n, gasPrice: 1n }],
  ['a fraction', fields({ gas: 21_000.9 }), { gas: 21_000n }],
  [
    'an int64',
    `{"to":"${TO}","from":"${FROM}","value":9223372036854775807}`,
    { from: FROM.slice(2), value: 2n ** 63n - 1n },
  ],
  [
    'addresses without prefix',
    JSON.stringify({ to: TO.slice(2).toUpperCase(), from: FROM.slice(2) }),
    { from: FROM.slice(2) },
  ],
  [
    'the zero address as no receiver',
    JSON.stringify({ to: `0x${'0'.repeat(40)}`, from: `0x${'0'.repeat(40)}` }),
    { to: undefined },
  ],
  ['an empty to', JSON.stringify({ to: '', data: '0X6001' }), { to: undefined, data: '6001' }],
  [
    'init code with a value',
    JSON.stringify({ value: 1, from: FROM, data: INIT_CODE }),
    { to: undefined, from: FROM.slice(2), value: 1n, data: INIT_CODE.slice(2) },
  ],
  ['estimate as text', fields({ estimate: 'true' }), { estimate: true }],
  ['null for estimate, block and value', fields({ estimate: null, block: null, value: null }), {}],
  ['escapes', `{"\\u0074o":"${TO}","block":"lat\\u0065st"}`, {}],
  ['tags of the latest block', fields({ block: 'Finalized' }), {}],
  ['an empty tag', fields({ block: '' }), {}],
  ['the first block', fields({ block: 'EARLIEST' }), { block: { kind: 'earliest' } }],
  ['a decimal block', fields({ block: '0017' }), { block: { kind: 'number', number: 17n } }],
  ['a block as number', fields({ block: 17 }), { block: { kind: 'number', number: 17n } }],
  ['a hex block', fields({ block: '0X1f' }), { block: { kind: 'number', number: 31n } }],
  [
    '32 bytes of a hash',
    fields({ block: `0x${'AB'.repeat(32)}` }),
    { block: { kind: 'hash', hash: 'ab'.repeat(32) } },
  ],
  [
    '48 bytes of a hash',
    fields({ block: `0x${'ab'.repeat(48)}` }),
    { block: { kind: 'hash', hash: 'ab'.repeat(48) } },
  ],
  [
    'an override',
    fields({
      state_overrides: [
        {
          address: TO,
          balance: '0xff',
          nonce: '1',
          code: '',
          state_diff: [{ key: `0x${'0A'.repeat(32)}`, value: '00'.repeat(32) }],
        },
      ],
    }),
    {
      overrides: [
        {
          address: TO.slice(2),
          balance: 255n,
          nonce: 1n,
          code: '',
          state: [],
          stateDiff: [{ key: '0a'.repeat(32), value: '00'.repeat(32) }],
        },
      ],
    },
  ],
];

describe('readCall reads', () => {
  for (const [name, body, expected] of READ) {
    it(name, () => expect(read(body)).toEqual({ ...PLAIN, ...expected }));
  }

  it('any bytes, or refuses them by a 400', () => {
    const anything = fc.oneof(
      fc.uint8Array(),
      fc.json().map((text) => Buffer.from(text)),
    );
    fc.assert(
      fc.property(anything, (bytes) => {
        try {
          readCall(bytes, 'application/json');
        } catch (error) {
          expect(error).toBeInstanceOf(CallRefusal);
        }
      }),
    );
  });

  it('the same texts as JSON.parse, and refuses the same ones', () => {
    const mutated = fc
      .tuple(fc.json({ maxDepth: 3 }), fc.nat(), fc.constantFrom('', '"', '\\', ',', '}', '0', ' '))
      .map(
        ([text, at, put]) => text.slice(0, at % (text.length + 1)) + put + text.slice(at % (text.length + 1)),
      );
    fc.assert(
      fc.property(mutated, (text) => {
        const body = `{"to":"${TO}","other":${text}}`;
        let isJson = true;
        try {
          JSON.parse(body);
        } catch {
          isJson = false;
        }
        const details = problemsOf(body).filter((detail) => !detail.includes('exceeds the maximum'));
        if (isJson) expect(details.filter((detail) => detail.includes('Unexpected'))).toEqual([]);
        else if (!problemsOf(body).some((detail) => detail.includes('exceeds')))
          expect(details).toHaveLength(1);
      }),
    );
  });
});

describe('authorizations (EIP-7702)', () => {
  const one = { address: TO, chainId: '0x12A', nonce: '0x5', yParity: '0x1', r: '0x0A', s: '0x0b' };

  it('are read in the forms of libraries', () => {
    const list = [one, { address: TO, chainId: 0, nonce: 7 }];
    expect(read(fields({ authorizationList: list })).authorizations).toEqual([
      { address: TO, chain_id: '0x12a', nonce: 5n, r: '0x0a', s: '0x0b', y_parity: '0x1' },
      { address: TO, chain_id: '0x0', nonce: 7n, r: '0x', s: '0x', y_parity: '0x0' },
    ]);
    expect(read(fields({ authorizationList: [] })).authorizations).toBeUndefined();
  });

  it.each([
    ['Cannot read field nonce: not an integer', { ...one, nonce: 'five' }],
    ['Cannot read field nonce: not 64 bits', { ...one, nonce: '0x10000000000000000' }],
    ['Cannot read field chainId: not an integer', { ...one, chainId: null }],
    ['Cannot read field address: no hex digits', { ...one, address: '0xab' }],
    ['Cannot read field r: no hex digits', { ...one, r: `0x${'1'.repeat(65)}` }],
    ['Cannot read an authorization from a string', 'text'],
  ])('are refused: %s', (problem, entry) => {
    expect(problemsOf(fields({ authorizationList: [entry] }))).toEqual([`JSON parse error: ${problem}`]);
  });
});

describe('the interface description', () => {
  it('has examples of calls, which a server reads', () => {
    const { paths } = openApiDocument(ROUTES);
    const body = paths['/api/v1/contracts/call']?.post?.requestBody as {
      content: { 'application/json': { examples: Record<string, { value: object }> } };
    };
    const examples = Object.values(body.content['application/json'].examples);
    expect(examples.length).toBeGreaterThan(2);
    for (const { value } of examples) expect(read(JSON.stringify(value)).data).not.toBe('');
  });
});

describe('the content type', () => {
  const answer = (type: string | undefined, isEmpty = false) => {
    try {
      readCall(Buffer.from(isEmpty ? '' : fields({})), type);
      return 'taken';
    } catch (error) {
      return error instanceof CallRefusal ? `${error.kind} ${error.entries[0]?.detail}` : 'thrown';
    }
  };
  for (const [type, expected] of [
    ['application/json', 'taken'],
    ['Application/JSON;charset=UTF-8', 'taken'],
    ['application/problem+json', 'taken'],
    ['text/plain', "media-type Content-Type 'text/plain' is not supported"],
    [undefined, "media-type Content-Type 'application/octet-stream' is not supported"],
  ] as const) {
    it(String(type), () => expect(answer(type)).toBe(expected));
  }
});
