/**
 * For the framework's `schemaController`: no route of ours has a schema of its kind. Without this it loads what would compile
 * them, a tenth of the code of a service.
 */
export const NO_SCHEMAS = {
  compilersFactory: { buildValidator: refuseSchema, buildSerializer: refuseSchema },
};

function refuseSchema(): never {
  throw new Error('routes have no schemas of the framework');
}
