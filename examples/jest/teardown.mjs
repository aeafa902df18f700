export default () => globalThis.network.stop();
