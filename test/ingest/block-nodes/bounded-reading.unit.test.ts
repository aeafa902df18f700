import { InterceptingCall, Metadata, type MethodDefinition } from '@grpc/grpc-js';
import { expect, test } from 'vitest';
import { BoundedReading } from '../../../src/ingest/block-nodes/bounded-reading.ts';

test('messages are read ahead only while those that wait have fewer bytes than the maximum', () => {
  const reading = new BoundedReading(100);
  let reads = 0;
  const next = new InterceptingCall({
    start: () => undefined,
    sendMessageWithContext: () => undefined,
    sendMessage: () => undefined,
    startRead: () => {
      reads += 1;
    },
    halfClose: () => undefined,
    cancelWithStatus: () => undefined,
    getPeer: () => '',
    getAuthContext: () => null,
  });
  const definition: MethodDefinition<Buffer, Buffer> = {
    path: '',
    requestStream: false,
    responseStream: true,
    requestSerialize: (bytes) => bytes,
    requestDeserialize: (bytes) => bytes,
    responseSerialize: (bytes) => bytes,
    responseDeserialize: reading.count,
  };
  const call = reading.interceptor({ method_definition: definition }, () => next);
  call.start(new Metadata());
  const [small, large] = [Buffer.alloc(60), Buffer.alloc(80)];
  call.startRead();
  expect([reading.count(small), reads]).toEqual([small, 1]);
  call.startRead();
  reading.count(large);
  call.startRead();
  expect(reads).toBe(2);
  reading.taken(small);
  expect(reads).toBe(3);
  reading.taken(large);
  expect(reads).toBe(3);
});
