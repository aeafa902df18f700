import { unexecuted } from '../../../calls/contract-call.ts';
import { CallRefusal } from '../../../calls/refusal.ts';
import { EXECUTION } from '../../query/dialects/network.ts';
import type { Schema } from '../../query/json-schema.ts';
import { type Route, route } from '../../route/route.ts';
import { answerOfCall, executesNothing } from './outcomes.ts';
import { readCall } from './read-call.ts';

const HEX = { type: 'string', pattern: '^0x[0-9a-fA-F]*$' } as const;
const GIVEN_HEX = { type: 'string', pattern: '^(0[xX])?[0-9a-fA-F]*$' } as const;
const ADDRESS = { type: 'string', pattern: '^(0[xX])?[0-9a-fA-F]{40}$' } as const;
const AMOUNT = { type: 'integer', format: 'int64', minimum: 0, nullable: true } as const;
const WORD = { type: 'string', pattern: '^(0[xX])?[0-9a-fA-F]{64}$' } as const;

const SLOTS: Schema = {
  type: 'array',
  maxItems: 100,
  items: { type: 'object', properties: { key: WORD, value: WORD }, required: ['key', 'value'] },
};

const OVERRIDE: Schema = {
  type: 'object',
  properties: {
    address: ADDRESS,
    balance: { ...GIVEN_HEX, description: 'Tinybars, in at most 16 hex digits.' },
    nonce: { ...GIVEN_HEX, description: 'Up to 16 hex digits.' },
    code: GIVEN_HEX,
    state: { ...SLOTS, description: 'The complete storage: all other slots are zero.' },
    state_diff: { ...SLOTS, description: 'Slots that replace those of the ledger.' },
  },
  required: ['address'],
};

const AUTHORIZATION: Schema = {
  type: 'object',
  required: ['address', 'chainId', 'nonce'],
  properties: {
    address: { ...ADDRESS, description: 'Address of the delegate.' },
    chainId: { ...GIVEN_HEX, description: 'Chain for which it is valid; 0: all.' },
    nonce: { ...GIVEN_HEX, description: 'Nonce of the account that signed it.' },
    yParity: { ...GIVEN_HEX, nullable: true, description: 'Parity of the signature.' },
    r: { ...GIVEN_HEX, nullable: true, description: 'First half of the signature.' },
    s: { ...GIVEN_HEX, nullable: true, description: 'Second half of the signature.' },
  },
};

const CALL: Schema = {
  type: 'object',
  properties: {
    block: {
      type: 'string',
      nullable: true,
      description:
        'Block on whose state the call runs: its number in decimal or hex, its hash (32 or 48 bytes), `earliest`, or `latest` (the default; also `pending`, `safe`, `finalized`).',
    },
    data: {
      ...GIVEN_HEX,
      nullable: true,
      maxLength: 262_146,
      description: 'Selector and encoded parameters, or init code.',
    },
    estimate: {
      type: 'boolean',
      nullable: true,
      description: 'Whether to return the gas needed instead of the output.',
    },
    from: { ...ADDRESS, nullable: true, description: 'EVM address of the sender.' },
    gas: { ...AMOUNT, minimum: 21_000, description: 'Maximum gas to use; 15,000,000 if absent.' },
    gasPrice: { ...AMOUNT, description: 'Price of the gas; checked, but not used.' },
    to: {
      ...ADDRESS,
      nullable: true,
      description: 'EVM address of the contract. Without it one is created.',
    },
    value: { ...AMOUNT, description: 'Tinybars to send.' },
    authorizationList: {
      type: 'array',
      items: AUTHORIZATION,
      nullable: true,
      description: 'Authorizations that the call carries (EIP-7702).',
    },
    state_overrides: {
      type: 'array',
      items: OVERRIDE,
      nullable: true,
      description: 'State that replaces that of the ledger during the call, if the server allows it.',
    },
  },
};

/** Addresses of the examples: 0.0.1234567 as a token or contract, and 0.0.1001 as an account. */
const TO = '0x000000000000000000000000000000000012d687';
const ACCOUNT = '00000000000000000000000000000000000003e9';

const EXAMPLES = {
  balanceOf: {
    summary: 'Balance of a token (`balanceOf(address)`)',
    value: { to: TO, data: `0x70a08231000000000000000000000000${ACCOUNT}` },
  },
  nameThen: {
    summary: 'Name of a token at a past block (`name()`)',
    value: { to: TO, data: '0x06fdde03', block: '1' },
  },
  estimate: {
    summary: 'Gas of a transfer of 1 unit (`transfer(address,uint256)`)',
    value: {
      to: TO,
      from: `0x${ACCOUNT}`,
      data: `0xa9059cbb000000000000000000000000${ACCOUNT}${'1'.padStart(64, '0')}`,
      estimate: true,
    },
  },
  creation: {
    summary: 'Creation of a contract that always returns 42',
    value: { data: '0x600a600c600039600a6000f3602a60005260206000f3' },
  },
};

/** POST /contracts/call. Errors have the texts of the public mirror node's service that executes calls. */
export const callContract: Route = route({
  dialect: EXECUTION,
  maxAgeSeconds: 1,
  cached: false,
  limitsItself: true,
  tag: 'contracts',
  method: 'POST',
  path: '/api/v1/contracts/call',
  summary: 'Call a contract',
  description: 'Executes a call without changing anything, or estimates its gas.',
  parameters: {},
  requestBody: {
    description: 'The call.',
    contentTypes: ['application/json'],
    schema: CALL,
    examples: EXAMPLES,
  },
  schema: {
    type: 'object',
    properties: { result: { ...HEX, description: 'Output of the contract, or the gas needed.' } },
    required: ['result'],
  },
  async answer({ body = Buffer.alloc(0), contentType }, { callContract: call, client, signal }) {
    if (call === undefined) throw executesNothing();
    try {
      return answerOfCall(await call(readCall(body, contentType), { client, signal }));
    } catch (error) {
      if (error instanceof CallRefusal) return answerOfCall(unexecuted(error));
      throw error;
    }
  },
});
