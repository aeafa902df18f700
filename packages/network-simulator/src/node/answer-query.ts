import { proto } from '@tain/protos/services';
import { long } from '../ledger/ids.ts';
import { Status } from '../ledger/status.ts';
import type { ConsensusNode } from './consensus-node.ts';
import { isPrivileged, payerOf } from './payment.ts';
import type { QueryKind, QuerySource } from './queries/query.ts';
import { QUERIES } from './queries/registry.ts';

/**
 * Milliseconds that a query waits for the receipt of a transaction that is not in a block yet. SDKs repeat queries
 * after 250 ms at the earliest.
 */
const RECEIPT_TIMEOUT_MS = 500;
const { ANSWER_ONLY, COST_ANSWER } = proto.ResponseType;

/** Thrown for bytes that are not a query, or a query of an unknown type. */
export class NoQuery extends Error {
  override readonly name = 'NoQuery';
}

/** Thrown when the client no longer waits for the answer. */
class Abandoned extends Error {
  override readonly name = 'Abandoned';
}

export interface Answering {
  readonly node: ConsensusNode;
  /** Address of the client. Clients take turns. */
  readonly client?: string;
  /** Whether the client still waits. Default: it does. */
  readonly isAwaited?: () => boolean;
  /** Called with internal errors; the client gets FAIL_INVALID. */
  readonly onFailure: (error: unknown) => void;
}

/**
 * Responds to a serialized `Query` with a serialized `Response`. Checks as a consensus node does, in this order: the
 * payment, the query, then its cost or response. Throws `NoQuery`.
 */
export async function answerQuery(answering: Answering, bytes: Uint8Array): Promise<Uint8Array> {
  const query = parseQuery(bytes);
  const field = query.query;
  if (field === undefined) throw new NoQuery();
  const kind: QueryKind = QUERIES[field];
  const { payment, ...header } = query[field]?.header ?? {};
  const responseType = header.responseType ?? ANSWER_ONLY;
  const respond = (code: Status, cost: bigint, fields: object = {}): Uint8Array => {
    const header = { nodeTransactionPrecheckCode: code, responseType, cost: long(cost) };
    return proto.Response.encode(kind.response(header, fields)).finish();
  };
  try {
    const { code, cost, fields } = await answer(answering, kind, query, responseType, payment);
    return respond(code, cost, fields);
  } catch (error) {
    if (!(error instanceof Abandoned)) answering.onFailure(error);
    return respond(Status.FAIL_INVALID, 0n);
  }
}

interface Answered {
  readonly code: Status;
  /** Price of a response, or the missing part of the payment, in tinybars. */
  readonly cost: bigint;
  readonly fields?: object;
}

async function answer(
  { node, client, isAwaited = () => true }: Answering,
  kind: QueryKind,
  query: proto.Query,
  responseType: proto.ResponseType,
  payment: Uint8Array | null | undefined,
): Promise<Answered> {
  if (responseType !== ANSWER_ONLY && responseType !== COST_ANSWER) return refusal(Status.NOT_SUPPORTED);
  const isAnswer = responseType === ANSWER_ONLY;
  const bytes = payment ?? new Uint8Array();
  const payer = payerOf(bytes);
  if (kind.privileged && !(isAnswer && isPrivileged(payer))) return refusal(Status.NOT_SUPPORTED);
  const price = kind.price(query);
  if (isAnswer && price > 0n) {
    const paid = await node.pay(bytes, price);
    if (paid.code !== Status.OK) return paid;
  }
  const awaited = isAnswer ? kind.awaits(query) : null;
  if (awaited) await node.recent.settled(awaited, RECEIPT_TIMEOUT_MS);
  return node.read(async (ledger) => {
    if (!isAwaited()) throw new Abandoned();
    const { recent, runCode } = node;
    const source: QuerySource = { ledger, recent, now: node.now(), payer, runCode };
    const problem = kind.check(query, source);
    if (problem !== Status.OK) return refusal(problem);
    if (!isAnswer) return { code: Status.OK, cost: price };
    return { cost: 0n, ...(await kind.answer(query, source)) };
  }, client);
}

function refusal(code: Status): Answered {
  return { code, cost: 0n };
}

function parseQuery(bytes: Uint8Array): proto.Query {
  try {
    return proto.Query.decode(bytes);
  } catch {
    // The reason is not reported to clients.
    throw new NoQuery();
  }
}
