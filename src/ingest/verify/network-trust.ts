import type { Block } from '../decode/decoded-block.ts';
import { ledgerPublicationOf } from '../decode/ledger-publication.ts';
import { StreamFileError } from '../decode/stream-error.ts';
import { ProofRefusal, type ThresholdTrust } from './block-proofs.ts';
import type { VerifyLog } from './problems.ts';
import type { Proof } from './proof.ts';
import type { LedgerHistory, LedgerInForce } from './tss/ledger-history.ts';
import { TssRefusal, UNVERIFIABLE } from './tss/refusal.ts';
import { expectForm } from './tss/signature.ts';
import { type ThresholdPool, ThresholdPoolError } from './tss/threshold-pool.ts';

/** Threshold signatures under the ledgers that a network published, in record files or in blocks. */
export class NetworkTrust implements ThresholdTrust {
  readonly #history: LedgerHistory;
  readonly #pool: ThresholdPool;
  readonly #log: VerifyLog;

  constructor(history: LedgerHistory, pool: ThresholdPool, log: VerifyLog) {
    this.#history = history;
    this.#pool = pool;
    this.#log = log;
  }

  propose(block: Block): boolean {
    for (const item of block.items) {
      const publication = item.type === LEDGER_ID_PUBLICATION ? ledgerPublicationOf(item) : null;
      if (publication) this.#history.propose(publication, item.consensusTimestamp);
    }
    return this.#history.isPending;
  }

  async verify(root: Uint8Array, signature: Uint8Array, start: bigint, name: string): Promise<void> {
    try {
      expectForm(root, signature);
      await this.#pool.verifyThreshold(this.#history.ledgerFor(start), root, signature);
    } catch (error) {
      if (error instanceof TssRefusal) {
        throw new ProofRefusal(!UNVERIFIABLE.has(error.code), error.message, { cause: error });
      }
      if (!(error instanceof ThresholdPoolError)) throw error;
      throw new StreamFileError('unreadable', name, null, `cannot be verified now: ${error.message}`, {
        cause: error,
      });
    }
  }

  confirm(proof: Proof): readonly LedgerInForce[] {
    const confirmed = this.#history.confirm(proof);
    for (const { publication, grounds } of confirmed) {
      const ledgerId = Buffer.from(publication.ledgerId).toString('hex');
      const sentence = GROUNDS[grounds];
      if (sentence !== undefined) this.#log.warn({ ledgerId }, sentence);
      else this.#log.info({ ledgerId, grounds }, 'The network published the ledger that signs from now on');
    }
    return confirmed;
  }

  discard(): void {
    this.#history.discard();
  }
}

const LEDGER_ID_PUBLICATION = 77;

/** What an operator has to know of a ledger that nothing before it vouches for. */
const GROUNDS: Partial<Readonly<Record<LedgerInForce['grounds'], string>>> = {
  'first-use':
    'The first ledger is trusted because it came first: whoever wrote the stream may have made it up. TAIN_LEDGER_ID names the one that you trust.',
  chain:
    'A ledger was published in a block whose proof could not be verified: blocks that it signs are proven no better than that one.',
};
