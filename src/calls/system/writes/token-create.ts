import { ZERO_ADDRESS } from '@tain/ledger/evm-address';
import { tinybarsOf } from '@tain/ledger/exchange-rates';
import { DEFAULT_AUTO_RENEW_SECONDS } from '@tain/ledger/expiry';
import { MAX_INT64, NANOS_PER_SECOND } from '@tain/ledger/timestamp';
import type { LedgerToken } from '../../state/ledger-objects.ts';
import type { Arguments } from '../abi/arguments.ts';
import { DecodeError } from '../abi/decode.ts';
import { type MethodResult, revertWith, SUCCESS, statusNumber, values } from '../answer.ts';
import { CREATE_GAS, PRICE } from '../gas.ts';
import type { Ledger } from '../ledger.ts';
import type { MethodCall } from '../method.ts';
import { newRelation } from './associations.ts';
import { demandAccountAt, senderOf, setRelation } from './objects.ts';
import { attempt, demand } from './simulate.ts';
import { type FeeArguments, newFees } from './token-create-fees.ts';
import { newKeys } from './token-create-keys.ts';
import {
  demandMemo,
  demandMetadata,
  demandName,
  demandSymbol,
  MAX_RENEWAL_SECONDS,
  MIN_RENEWAL_SECONDS,
} from './token-texts.ts';
import { addHbars } from './transfer.ts';

/** Methods that create tokens: `(HederaToken, …)`, in all their overloads. */

const MAX_DECIMALS = (1n << 31n) - 1n;

/** Arguments of an overload besides the common structure. */
interface Creation {
  readonly type: LedgerToken['type'];
  readonly initialSupply: bigint;
  readonly decimals: bigint;
  readonly fees: FeeArguments | undefined;
}

/** `(HederaToken, initialSupply, decimals[, fixedFees, fractionalFees])`. */
export async function createFungible(call: MethodCall): Promise<MethodResult> {
  const { args } = call;
  const fees =
    args.length > 3 ? { fixed: args.tuples(3), fractional: args.tuples(4), royalty: [] } : undefined;
  const [initialSupply, decimals] = [args.integer(1), args.integer(2)];
  if (initialSupply > MAX_INT64 || decimals > MAX_DECIMALS) throw new DecodeError('more than 63 or 31 bits');
  return create(call, { type: 'FUNGIBLE_COMMON', initialSupply, decimals, fees });
}

/** `(HederaToken[, fixedFees, royaltyFees])`. */
export async function createNonFungible(call: MethodCall): Promise<MethodResult> {
  const { args } = call;
  const fees =
    args.length > 1 ? { fixed: args.tuples(1), fractional: [], royalty: args.tuples(2) } : undefined;
  return create(call, { type: 'NON_FUNGIBLE_UNIQUE', initialSupply: 0n, decimals: 0n, fees });
}

async function create(call: MethodCall, creation: Creation): Promise<MethodResult> {
  const { ledger, raw } = call;
  const needed = valueNeeded(ledger, creation);
  if (needed === undefined || raw.value < needed) {
    return values(statusNumber('INSUFFICIENT_TX_FEE'), ZERO_ADDRESS);
  }
  const done = await attempt(ledger, async () => {
    await addHbars(ledger, senderOf(call).id, -raw.value, 'INSUFFICIENT_PAYER_BALANCE');
    return createToken(call, creation);
  });
  return 'refused' in done ? revertWith(done.refused) : values(SUCCESS, ledger.longZero(done.value));
}

/**
 * Returns the tinybars to send with the call: the transaction's fee and a fifth, less the part paid by gas. Undefined
 * without an exchange rate.
 */
function valueNeeded({ environment }: Ledger, { fees }: Creation): bigint | undefined {
  const { rate, gasPrice } = environment;
  const fee = tinybarsOf(fees ? PRICE.tokenCreateWithFees : PRICE.tokenCreate, rate);
  return fee === undefined ? undefined : fee + fee / 5n - CREATE_GAS * gasPrice;
}

async function createToken(call: MethodCall, creation: Creation): Promise<bigint> {
  const { ledger, args } = call;
  const fields = args.tuple(0);
  const texts = checkedTexts(fields);
  const supply = checkedSupply(fields, creation);
  const keys = await newKeys(call, fields.tuples(7));
  const isNft = creation.type === 'NON_FUNGIBLE_UNIQUE';
  demand(!isNft || keys.supply !== undefined, 'TOKEN_HAS_NO_SUPPLY_KEY');
  const freezeDefault = fields.bool(6);
  demand(!freezeDefault || keys.freeze !== undefined, 'TOKEN_HAS_NO_FREEZE_KEY');
  const treasury = await demandAccountAt(ledger, fields.address(2), 'INVALID_TREASURY_ACCOUNT_FOR_TOKEN');
  const lifetime = await checkedLifetime(ledger, fields.tuple(8));
  const id = await ledger.state.nextId();
  const token: LedgerToken = {
    id,
    type: creation.type,
    ...texts,
    ...supply,
    ...lifetime,
    decimals: Number(creation.decimals),
    treasury: treasury.id,
    freezeDefault,
    kycDefault: keys.kyc ? 'REVOKED' : 'NOT_APPLICABLE',
    paused: false,
    deleted: false,
    keys,
    fees: { fixed: [], fractional: [], royalty: [] },
    nextSerial: 1n,
  };
  ledger.state.tokens.set(id, token);
  openRelation(ledger, token, treasury.id, creation.initialSupply);
  if (creation.fees) {
    const { fees, newHolders } = await newFees(ledger, token, creation.fees);
    for (const holder of newHolders) {
      if (holder !== treasury.id) openRelation(ledger, token, holder, 0n);
    }
    ledger.state.tokens.set(id, { ...token, fees });
  }
  return id;
}

/** Associates treasury and collectors with the token from the start, neither frozen nor without KYC. */
export function openRelation(ledger: Ledger, token: LedgerToken, account: bigint, balance: bigint): void {
  const relation = newRelation(account, token, false);
  const freeze = token.keys.freeze ? 'UNFROZEN' : 'NOT_APPLICABLE';
  const kyc = token.keys.kyc ? 'GRANTED' : 'NOT_APPLICABLE';
  setRelation(ledger, { ...relation, freeze, kyc, balance });
}

function checkedTexts(fields: Arguments): Pick<LedgerToken, 'name' | 'symbol' | 'memo' | 'metadata'> {
  const [name, symbol, memo] = [fields.string(0), fields.string(1), fields.string(3)];
  const metadata = fields.length > 9 ? fields.bytes(9) : new Uint8Array();
  demandSymbol(symbol);
  demandName(name);
  demandMemo(memo);
  demandMetadata(metadata);
  return { name, symbol, memo, metadata };
}

function checkedSupply(
  fields: Arguments,
  { initialSupply, decimals }: Creation,
): Pick<LedgerToken, 'supplyType' | 'maxSupply' | 'totalSupply'> {
  const [hasLimit, maxSupply] = [fields.bool(4), fields.integer(5)];
  demand(decimals >= 0n, 'INVALID_TOKEN_DECIMALS');
  demand(initialSupply >= 0n, 'INVALID_TOKEN_INITIAL_SUPPLY');
  demand(hasLimit ? maxSupply > 0n : maxSupply === 0n, 'INVALID_TOKEN_MAX_SUPPLY');
  demand(!hasLimit || initialSupply <= maxSupply, 'INVALID_TOKEN_INITIAL_SUPPLY');
  return { supplyType: hasLimit ? 'FINITE' : 'INFINITE', maxSupply, totalSupply: initialSupply };
}

async function checkedLifetime(
  ledger: Ledger,
  expiry: Arguments,
): Promise<Pick<LedgerToken, 'expiration' | 'autoRenewAccount' | 'autoRenewPeriod'>> {
  const { now } = ledger.environment;
  const [second, renewer, period] = [expiry.integer(0), expiry.address(1), expiry.integer(2)];
  demand(second === 0n || second * NANOS_PER_SECOND > now, 'INVALID_EXPIRATION_TIME');
  if (renewer === ZERO_ADDRESS) {
    const expiration =
      second === 0n ? now + DEFAULT_AUTO_RENEW_SECONDS * NANOS_PER_SECOND : second * NANOS_PER_SECOND;
    return { expiration, autoRenewAccount: undefined, autoRenewPeriod: period === 0n ? undefined : period };
  }
  const { id } = await demandAccountAt(ledger, renewer, 'INVALID_AUTORENEW_ACCOUNT');
  const autoRenewPeriod = period === 0n ? DEFAULT_AUTO_RENEW_SECONDS : period;
  demand(
    autoRenewPeriod >= MIN_RENEWAL_SECONDS && autoRenewPeriod <= MAX_RENEWAL_SECONDS,
    'INVALID_RENEWAL_PERIOD',
  );
  const expiration = second === 0n ? now + autoRenewPeriod * NANOS_PER_SECOND : second * NANOS_PER_SECOND;
  return { expiration, autoRenewAccount: id, autoRenewPeriod };
}
