import { describe, expect, it } from 'vitest';
import type { RefusalKind } from '../../../src/calls/refusal.ts';
import { answerOfCall, answerOfTrace } from '../../../src/rest/contracts/call/outcomes.ts';

/** Each kind of refusal, with the status and the message of the response. */
const KINDS: Readonly<Record<RefusalKind, readonly [status: number, message: string]>> = {
  invalid: [400, 'Bad Request'],
  failed: [400, 'Bad Request'],
  unknown: [404, 'Not Found'],
  'not-acceptable': [406, 'Not Acceptable'],
  'media-type': [415, 'Unsupported Media Type'],
  limited: [429, 'Too Many Requests'],
  'failed-by-server': [500, 'Internal Server Error'],
  fault: [500, 'Internal Server Error'],
  'not-simulated': [501, 'Not Implemented'],
  unavailable: [503, 'Service Unavailable'],
};

const JSON_TYPE = { contentType: 'application/json' } as const;
const SEEN = { isRefused: false, isExecuted: true, block: { number: 7n } } as const;

describe('a refusal is answered', () => {
  it.each(Object.entries(KINDS))('%s', (name, [status, message]) => {
    const outcome = name as RefusalKind;
    const entries = [{ detail: 'why', data: '0x1234' }];
    const answer = { status, body: JSON.stringify({ _status: { messages: [{ message, ...entries[0] }] } }) };
    expect(answerOfCall({ outcome, entries, ...SEEN })).toEqual({ ...answer, ...JSON_TYPE, ...SEEN });
    expect(answerOfTrace({ outcome, entries, ...SEEN })).toEqual({ ...answer, ...SEEN });
  });

  it('with the statuses of the ledger, if there are any', () => {
    const entries = [
      { status: 'CONTRACT_REVERT_EXECUTED', detail: 'no', data: '0x' },
      { status: 'INVALID_TOKEN_ID', detail: '', data: '' },
    ];
    const { status, body } = answerOfCall({ outcome: 'failed', entries, ...SEEN });
    expect(status).toBe(400);
    expect(JSON.parse(String(body))).toEqual({
      _status: {
        messages: [
          { message: 'CONTRACT_REVERT_EXECUTED', detail: 'no', data: '0x' },
          { message: 'INVALID_TOKEN_ID', detail: '', data: '' },
        ],
      },
    });
  });
});

it('a result is answered by 200', () => {
  const done = { outcome: 'done', ...SEEN } as const;
  expect(answerOfCall({ ...done, result: '0x2a' })).toEqual({
    status: 200,
    body: '{"result":"0x2a"}',
    ...JSON_TYPE,
    ...SEEN,
  });
  expect(answerOfTrace({ ...done, chunks: (async function* () {})() })).toMatchObject({
    status: 200,
    body: '',
  });
});
