import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ErrorAnswer, JSON_TYPE, problemJson } from '../../query/error-answer.ts';
import type { Problem } from '../../query/problem.ts';
import { type ReadyAnswer, ready } from '../answer/ready-answer.ts';
import { sendAnswer } from '../http/send-answer.ts';
import type { ApiSettings } from '../route/settings.ts';
import { dialectOfPath } from '../routes.ts';

/** Sends an answer; throws for a header that cannot be sent: then the framework still answers. */
export type Send = (reply: FastifyReply, answer: ReadyAnswer) => Promise<void> | undefined;

/** Sends answers past the framework's own sending. */
export function senderFor({ users }: ApiSettings): Send {
  const hasUsers = users.length > 0;
  return (reply, answer) => sendAnswer(reply.request.raw, reply, answer, hasUsers);
}

/** What a request is answered that failed before a route was chosen. */
export function failed(status: number, message: string): ReadyAnswer {
  return ready(problemJson([{ message }]), status, { 'content-type': JSON_TYPE });
}

/** 404 in the dialect that the path belongs to. */
export function missing(request: FastifyRequest): ReadyAnswer {
  const path = pathOf(request);
  return answerOf(dialectOfPath(path).unknownPath(path));
}

/** What a request is refused with beside all routes, in the dialect that the path belongs to. Nobody keeps it. */
export function refused(request: FastifyRequest, problem: Problem): ReadyAnswer {
  return answerOf(dialectOfPath(pathOf(request)).errorAnswer(problem, 0));
}

function pathOf({ url }: FastifyRequest): string {
  return url.split('?')[0] ?? '';
}

function answerOf({ status, body, headers }: ErrorAnswer): ReadyAnswer {
  return ready(body, status, headers);
}
