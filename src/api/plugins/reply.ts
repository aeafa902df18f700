import type { FastifyReply, FastifyRequest } from 'fastify';
import { JSON_TYPE, problemJson } from '../../query/error-answer.ts';
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
  const [path = ''] = request.url.split('?');
  const { status, body, headers } = dialectOfPath(path).unknownPath(path);
  return ready(body, status, headers);
}
