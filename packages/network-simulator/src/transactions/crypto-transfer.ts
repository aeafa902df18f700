import type { Execution } from '../ledger/execution.ts';
import { Status } from '../ledger/status.ts';
import { resolve, transferHbar } from '../ledger/transfer-hbar.ts';
import { transferTokens } from '../ledger/transfer-tokens.ts';
import type { KindRules } from './kind.ts';
import { randomTransfer } from './random-transfer.ts';
import { aroundHooks } from './transfer-hooks.ts';

export const cryptoTransfer: KindRules = {
  weight: 500,
  generate: randomTransfer,
  apply: applyTransfer,
};

function applyTransfer(x: Execution): Status {
  const body = x.body.cryptoTransfer;
  if (!body) return Status.INVALID_TRANSACTION_BODY;
  const status = aroundHooks(x, body, () => {
    const tinybars = transferHbar(x, body.transfers?.accountAmounts ?? []);
    if (tinybars !== Status.OK) return tinybars;
    return transferTokens(x, body.tokenTransfers ?? [], (id) => resolve(x, id, true));
  });
  return status === Status.OK ? Status.SUCCESS : status;
}
