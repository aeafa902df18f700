import { expect, test } from 'vitest';
import { parseBlockNodes } from '../../../src/ingest/block-nodes/address.ts';

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
