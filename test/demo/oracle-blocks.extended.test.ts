import { describeStored } from './oracle/stored-demo.ts';

describeStored('record files and then blocks', 8);
