import type { FastifyInstance } from 'fastify';
import { docsPage } from '../docs-page/docs-page.ts';
import type { RequestHandler } from '../http/request-handler.ts';
import { beginRequest } from '../http/request-progress.ts';
import type { Selector } from '../http/select.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import { Documentation } from '../openapi/documentation.ts';
import { ExampleSource } from '../openapi/examples.ts';
import type { Route } from '../route/route.ts';
import { ROUTES } from '../routes.ts';
import type { Send } from './reply.ts';

/** The name of the documentation, which requests examples, among the clients that take turns. */
const CLIENT = 'documentation';

/**
 * Answers the interface's description and its page, with examples that this server answers itself. Their source is to be
 * closed before the server. `statusUrl`: link to the status page. `further`: routes besides those that every server has.
 */
export function serveDocuments(
  app: FastifyInstance,
  requests: RequestHandler,
  selector: Selector,
  send: Send,
  statusUrl: string | null,
  further: readonly Route[],
): ExampleSource {
  const examples = new ExampleSource({
    routes: ROUTES,
    select: (query) => {
      const progress = beginRequest(CLIENT);
      return selector.read(progress, () => selector.select('/api/v1/docs', query, progress));
    },
    answer: (route, url, pathTexts, body) =>
      requests.handle(
        route,
        {
          url,
          pathTexts,
          authorization: undefined,
          contentType: body === undefined ? undefined : 'application/json',
          acceptEncoding: 'gzip',
          body,
        },
        beginRequest(CLIENT),
      ),
    clock: () => performance.now(),
  });
  const page = (document: OpenApiDocument, isExamined: boolean) => docsPage(document, statusUrl, isExamined);
  for (const [path, answer] of new Documentation(further, examples, page).answers()) {
    app.get(path, async (_request, reply) => send(reply, await answer()));
  }
  return examples;
}
