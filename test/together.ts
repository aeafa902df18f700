// Runs before each test file that shares its process with others: each starts with the pool's first key.
(globalThis as { [key: symbol]: (() => void) | undefined })[Symbol.for('tain: keys from the first')]?.();
