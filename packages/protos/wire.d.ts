export { Reader, Writer } from 'protobufjs';
