import { createEngine } from '@tain/evm/engine';
import type { Address, Word } from '@tain/evm/execution';
import { longZeroHex } from '@tain/ledger/evm-address';
import { LedgerEngineState } from '../../../src/calls/state/engine-state.ts';
import { LedgerOverlay } from '../../../src/calls/state/ledger-overlay.ts';
import { type MemoryLedger, memoryReader } from '../memory-reader.ts';

type Row = Readonly<Record<string, unknown>>;

/** Rows by table, as the ingest would have written them. */
export interface DeployedRows {
  readonly entity: readonly Row[];
  readonly contract: readonly Row[];
  readonly contract_state: readonly Row[];
}

const GAS = 15_000_000n;
const NANOS = 1_000_000_000n;

/**
 * Deploys contracts as on a network: runs their init code, then transactions. Returns the resulting state as database
 * rows.
 */
export class Deployer {
  readonly #engine = createEngine('v0.67');
  readonly #overlay: LedgerOverlay;
  readonly #slots = new Map<string, readonly [bigint, Word]>();
  readonly #contracts: bigint[] = [];

  constructor(ledger: MemoryLedger) {
    this.#overlay = new LedgerOverlay(memoryReader(ledger));
  }

  /** Runs init code (hex), and stores the contract at the address of this number. */
  async deploy(id: bigint, from: Address, initCode: string): Promise<void> {
    await this.#run(from, undefined, initCode, longZeroHex(id));
    this.#contracts.push(id);
  }

  /** Runs a transaction that changes the deployed state. Throws when it fails. */
  async send(from: Address, to: bigint, data: string): Promise<void> {
    await this.#run(from, longZeroHex(to), data);
  }

  async #run(from: Address, to: Address | undefined, data: string, createAt?: Address): Promise<void> {
    const overlay = this.#overlay;
    const slots = this.#slots;
    class Recorder extends LedgerEngineState {
      override async setStorage(address: Address, slot: Word, value: Word): Promise<void> {
        const id = await this.idOf(address);
        if (id !== undefined) slots.set(`${id},${slot}`, [id, slot]);
        return super.setStorage(address, slot, value);
      }
    }
    const { outcome, output } = await this.#engine.run(
      {
        from,
        to,
        data: Buffer.from(data.replace(/^0x/, ''), 'hex'),
        value: 0n,
        gas: GAS,
        gasPrice: 0n,
        ...(createAt === undefined ? {} : { createAt }),
      },
      {
        state: new Recorder(overlay),
        block: {
          number: 1n,
          timestamp: 1n,
          coinbase: longZeroHex(98n),
          gasLimit: GAS,
          baseFee: 0n,
          prevRandao: '0'.repeat(64),
          chainId: 298n,
          blockHash: async () => '0'.repeat(64),
        },
      },
    );
    if (outcome.kind !== 'success') {
      throw new Error(`${JSON.stringify(outcome)} ${Buffer.from(output).toString('hex')}`);
    }
  }

  /** Returns the current rows. */
  async rows(): Promise<DeployedRows> {
    const entity: Row[] = [];
    const contract: Row[] = [];
    for (const id of this.#contracts) {
      entity.push({
        id,
        num: id,
        shard: 0,
        realm: 0,
        type: 'CONTRACT',
        memo: '',
        deleted: false,
        balance: 0,
        created_timestamp: NANOS,
        timestamp_range: '[1000000000,)',
      });
      contract.push({ id, runtime_bytecode: Buffer.from((await this.#overlay.code.get(id)) ?? []) });
    }
    const contractState: Row[] = [];
    for (const [id, slot] of this.#slots.values()) {
      const value = (await this.#overlay.storage.get([id, slot])) ?? '';
      contractState.push({
        contract_id: id,
        slot: Buffer.from(slot, 'hex'),
        // Slots and values are stored without leading zeros.
        value: Buffer.from(value.replace(/^(00)+/, ''), 'hex'),
        created_timestamp: NANOS,
        modified_timestamp: NANOS,
      });
    }
    return { entity, contract, contract_state: contractState };
  }
}
