import type { RpcContext } from '../method/context.ts';
import { BOOLEAN_SCHEMA, QUANTITY } from '../method/json-schema.ts';
import { checkInstalledFilter, SUBSCRIBED_LOGS } from '../method/log-filter.ts';
import { method } from '../method/method.ts';
import { optional, type ParameterType, required } from '../method/parameter.ts';
import { ANY_OBJECT, BOOLEAN, HEX, objectType } from '../method/parameter-types.ts';
import { ERRORS } from '../method/rpc-error.ts';
import type { Connection } from '../method/services.ts';
import type { SubscribedEvent } from '../method/subscriptions.ts';

const EVENTS = ['newHeads', 'logs', 'newPendingTransactions'] as const;
type EventName = (typeof EVENTS)[number];

const EVENT: ParameterType<EventName> = {
  expected: "Expected event type 'newHeads', 'logs' or 'newPendingTransactions'",
  parse: (value) => {
    const known = EVENTS.find((event) => event === value);
    if (known === undefined) throw ERRORS.unsupportedMethod();
    return known;
  },
  schema: { type: 'string', enum: EVENTS },
};

const HEADS = objectType({
  name: 'SubscribeNewHeadsParamsObject',
  closed: false,
  properties: { includeTransactions: { type: BOOLEAN } },
});

/** Position before the first block. */
const BEFORE_FIRST = { index: -1n, end: -1n } as const;

function eventOf(name: EventName, given: object, { services }: RpcContext): SubscribedEvent {
  switch (name) {
    case 'newHeads':
      return { kind: name, details: HEADS.parse(given)?.includeTransactions ?? false };
    case 'logs': {
      const { address, topics } = SUBSCRIBED_LOGS.parse(given) ?? {};
      checkInstalledFilter({ address, topics }, 1);
      return { kind: name, address, topics };
    }
    case 'newPendingTransactions':
      // A mirror receives no transaction before its block, except those that it sends itself.
      if (services.sender === undefined) throw ERRORS.unsupportedMethod();
      return { kind: name };
  }
}

function connectionOf({ connection }: RpcContext): Connection {
  if (connection === undefined) throw ERRORS.methodNotFound('eth_subscribe');
  return connection;
}

const subscribe = method({
  name: 'eth_subscribe',
  summary:
    'Pushes new blocks, logs, or transactions that this server sends, over this WebSocket connection. Returns an id.',
  parameters: [
    required('event', EVENT, 'Name of the event.'),
    optional('options', ANY_OBJECT, {}, '`address` and `topics` of logs; `includeTransactions` of blocks.'),
  ],
  result: QUANTITY,
  availability: 'websocket',
  answer: ([name, options], context) => {
    const event = eventOf(name, options, context);
    const { head, onAnswered } = context;
    const after = head === null ? BEFORE_FIRST : { index: head.number, end: head.consensusEnd };
    return context.subscriptions.subscribe(connectionOf(context), event, after, onAnswered);
  },
});

const unsubscribe = method({
  name: 'eth_unsubscribe',
  summary: 'Ends a subscription of this connection. Returns whether there was one.',
  parameters: [required('subscriptionId', HEX, 'Id of the subscription.')],
  result: BOOLEAN_SCHEMA,
  availability: 'websocket',
  answer: ([id], context) => context.subscriptions.unsubscribe(connectionOf(context), id),
});

export const SUBSCRIBE_METHODS = [subscribe, unsubscribe];
