import type { Random } from '../random.ts';

const EVENTS = ['sensor', 'audit', 'shipment', 'vote', 'heartbeat', 'credential', 'price'] as const;

/** Returns a typical message of an application: mostly small JSON, sometimes bytes. */
export function topicMessage(random: Random, topic: number): Uint8Array {
  if (random.chance(0.1)) return random.bytes(random.between(1, 200));
  const event = random.pick(EVENTS);
  const text = `{"type":"${event}","topic":${topic},"value":${random.below(100_000)},"ref":"${random.word().toString(16)}"}`;
  return Buffer.from(random.chance(0.05) ? text.repeat(8).slice(0, 1024) : text);
}
