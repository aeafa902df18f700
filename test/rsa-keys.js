// RSA keys from a pool. Generating one takes almost a second, and every network of a test has several: that was a third of a run.
// `global-setup.ts` sets the pool's folder and makes Node.js load this file first in every process of a run. A process never gets
// a key twice; the next process gets the same keys in the same order, and so does the next test file in the same process
// (`together.ts`).
import crypto from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';

const folder = process.env.RSA_KEY_POOL;
const { generateKeyPair, generateKeyPairSync } = crypto;
const generate = promisify(generateKeyPair);
/** Number of keys that this process has taken, by length in bits. */
const taken = new Map();

/** Whether a key comes from the pool: an RSA key without special options. */
function isPooled(type, options) {
  return type === 'rsa' && Object.keys(options ?? {}).join() === 'modulusLength';
}

function nextFile(bits) {
  const index = taken.get(bits) ?? 0;
  taken.set(bits, index + 1);
  return path.join(folder, `${bits}-${index}.pem`);
}

function pairOf(pem) {
  const privateKey = crypto.createPrivateKey(pem);
  return { publicKey: crypto.createPublicKey(privateKey), privateKey };
}

function pairIn(file) {
  try {
    return pairOf(readFileSync(file));
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    return null;
  }
}

/** Stores a key in the pool atomically. Returns the key of another process if that one stored its key first. */
function store(file, { privateKey }) {
  const own = `${file}.${process.pid}`;
  writeFileSync(own, privateKey.export({ format: 'pem', type: 'pkcs8' }), { mode: 0o600 });
  try {
    linkSync(own, file);
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  } finally {
    rmSync(own);
  }
  return pairIn(file);
}

async function takePair(bits) {
  const file = nextFile(bits);
  return pairIn(file) ?? store(file, await generate('rsa', { modulusLength: bits }));
}

if (folder) {
  globalThis[Symbol.for('tain: keys from the first')] = () => taken.clear();
  crypto.generateKeyPairSync = (type, options) => {
    if (!isPooled(type, options)) return generateKeyPairSync(type, options);
    const file = nextFile(options.modulusLength);
    return pairIn(file) ?? store(file, generateKeyPairSync(type, options));
  };
  crypto.generateKeyPair = (type, options, done) => {
    if (!isPooled(type, options)) return generateKeyPair(type, options, done);
    takePair(options.modulusLength).then(
      ({ publicKey, privateKey }) => done(null, publicKey, privateKey),
      (error) => done(error),
    );
  };
  crypto.generateKeyPair[promisify.custom] = (type, options) =>
    isPooled(type, options) ? takePair(options.modulusLength) : generate(type, options);
  syncBuiltinESMExports();
}
