import { indexScan } from '../../access/index-scan.ts';
import { sql } from '../../access/sql.ts';
import { printEntityId } from '../../kernel/entity-id.ts';
import { printTimestamp } from '../../kernel/timestamp.ts';
import { LEDGER } from '../../query/dialects/ledger.ts';
import { LOOKUP } from '../../query/dialects/lookup.ts';
import type { Schema } from '../../query/json-schema.ts';
import { notFound, Problem } from '../../query/problem.ts';
import { MESSAGES } from '../../reads/topic-messages.sql.ts';
import { transactionsOfHash, transactionsOfId } from '../../reads/transactions/by-name.sql.ts';
import { BLOCK_PATH } from '../blocks/get-block.ts';
import type { Prover } from '../route/prover.ts';
import { type ApiContext, type Route, route } from '../route/route.ts';
import { SEQUENCE_NUMBER, TOPIC_ID } from '../topics/topic-path.ts';
import { TRANSACTION_PATH, WHICH_TRANSACTION } from '../transactions/get-transaction.ts';
import { findBlock, findBlockAt, prove } from './prove.ts';

/** A proof never changes, but another raw file may be shorter. */
const FOR_EVER = 31_536_000;

const SCHEMA: Schema = {
  type: 'object',
  description: 'A proof in the format of docs/proofs.md.',
  properties: {},
};

const COMMON = {
  maxAge: FOR_EVER,
  immutable: true,
  parameters: {},
  schema: SCHEMA,
  queryFirst: true,
} as const;

/** The routes of proofs, for a server that has what makes them. They read raw files, and so keep no time budget of queries. */
export function proofRoutes(prover: Prover): readonly Route[] {
  return [transactionProof(prover), messageProof(prover), blockProof(prover)];
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
      'What a client needs to check, with nothing but the id of the ledger or an address book, that the network agreed on the transaction and what became of it. Of several with one id the first; `nonce` and `scheduled` choose another.',
    pathParameters: { transactionIdOrHash: TRANSACTION_PATH },
    parameters: WHICH_TRANSACTION,
    async answer({ pathValues: { transactionIdOrHash: reference }, values }, context) {
      const transactions =
        'id' in reference
          ? transactionsOfId(reference.id, values)
          : transactionsOfHash(reference.hash, values);
      const [row] = await context.lookUp(
        indexScan({
          select: sql`t.consensus_timestamp`,
          from: transactions,
          where: [],
          by: [sql`t.place`, sql`t.consensus_timestamp`],
          order: 'asc',
          limit: 1,
        }),
      );
      if (row === undefined) throw notFound();
      const at = BigInt(row[0] ?? 0);
      const block = await findBlockAt(context, at);
      if (block === undefined) throw notFound();
      const { proof } = await prove(prover, context, block, { kind: 'transaction', at });
      return { body: JSON.stringify(proof) };
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
    description: 'That the network signed the hash of the block, with its number and time.',
    pathParameters: { hashOrNumber: BLOCK_PATH },
    async answer({ pathValues: { hashOrNumber } }, context) {
      const block = await findBlock(context, hashOrNumber);
      if (block === undefined) throw LOOKUP.notFound();
      const { proof } = await prove(prover, context, block, { kind: 'block' });
      return { body: JSON.stringify(proof) };
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
    async answer({ pathValues: { topicId, sequenceNumber } }, context) {
      const [message] = await messagesOf(context, topicId, sequenceNumber, sequenceNumber);
      if (message === undefined) throw LOOKUP.notFound();
      const block = await findBlockAt(context, message.at);
      if (block === undefined) throw LOOKUP.notFound();
      const topic = printEntityId(topicId);
      const subject = { kind: 'message', topic, sequenceNumber, at: message.at } as const;
      const { proof, lastMessage = sequenceNumber } = await prove(prover, context, block, subject);
      const previous = await runningHashBefore(context, topicId, sequenceNumber);
      const messages = await messagesOf(context, topicId, sequenceNumber, lastMessage);
      const part = {
        topic_id: topic,
        sequence_number: sequenceNumber.toString(),
        previous_running_hash: previous.toString('base64'),
        messages: messages.map(({ payer, at, content }) => ({
          payer: printEntityId(payer),
          consensus_timestamp: printTimestamp(at),
          message: content.toString('base64'),
        })),
      };
      return { body: JSON.stringify({ ...proof, topic: part }) };
    },
  });
}

interface Message {
  readonly at: bigint;
  readonly payer: bigint;
  readonly content: Buffer;
  readonly runningHash: Buffer;
}

/** Only this version of running hashes covers all that a proof says. */
const RUNNING_HASH_VERSION = '3';
const HASH_BYTES = 48;

async function messagesOf(
  { lookUp }: ApiContext,
  topic: bigint,
  from: bigint,
  to: bigint,
): Promise<readonly Message[]> {
  const rows = await lookUp(
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
  if (before === undefined)
    throw new Problem(410, [
      { message: 'Message is gone', detail: 'The message before it is not kept any more' },
    ]);
  return before.runningHash;
}
