import { expect, it } from 'vitest';
import { CallError } from '../../src/grpc/call.ts';
import { HELD_BYTES } from '../../src/kernel/limits/byte-account.ts';
import { LimitReached } from '../../src/kernel/limits/limit.ts';
import { Problem } from '../../src/rest/query/problem.ts';
import { RpcError } from '../../src/rpc/method/rpc-error.ts';

it.each([
  ['a limit', () => new LimitReached(HELD_BYTES, true)],
  ['a call of gRPC', () => new CallError('cancelled', 'The client ended the call')],
  ['a problem of REST', () => new Problem(400, [{ message: 'Invalid parameter: limit' }])],
  ['an error of JSON-RPC', () => new RpcError(-32_602, 'Invalid parameter 0')],
])('%s has a message and no stack trace, which other errors have', (_, make) => {
  const error = make();
  expect(error).toBeInstanceOf(Error);
  expect(error.message).not.toBe('');
  expect(error.stack).not.toContain('\n');
  expect(new Error('another').stack).toContain('client-error.unit.test.ts');
});
