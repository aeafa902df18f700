/** Component of a service that reports the outcome of its requests. */
export interface ServiceComponent {
  readonly name: string;
  readonly description: string;
  /** Position on the page. */
  readonly position: number;
  /** Whether the component is optional: it exists while it has a heartbeat. */
  readonly optional: boolean;
}

/** Services by their name in `tain.report_api`, which is also the component's key. */
export const SERVICES = {
  api: { name: 'Query service', description: 'REST queries of the mirror', position: 5, optional: false },
  contract_calls: {
    name: 'Contract calls',
    description: 'Simulated calls of smart contracts',
    position: 6,
    optional: true,
  },
  grpc: { name: 'gRPC', description: 'Topics and nodes over gRPC', position: 8, optional: true },
} as const satisfies Readonly<Record<string, ServiceComponent>>;

export type ServiceKey = keyof typeof SERVICES;

export const SERVICE_KEYS = Object.keys(SERVICES) as readonly ServiceKey[];
