/**
 * Empty `schemaController` of Fastify, because no route has a schema of its kind. The default loads the schema compilers, a
 * tenth of the code of a service.
 */
export const NO_SCHEMAS = {
  compilersFactory: { buildValidator: refuseSchema, buildSerializer: refuseSchema },
};

function refuseSchema(): never {
  throw new Error('routes have no schemas of the framework');
}
