import { type ClientRequestArgs, Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { Socket } from 'node:net';
import { LoopTurns } from '../../kernel/limits/loop-turns.ts';
import { FREE_INPUT_BYTES, InputTurns } from '../../net/input-turns.ts';

/** Turns of all connections to buckets. */
const turns = new LoopTurns(FREE_INPUT_BYTES);

/** Type of the method of an agent that opens a connection. */
type Create = HttpAgent['createConnection'];

/**
 * Agents whose connections are parsed in turns: a bucket that sends 48 objects in parts of one byte, 11,000 of which are in one
 * read of a socket, would hold the process, which serves requests, too.
 */
export class TurnsHttpAgent extends HttpAgent {
  override createConnection(...[options, callback]: Parameters<Create>): ReturnType<Create> {
    return inTurns(super.createConnection(halfOpen(options), callback), options);
  }
}

export class TurnsHttpsAgent extends HttpsAgent {
  override createConnection(...[options, callback]: Parameters<Create>): ReturnType<Create> {
    return inTurns(super.createConnection(halfOpen(options), callback), options);
  }
}

/** The end of a response may wait for its parser, and Node.js would close the connection before. */
function halfOpen(options: ClientRequestArgs): ClientRequestArgs {
  return { ...options, allowHalfOpen: true } as ClientRequestArgs;
}

function inTurns(socket: ReturnType<Create>, { host }: ClientRequestArgs): ReturnType<Create> {
  if (!(socket instanceof Socket)) throw new TypeError('a connection of an agent is a socket');
  new InputTurns(socket, {
    client: host ?? '',
    turns,
    onHeld: () => undefined,
    parsers: 'one-each-response',
  });
  socket.on('end', () => socket.end());
  return socket;
}
