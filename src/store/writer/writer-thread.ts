/** The thread of a `ThreadWriter`: runs its commands on its own connection. */
import { parentPort, workerData } from 'node:worker_threads';
import { messageOf } from '../../kernel/failure.ts';
import { collectWhenIdle } from '../../threads/idle-collection.ts';
import type { WriterAnswer, WriterCommand, WriterStart } from './thread-writer.ts';
import { WriterConnection } from './writer.ts';

collectWhenIdle();
if (!parentPort) throw new Error('this module runs in a thread of its own');
const port = parentPort;
const { target, options } = workerData as WriterStart;
const opened = WriterConnection.open(target, options);
// The caller of the first command gets the error.
opened.catch(() => undefined);

port.on('message', (command: WriterCommand) => {
  carryOut(command).then(
    (result) => answer({ id: command.id, result }),
    (error: unknown) => answer({ id: command.id, failure: describe(error) }),
  );
});

function answer(message: WriterAnswer): void {
  port.postMessage(message);
}

async function carryOut(command: WriterCommand): Promise<unknown> {
  const writer = await opened;
  switch (command.kind) {
    case 'query':
      return writer.query(command.text, command.values);
    case 'queryText':
      return writer.queryText(command.text, command.values);
    case 'copy':
      return writer.copy(command.table, command.columns, command.chunks);
    case 'end':
      await writer.end();
      port.close();
      return undefined;
  }
}

/** Errors lose their own fields between threads. */
function describe(error: unknown): { message: string; code: string | null } {
  const message = messageOf(error);
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return { message, code: typeof code === 'string' ? code : null };
}
