// The services of consensus nodes, for the simulated network.
import { loadProtos } from './load-protos.js';

const INPUTS = { Transaction: 'transaction', Query: 'query' };

/**
 * Returns a module with the services of the files in `folder`: their full names, and the input of each procedure. Services
 * with other inputs belong to other programs. `protobuf` is protobufjs.
 */
export function rpcsModule(protobuf, folder) {
  const { Namespace, Service } = protobuf;
  const services = {};
  const visit = (space) => {
    if (space instanceof Service) {
      const rpcs = space.methodsArray.map(({ name, requestType, requestStream, responseStream }) => [
        name,
        requestStream || responseStream ? undefined : INPUTS[requestType.split('.').at(-1)],
      ]);
      if (rpcs.every(([, input]) => input !== undefined))
        services[space.fullName.slice(1)] = Object.fromEntries(rpcs);
    } else if (space instanceof Namespace) space.nestedArray.forEach(visit);
  };
  visit(loadProtos(protobuf, folder));
  const sorted = Object.fromEntries(Object.entries(services).sort(([a], [b]) => (a < b ? -1 : 1)));
  return `export const SERVICES = ${JSON.stringify(sorted, null, 1)};\n`;
}

export const RPC_TYPES = [
  '/** Services of consensus nodes by full name: their procedures, and the input of each. */',
  "export const SERVICES: Readonly<Record<string, Readonly<Record<string, 'transaction' | 'query'>>>>;",
  '',
].join('\n');
