import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { Problem } from '../query/problem.ts';
import type { ExplorerPage } from './explorer.ts';
import { failed, missing, refused, type Send } from './framework.ts';

const MESSAGES: Readonly<Record<number, string>> = {
  413: 'Payload Too Large',
  500: 'Internal error',
};

/**
 * Answers requests that the framework refuses, errors that no handler caught, and paths without a route, which may be
 * pages of the explorer for browsers.
 */
export function answerErrors(app: FastifyInstance, log: Logger, send: Send, explorer: ExplorerPage): void {
  app.setErrorHandler((error: { statusCode?: number }, request, reply) => {
    if (error instanceof Problem) return send(reply, refused(request, error));
    const status = error.statusCode ?? 500;
    if (status >= 500) log.error({ err: error, url: request.url }, 'request failed');
    return send(reply, failed(status, MESSAGES[status] ?? 'Bad Request'));
  });
  app.setNotFoundHandler((request, reply) => send(reply, explorer(request) ?? missing(request)));
}
