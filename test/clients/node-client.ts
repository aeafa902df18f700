import { SCENARIOS } from './node-scenarios.ts';
import { type Client, type ClientMaker, Session } from './node-session.ts';
import { report, task } from './program.ts';

/**
 * Sends transactions and queries to a simulated network with both SDKs. `task.url` is the node's address; `task.ids`
 * names the operator: `account`, and its key in `publicKey`.
 */
const [name = '', only] = process.argv.slice(3);
const results: Record<string, unknown> = {};
const connect = (clients: ClientMaker): Client =>
  clients.forNetwork({ [task.url]: '0.0.3' }, { scheduleNetworkUpdate: false });
const session = await Session.open(name, connect);
session.client.setOperator(task.ids.account, session.keys.fromStringED25519(task.ids.publicKey));
session.client.setMaxAttempts(20);
for (const [title, run] of Object.entries(SCENARIOS)) {
  if (only !== undefined && only !== title) continue;
  results[title] = await run(session).catch((error: Error) => ({ error: error.message }));
}
session.client.close();
report(results);
