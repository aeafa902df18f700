import { MalformedError } from '@tain/ledger/wire-reader';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readServerStatus, readSubscribeMessage } from '../../../src/ingest/block-nodes/messages.ts';

/** Messages of a node are decoded or refused as malformed. No other error may be thrown. */
it.each([
  ['its status', readServerStatus],
  ['a message of its stream', readSubscribeMessage],
])('any bytes as %s', (_, read) => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    // Fields of all kinds, with right or wrong lengths.
    fc
      .array(fc.tuple(fc.integer({ min: 1, max: 60 }), fc.nat({ max: 20 }), fc.uint8Array({ maxLength: 20 })))
      .map((fields) =>
        Buffer.concat(fields.map(([tag, length, content]) => Buffer.from([tag, length, ...content]))),
      ),
  );
  fc.assert(
    fc.property(bytes, (sent) => {
      try {
        read(Buffer.from(sent));
      } catch (error) {
        // The status is decoded by protobufjs, whose errors the caller treats as malformed messages.
        if (read === readSubscribeMessage) expect(error).toBeInstanceOf(MalformedError);
        else expect(error).toBeInstanceOf(Error);
      }
    }),
    { numRuns: 2_000, seed: 5 },
  );
});
