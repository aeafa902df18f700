import { TestClient, transfer } from './client.ts';
import { startNetwork } from './live-network.ts';

/** Runs a network until it is killed, and reports the bytes of each transaction whose receipt it has read. */
const { node } = await startNetwork({}, process.argv[2]);
const client = new TestClient(node);
for (;;) {
  const { id, bytes } = client.make(transfer(2, 1002, 1));
  const { code } = await client.submit(bytes);
  if (code !== 0) throw new Error(`refused with ${code}`);
  await client.ended(id);
  process.send?.(Buffer.from(bytes).toString('hex'));
}
