import { HIGH_VOLUME_OPERATIONS, OPERATIONS } from '@tain/ledger/fee-operations';
import { highVolumeMultiplier, ONE } from '@tain/ledger/high-volume';
import { longToBigInt } from '@tain/ledger/long';
import type { SimpleFeeSchedule } from '@tain/ledger/simple-fee-schedule';
import { mayUpdateSystemFile } from '@tain/ledger/system-files';
import { proto } from '@tain/protos/hapi';
import { selectSystemFile } from '../../store/reads/system-file.ts';
import { NETWORK } from '../query/dialects/network.ts';
import type { Schema } from '../query/json-schema.ts';
import { defaulted } from '../query/parameter.ts';
import { Problem } from '../query/problem.ts';
import { type ApiContext, route } from '../route/route.ts';
import { estimateFees, type FeeEstimate, feeEstimateJson, freeOfCharge } from './fee-estimate.ts';
import { SIMPLE_FEES } from './fee-files.ts';
import { selectFeeState } from './fee-state.ts';
import { feeUnits } from './fee-units.ts';

/** Returns whether a transaction updates a system file from an account with that privilege, which is free of charge. */
function isPrivilegedFileUpdate(body: proto.ITransactionBody): boolean {
  const file = longToBigInt(body.fileUpdate?.fileID?.fileNum);
  return mayUpdateSystemFile(longToBigInt(body.transactionID?.accountID?.accountNum), file);
}

const { int32, oneOf } = NETWORK.types;

const MEDIA_TYPES = ['application/protobuf', 'application/x-protobuf'];

/** Throws `Problem`: 415 for a body that is not protobuf, 400 for an empty one. */
function checkBody({
  body,
  contentType,
}: {
  body: Buffer | undefined;
  contentType: string | undefined;
}): void {
  const [type = ''] = (contentType ?? '').split(';');
  const none = body === undefined || body.length === 0;
  if (!MEDIA_TYPES.includes(type.trim().toLowerCase()) && !(none && contentType === undefined)) {
    const given = contentType === undefined ? '' : `'${contentType.replaceAll(/;\s+/g, ';')}' `;
    throw new Problem(
      415,
      [{ message: 'Unsupported Media Type', detail: `Content-Type ${given}is not supported` }],
      { accept: MEDIA_TYPES.join(', ') },
    );
  }
  if (none) throw NETWORK.badRequest('Failed to read request');
}

const AMOUNT: Schema = { type: 'integer', format: 'int64', minimum: 0 };

const PART_SCHEMA: Schema = {
  type: 'object',
  properties: {
    base: { ...AMOUNT, description: 'Base fee.' },
    extras: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          charged: { ...AMOUNT, description: 'Units charged: those counted, less those included.' },
          count: { ...AMOUNT, description: 'Units of the transaction.' },
          fee_per_unit: AMOUNT,
          included: { ...AMOUNT, description: 'Units that the base fee includes.' },
          name: { type: 'string', description: 'Name of the unit.' },
          subtotal: { ...AMOUNT, description: 'Price of the charged units.' },
        },
        required: ['charged', 'count', 'fee_per_unit', 'included', 'name', 'subtotal'],
      },
    },
  },
  required: ['base', 'extras'],
};

/** POST /network/fees: estimated fees of a transaction by the simple fee schedule (file 0.0.113). */
export const postFees = route({
  method: 'POST',
  path: '/api/v1/network/fees',
  dialect: NETWORK,
  maxAgeSeconds: 60,
  tag: 'network',
  summary: 'Estimate the fees of a transaction',
  description:
    'The body is a serialized HAPI `Transaction`, as `application/protobuf`. Amounts in tinycents. ' +
    '`INTRINSIC` considers only the transaction, `STATE` also the tokens and topics that it names.',
  parameters: {
    mode: defaulted(
      oneOf<'INTRINSIC' | 'STATE'>({ INTRINSIC: 'INTRINSIC', STATE: 'STATE' }),
      'INTRINSIC',
      'Whether the state of the ledger is considered.',
    ),
    high_volume_throttle: defaulted(
      int32('highVolumeThrottle', { min: 0, max: 10_000 }),
      0,
      'Utilization of the high-volume throttle in basis points.',
    ),
  },
  checkBody,
  requestBody: {
    description: 'A serialized HAPI `Transaction`.',
    contentTypes: MEDIA_TYPES,
    schema: { type: 'string', format: 'binary' },
  },
  schema: {
    type: 'object',
    properties: {
      high_volume_multiplier: { ...AMOUNT, description: 'Multiplier of all amounts for high volume.' },
      network: {
        type: 'object',
        properties: { multiplier: AMOUNT, subtotal: AMOUNT },
        required: ['multiplier', 'subtotal'],
        description: "The network's fee: a multiple of the node's.",
      },
      node: PART_SCHEMA,
      service: PART_SCHEMA,
      total: AMOUNT,
    },
    required: ['high_volume_multiplier', 'network', 'node', 'service', 'total'],
  },
  async answer({ body = Buffer.alloc(0), values }, context) {
    const given = readTransaction(body);
    const schedule = await selectSystemFile(context.select, context.settings, SIMPLE_FEES);
    const utilization = values.mode === 'STATE' ? BigInt(values.high_volume_throttle) : undefined;
    return { body: feeEstimateJson(await estimate(context, given, schedule?.value, utilization)) };
  },
});

/** `utilization`: utilization of the high-volume throttle in basis points, in STATE mode. */
async function estimate(
  context: ApiContext,
  { body, bytes, signatures }: SubmittedTransaction,
  schedule: SimpleFeeSchedule | undefined,
  utilization: bigint | undefined,
): Promise<FeeEstimate> {
  const operation = body.data;
  const functionality = operation === undefined ? null : OPERATIONS[operation];
  const service = functionality === null ? undefined : schedule?.services.get(functionality);
  if (schedule === undefined || operation === undefined || service === undefined) {
    throw NETWORK.badRequest('Unknown transaction type');
  }
  if (operation === 'systemDelete' || operation === 'systemUndelete') return freeOfCharge(schedule);
  const stateful = utilization !== undefined;
  if (stateful && isPrivilegedFileUpdate(body)) return freeOfCharge(schedule);
  const state = stateful ? await selectFeeState(context, body) : undefined;
  const rated = HIGH_VOLUME_OPERATIONS[operation];
  const rates = rated === undefined ? undefined : schedule.services.get(rated)?.highVolume;
  return estimateFees(
    schedule,
    service,
    feeUnits(operation, body, state),
    [
      ['SIGNATURES', BigInt(signatures)],
      ['PROCESSING_BYTES', BigInt(bytes)],
    ],
    stateful && body.highVolume ? highVolumeMultiplier(rates, utilization) : ONE,
  );
}

/** A transaction as a client would submit it. */
interface SubmittedTransaction {
  readonly body: proto.TransactionBody;
  /** Number of signature pairs. */
  readonly signatures: number;
  /** Length of the whole message. */
  readonly bytes: number;
}

/** Reads a HAPI `Transaction`. Throws `Problem` (400) for any other message. */
function readTransaction(bytes: Uint8Array): SubmittedTransaction {
  const outer = parse(() => proto.Transaction.decode(bytes));
  let { bodyBytes, sigMap } = outer;
  if (outer.signedTransactionBytes.length > 0) {
    ({ bodyBytes, sigMap } = parse(() => proto.SignedTransaction.decode(outer.signedTransactionBytes)));
  } else if (bodyBytes.length === 0) {
    throw NETWORK.badRequest('Transaction must contain body bytes or signed transaction bytes');
  }
  return {
    body: parse(() => proto.TransactionBody.decode(bodyBytes)),
    signatures: sigMap?.sigPair?.length ?? 0,
    bytes: bytes.length,
  };
}

/** Converts every error of a decoder, even a stack overflow, to an error of the message. */
function parse<Message>(decode: () => Message): Message {
  try {
    return decode();
  } catch {
    throw NETWORK.badRequest('Unable to parse transaction');
  }
}
