// Reader and writer of single fields, for messages without generated code. The runtime is CommonJS, of which an ES module can
// import `default` only.
import protobuf from 'protobufjs/minimal.js';

export const { Reader, Writer } = protobuf;
