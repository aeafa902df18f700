// Reading and writing fields by hand, of messages that are not worth generated code. The runtime is CommonJS, which gives
// an ES module no names but `default`.
import protobuf from 'protobufjs/minimal.js';

export const { Reader, Writer } = protobuf;
