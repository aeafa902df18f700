-- How each block was proven when it was stored (docs/verification.md).
create type tain.proof_kind as enum (
  'record-signatures', 'record-file-proof', 'threshold-signature', 'state-proof', 'later-block', 'chain');

create table tain.block_proof (
  consensus_end bigint primary key,
  kind tain.proof_kind not null
);

-- Blocks that nobody is known to have signed: there are none, unless the operator accepts them.
create index block_proof__chain on tain.block_proof (consensus_end) where kind = 'chain';
