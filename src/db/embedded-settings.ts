const MEGABYTE = 1024 * 1024;

/**
 * Settings of the embedded server, for bulk loading and point reads on one machine.
 * `memory` is what there is of it, in bytes.
 */
export function serverSettings(memory: number): Record<string, string> {
  const megabytes = (share: number, least: number, most: number): string =>
    `${Math.round(Math.min(most, Math.max(least, (memory * share) / MEGABYTE)))}MB`;
  return {
    // What ingest writes to (the ends of every account's part of an index) should fit: five million
    // transactions with a gigabyte were read from the system's cache, and written back, four times each.
    shared_buffers: megabytes(1 / 8, 64, 4096),
    effective_cache_size: megabytes(1 / 2, 256, 65_536),
    work_mem: '16MB',
    maintenance_work_mem: megabytes(1 / 64, 64, 512),
    max_connections: '64',
    // Every ledger row can be read again from the stream, and a restart resumes after the last block
    // that is on disk: a power cut may cost the last moments, never a half-written block.
    synchronous_commit: 'off',
    // After each checkpoint every page goes into the log whole when it first changes. Few checkpoints
    // while catching up cost disk and a longer start after a crash, many cost half of the speed;
    // compressing the pages costs more than writing them.
    wal_compression: 'off',
    max_wal_size: '16GB',
    // The log of a large transaction is written by the process that is there for it, not by the one that stores.
    wal_buffers: megabytes(1 / 128, 4, 64),
    wal_writer_delay: '20ms',
    checkpoint_timeout: '15min',
    // Pages that make room for others are written by the process that is there for it, too: as it is set up by
    // default it writes 500 a second, an import needs 3,000, and wrote the others itself (5 % of its time).
    bgwriter_delay: '20ms',
    bgwriter_lru_maxpages: '500',
    bgwriter_lru_multiplier: '4',
    wal_level: 'minimal',
    max_wal_senders: '0',
    random_page_cost: '1.1',
    effective_io_concurrency: '64',
    // Compiling costs more than any of our short queries.
    jit: 'off',
    // A client that was killed must not keep its query running.
    client_connection_check_interval: '1s',
    autovacuum_naptime: '20s',
    // Tables only grow: at a tenth more rows their statistics say hardly anything else, and reading samples of
    // all of them over and over took a fifth of a core of an import.
    autovacuum_analyze_scale_factor: '0.3',
    logging_collector: 'off',
    log_min_messages: 'warning',
    log_checkpoints: 'off',
    log_timezone: 'UTC',
    timezone: 'UTC',
    dynamic_shared_memory_type: 'posix',
  };
}
