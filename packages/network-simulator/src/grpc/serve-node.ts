import { proto } from '@tain/protos/services';
import { long } from '../ledger/ids.ts';
import { answerQuery, NoQuery } from '../node/answer-query.ts';
import type { ConsensusNode } from '../node/consensus-node.ts';
import type { NodeLimits } from '../node/node-limits.ts';
import { NodeServer, type NodeServerOptions } from './node-server.ts';

export interface ServedNode {
  /** The node. Calls that arrive before the promise resolves wait for it. */
  readonly node: ConsensusNode | Promise<ConsensusNode>;
  readonly host: string;
  /** TCP port; 0 for any free port. */
  readonly port: number;
  readonly limits?: Partial<NodeLimits>;
  readonly streamOf?: NodeServerOptions['streamOf'];
  readonly answers?: NodeServerOptions['answers'];
  readonly log?: { warn(fields: object, message: string): void } | undefined;
}

/**
 * Serves the API of a consensus node over gRPC. All nodes of the network share this port, because SDKs use the next
 * port for TLS. Rejects with the error of `listen` when the port is taken.
 */
export async function serveNode({
  node,
  host,
  port,
  limits,
  streamOf,
  answers,
  log,
}: ServedNode): Promise<NodeServer> {
  const onFailure = (error: unknown): void => {
    log?.warn({ err: error }, 'A call of the demo network failed');
  };
  return NodeServer.start({
    host,
    port,
    ...(limits && { limits }),
    ...(streamOf && { streamOf }),
    ...(answers && { answers }),
    onFailure,
    calls: {
      async transaction(bytes) {
        const { code, cost } = await (await node).submit(bytes);
        return proto.TransactionResponse.encode({
          nodeTransactionPrecheckCode: code,
          cost: long(cost),
        }).finish();
      },
      async query(bytes, by) {
        try {
          return await answerQuery({ node: await node, onFailure, ...by }, bytes);
        } catch (error) {
          if (error instanceof NoQuery) return null;
          throw error;
        }
      },
    },
  });
}
