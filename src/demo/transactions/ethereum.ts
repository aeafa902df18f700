import { createHash } from 'node:crypto';
import type { proto } from '@hiero-ledger/proto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import type { EthereumFields } from '../ledger/draft.ts';
import type { Account } from '../ledger/entities.ts';
import type { Execution } from '../ledger/execution.ts';
import { GAS_PRICE, WEIBARS_PER_TINYBAR } from '../ledger/fees.ts';
import { accountId, contractId, fileId, long } from '../ledger/ids.ts';
import { keccak } from '../ledger/keccak.ts';
import { integer, type Rlp, rlp } from '../ledger/rlp.ts';
import { Status } from '../ledger/status.ts';
import { createAddress } from '../programs/create-child.ts';
import { PROGRAMS } from '../programs/programs.ts';
import { chargedGas, chargeGas, intrinsicGas, runContract } from '../programs/run-contract.ts';
import { randomCall } from './contract-input.ts';
import { createContract } from './contracts.ts';
import { type Generator, isUser } from './generator.ts';
import type { Kind } from './kind.ts';

/** Chain id of a network that is neither main, test nor preview. */
const CHAIN_ID = 298n;
const PRICE = GAS_PRICE * WEIBARS_PER_TINYBAR;

/** Transactions of Ethereum wallets (HIP-410), handed in by a relay that pays for the envelope. */
export const ethereumTransaction: Kind = {
  name: 'ETHEREUMTRANSACTION',
  field: 'ethereumTransaction',
  weight: 15,

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
    // A code that stands in a file leaves the transaction's own data empty.
    const file =
      fields.to.length === 0
        ? g.find(ledger.files, (row) => row.memo.startsWith('bytecode ') && !row.deleted)
        : undefined;
    const inFile = file !== undefined && random.chance(0.5);
    const whole = inFile
      ? { ...fields, data: Buffer.from(Buffer.from(file.contents).toString('latin1'), 'hex') }
      : fields;
    const signature = sign(g, ref, whole);
    const body: proto.IEthereumTransactionBody = {
      ethereumData: encode(inFile ? { ...whole, data: Buffer.alloc(0) } : whole, signature),
      ...(inFile ? { callData: fileId(file.num) } : null),
      ...(random.chance(0.3) ? { maxGasAllowance: long(1_000_000_000) } : null),
    };
    const wallet = { sender: sender.num, fields: whole, hash: keccak(encode(whole, signature)) };
    return { data: { ethereumTransaction: body }, payer: g.payer().num, maxFee: 5_000_000_000n, wallet };
  },

  apply,
};

interface Signature {
  readonly r: Uint8Array;
  readonly s: Uint8Array;
  readonly recovery: number;
}

/** What the sender wants: mostly a call, sometimes a new contract or plain tinybars. */
function fieldsOf(g: Generator, sender: Readonly<Account>): EthereumFields | null {
  const { ledger, random } = g;
  const type = random.pick([0, 0, 2, 2, 2, 1, 4] as const);
  const nonce = BigInt(sender.ethereumNonce + (g.failing() ? 3 : 0));
  const base = { type, nonce, chainId: CHAIN_ID, gasPrice: PRICE };
  const kind = random.unit();
  if (kind < 0.04 && g.mayGrow('contracts') && type !== 4) {
    const program = random.pick(PROGRAMS);
    const gasLimit = BigInt(program.creationGas + intrinsicGas(program.initcode, true) + 30_000);
    return { ...base, to: Buffer.alloc(0), value: 0n, gasLimit, data: program.initcode };
  }
  if (kind < 0.2) {
    const to = g.find(
      ledger.accounts,
      (row) => isUser(row) && row.num !== sender.num && !row.receiverSigRequired,
    );
    if (to === undefined) return null;
    const value = random.amount(1_000, 100_000_000) * WEIBARS_PER_TINYBAR;
    return { ...base, to: ledger.addressOf(to.num), value, gasLimit: 25_000n, data: Buffer.alloc(0) };
  }
  const wish = randomCall(g, sender);
  if (wish === null) return null;
  return {
    ...base,
    to: ledger.addressOf(wish.contract),
    value: wish.value * WEIBARS_PER_TINYBAR,
    gasLimit: BigInt(wish.gasLimit),
    data: wish.input,
  };
}

/** An access list of one address, for the types that have one. */
function accessList(fields: EthereumFields): Rlp {
  return fields.to.length === 0 ? [] : [[fields.to, [Buffer.alloc(32, 1)]]];
}

/** An EIP-7702 authorization: its own signature is no concern of this ledger. */
function authorizations(fields: EthereumFields): Rlp {
  const mark = createHash('sha256').update(fields.to).digest();
  return [[integer(fields.chainId), fields.to, integer(fields.nonce + 1n), integer(1n), mark, mark]];
}

function payload(fields: EthereumFields): Rlp[] {
  const { type, nonce, chainId, gasPrice, gasLimit, to, value, data } = fields;
  const tail = [integer(gasLimit), to, integer(value), data];
  if (type === 0) return [integer(nonce), integer(gasPrice), ...tail];
  if (type === 1) return [integer(chainId), integer(nonce), integer(gasPrice), ...tail, accessList(fields)];
  const head = [integer(chainId), integer(nonce), integer(gasPrice / 100n), integer(gasPrice)];
  if (type === 2) return [...head, ...tail, []];
  return [...head, ...tail, accessList(fields), authorizations(fields)];
}

function sign(g: Generator, ref: number, fields: EthereumFields): Signature {
  const unsigned =
    fields.type === 0
      ? rlp([...payload(fields), integer(fields.chainId), Buffer.alloc(0), Buffer.alloc(0)])
      : Buffer.concat([Buffer.from([fields.type]), rlp(payload(fields))]);
  const hash = keccak(unsigned);
  if (!g.options.signInner) return { r: hash, s: hash.subarray(1), recovery: 0 };
  const signature = secp256k1.sign(hash, g.ledger.keys.ecdsaSecret(ref), {
    prehash: false,
    format: 'recovered',
  });
  return { recovery: signature[0] ?? 0, r: signature.subarray(1, 33), s: signature.subarray(33) };
}

function encode(fields: EthereumFields, { r, s, recovery }: Signature): Buffer {
  const rs = [stripped(r), stripped(s)];
  if (fields.type === 0)
    return rlp([...payload(fields), integer(fields.chainId * 2n + 35n + BigInt(recovery)), ...rs]);
  return Buffer.concat([
    Buffer.from([fields.type]),
    rlp([...payload(fields), integer(BigInt(recovery)), ...rs]),
  ]);
}

function stripped(bytes: Uint8Array): Buffer {
  return integer(BigInt(`0x${Buffer.from(bytes).toString('hex')}`));
}

function apply(x: Execution): Status {
  const { ledger, wallet } = x;
  if (wallet === null) return Status.INVALID_ETHEREUM_TRANSACTION;
  const { sender, fields, hash: ethereumHash } = wallet;
  const account = ledger.accounts.need(sender);
  const gasLimit = Number(fields.gasLimit);
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
  ledger.accounts.edit(sender).ethereumNonce += 1;
  const signerNonce = { value: long(account.ethereumNonce) };
  x.record.ethereumHash = ethereumHash;
  const status = act(x, fields, sender, value, gasLimit, { ...common, signerNonce });
  const failed = x.afterFailure;
  x.afterFailure = () => {
    x.record.ethereumHash = ethereumHash;
    failed?.();
    // A transaction that ran into the EVM used up its nonce, even though it failed there.
    if (failed !== null) ledger.accounts.edit(sender).ethereumNonce += 1;
  };
  return status;
}

function act(
  x: Execution,
  fields: EthereumFields,
  sender: number,
  value: bigint,
  gasLimit: number,
  extra: proto.IContractFunctionResult,
): Status {
  const { ledger } = x;
  if (fields.to.length === 0) {
    const address = createAddress(ledger.addressOf(sender), Number(fields.nonce));
    return createContract(
      x,
      { initcode: fields.data, sender, gasLimit, address, fileId: 0, tellInitcode: false, asChild: true },
      extra,
    ).status;
  }
  const to = ledger.resolveAlias(fields.to);
  if (to === 0) return Status.INVALID_CONTRACT_ID;
  const target = ledger.accounts.need(to);
  if (target.contract)
    return runContract(x, { contract: to, sender, input: fields.data, value, gasLimit }, extra);
  return plainTransfer(x, { to, sender, value, gasLimit }, extra);
}

/** Tinybars from a wallet to an account: a result without code having run. */
function plainTransfer(
  x: Execution,
  { to, sender, value, gasLimit }: { to: number; sender: number; value: bigint; gasLimit: number },
  extra: proto.IContractFunctionResult,
): Status {
  const target = x.ledger.accounts.need(to);
  if (target.receiverSigRequired) return Status.INVALID_SIGNATURE;
  if (x.ledger.accounts.need(sender).balance < value + BigInt(gasLimit) * GAS_PRICE)
    return Status.INSUFFICIENT_PAYER_BALANCE;
  x.moveHbar(sender, to, value);
  const gas = chargedGas(21_000, gasLimit);
  chargeGas(x, sender, gas);
  x.receipt.contractID = contractId(to);
  x.record.contractCallResult = {
    contractID: contractId(to),
    gasUsed: long(gas),
    bloom: new Uint8Array(256),
    ...extra,
  };
  x.sidecars.push({
    actions: {
      contractActions: [
        {
          callType: 1,
          callOperationType: 1,
          callingAccount: accountId(sender),
          recipientAccount: accountId(to),
          value: long(value),
          gas: long(gasLimit - 21_000),
          output: new Uint8Array(),
        },
      ],
    },
  });
  return Status.SUCCESS;
}
