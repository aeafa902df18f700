import type { proto } from '@tain/protos/hapi';
import type { EthereumFields } from '../ledger/draft.ts';
import type { Account } from '../ledger/entities.ts';
import type { Execution } from '../ledger/execution.ts';
import { GAS_PRICE, WEIBARS_PER_TINYBAR } from '../ledger/fees.ts';
import { accountId, fileId, long, numOf } from '../ledger/ids.ts';
import { keccak } from '../ledger/keccak.ts';
import { Status } from '../ledger/status.ts';
import { completeHollow } from '../ledger/submit.ts';
import { callContract } from '../programs/call-contract.ts';
import { reachedBy } from '../programs/call-target.ts';
import { accountAt } from '../programs/code-addresses.ts';
import { createContract } from '../programs/create-contract.ts';
import { intrinsicGas } from '../programs/execute.ts';
import { type GasTerms, walletGas } from '../programs/gas-price.ts';
import { PROGRAMS } from '../programs/programs.ts';
import { randomCall } from './contract-input.ts';
import { AUTHORIZATION_GAS, delegate, randomAuthorizations } from './delegation.ts';
import { encodeEthereum, signEthereum } from './ethereum-bytes.ts';
import { type Generator, isUser } from './generator.ts';
import type { KindRules } from './kind.ts';

/** Selector of increment() of a counter. */
const INCREMENT = Buffer.from('d09de08a', 'hex');
/** Maximum number of authorizations in one transaction. */
const MAX_AUTHORIZATIONS = 48;
const PRICE = GAS_PRICE * WEIBARS_PER_TINYBAR;

/** Transactions of Ethereum wallets (HIP-410), submitted by a relay that pays for the enclosing transaction. */
export const ethereumTransaction: KindRules = {
  weight: 25,
  fee: { of: 'EthereumTransaction' },

  generate(g) {
    const { ledger, random } = g;
    const sender = g.find(
      ledger.accounts,
      (row) =>
        isUser(row) &&
        row.evmAddress !== null &&
        (row.key?.refs[0] ?? 0) < 0 &&
        row.key?.form === 'key' &&
        row.balance > 50_000_000_000n,
    );
    if (sender === undefined) return null;
    const fields = fieldsOf(g, sender);
    if (fields === null) return null;
    const ref = sender.key?.refs[0] ?? 0;
    // The transaction's own data is empty when its code is in a file.
    const file =
      fields.to.length === 0
        ? g.find(ledger.files, (row) => row.memo.startsWith('bytecode ') && !row.deleted)
        : undefined;
    const inFile = file !== undefined && random.chance(0.5);
    const whole = inFile
      ? { ...fields, data: Buffer.from(Buffer.from(file.contents).toString('latin1'), 'hex') }
      : fields;
    const signature = signEthereum(g, ref, whole);
    const body: proto.IEthereumTransactionBody = {
      ethereumData: encodeEthereum(inFile ? { ...whole, data: Buffer.alloc(0) } : whole, signature),
      ...(inFile ? { callData: fileId(file.num) } : null),
      ...(random.chance(0.3) ? { maxGasAllowance: long(1_000_000_000) } : null),
    };
    const wallet = { sender: sender.num, fields: whole, hash: keccak(encodeEthereum(whole, signature)) };
    return { data: { ethereumTransaction: body }, payer: g.payer().num, maxFee: 5_000_000_000n, wallet };
  },

  apply,
};

/** Returns the sender's transaction: mostly a call, sometimes a new contract or plain tinybars. */
function fieldsOf(g: Generator, sender: Readonly<Account>): EthereumFields | null {
  const { ledger, random } = g;
  const type = random.pick([0, 0, 2, 2, 2, 1, 4] as const);
  const nonce = BigInt(sender.ethereumNonce + (g.failing() ? 3 : 0));
  const authorizations = type === 4 ? randomAuthorizations(g, sender, nonce, ledger.chainId) : [];
  const base = { type, nonce, chainId: ledger.chainId, gasPrice: PRICE, authorizations };
  const kind = random.unit();
  if (kind < 0.04 && g.mayGrow('contracts') && type !== 4) {
    const program = random.pick(PROGRAMS);
    const gasLimit = BigInt(program.creationGas + intrinsicGas(program.initcode, true) + 30_000);
    return { ...base, to: Buffer.alloc(0), value: 0n, gasLimit, data: program.initcode };
  }
  const extraGas = BigInt(authorizations.length * AUTHORIZATION_GAS);
  if (kind < 0.2) {
    const to = g.find(
      ledger.accounts,
      (row) =>
        isUser(row) && row.num !== sender.num && !row.receiverSigRequired && ledger.codeOf(row.num) === 0,
    );
    if (to === undefined) return null;
    const value = random.amount(1_000, 100_000_000) * WEIBARS_PER_TINYBAR;
    const gasLimit = 25_000n + extraGas;
    return { ...base, to: ledger.addressOf(to.num), value, gasLimit, data: Buffer.alloc(0) };
  }
  if (kind < 0.3) {
    // A call of an account with a delegation runs the contract's code.
    const to = g.find(ledger.accounts, (row) => isUser(row) && ledger.codeOf(row.num) !== 0);
    if (to !== undefined) {
      const gasLimit = 85_000n + extraGas;
      return { ...base, to: ledger.addressOf(to.num), value: 0n, gasLimit, data: INCREMENT };
    }
  }
  const call = randomCall(g, sender);
  if (call === null || (call.caller ?? sender.num) !== sender.num) return null;
  return {
    ...base,
    to: ledger.addressOf(call.contract),
    value: call.value * WEIBARS_PER_TINYBAR,
    gasLimit: BigInt(call.gasLimit) + extraGas,
    data: call.input,
  };
}

async function apply(x: Execution): Promise<Status> {
  const { ledger } = x;
  const body = x.body.ethereumTransaction ?? {};
  const wallet = x.wallet ?? x.rules.walletOf?.(ledger, body) ?? Status.INVALID_ETHEREUM_TRANSACTION;
  if (typeof wallet === 'number') return wallet;
  x.wallet = wallet;
  const { sender, signer, fields, hash: ethereumHash } = wallet;
  if (fields.to.length === 0 && fields.data.length === 0) return Status.INVALID_ETHEREUM_TRANSACTION;
  const account = ledger.accounts.need(sender);
  const value = fields.value / WEIBARS_PER_TINYBAR;
  const common: proto.IContractFunctionResult = {
    gas: long(fields.gasLimit),
    functionParameters: fields.data,
    senderId: accountId(sender),
    ...(value > 0n ? { amount: long(value) } : null),
  };
  if (Number(fields.nonce) !== account.ethereumNonce) {
    x.afterFailure = () => {
      x.record.ethereumHash = ethereumHash;
      x.record.contractCallResult = {
        contractID: { evmAddress: fields.to },
        errorMessage: `0x${Buffer.from('WRONG_NONCE').toString('hex')}`,
        ...common,
        signerNonce: { value: long(account.ethereumNonce) },
      };
    };
    return Status.WRONG_NONCE;
  }
  const terms = walletGas(x, sender, fields, body);
  if (typeof terms === 'number') return terms;
  // Each authorization may have a child record before the transaction's own.
  if (fields.authorizations.length >= MAX_AUTHORIZATIONS) return Status.MAX_CHILD_RECORDS_EXCEEDED;
  const begin = (): void => {
    if (signer !== undefined && ledger.accounts.need(sender).hollow)
      completeHollow(x, sender, ledger.keys.refOf(signer));
    ledger.accounts.edit(sender).ethereumNonce += 1;
    delegate(x, fields.authorizations);
  };
  begin();
  const signerNonce = { value: long(account.ethereumNonce) };
  x.record.ethereumHash = ethereumHash;
  const status = await act(x, fields, terms, value, { ...common, signerNonce });
  // If the sender delegates to code that creates contracts, the creations consume nonces of the sender.
  const result = x.record.contractCallResult ?? x.record.contractCreateResult;
  if (result) result.signerNonce = { value: long(ledger.accounts.need(sender).ethereumNonce) };
  const failed = x.afterFailure;
  x.afterFailure = () => {
    x.record.ethereumHash = ethereumHash;
    failed?.();
    // A transaction that reached the EVM consumed its nonce, even if it failed there.
    if (failed !== null) begin();
  };
  return status;
}

async function act(
  x: Execution,
  fields: EthereumFields,
  terms: GasTerms,
  value: bigint,
  extra: proto.IContractFunctionResult,
): Promise<Status> {
  const { ledger } = x;
  if (fields.to.length === 0) {
    const creation = {
      initcode: fields.data,
      terms,
      value,
      fileId: numOf(x.body.ethereumTransaction?.callData?.fileNum),
      needsInitcode: false,
      byWallet: true,
    };
    return (await createContract(x, creation, extra)).status;
  }
  const to = reachedBy(ledger, fields.to);
  const num = accountAt(ledger, to);
  if (ledger.codeOf(num) === 0 && ledger.accounts.get(num)?.receiverSigRequired)
    return Status.INVALID_SIGNATURE;
  const extraGas = fields.authorizations.length * AUTHORIZATION_GAS;
  return callContract(x, { to, terms, input: fields.data, value, extraGas }, extra);
}
