import { Failure } from '../kernel/failure.ts';

/** The part of a component in the management API that the command line needs. */
export interface ManagedComponent {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly group: boolean;
  readonly automatic: boolean;
  readonly reason: string | null;
}

/** The same for an incident or maintenance. */
export interface ManagedIncident {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly impact: string;
  readonly shortlink: string;
  readonly scheduled_for: string | null;
}

/** Client of the management API of a status service. Every failure is a `Failure` of one sentence. */
export class ManagementClient {
  readonly #url: string;
  readonly #key: string;
  #page: string | null = null;

  /** `url` is where the service is, without `/v1`. */
  constructor(url: string, key: string) {
    this.#url = url.replace(/\/+$/, '');
    this.#key = key;
  }

  components(): Promise<ManagedComponent[]> {
    return this.#onPage('GET', '/components');
  }

  setComponent(id: string, component: object): Promise<ManagedComponent> {
    return this.#onPage('PATCH', `/components/${encodeURIComponent(id)}`, { component });
  }

  async deleteComponent(id: string): Promise<void> {
    await this.#onPage('DELETE', `/components/${encodeURIComponent(id)}`);
  }

  incidents(which: 'unresolved' | 'upcoming' | 'active_maintenance'): Promise<ManagedIncident[]> {
    return this.#onPage('GET', `/incidents/${which}`);
  }

  createIncident(incident: object): Promise<ManagedIncident> {
    return this.#onPage('POST', '/incidents', { incident });
  }

  updateIncident(id: string, incident: object): Promise<ManagedIncident> {
    return this.#onPage('PATCH', `/incidents/${encodeURIComponent(id)}`, { incident });
  }

  async #onPage<T>(method: string, path: string, body?: object): Promise<T> {
    if (this.#page === null) {
      const pages = await this.#ask<{ readonly id: string }[]>('GET', '/v1/pages');
      this.#page = pages[0]?.id ?? '';
    }
    return this.#ask<T>(method, `/v1/pages/${this.#page}${path}`, body);
  }

  async #ask<T>(method: string, path: string, body?: object): Promise<T> {
    let response: Response;
    let text: string;
    try {
      response = await fetch(this.#url + path, {
        method,
        headers: {
          authorization: `Bearer ${this.#key}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(30_000),
      });
      text = await response.text();
    } catch (cause) {
      throw new Failure('usage', `The status service at ${this.#url} does not answer.`, { cause });
    }
    const answer = parseJson(text);
    if (response.ok) return answer as T;
    if (response.status === 401) {
      throw new Failure('usage', 'The key is not in force: make one with tain status key create.');
    }
    const { error } = (answer ?? {}) as { error?: unknown };
    const reason = Array.isArray(error) ? error.join('; ') : (error ?? `it answered ${response.status}`);
    throw new Failure('usage', `The status service refused: ${String(reason)}.`);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
