import { keccak256 } from '@tain/evm/keccak';
import { decodeEntityId } from '@tain/ledger/entity-id';
import { ZERO_ADDRESS } from '@tain/ledger/evm-address';
import { integerOfBytes } from '@tain/ledger/integer-bytes';
import { proto } from '@tain/protos/hapi';
import Long from 'long';
import type { LedgerSchedule, Signatory } from '../../state/ledger-objects.ts';
import { DecodeError } from '../abi/decode.ts';
import { type MethodResult, SUCCESS, statusNumber, values } from '../answer.ts';
import type { Ledger } from '../ledger.ts';
import type { MethodCall } from '../method.ts';
import { verifyEcdsa, verifyEd25519 } from '../views/signatures.ts';
import { accountMessage } from './entity-messages.ts';
import { demandAccountAt, senderOf } from './objects.ts';
import { callerKey, callerSignatories } from './schedule-keys.ts';
import { createSchedule, deleteSchedule, type Scheduled, scheduleWith, signSchedule } from './schedules.ts';
import { attempt, demand, refuseInput } from './simulate.ts';

/** Methods of the schedule service that change the ledger (HIP-755, HIP-1215). */

const MAX_LONG = (1n << 63n) - 1n;
/** Bytes of an ECDSA signature without its recovery id. */
const ECDSA_SIGNATURE = 64;
/** First value of `v` that includes the chain id (EIP-155). */
const CHAIN_BASE = 35n;

/** `(schedule)`, or `()` through its address: signs with the caller's keys. */
export async function authorizeSchedule(call: MethodCall): Promise<MethodResult> {
  return signing(call, () => callerSignatories(call));
}

/** `(schedule, SignatureMap)`: signs with the keys that signed the schedule's id. */
export async function signScheduleWith(call: MethodCall): Promise<MethodResult> {
  const pairs = signaturePairs(call);
  return signing(call, ({ id }) => signersOf(messageOf(id), pairs));
}

async function signing(
  call: MethodCall,
  signatories: (schedule: LedgerSchedule) => readonly Signatory[],
): Promise<MethodResult> {
  const { ledger } = call;
  const schedule = await scheduleWith(ledger, scheduleId(call));
  if (schedule === undefined) return refuseInput(call, 'INVALID_SCHEDULE_ID');
  const done = await attempt(ledger, () => signSchedule(ledger, schedule, signatories(schedule)));
  return values('refused' in done ? statusNumber(done.refused) : SUCCESS);
}

/** `(schedule)`, or `()` through its address. */
export async function deleteScheduled(call: MethodCall): Promise<MethodResult> {
  const { ledger } = call;
  const id = scheduleId(call);
  if (id === undefined) throw new DecodeError('no address of a schedule');
  const done = await attempt(ledger, async () => {
    const schedule = await scheduleWith(ledger, id);
    demand(schedule !== undefined, 'INVALID_SCHEDULE_ID');
    deleteSchedule(ledger, schedule);
  });
  return values('refused' in done ? statusNumber(done.refused) : SUCCESS);
}

function scheduleId({ ledger, args, subject }: MethodCall): bigint | undefined {
  return ledger.longZeroId(subject ?? args.address(0));
}

/** Options of a method that schedules a call. */
interface CallTerms {
  /** Index of the argument with the payer; undefined when the caller pays. */
  readonly payerAt: number | undefined;
  readonly waitForExpiry: boolean;
}

/** `(to[, payer], second, gas, value, data)` → code, address of the schedule. */
export function scheduleCallBy({ payerAt, waitForExpiry }: CallTerms) {
  return async (call: MethodCall): Promise<MethodResult> => {
    const { ledger, args } = call;
    const first = payerAt === undefined ? 1 : payerAt + 1;
    const [second, gas, value] = [args.integer(first), args.integer(first + 1), args.integer(first + 2)].map(
      limited,
    ) as [bigint, bigint, bigint];
    const data = args.bytes(first + 3);
    const done = await attempt(ledger, async () => {
      const sender = senderOf(call);
      const payer =
        payerAt === undefined
          ? sender
          : await demandAccountAt(ledger, args.address(payerAt), 'INVALID_PAYER_ACCOUNT_ID');
      demand(args.address(0) !== ZERO_ADDRESS, 'INVALID_CONTRACT_ID');
      demand(gas >= intrinsicGas(data), 'INSUFFICIENT_GAS');
      return createSchedule(ledger, {
        body: {
          contractCall: {
            contractID: contractMessage(ledger, args.address(0)),
            gas: long(gas),
            amount: long(value),
            functionParameters: data,
          },
        },
        creator: sender.id,
        payer: payer.id,
        adminKey: callerKey(call),
        second,
        waitForExpiry,
        signatories: callerSignatories(call),
      });
    });
    if ('refused' in done) return values(statusNumber(done.refused), ZERO_ADDRESS);
    return scheduledAnswer(ledger, done.value);
  };
}

/** Returns a code and the address of the new schedule or of the existing identical one. */
export function scheduledAnswer(ledger: Ledger, { id, isIdentical }: Scheduled): MethodResult {
  const code = isIdentical ? statusNumber('IDENTICAL_SCHEDULE_ALREADY_CREATED') : SUCCESS;
  return values(code, ledger.longZero(id));
}

/** Limits a number to 63 bits, as the ledger does. */
function limited(value: bigint): bigint {
  return value > MAX_LONG ? MAX_LONG : value;
}

function long(value: bigint): Long {
  return Long.fromString(value.toString());
}

/** Returns the gas that the network requires for a call before its code runs. */
function intrinsicGas(data: Uint8Array): bigint {
  return BigInt(data.reduce((gas, byte) => gas + (byte === 0 ? 4 : 16), 21_000));
}

function contractMessage(ledger: Ledger, address: string): proto.IContractID {
  const id = ledger.longZeroId(address);
  if (id === undefined) return { evmAddress: Buffer.from(address, 'hex') };
  const { accountNum, ...shardRealm } = accountMessage(id);
  return { ...shardRealm, contractNum: accountNum ?? null };
}

/** Returns the signed message of a schedule: its id in 24 bytes. */
function messageOf(id: bigint): Buffer {
  const message = Buffer.alloc(24);
  const { shard, realm, num } = decodeEntityId(id);
  for (const [at, part] of [shard, realm, num].entries()) message.writeBigInt64BE(part, 8 * at);
  return message;
}

/**
 * Returns the pairs of a `SignatureMap`. Throws `DecodeError` for other bytes, and for signatures for another chain.
 */
function signaturePairs({ args, raw }: MethodCall): readonly proto.ISignaturePair[] {
  let pairs: readonly proto.ISignaturePair[];
  try {
    pairs = proto.SignatureMap.decode(args.bytes(1)).sigPair;
  } catch {
    throw new DecodeError('no signature map');
  }
  for (const { ECDSASecp256k1: signature } of pairs) {
    if (signature && !isOfChain(signature, raw.block.chainId))
      throw new DecodeError('signed for another chain');
  }
  return pairs;
}

function isOfChain(signature: Uint8Array, chain: bigint): boolean {
  if (signature.length <= ECDSA_SIGNATURE) return true;
  const v = integerOfBytes(signature.subarray(ECDSA_SIGNATURE));
  return v < CHAIN_BASE || v - CHAIN_BASE - 2n * chain === 0n || v - CHAIN_BASE - 2n * chain === 1n;
}

/** Returns the keys whose signatures are valid. Keys must be complete, not prefixes. */
function signersOf(message: Uint8Array, pairs: readonly proto.ISignaturePair[]): Signatory[] {
  return pairs.flatMap((pair): Signatory[] => {
    const key = Buffer.from(pair.pubKeyPrefix ?? []);
    if (pair.ed25519?.length)
      return verifyEd25519(key, message, pair.ed25519) ? [`ed25519:${key.toString('hex')}`] : [];
    const signature = pair.ECDSASecp256k1?.subarray(0, ECDSA_SIGNATURE);
    if (!signature?.length) return [];
    return verifyEcdsa(key, keccak256(message), signature) ? [`ecdsa:${key.toString('hex')}`] : [];
  });
}
