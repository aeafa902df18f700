// Last step of the GitHub Action (action.yml): stops the network, and prints the end of its log.
import { setTimeout as sleep } from 'node:timers/promises';
import { printLog } from './print-log.js';

/** Milliseconds that a network has for its end before it is killed. */
const STOP_TIMEOUT_MS = 15_000;
const POLL_INTERVAL_MS = 100;
const { STATE_pid: pid, STATE_log: log, 'INPUT_LOG-LINES': lines } = process.env;

/** Sends a signal, 0 for none; false when no process has the id. */
function signal(name) {
  try {
    return process.kill(Number(pid), name);
  } catch {
    return false;
  }
}

// Empty when the start failed before there was a network.
if (pid) {
  signal('SIGTERM');
  const deadline = performance.now() + STOP_TIMEOUT_MS;
  while (signal(0) && performance.now() < deadline) await sleep(POLL_INTERVAL_MS);
  signal('SIGKILL');
  printLog(log, Number(lines));
}
