import type { Execution } from '../ledger/execution.ts';
import { check, ruled, statusFrom } from '../ledger/refusal.ts';
import { Status } from '../ledger/status.ts';
import { executeTransfer } from '../ledger/transfer.ts';
import {
  checkTransferLimits,
  checkTransferLists,
  resolveTransfer,
  transferSigners,
} from '../ledger/transfer-request.ts';
import type { KindRules } from './kind.ts';
import { randomTransfer } from './random-transfer.ts';
import { aroundHooks } from './transfer-hooks.ts';

export const cryptoTransfer: KindRules = {
  weight: 500,
  generate: randomTransfer,
  pure({ cryptoTransfer: body }) {
    check(Boolean(body), Status.INVALID_TRANSACTION_BODY);
    checkTransferLists(body ?? {});
  },

  apply: ruled(applyTransfer),
};

function applyTransfer(x: Execution): Status {
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
}
