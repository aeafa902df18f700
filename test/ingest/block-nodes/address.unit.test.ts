import { expect, test } from 'vitest';
import { mergeBlockNodes, parseBlockNodes } from '../../../src/ingest/block-nodes/address.ts';

test.each([
  ['', []],
  ['127.0.0.1:40840', [{ target: '127.0.0.1:40840', tls: false, priority: 0 }]],
  ['grpc://node', [{ target: 'node:40840', tls: false, priority: 0 }]],
  [
    ' grpcs://a.example:443?priority=2 , grpc://[::1]:7 ',
    [
      { target: 'a.example:443', tls: true, priority: 2 },
      { target: '[::1]:7', tls: false, priority: 0 },
    ],
  ],
])('%j', (text, expected) => {
  expect(parseBlockNodes(text)).toEqual(expected);
});

test.each([
  'http://node:1',
  'grpc://user@node',
  'grpc://node/path',
  'grpc://node?priority=-1',
  'grpc://node?weight=1',
  'grpc://node?priority=1&priority=2',
  'grpc://',
  'node:port',
])('refuses %s, and names it', (text) => {
  expect(() => parseBlockNodes(`grpc://good,${text}`)).toThrow(text);
});

test('refuses a node that is named twice', () => {
  expect(() => parseBlockNodes('node:1,grpcs://node:1')).toThrow('node:1 is named twice');
});

test('registered nodes follow named ones, and a named endpoint is used as configured', () => {
  const at = (host: string, port = 443, tls = true) => ({ host, port, tls });
  const named = parseBlockNodes('grpc://b:443');
  const registered = [
    { id: 1n, status: at('a'), subscribe: at('a') },
    { id: 2n, status: at('b'), subscribe: at('b') },
    { id: 3n, status: at('c', 1, false), subscribe: at('c') },
  ];
  expect(mergeBlockNodes(named, registered)).toEqual([
    { target: 'b:443', tls: false, priority: 0 },
    { target: 'a:443', tls: true, priority: 1 },
    { target: 'c:443', tls: true, priority: 1, status: { target: 'c:1', tls: false } },
  ]);
});
