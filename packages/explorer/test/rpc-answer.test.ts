import { expect, test } from 'vitest';
import { RpcError, resultOf } from '../src/words/rpc-answer.ts';

const URL = 'https://rpc.example.org';

test('an answer without JSON, such as the page of a proxy, is an error with its status', async () => {
  for (const body of ['<html>Bad Gateway</html>', '', 'null']) {
    const error = await resultOf(new Response(body, { status: 502 }), URL).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(RpcError);
    expect((error as RpcError).message).toBe(`${URL} answered 502, without JSON.`);
  }
});

test('results and errors of the service', async () => {
  expect(await resultOf(Response.json({ result: '0x1' }), URL)).toBe('0x1');
  const error = { message: '[Request ID: 5] execution reverted', data: '0x12' };
  await expect(resultOf(Response.json({ error }), URL)).rejects.toMatchObject({
    message: 'execution reverted',
    data: '0x12',
  });
});
