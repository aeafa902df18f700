import type { FastifyInstance } from 'fastify';
import { docsPage } from '../docs-page/docs-page.ts';
import { requestBy } from '../http/request-context.ts';
import type { RequestHandler } from '../http/request-handler.ts';
import type { Reads, SnapshotReader } from '../http/snapshot-reader.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import { Documentation } from '../openapi/documentation.ts';
import { ExampleSource } from '../openapi/examples.ts';
import { type Route, repeatable } from '../route/route.ts';
import { ROUTES } from '../routes.ts';
import type { Send } from './framework.ts';

/** Name under which the documentation's example requests are scheduled among the clients. */
const CLIENT = 'documentation';

/**
 * Serves the interface's description and its page, with examples answered by this server. Close their source before
 * the server. `statusUrl`: link to the status page. `further`: routes in addition to those that every server has.
 */
export function serveDocuments(
  app: FastifyInstance,
  requests: RequestHandler,
  reader: SnapshotReader,
  send: Send,
  statusUrl: string | null,
  further: readonly Route[],
): ExampleSource {
  const examples = new ExampleSource({
    routes: ROUTES,
    select: (query) => {
      const read = repeatable(({ select }: Reads) => select(query));
      return reader.read(requestBy(CLIENT, '/api/v1/docs'), read);
    },
    answer: async (route, url, pathTexts, body) => {
      const { answer } = await requests.handle(route, {
        url,
        pathTexts,
        client: CLIENT,
        authorization: undefined,
        contentType: body === undefined ? undefined : 'application/json',
        acceptEncoding: 'gzip',
        body,
      });
      return answer;
    },
    clock: () => performance.now(),
  });
  const page = (document: OpenApiDocument, isExamined: boolean) => docsPage(document, statusUrl, isExamined);
  for (const [path, answer] of new Documentation(further, examples, page).answers()) {
    app.get(path, async (_request, reply) => send(reply, await answer()));
  }
  return examples;
}
