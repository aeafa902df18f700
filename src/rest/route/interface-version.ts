/** Version of the public mirror's interface that the routes follow: `info.version` of its own description. */
export const INTERFACE_VERSION = '0.160.0-SNAPSHOT';
