import { proto } from '@tain/protos/hapi';
import type { Token } from '../ledger/entities.ts';
import type { Execution } from '../ledger/execution.ts';
import { nanosOf, numOf } from '../ledger/ids.ts';
import { specOf } from '../ledger/key-message.ts';
import { nftKey, relationKey } from '../ledger/ledger.ts';
import { autoRenewStatus, MAX_TEXT, memoStatus, newExpiryStatus, textStatus } from '../ledger/limits.ts';
import { accountNumber, isZeroId, tokenNumber } from '../ledger/named.ts';
import { check, must } from '../ledger/refusal.ts';
import { accountSigns, keySigns } from '../ledger/required-keys.ts';
import { Status } from '../ledger/status.ts';
import { ownCopy } from '../ledger/table.ts';
import { addUnits, associateAutomatically } from '../ledger/token-moves.ts';
import { isRemoval } from '../ledger/valid-key.ts';
import { TOKEN_KEYS, tokenStatus } from './token-status.ts';

/** Effect of a token update, and the signatures that it needs (HIP-540). */

type Body = proto.ITokenUpdateTransactionBody;

/** Serial number that stands for all NFTs moved from a treasury to the next one. */
const ALL_SERIALS = -1;
const { NO_VALIDATION } = proto.TokenKeyValidation;

export function updateToken(x: Execution, body: Body): Status {
  const { ledger } = x;
  const num = tokenNumber(body.token);
  const before = ledger.tokens.get(num);
  check(before !== undefined, Status.INVALID_TOKEN_ID);
  signaturesFor(x, before, body);

  must(tokenStatus(x, num));
  if (body.memo) must(memoStatus(body.memo.value));
  check((body.metadata?.value?.length ?? 0) <= MAX_TEXT, Status.METADATA_TOO_LONG);
  must(textStatus(body.symbol ?? '', Status.TOKEN_SYMBOL_TOO_LONG));
  must(textStatus(body.name ?? '', Status.TOKEN_NAME_TOO_LONG));
  const renewer = body.autoRenewAccount;
  if (renewer && !isZeroId(renewer))
    check(ledger.accounts.need(accountNumber(renewer)).deleted === false, Status.INVALID_AUTORENEW_ACCOUNT);
  if (body.expiry) must(newExpiryStatus(x.at, body.expiry, before));
  if (body.autoRenewPeriod) must(autoRenewStatus(body.autoRenewPeriod));
  if (body.treasury) moveTreasury(x, before, accountNumber(body.treasury));

  const token = ledger.tokens.edit(num);
  for (const [field, , missing] of TOKEN_KEYS) {
    const key = body[field];
    if (!key) continue;
    check(token[field] !== null, missing);
    token[field] = isRemoval(key) ? null : specOf(ledger.keys, key);
  }
  if (body.name) token.name = body.name;
  if (body.symbol) token.symbol = body.symbol;
  if (body.memo) token.memo = body.memo.value ?? '';
  if (renewer) token.autoRenewAccount = accountNumber(renewer);
  if (body.autoRenewPeriod) token.autoRenewPeriod = numOf(body.autoRenewPeriod.seconds);
  if (body.expiry) token.expiration = nanosOf(body.expiry);
  if (body.metadata) token.metadata = ownCopy(body.metadata.value ?? new Uint8Array());
  return Status.SUCCESS;
}

/**
 * Requires the signatures for an update: the admin key may change everything; a role's key may change itself and the
 * properties of its role.
 */
function signaturesFor(x: Execution, token: Readonly<Token>, body: Body): void {
  const admin = (): void => {
    check(token.adminKey !== null, Status.TOKEN_IS_IMMUTABLE);
    check(x.signedBy(token.adminKey), Status.INVALID_SIGNATURE);
  };
  if (body.metadata && token.metadataKey === null) admin();
  else if (body.metadata) adminOr(x, token, () => x.signedBy(token.metadataKey));
  const { treasury, autoRenewAccount } = body;
  if (treasury) {
    admin();
    accountSigns(x, accountNumber(treasury), Status.INVALID_ACCOUNT_ID);
  }
  if (autoRenewAccount) {
    admin();
    if (!isZeroId(autoRenewAccount))
      accountSigns(x, accountNumber(autoRenewAccount), Status.INVALID_AUTORENEW_ACCOUNT);
  }
  if (body.adminKey) {
    admin();
    keySigns(x, body.adminKey);
  }
  const removes = TOKEN_KEYS.some(([field]) => isRemoval(body[field]));
  if (removes || body.symbol || body.name || body.autoRenewPeriod || body.memo) admin();
  for (const [field, , missing] of TOKEN_KEYS) {
    const key = body[field];
    if (field === 'adminKey' || !key || isRemoval(key)) continue;
    const role = token[field];
    check(role !== null, token.adminKey === null ? Status.TOKEN_IS_IMMUTABLE : missing);
    adminOr(x, token, () => {
      const requiresNewKey = body.keyVerificationMode !== NO_VALIDATION;
      return x.signedBy(role) && (!requiresNewKey || x.signedBy(specOf(x.ledger.keys, key)));
    });
  }
}

function adminOr(x: Execution, token: Readonly<Token>, role: () => boolean): void {
  check(x.signedBy(token.adminKey) || role(), Status.INVALID_SIGNATURE);
}

/** Transfers everything from the old treasury to the new one, which must have signed and be able to hold it. */
function moveTreasury(x: Execution, token: Readonly<Token>, next: number): void {
  const { ledger } = x;
  const account = ledger.accounts.get(next);
  check(account !== undefined, Status.INVALID_TREASURY_ACCOUNT_FOR_TOKEN);
  check(!account.deleted, Status.ACCOUNT_DELETED);
  if (ledger.relation(next, token.num) === undefined) {
    const { maxAutoAssociations, usedAutoAssociations } = account;
    const free = maxAutoAssociations === -1 || usedAutoAssociations < maxAutoAssociations;
    check(free, Status.NO_REMAINING_AUTOMATIC_ASSOCIATIONS);
    associateAutomatically(x, next, token.num);
  }
  const before = token.treasury;
  if (before === next) return;
  const relation = ledger.relations.edit(relationKey(next, token.num));
  if (token.freezeKey !== null) relation.frozen = false;
  if (token.kycKey !== null) relation.kyc = true;
  const own = ledger.relation(before, token.num);
  check(own !== undefined, Status.TOKEN_NOT_ASSOCIATED_TO_ACCOUNT);
  check(!own.frozen && !relation.frozen, Status.ACCOUNT_FROZEN_FOR_TOKEN);
  const held = own.balance;
  check(held === 0n || own.kyc, Status.TOKEN_HAS_NO_KYC_KEY);
  check(
    held === 0n || !token.nonFungible || relation.balance === 0n,
    Status.TRANSACTION_REQUIRES_ZERO_TOKEN_BALANCES,
  );
  if (!token.nonFungible) {
    must(addUnits(x, token.num, before, -held));
    must(addUnits(x, token.num, next, held));
  } else if (held > 0n) handOverNfts(x, token, before, next, held);
  ledger.tokens.edit(token.num).treasury = next;
}

function handOverNfts(
  x: Execution,
  token: Readonly<Token>,
  before: number,
  next: number,
  held: bigint,
): void {
  const { ledger } = x;
  for (let serial = 1; serial <= token.lastSerial; serial++) {
    const nft = ledger.nfts.get(nftKey(token.num, serial));
    if (nft === undefined || nft.deleted || nft.owner !== before) continue;
    const row = ledger.nfts.edit(nftKey(token.num, serial));
    row.owner = next;
    row.spender = 0;
    row.delegatingSpender = 0;
  }
  ledger.relations.edit(relationKey(before, token.num)).balance = 0n;
  ledger.relations.edit(relationKey(next, token.num)).balance += held;
  x.tokens.move({ token: token.num, serial: ALL_SERIALS, sender: before, receiver: next });
}
