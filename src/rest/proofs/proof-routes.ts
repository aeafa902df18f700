import { printEntityId } from '@tain/ledger/entity-id';
import { printTimestamp } from '@tain/ledger/timestamp';
import type { ProofJson } from '@tain/verify/proof-json';
import { stateProofBytes } from '@tain/verify/proof-paths';
import { indexScan } from '../../store/access/index-scan.ts';
import { MESSAGES } from '../../store/reads/topic-messages.sql.ts';
import { transactionsOfHash, transactionsOfId } from '../../store/reads/transactions/by-name.sql.ts';
import { sql } from '../../store/sql.ts';
import { mediaWeight } from '../answer/negotiation.ts';
import { BLOCK_PATH } from '../blocks/get-block.ts';
import { LEDGER, LOOKUP } from '../query/dialects/ledger.ts';
import { list, WITHOUT_NE } from '../query/parameter.ts';
import { invalidParameter, notFound, Problem } from '../query/problem.ts';
import { rangeOf } from '../query/range.ts';
import type { Prover } from '../route/prover.ts';
import { type Answer, type ApiContext, type Route, route } from '../route/route.ts';
import { SEQUENCE_NUMBER, TOPIC_ID } from '../topics/get-message.ts';
import { TRANSACTION_PATH, WHICH_TRANSACTION } from '../transactions/get-transaction.ts';
import { PROOF_SCHEMA, PROTOBUF_FORM, REFUSALS } from './proof-schema.ts';
import { findBlock, findBlockAt, NO_STORE, prove } from './prove.ts';

const PROTOBUF = 'application/protobuf';
const JSON_TYPE = 'application/json';

/** `either`: protobuf if the proof has that form, else JSON. */
type Form = 'json' | 'protobuf' | 'either';

/** Returns the form of a proof for an `Accept` header: JSON, unless protobuf is named and its weight is at least as great. */
function proofForm(accept: string | undefined): Form {
  const protobuf = mediaWeight(accept, PROTOBUF, true);
  const jsonWeight = mediaWeight(accept, JSON_TYPE);
  if (!(protobuf > 0) || protobuf < jsonWeight) return 'json';
  return jsonWeight > 0 ? 'either' : 'protobuf';
}

/** Returns a proof in the requested form. Throws `Problem` (406): record files have no protobuf form. */
function proofAnswer(proof: ProofJson, form: string | undefined): Answer {
  if (form === 'json' || form === undefined) return { body: JSON.stringify(proof) };
  if (proof.kind === 'block') {
    return {
      body: Buffer.from(stateProofBytes(proof)),
      contentType: `${PROTOBUF}; messageType=com.hedera.hapi.block.stream.StateProof`,
    };
  }
  if (form === 'either') return { body: JSON.stringify(proof) };
  throw new Problem(406, [
    { message: 'Not acceptable', detail: 'The proof of a record file is JSON: there is no other form of it' },
  ]);
}

/** Maximum age in seconds: a proof stays valid, even though another raw file could give a shorter one. */
const YEAR_SECONDS = 31_536_000;

const COMMON = {
  maxAgeSeconds: YEAR_SECONDS,
  immutable: true,
  isExtension: true,
  parameters: {},
  schema: PROOF_SCHEMA,
  forms: PROTOBUF_FORM,
  formOf: proofForm,
  refusals: REFUSALS,
  queryFirst: true,
} as const;

/** The routes of proofs, for a server with a prover. They read raw files, so the time budget of queries does not apply. */
export function proofRoutes(prover: Prover): readonly Route[] {
  return [transactionProof(prover), messageProof(prover), messagesProof(prover), blockProof(prover)];
}

/** GET /transactions/{transactionIdOrHash}/proof. */
function transactionProof(prover: Prover): Route {
  return route({
    ...COMMON,
    path: '/api/v1/transactions/{transactionIdOrHash}/proof',
    dialect: LEDGER,
    tag: 'transactions',
    summary: 'Get a proof of a transaction',
    description:
      'Proof that the network agreed on the transaction and its outcome. A client verifies it with nothing but the id of the ledger or an address book. If several transactions have the id, the proof is of the submitted one (nonce 0, not scheduled), otherwise of the first; `nonce` and `scheduled` choose another.',
    pathParameters: { transactionIdOrHash: TRANSACTION_PATH },
    parameters: WHICH_TRANSACTION,
    async answer({ pathValues: { transactionIdOrHash: reference }, values, form }, context) {
      const transactions =
        'id' in reference
          ? transactionsOfId(reference.id, values)
          : transactionsOfHash(reference.hash, values);
      const [row] = await context.lookup(
        indexScan({
          select: sql`t.consensus_timestamp`,
          from: transactions,
          where: [],
          // The transaction that the user sent comes before its children, some of which reached consensus earlier.
          by: [sql`t.ordinal`, sql`(t.nonce <> 0 or t.scheduled)`, sql`t.consensus_timestamp`],
          order: 'asc',
          limit: 1,
        }),
      );
      if (row === undefined) throw notFound();
      const at = BigInt(row[0] ?? 0);
      const block = await findBlockAt(context, at);
      if (block === undefined) throw notFound();
      const { proof } = await prove(prover, context, block, { kind: 'transaction', at });
      return proofAnswer(proof, form);
    },
  });
}

/** GET /blocks/{hashOrNumber}/proof. */
function blockProof(prover: Prover): Route {
  return route({
    ...COMMON,
    path: '/api/v1/blocks/{hashOrNumber}/proof',
    dialect: LOOKUP,
    tag: 'blocks',
    summary: 'Get a proof of a block',
    description: 'Proof that the network signed the hash of the block, with its number and time.',
    pathParameters: { hashOrNumber: BLOCK_PATH },
    async answer({ pathValues: { hashOrNumber }, form }, context) {
      const block = await findBlock(context, hashOrNumber);
      if (block === undefined) throw LOOKUP.notFound();
      const { proof } = await prove(prover, context, block, { kind: 'block' });
      return proofAnswer(proof, form);
    },
  });
}

/** GET /topics/{topicId}/messages/{sequenceNumber}/proof. */
function messageProof(prover: Prover): Route {
  return route({
    ...COMMON,
    path: '/api/v1/topics/{topicId}/messages/{sequenceNumber}/proof',
    dialect: LOOKUP,
    tag: 'topics',
    summary: 'Get a proof of a message',
    description:
      'Content, payer, time and number of a message, bound by the running hash of its topic. Later messages of its block may come with it.',
    pathParameters: {
      topicId: TOPIC_ID,
      sequenceNumber: SEQUENCE_NUMBER,
    },
    answer({ pathValues: { topicId, sequenceNumber }, form }, context) {
      const numbers = { first: sequenceNumber, last: sequenceNumber };
      return proveMessages(prover, context, topicId, numbers, form);
    },
  });
}

/** GET /topics/{topicId}/messages/proof. */
function messagesProof(prover: Prover): Route {
  return route({
    ...COMMON,
    path: '/api/v1/topics/{topicId}/messages/proof',
    dialect: LEDGER,
    tag: 'topics',
    summary: 'Get a proof of consecutive messages',
    description: `All messages of a topic between two numbers, the bounds in \`sequencenumber\`: one signature proves each of them, and that none is left out. At most ${MAX_MESSAGES}, with 1 MiB of content.`,
    pathParameters: { topicId: TOPIC_ID },
    parameters: {
      sequencenumber: list(SEQUENCE_NUMBER.type, 'Numbers of the first and the last message.', {
        operators: WITHOUT_NE,
      }),
    },
    answer({ pathValues: { topicId }, values, form }, context) {
      const { equals, lower, upper, empty } = rangeOf(values.sequencenumber, 'all');
      const [first, last] = equals === undefined ? [lower, upper] : [equals[0], equals[0]];
      if (empty || first === undefined || last === undefined || first < 1n)
        throw invalidNumbers('Name the first and the last message: gte:1 and lte:10');
      if (last - first >= BigInt(MAX_MESSAGES))
        throw invalidNumbers(`One proof has at most ${MAX_MESSAGES} messages`);
      return proveMessages(prover, context, topicId, { first, last }, form);
    },
  });
}

/** Maximum number of messages in one proof, and of bytes of their contents; larger ranges need several proofs. */
const MAX_MESSAGES = 1_000;
const MAX_CONTENT_BYTES = 1024 * 1024;

function invalidNumbers(detail: string): Problem {
  return new Problem(400, [{ message: invalidParameter('sequencenumber'), detail }]);
}

/** Proves the messages from the first to the last one, and those that come with them. Throws `Problem`. */
async function proveMessages(
  prover: Prover,
  context: ApiContext,
  topicId: bigint,
  { first, last }: { readonly first: bigint; readonly last: bigint },
  form: string | undefined,
): Promise<Answer> {
  const [final] = await messagesOf(context, topicId, last, last);
  if (final === undefined) throw notFound();
  if (first < last && (await bytesOf(context, topicId, first, last)) > MAX_CONTENT_BYTES)
    throw invalidNumbers('One proof has at most 1 MiB of content: name fewer messages');
  const block = await findBlockAt(context, final.at);
  if (block === undefined) throw notFound();
  const topic = printEntityId(topicId);
  const subject = { kind: 'message', topic, sequenceNumber: last, at: final.at } as const;
  const { proof, lastMessage = last } = await prove(prover, context, block, subject);
  const previous = await runningHashBefore(context, topicId, first);
  const messages = await messagesOf(context, topicId, first, lastMessage);
  if (BigInt(messages.length) !== lastMessage - first + 1n)
    throw isRemoved('One of these messages is no longer retained');
  const part = {
    topic_id: topic,
    sequence_number: first.toString(),
    previous_running_hash: previous.toString('base64'),
    messages: messages.map(({ payer, at, content }) => ({
      payer: printEntityId(payer),
      consensus_timestamp: printTimestamp(at),
      message: content.toString('base64'),
    })),
  };
  return proofAnswer({ ...proof, topic: part }, form);
}

interface Message {
  readonly at: bigint;
  readonly payer: bigint;
  readonly content: Buffer;
  readonly runningHash: Buffer;
}

/** Only this version of running hashes covers every part of a proof. */
const RUNNING_HASH_VERSION = '3';
const HASH_BYTES = 48;

async function messagesOf(
  { lookup }: ApiContext,
  topic: bigint,
  from: bigint,
  to: bigint,
): Promise<readonly Message[]> {
  const rows = await lookup(
    indexScan({
      select: sql`m.consensus_timestamp, m.payer_account_id, m.message, m.running_hash, coalesce(m.running_hash_version, 3)`,
      from: MESSAGES,
      where: [sql`m.topic_id = ${topic}`, sql`m.sequence_number >= ${from}`, sql`m.sequence_number <= ${to}`],
      by: [sql`m.sequence_number`],
      order: 'asc',
    }),
  );
  return rows.map(([at, payer, content, runningHash, version]) => {
    if (version !== RUNNING_HASH_VERSION)
      throw new Problem(404, [
        { message: 'Not found', detail: 'Running hashes of that time prove no message' },
      ]);
    return {
      at: BigInt(at ?? 0),
      payer: BigInt(payer ?? 0),
      content: Buffer.from((content ?? '').slice(2), 'hex'),
      runningHash: Buffer.from((runningHash ?? '').slice(2), 'hex'),
    };
  });
}

async function runningHashBefore(context: ApiContext, topic: bigint, number: bigint): Promise<Buffer> {
  if (number <= 1n) return Buffer.alloc(HASH_BYTES);
  const [before] = await messagesOf(context, topic, number - 1n, number - 1n);
  if (before === undefined) throw isRemoved('The previous message is no longer retained');
  return before.runningHash;
}

function isRemoved(detail: string): Problem {
  return new Problem(410, [{ message: 'Message is gone', detail }], NO_STORE);
}

/** Returns the bytes of content of several messages. */
async function bytesOf({ lookup }: ApiContext, topic: bigint, from: bigint, to: bigint): Promise<number> {
  const [row] = await lookup(sql`select coalesce(sum(octet_length(m.message)), 0)
    from ${MESSAGES}
    where m.topic_id = ${topic} and m.sequence_number >= ${from} and m.sequence_number <= ${to}`);
  return Number(row?.[0] ?? 0);
}
