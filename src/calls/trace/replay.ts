import { createAddress } from '@tain/evm/create-address';
import type { Address } from '@tain/evm/execution';
import { listGas } from '@tain/evm/intrinsic-gas';
import { WEIBARS_PER_TINYBAR } from '@tain/ledger/amounts';
import { encodeEntityId } from '@tain/ledger/entity-id';
import { ethereumSender } from '@tain/ledger/ethereum-sender';
import { longZeroHex, longZeroNumOfHex } from '@tain/ledger/evm-address';
import { RESPONSE_CODES } from '@tain/ledger/response-code';
import { TYPE } from '@tain/ledger/transaction-type';
import { refused } from '../../calls/refusal.ts';
import type { Select } from '../../store/connections/select.ts';
import { selectFileContent } from '../../store/reads/file-content.ts';
import { selectCurrent } from '../../store/reads/version.ts';
import type { CallWorld } from '../call/call-world.ts';
import type { Call } from '../call/execute-call.ts';
import type { LedgerReader } from '../state/ledger-state.ts';
import type { RecordedEthereum, RecordedTransaction } from './recorded-transaction.ts';

/** A recorded transaction as a call to be executed again. */
export interface Replay {
  /** Call to execute; undefined if no code was reached. */
  readonly call: Call | undefined;
  /** Address of the receiver; undefined for a creation, or where it is not known. */
  readonly recipient: Address | undefined;
  /** Packed id of the receiver. */
  readonly entity: bigint | undefined;
}

/** Statuses of transactions whose code ran, or had begun to run. */
const RAN: ReadonlySet<string> = new Set([
  'SUCCESS',
  'CONTRACT_REVERT_EXECUTED',
  'CONTRACT_EXECUTION_EXCEPTION',
]);

/** Reconstructs a recorded transaction's request, in the ledger as it was just before. Throws `CallRefusal` (`unknown`). */
export async function replayOf(
  recorded: RecordedTransaction,
  world: CallWorld,
  select: Select,
): Promise<Replay> {
  const { result, ethereum } = recorded;
  const { reader } = world;
  const isCreation =
    ethereum === undefined ? recorded.row?.type === TYPE.contractCreateInstance : ethereum.to === undefined;
  const receiver = isCreation ? undefined : await receiverOf(recorded, world);
  const known = { recipient: receiver?.address, entity: receiver?.id };
  // Transactions that the network refused before any code ran used no gas.
  const wasRun = result.gasUsed > 0n || RAN.has(RESPONSE_CODES[result.status] ?? '');
  if (!wasRun || (receiver === undefined && !isCreation)) return { call: undefined, ...known };
  if (ethereum !== undefined)
    return { call: await ethereumCall(recorded, ethereum, receiver, world, select), ...known };
  const sender = result.sender ?? result.payer;
  const created = result.contract;
  return {
    call: {
      from: await addressOf(reader, sender),
      to: receiver?.address,
      data: isCreation ? await initcodeOf(recorded, select) : result.parameters,
      value: result.amount,
      gas: result.gasLimit,
      ...(isCreation && created !== undefined ? { createAt: longZeroHex(created) } : {}),
    },
    ...known,
  };
}

interface Receiver {
  readonly address: Address;
  readonly id: bigint | undefined;
}

async function receiverOf(
  { result, ethereum }: RecordedTransaction,
  { reader, network }: CallWorld,
): Promise<Receiver | undefined> {
  const to = ethereum?.to;
  if (to === undefined) {
    const id = result.contract;
    return id === undefined ? undefined : { address: await addressOf(reader, id), id };
  }
  const num = longZeroNumOfHex(to);
  if (num === undefined) return { address: to, id: await reader.idOfAlias(to) };
  const id = encodeEntityId(network.shard, network.realm, num);
  return { address: await addressOf(reader, id), id };
}

async function ethereumCall(
  { timestamp, result }: RecordedTransaction,
  ethereum: RecordedEthereum,
  receiver: Receiver | undefined,
  { reader }: CallWorld,
  select: Select,
): Promise<Call> {
  const { callDataFile, nonce } = ethereum;
  const inFile =
    callDataFile === undefined || ethereum.callData.length > 0
      ? undefined
      : await hexFile(select, callDataFile, timestamp);
  const recovered = ethereumSender(ethereum.raw, inFile);
  // The signature may be missing, or its address may differ from the sender of the record.
  const isKnown = recovered !== undefined && (await reader.idOfAlias(recovered)) !== undefined;
  const from = isKnown ? recovered : await addressOf(reader, result.sender ?? result.payer);
  return {
    from,
    to: receiver?.address,
    data: inFile ?? ethereum.callData,
    value: ethereum.value / WEIBARS_PER_TINYBAR,
    gas: ethereum.gasLimit,
    extraGas: listGas({ authorizations: ethereum.authorizations }),
    ...(receiver === undefined ? { createAt: createAddress(from, nonce) } : {}),
  };
}

/**
 * Returns the init code of a contract creation: from its transaction, its sidecar or its file, with the constructor's
 * arguments appended, which sidecars already include.
 */
async function initcodeOf({ timestamp, result }: RecordedTransaction, select: Select): Promise<Uint8Array> {
  const { contract: id, parameters, failedInitcode } = result;
  const row = id === undefined ? undefined : await selectCurrent(select, 'contract', { id });
  const file = row?.file_id ?? undefined;
  const code =
    failedInitcode ??
    row?.initcode ??
    (file === undefined ? undefined : await hexFile(select, file, timestamp));
  if (code === undefined || code.length === 0) throw refused('unknown', `Init code not found: ${timestamp}`);
  const bytes = Buffer.from(code);
  const isWhole = bytes.subarray(bytes.length - parameters.length).equals(parameters);
  return isWhole ? bytes : Buffer.concat([bytes, parameters]);
}

/** Returns the bytes whose hex digits a file contained just before a time. */
async function hexFile(select: Select, file: bigint, time: bigint): Promise<Uint8Array | undefined> {
  const found = await selectFileContent(select, file, time - 1n);
  return found && Buffer.from(found.content.toString('latin1').trim().replace(/^0x/, ''), 'hex');
}

/** Returns the address of an entity in code: its EVM address, else its long-zero address. */
async function addressOf(reader: LedgerReader, id: bigint): Promise<Address> {
  return (await reader.account(id))?.evmAddress ?? longZeroHex(id);
}
