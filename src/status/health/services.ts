/** Services by their name in `tain.report_api`, which is also the component's key. An optional one exists while it has a heartbeat. */
export const SERVICES = {
  api: { name: 'Query service', description: 'REST queries of the mirror', position: 5, optional: false },
  contract_calls: {
    name: 'Contract calls',
    description: 'Simulated calls of smart contracts',
    position: 6,
    optional: true,
  },
  grpc: { name: 'gRPC', description: 'Topics and nodes over gRPC', position: 8, optional: true },
};

export type ServiceKey = keyof typeof SERVICES;

export const SERVICE_KEYS = Object.keys(SERVICES) as readonly ServiceKey[];
