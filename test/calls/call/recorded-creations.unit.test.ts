import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { LedgerVersion } from '@tain/evm/profiles';
import { decodeEthereum } from '@tain/ledger/ethereum-transaction';
import { describe, expect, test } from 'vitest';
import { executeCall } from '../../../src/calls/call/execute-call.ts';
import { makeLedgerEngine } from '../../../src/calls/call/ledger-engine.ts';
import { readRecordFile } from '../../../src/ingest/decode/record-file.ts';
import { SidecarContent } from '../../../src/ingest/decode/sidecar-file.ts';
import { sharedDir } from '../../shared.ts';
import { memoryReader } from '../memory-reader.ts';

// Creations recorded by a network, with init code that depends on no other state. The engine must deploy the same code.

const STREAMS = `${sharedDir}/streams/recordstreams`;

/** Returns the code that an init code deploys. */
async function created(initCode: Uint8Array, version: LedgerVersion): Promise<string> {
  const { status, output } = await executeCall(
    { from: undefined, to: undefined, data: initCode, value: 0n, gas: 15_000_000n },
    {
      network: { shard: 0n, realm: 0n },
      chainId: 298n,
      block: {
        number: 1n,
        hash: '11'.repeat(48),
        consensusStart: 1n,
        consensusEnd: 2n,
        version: 6,
        hapi: null,
      },
      now: 2n,
      reader: memoryReader({}),
      blockHash: async () => undefined,
      gasPrice: 71n,
      rate: { hbars: 1n, cents: 12n, expires: null },
      ledgerEngine: makeLedgerEngine(version, { ledgerId: Uint8Array.of(3), tokenServiceV2: false }),
      validatesPayers: false,
    },
    { deadline: Date.now() + 60_000, signal: { aborted: false } },
  );
  expect(status).toBe('SUCCESS');
  return Buffer.from(output ?? []).toString('hex');
}

const hexOf = (bytes: Uint8Array | null | undefined) => Buffer.from(bytes ?? []).toString('hex');

describe.skipIf(sharedDir === null).each<LedgerVersion>(['v0.30', 'v0.67'])(
  'recorded creations under %s',
  (version) => {
    test('in a sidecar of v6', async () => {
      const name = '2022-07-13T08_46_11.304284003Z';
      const content = (file: string) => gunzipSync(readFileSync(`${STREAMS}/v6/record0.0.3/${file}.rcd.gz`));
      const bytes = content(`sidecar/${name}_01`);
      const sidecars = [new SidecarContent(1, `${name}_01.rcd`, bytes, bytes.length)];
      const { items } = readRecordFile(`${name}.rcd`, content(name), { sidecars });
      const codes = items.flatMap((item) =>
        item.sidecars.flatMap(({ bytecode }) => (bytecode ? [bytecode] : [])),
      );
      expect(codes).toHaveLength(1);
      for (const { initcode, runtimeBytecode } of codes) {
        expect(await created(initcode ?? new Uint8Array(), version)).toBe(hexOf(runtimeBytecode));
      }
    });

    test('by an Ethereum transaction', async () => {
      const name = '2022-04-28T15_28_34.014499000Z.rcd';
      const { items } = readRecordFile(name, readFileSync(`${STREAMS}/eth-0.26.0/record0.0.3/${name}`));
      const results = items.flatMap(({ body, record }) => {
        const data = body.ethereumTransaction?.ethereumData;
        const code = record.contractCreateResult?.contractCallResult;
        return data && code ? [{ data, code }] : [];
      });
      expect(results).toHaveLength(1);
      for (const { data, code } of results) {
        const { callData } = decodeEthereum(data) ?? {};
        expect(await created(callData ?? new Uint8Array(), version)).toBe(hexOf(code));
      }
    });
  },
);
