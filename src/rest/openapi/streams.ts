import type { Schema } from '../query/json-schema.ts';
import type { StreamRoute } from '../route/stream.ts';
import { pascalCase, singular } from './operation-names.ts';
import type { ParameterObject } from './parameters.ts';

/** Header that resumes a stream. */
export const RESUMED: ParameterObject = {
  name: 'Last-Event-ID',
  in: 'header',
  description:
    'Id of the last event that the client received: the stream continues after it. Takes precedence over `cursor`.',
  required: false,
  schema: { type: 'string' },
};

/** Names `/contracts/{id}/results/logs/stream` as `streamContractResultsLogs`. */
export function streamName({ path }: StreamRoute): string {
  const parts = path.split('/').slice(3, -1);
  const words = parts.map((part, index) => {
    if (part.startsWith('{')) return '';
    return pascalCase(parts[index + 1]?.startsWith('{') === true ? singular(part) : part);
  });
  return `stream${words.join('')}`;
}

/** Returns the objects that only streams have, by the names of their types. */
export function streamedObjects(streams: readonly StreamRoute[]): Record<string, Schema> {
  const own = streams.filter(({ listPath }) => listPath === undefined);
  return Object.fromEntries(
    own.map(({ tag, items, schema }) => [pascalCase(singular(tag)) + pascalCase(singular(items)), schema]),
  );
}

/** Description of a stream in addition to its list's. */
export function streamDescription({ description, listPath }: StreamRoute): string {
  const about = description === undefined ? '' : `${description} `;
  const events = listPath === undefined ? '' : `Each event is an object of \`${listPath}\`. `;
  return `${about}${events}Events are in ascending order: first the stored ones after the start, then each new one as soon as its block is visible. An extension: the public mirror node has no streams.`;
}

/** Media types of a stream. `event`: the list's own object. */
export function streamContent(event: Schema): Record<string, { readonly schema: Schema }> {
  const progress: Schema = {
    type: 'object',
    properties: {
      block: {
        type: 'integer',
        nullable: true,
        description: 'The last visible block; null while replaying.',
      },
      timestamp: { type: 'string', description: 'Everything up to this consensus time was sent.' },
    },
    required: ['block', 'timestamp'],
    description: 'Progress of the stream.',
  };
  const end: Schema = {
    type: 'object',
    properties: {
      reason: { type: 'string', description: 'Reason why the server ends the stream.' },
      cursor: { type: 'string', description: 'Cursor at which it can be resumed.' },
    },
    required: ['reason', 'cursor'],
    description: 'The last line, when the server ends the stream.',
  };
  const data: Schema = { allOf: [event], description: 'The object.' };
  return {
    'text/event-stream': {
      schema: {
        type: 'string',
        description:
          'Server-Sent Events: `id` is the cursor, `data` the object. Named events: `progress`, and `end` where the server ends the stream.',
      },
    },
    'application/x-ndjson': {
      schema: {
        type: 'object',
        properties: { id: { type: 'string', description: 'The cursor.' }, data, progress, end },
        required: ['id'],
        description: 'A line for each event, with one of `data`, `progress` and `end`.',
      },
    },
  };
}
