import type { proto } from '@tain/protos/hapi';
import type { Token } from '../ledger/entities.ts';
import { accountId, duration, timestamp, tokenId } from '../ledger/ids.ts';
import { keyMessage, NO_KEY } from '../ledger/key-message.ts';
import { AUTO_RENEW_SECONDS } from '../ledger/new-account.ts';
import { check, must, ruled } from '../ledger/refusal.ts';
import { Status } from '../ledger/status.ts';
import { isRemoval, keyStatus } from '../ledger/valid-key.ts';
import { tokenKeys } from './fee-units.ts';
import type { KindRules } from './kind.ts';
import { TOKEN_KEYS } from './token-status.ts';
import { updateToken } from './token-update-rules.ts';

export const tokenUpdate: KindRules = {
  weight: 2,
  isSchedulable: true,
  fee: {
    of: 'TokenUpdate',
    units: ({ tokenUpdate: op }) => ({ keys: tokenKeys(op) }),
  },

  generate(g) {
    const { ledger, random } = g;
    const token = g.token((row) => row.adminKey !== null && !row.paused);
    if (token === undefined) return null;
    const body: proto.ITokenUpdateTransactionBody = { token: tokenId(token.num) };
    const signers = g.failing() ? [] : [...(token.adminKey?.refs ?? [])];
    const kind = random.unit();
    if (kind < 0.3) body.memo = { value: `updated ${random.word().toString(36)}` };
    else if (kind < 0.45) body.name = `${token.name.slice(0, 40)} II`;
    else if (kind < 0.6) body.metadata = { value: random.bytes(16) };
    else if (kind < 0.64) body.autoRenewPeriod = duration(AUTO_RENEW_SECONDS + random.below(100_000));
    else if (kind < 0.67) {
      // 0.0.0 removes the auto-renew account.
      const next = random.chance(0.3) ? 0 : g.payer().num;
      body.autoRenewAccount = accountId(next);
      signers.push(...g.keysOf(next));
    } else if (kind < 0.7) body.expiry = timestamp(g.at + 8_000_000_000_000_000n);
    else if (kind < 0.85) {
      const held = TOKEN_KEYS.map(([name]) => name).filter((name) => token[name] !== null);
      const field = held[random.below(held.length)];
      if (field === 'adminKey') {
        const key = g.keySpec();
        body.adminKey = keyMessage(ledger.keys, key);
        signers.push(...key.refs);
      } else if (field !== undefined)
        body[field] = mayGo(field) && random.chance(0.2) ? NO_KEY : keyMessage(ledger.keys, g.keySpec());
      else body.symbol = token.symbol.slice(0, 4) + random.below(10);
    } else {
      const next = g.find(
        ledger.relations,
        (row) =>
          canBeTreasury(token, row.account, row.token) &&
          row.associated &&
          row.balance === 0n &&
          !row.frozen &&
          row.kyc &&
          g.keysOf(row.account).length > 0 &&
          !ledger.accounts.need(row.account).deleted,
      );
      if (next === undefined) return null;
      body.treasury = accountId(next.account);
      signers.push(...g.keysOf(next.account));
    }
    return { data: { tokenUpdate: body }, payer: g.payer().num, signers };
  },

  pure({ tokenUpdate }) {
    check(Boolean(tokenUpdate?.token), Status.INVALID_TOKEN_ID);
    for (const [field, invalid] of TOKEN_KEYS) {
      const key = tokenUpdate?.[field];
      if (key && !isRemoval(key)) must(keyStatus(key, invalid));
    }
  },

  apply: ruled((x) => updateToken(x, x.body.tokenUpdate ?? {})),
};

/**
 * Returns whether a key may be removed. Without its KYC or freeze key a token would have associations that mirrors
 * cannot distinguish.
 */
function mayGo(field: (typeof TOKEN_KEYS)[number][0]): boolean {
  return field !== 'kycKey' && field !== 'freezeKey';
}

function canBeTreasury(token: Readonly<Token>, account: number, of: number): boolean {
  return of === token.num && account !== token.treasury;
}
