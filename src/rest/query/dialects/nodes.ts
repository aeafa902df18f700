import { NETWORK, type NetworkDialect, readNetworkRequest } from './network.ts';

/**
 * The dialect of the lists of nodes and registered nodes. It is the dialect of the network, but every invalid parameter
 * is reported, by its name, and a parameter with one value must not be repeated.
 */
export const NODES: NetworkDialect = {
  ...NETWORK,
  readRequest: (declared, request) => readNetworkRequest({ reportsAllInvalid: true }, declared, request),
  readPath: (pathParameters, request) =>
    readNetworkRequest({ reportsAllInvalid: true }, { pathParameters, parameters: {} }, request).pathValues,
};
