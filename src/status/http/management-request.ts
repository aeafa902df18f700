import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** The client's key: set for every request that passed the guard. */
const actors = new WeakMap<FastifyRequest, string>();

/** Records the client's key. */
export function setActor(request: FastifyRequest, actor: string): void {
  actors.set(request, actor);
}

/** The actor of a request, for the audit trail: `key <id> (<name>)`. */
export function actorOf(request: FastifyRequest): string {
  return actors.get(request) ?? 'unknown';
}

/** The `:id` of a path. */
export function idOf(params: unknown): string {
  return String((params as { id?: unknown }).id ?? '');
}

/** `limit` (or `per_page`, at most 100) and `page` (at most 1000) of a list. */
export function pagingOf(request: FastifyRequest): { readonly limit: number; readonly offset: number } {
  const query = request.query as Record<string, unknown>;
  const limit = whole(query.limit ?? query.per_page, 100, 1, 100);
  return { limit, offset: (whole(query.page, 1, 1, 1000) - 1) * limit };
}

function whole(value: unknown, fallback: number, least: number, most: number): number {
  const number = typeof value === 'string' && /^\d{1,6}$/.test(value) ? Number(value) : fallback;
  return Math.min(Math.max(number, least), most);
}

/** Registers one handler for PUT and PATCH, which Statuspage treats alike. */
export function registerUpdate(
  scope: FastifyInstance,
  url: string,
  handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
): void {
  scope.route({ method: ['PUT', 'PATCH'], url, handler });
}
