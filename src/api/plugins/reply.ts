import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ErrorAnswer, JSON_TYPE, type Problem, problemJson } from '../../query/problem.ts';
import { type ReadyAnswer, ready } from '../answer/ready-answer.ts';
import { sendAnswer } from '../http/send-answer.ts';
import type { ApiSettings } from '../route/settings.ts';
import { dialectOfPath } from '../routes.ts';

/** Sends an answer. Throws for an invalid header, so that the framework still answers. */
export type Send = (reply: FastifyReply, answer: ReadyAnswer) => Promise<void> | undefined;

/** Sends answers, bypassing the framework's own sending. */
export function senderFor({ users }: ApiSettings): Send {
  const hasUsers = users.length > 0;
  return (reply, answer) => sendAnswer(reply.request.raw, reply, answer, hasUsers);
}

/** Returns the answer to a request that failed before a route was chosen. */
export function failed(status: number, message: string): ReadyAnswer {
  return ready(problemJson([{ message }]), status, { 'content-type': JSON_TYPE });
}

/** Returns a 404 in the dialect of the path. */
export function missing(request: FastifyRequest): ReadyAnswer {
  const path = pathOf(request);
  return answerOf(dialectOfPath(path).unknownPath(path));
}

/** Returns a refusal outside of all routes, in the dialect of the path. It is not cached. */
export function refused(request: FastifyRequest, problem: Problem): ReadyAnswer {
  return answerOf(dialectOfPath(pathOf(request)).errorAnswer(problem, 0));
}

function pathOf({ url }: FastifyRequest): string {
  return url.split('?')[0] ?? '';
}

function answerOf({ status, body, headers }: ErrorAnswer): ReadyAnswer {
  return ready(body, status, headers);
}
