/** The component of a service that reports what became of its requests. */
export interface ServiceComponent {
  readonly name: string;
  readonly description: string;
  /** Its place on the page. */
  readonly position: number;
  /** Not every mirror has it: it is a component while it gives signs of life. */
  readonly optional: boolean;
}

/** These services, by the name that each reports under (`tain.report_api`), which is its component's key. */
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
