import { check, ruled, ruledLater, statusFrom } from '../ledger/refusal.ts';
import { Status } from '../ledger/status.ts';
import { executeTransfer } from '../ledger/transfer.ts';
import {
  checkTransferLimits,
  checkTransferLists,
  namesHooks,
  resolveTransfer,
  transferSigners,
} from '../ledger/transfer-request.ts';
import { TRANSFER_FEE } from './fee-units.ts';
import type { KindRules } from './kind.ts';
import { randomTransfer } from './random-transfer.ts';
import { aroundHooks, transferThroughHooks } from './transfer-hooks.ts';

export const cryptoTransfer: KindRules = {
  weight: 500,
  isSchedulable: true,
  fee: TRANSFER_FEE,
  generate: randomTransfer,
  pure({ cryptoTransfer: body }) {
    check(Boolean(body), Status.INVALID_TRANSACTION_BODY);
    checkTransferLists(body ?? {});
  },

  apply(x) {
    // Hooks of generated traffic name any contracts of the network, which are no hooks, so their code is not executed.
    const executes = x.ledger.journal.isSent && namesHooks(x.body.cryptoTransfer ?? {});
    return executes ? applyWithHooks(x) : applyTransfer(x);
  },
};

const applyTransfer = ruled((x) => {
  const body = x.body.cryptoTransfer ?? {};
  transferSigners(x, body);
  checkTransferLimits(body);
  const status = aroundHooks(x, body, () =>
    statusFrom(() => {
      const created = new Set<number>();
      executeTransfer(x, resolveTransfer(x, body, created), { created });
    }),
  );
  return status === Status.OK ? Status.SUCCESS : status;
});

const applyWithHooks = ruledLater(async (x) => {
  const body = x.body.cryptoTransfer ?? {};
  transferSigners(x, body);
  return transferThroughHooks(x, body);
});
