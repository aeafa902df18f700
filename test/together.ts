// Before each file of tests that shares its process with others: it has the keys of the pool from the first on.
(globalThis as { [key: symbol]: (() => void) | undefined })[Symbol.for('tain: keys from the first')]?.();
