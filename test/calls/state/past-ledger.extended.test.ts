import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { longZeroHex } from '@tain/ledger/evm-address';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ledger } from '../../../packages/network-simulator/src/ledger/ledger.ts';
import { DEFAULT_START } from '../../../packages/network-simulator/src/options.ts';
import { Random } from '../../../packages/network-simulator/src/random.ts';
import { simulate } from '../../../packages/network-simulator/src/simulate.ts';
import { writeDemo } from '../../../packages/network-simulator/src/write-demo.ts';
import { DatabaseReader } from '../../../src/calls/state/database-reader.ts';
import { LedgerEngineState } from '../../../src/calls/state/engine-state.ts';
import type { LedgerAccount, LedgerToken } from '../../../src/calls/state/ledger-objects.ts';
import { LedgerOverlay } from '../../../src/calls/state/ledger-overlay.ts';
import type { LedgerReader } from '../../../src/calls/state/ledger-state.ts';
import { demoEngine } from '../../../src/local-network/demo-engine.ts';
import { selectOn } from '../../../src/store/connections/select.ts';
import { createTestDatabase, type TestDatabase } from '../../database.ts';
import { ingestFolder } from '../../ingest/ingest-folder.ts';
import { type RecordedBlock, recordedBlock } from '../../rest/oracle/history.ts';
import { seedsOf } from '../../seeds.ts';
import { addressesOf, demoReader } from '../demo/demo-reader.ts';

/**
 * Checks that a call at a past block reads the demo network's ledger at the end of that block: each value of each
 * object, at random blocks of random histories of three days.
 */

/** Seed whose history has changes of all kinds. */
const COMPLETE_SEED = 3;
/** Seed whose history has a dissociation from a deleted token shortly after a checked block. */
const DISSOCIATION_SEED = 994_007;
const DAY = 86_400_000_000_000n;
const HOUR = 3_600_000_000_000n;
const NANOS = 1_000_000_000n;
const NETWORK = { shard: 0n, realm: 0n };
/** Maximum number of objects of a kind that are checked at each moment. */
const MAX_PICKED = 20;

describe.each(seedsOf([COMPLETE_SEED, DISSOCIATION_SEED]))(
  'at the end of random blocks of seed %i a call reads',
  (seed) => {
    let ledger: Ledger;
    const blocks: RecordedBlock[] = [];
    let database: TestDatabase;

    beforeAll(async () => {
      const dir = mkdtempSync(join(tmpdir(), 'tain-past-ledger-'));
      const options = {
        seed,
        tps: 25,
        blocks: 12,
        failures: 0.05,
        signInner: false,
        steadyFrom: DEFAULT_START + 3n * DAY - 10n * NANOS,
        population: { accounts: 50, tokens: 14, topics: 3, contracts: 10 },
      };
      database = await createTestDatabase();
      try {
        await writeDemo({ dir, dataEverywhere: false, ...options, runCode: demoEngine });
        await ingestFolder({
          database: database.database,
          folder: dir,
          addressBook: join(dir, 'address_book.bin'),
        });
      } finally {
        rmSync(dir, { recursive: true, force: true });
      }
      ledger = await simulate({
        ...options,
        runCode: demoEngine,
        history: true,
        onBlock: (block) => {
          blocks.push(recordedBlock(block, blocks.at(-1)));
        },
      });
    });
    afterAll(() => database?.drop());

    /** Returns the ends of blocks: the last of each day, and some of the last seconds. */
    function moments(): bigint[] {
      const random = new Random(seed);
      const ends = blocks.flatMap(({ items }) => items.at(-1)?.at ?? []);
      const last = ends.at(-1) ?? 0n;
      const old = ends.filter((end) => last - end > 2n * HOUR);
      const near = ends.filter((end) => last - end <= HOUR);
      expect(old.length).toBeGreaterThan(0);
      expect(near.length).toBeGreaterThan(5);
      return [old.at(-1), ...[1, 2, 3].map(() => near[random.below(near.length)])].filter(
        (moment) => moment !== undefined,
      );
    }

    function some<T>(values: readonly T[]): T[] {
      const random = new Random(seed + values.length);
      const left = [...values];
      const picked: T[] = [];
      while (picked.length < MAX_PICKED && left.length > 0)
        picked.push(...left.splice(random.below(left.length), 1));
      return picked;
    }

    /** Returns the ledger's own reader of a moment, and the mirror's. */
    function readersAt(at: bigint): { readonly ledgerReader: LedgerReader; readonly read: LedgerReader } {
      const ledgerReader = demoReader({
        ledger,
        before: at + 1n,
        code: new Map(),
        addresses: addressesOf(ledger),
        createdBefore: 0,
      });
      return { ledgerReader, read: new DatabaseReader(selectOn(database.database.pool), NETWORK, at) };
    }

    const hex = (bytes: Uint8Array | undefined) => bytes && Buffer.from(bytes).toString('hex');

    function accountOf(found: LedgerAccount | undefined, nonce: bigint | undefined) {
      if (found === undefined || found.deleted) return undefined;
      const { type: _, autoRenewAccount: __, delegation: ___, key, ...rest } = found;
      return { ...rest, nonce, key: hex(key) };
    }

    function tokenOf(found: LedgerToken | undefined, expiration: bigint | undefined) {
      if (found === undefined || found.deleted) return undefined;
      const { keys, metadata, autoRenewPeriod = 7_776_000n, maxSupply, kycDefault, fees, ...rest } = found;
      return {
        ...rest,
        metadata: hex(metadata),
        keys: Object.fromEntries(Object.entries(keys).map(([name, key]) => [name, hex(key)])),
        fees,
        autoRenewPeriod,
        expiration,
        ...(rest.supplyType === 'FINITE' ? { maxSupply } : {}),
        hasKyc: kycDefault !== 'NOT_APPLICABLE',
      };
    }

    it('accounts: balance, nonce, key, addresses, expiry', async () => {
      let compared = 0;
      for (const at of moments()) {
        const { ledgerReader, read } = readersAt(at);
        for (const num of some(ledger.accounts.keys)) {
          const row = ledger.accounts.at(num, at);
          const nonce = row && BigInt(row.ethereumNonce);
          const found = await read.account(BigInt(num));
          // Contracts without a key are their own key. System accounts are found without a row.
          if (row?.contract && row.key === null) continue;
          if (row === undefined && num < 1000) continue;
          expect(accountOf(found, found?.nonce), `0.0.${num} at ${at}`).toEqual(
            accountOf(await ledgerReader.account(BigInt(num)), nonce),
          );
          compared += 1;
        }
      }
      expect(compared).toBeGreaterThan(50);
    });

    it('tokens: supply, keys, pause, fees, expiry', async () => {
      let compared = 0;
      let changed = 0;
      for (const at of moments()) {
        const { ledgerReader, read } = readersAt(at);
        for (const num of ledger.tokens.keys) {
          const row = ledger.tokens.at(num, at);
          const expiration =
            row && (row.expiration ?? row.createdAt + BigInt(row.autoRenewPeriod ?? 7_776_000) * NANOS);
          const found = await read.token(BigInt(num));
          expect(tokenOf(found, found?.expiration), `0.0.${num} at ${at}`).toEqual(
            tokenOf(await ledgerReader.token(BigInt(num)), expiration),
          );
          compared += 1;
          const now = ledger.tokens.get(num);
          if (row && !row.nonFungible && now?.totalSupply !== row.totalSupply) changed += 1;
        }
      }
      expect(compared).toBeGreaterThan(20);
      // The supplies of some tokens have changed since.
      if (seed === COMPLETE_SEED) expect(changed).toBeGreaterThan(3);
    });

    it('relations: balance, freeze, KYC', async () => {
      for (const at of moments()) {
        const { ledgerReader, read } = readersAt(at);
        for (const key of some(ledger.relations.keys)) {
          const row = ledger.relations.get(key);
          if (row === undefined) continue;
          const ids = [BigInt(row.account), BigInt(row.token)] as const;
          const found = await read.relation(...ids);
          expect(found?.associated === true ? found : undefined, `${key} at ${at}`).toEqual(
            await ledgerReader.relation(...ids),
          );
        }
      }
    });

    it('NFTs: owners, spenders, metadata', async () => {
      for (const at of moments()) {
        const { ledgerReader, read } = readersAt(at);
        for (const key of some(ledger.nfts.keys)) {
          const row = ledger.nfts.get(key);
          if (row === undefined) continue;
          const ids = [BigInt(row.token), BigInt(row.serial)] as const;
          const expected = await ledgerReader.nft(...ids);
          const isDeleted = expected?.deleted === true || ledger.tokens.at(row.token, at)?.deleted === true;
          const found = await read.nft(...ids);
          const shown = (nft: typeof found) => nft && { ...nft, metadata: hex(nft.metadata) };
          expect(shown(found), `${key} at ${at}`).toEqual(isDeleted ? undefined : shown(expected));
        }
      }
    });

    it('allowances', async () => {
      for (const at of moments()) {
        const { ledgerReader, read } = readersAt(at);
        for (const key of some(ledger.cryptoAllowances.keys)) {
          const [owner = 0n, spender = 0n] = key.split(':').map(BigInt);
          expect((await read.cryptoAllowance(owner, spender)) ?? 0n, `${key} at ${at}`).toBe(
            (await ledgerReader.cryptoAllowance(owner, spender)) ?? 0n,
          );
        }
        for (const key of some(ledger.tokenAllowances.keys)) {
          const [owner = 0n, spender = 0n, token = 0n] = key.split(':').map(BigInt);
          expect((await read.tokenAllowance(owner, token, spender)) ?? 0n, `${key} at ${at}`).toBe(
            (await ledgerReader.tokenAllowance(owner, token, spender)) ?? 0n,
          );
        }
        for (const key of some(ledger.nftAllowances.keys)) {
          const [owner = 0n, spender = 0n, token = 0n] = key.split(':').map(BigInt);
          expect((await read.nftAllowance(owner, token, spender)) ?? false, `${key} at ${at}`).toBe(
            (await ledgerReader.nftAllowance(owner, token, spender)) ?? false,
          );
        }
      }
    });

    it('pending airdrops', async () => {
      const rows = [...ledger.airdrops.allVersions()].flatMap((versions) => versions.map(({ row }) => row));
      const keys = new Map(
        rows.flatMap((row) => {
          if (row === null) return [];
          const key = [row.sender, row.receiver, row.token, row.serial].map(BigInt);
          return [[key.join(), key as [bigint, bigint, bigint, bigint]] as const];
        }),
      );
      if (seed === COMPLETE_SEED) expect(keys.size).toBeGreaterThan(0);
      for (const at of moments()) {
        const { ledgerReader, read } = readersAt(at);
        for (const key of some([...keys.values()])) {
          expect(await read.airdrop(...key), `${key} at ${at}`).toBe(await ledgerReader.airdrop(...key));
        }
      }
    });

    it('schedules, and their signers', async () => {
      for (const at of moments()) {
        const { ledgerReader, read } = readersAt(at);
        for (const num of some([...ledger.schedules.entries()].map(([key]) => key))) {
          const [expected, found] = [
            await ledgerReader.schedule(BigInt(num)),
            await read.schedule(BigInt(num)),
          ];
          const plain = (schedule: typeof expected) =>
            schedule && { ...schedule, body: Buffer.from(schedule.body).toString('hex') };
          expect(plain(found), `${num} at ${at}`).toEqual(plain(expected));
          const signed = async (reader: LedgerReader) =>
            [...new Set(expected && (await reader.signatories(BigInt(num))))].toSorted();
          // The tables have all signatures of a transaction; the ledger stores only the required ones.
          expect(await signed(read), `${num} at ${at}`).toEqual(
            expect.arrayContaining(await signed(ledgerReader)),
          );
        }
      }
    });

    it('storage', async () => {
      for (const at of moments()) {
        const { ledgerReader, read } = readersAt(at);
        for (const key of some(ledger.slots.keys)) {
          const row = ledger.slots.get(key);
          if (row === undefined) continue;
          const [contract = '', slot = ''] = key.split(/[:/ ]/);
          const word = slot.padStart(64, '0');
          const none = '0'.repeat(64);
          expect((await read.storage(BigInt(contract), word)) ?? none, `${key} at ${at}`).toBe(
            (await ledgerReader.storage(BigInt(contract), word)) ?? none,
          );
        }
      }
    });

    it('code of existing contracts', async () => {
      const codes = new Map<number, Uint8Array>();
      for (const { sidecars } of blocks.flatMap(({ items }) => items)) {
        for (const { bytecode } of sidecars) {
          if (bytecode?.contractId) {
            codes.set(Number(bytecode.contractId.contractNum), bytecode.runtimeBytecode ?? new Uint8Array());
          }
        }
      }
      let compared = 0;
      let missing = 0;
      for (const at of moments()) {
        const state = new LedgerEngineState(new LedgerOverlay(readersAt(at).read));
        for (const [num, code] of codes) {
          const now = ledger.accounts.get(num);
          const row = ledger.accounts.at(num, at);
          const address = hex(now?.evmAddress ?? undefined) ?? longZeroHex(BigInt(num));
          const expected = row?.contract && !row.deleted ? hex(code) : '';
          expect(hex(await state.code(address)), `0.0.${num} at ${at}`).toBe(expected);
          if (expected === '') missing += 1;
          else compared += 1;
        }
      }
      if (seed !== COMPLETE_SEED) return;
      expect(compared).toBeGreaterThan(10);
      // Some contracts were created later, or had been deleted.
      expect(missing).toBeGreaterThan(0);
    });

    it('the account of an address, and the number of automatic associations', async () => {
      const addresses = addressesOf(ledger);
      for (const at of moments()) {
        const { ledgerReader, read } = readersAt(at);
        for (const address of some([...addresses.keys()])) {
          const id = await read.idOfAlias(address);
          // The address of a deleted account still leads to its id, but there is no account.
          const existing = id !== undefined && (await read.account(id))?.deleted === false ? id : undefined;
          expect(existing, `${address} at ${at}`).toBe(await ledgerReader.idOfAlias(address));
        }
        for (const num of some(ledger.accounts.keys)) {
          if (ledger.accounts.at(num, at)?.deleted !== false) continue;
          const id = BigInt(num);
          expect(await read.automaticAssociations(id), `0.0.${num} at ${at}`).toBe(
            await ledgerReader.automaticAssociations(id),
          );
        }
      }
    });

    it('treasuries, and holders of tokens', async () => {
      for (const at of moments()) {
        const { ledgerReader, read } = readersAt(at);
        for (const num of some(ledger.accounts.keys)) {
          const id = BigInt(num);
          if (ledger.accounts.at(num, at)?.deleted !== false) continue;
          expect([await read.isTreasury(id), await read.positiveBalances(id)], `0.0.${num} at ${at}`).toEqual(
            [await ledgerReader.isTreasury(id), await ledgerReader.positiveBalances(id)],
          );
        }
      }
    });
  },
);
