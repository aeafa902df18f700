import { COUNTER } from '../../packages/network-simulator/src/programs/bytecode.ts';
import type { Fields, Key, Session } from './node-session.ts';

/** Scenarios of a developer with an SDK, each with its result as plain values. */

const text = (value: unknown): string => String(value);
const bytes = (value: unknown): string => Buffer.from(value as Uint8Array).toString();
const list = (value: unknown): unknown[] => [...(value as Iterable<unknown>)];

/** Creates an account with a new key. */
async function newAccount(session: Session, calls: Fields = {}): Promise<{ id: unknown; key: Key }> {
  const key = session.keys.generateED25519();
  const { accountId } = await session.send('AccountCreateTransaction', {
    setKeyWithoutAlias: key.publicKey,
    setInitialBalance: session.hbar(20),
    ...calls,
  });
  return { id: accountId, key };
}

async function accounts(session: Session): Promise<unknown> {
  const { id, key } = await newAccount(session, { setAccountMemo: 'first' });
  const next = session.keys.generateECDSA();
  const info = await session.query('AccountInfoQuery', { setAccountId: id });
  const update = { setAccountId: id, setAccountMemo: 'second', setKey: next.publicKey };
  const unsigned = await session.fails('AccountUpdateTransaction', update);
  await session.send('AccountUpdateTransaction', update, [key, next]);
  const updated = await session.query('AccountInfoQuery', { setAccountId: id });
  const before = await session.query('AccountBalanceQuery', { setAccountId: id });
  await session.send('TransferTransaction', {
    addHbarTransfer: [
      ['0.0.2', session.hbar(-3)],
      [id, session.hbar(3)],
    ],
  });
  const after = await session.query('AccountBalanceQuery', { setAccountId: id });
  const records = await session.query('AccountRecordsQuery', { setAccountId: id });
  const removed = await session.fails(
    'AccountDeleteTransaction',
    { setAccountId: id, setTransferAccountId: '0.0.2' },
    [next],
  );
  return {
    created: [text(info.accountMemo), text(info.key) === text(key.publicKey), text(info.balance)],
    unsigned,
    updated: [text(updated.accountMemo), text(updated.key) === text(next.publicKey)],
    balances: [text(before.hbars), text(after.hbars)],
    records: list(records).length,
    removed,
    gone: [
      await session.refuses('AccountInfoQuery', { setAccountId: id }),
      await session.refuses('AccountBalanceQuery', { setAccountId: id }),
    ],
  };
}

/** Creates accounts by a transfer. Their first signature sets their key. */
async function aliases(session: Session): Promise<unknown> {
  const key = session.keys.generateECDSA();
  const address = key.publicKey.toEvmAddress();
  const byAddress = session.of('AccountId', 'fromEvmAddress', 0, 0, address);
  const record = await session.record('TransferTransaction', {
    addHbarTransfer: [
      ['0.0.2', session.hbar(-7)],
      [byAddress, session.hbar(7)],
    ],
  });
  const receipts = (await session.query('TransactionReceiptQuery', {
    setTransactionId: record.transactionId,
    setIncludeChildren: true,
  })) as { children: readonly Fields[] };
  const id = receipts.children[0]?.accountId;
  const hollow = await session.query('AccountInfoQuery', { setAccountId: id });
  // The first transaction of the account completes it.
  const { client } = session;
  const built = session
    .build('TransferTransaction', {
      setTransactionId: session.of('TransactionId', 'generate', id),
      addHbarTransfer: [
        [id, session.hbar(-1)],
        ['0.0.2', session.hbar(1)],
      ],
    })
    .freezeWith(client);
  const response = (await (await built.sign(key)).execute(client)) as {
    getReceipt(client: unknown): Promise<Fields>;
  };
  await response.getReceipt(client);
  const complete = await session.query('AccountInfoQuery', { setAccountId: id });
  const withAlias = session.keys.generateECDSA();
  const created = await session
    .send('AccountCreateTransaction', { setECDSAKeyWithAlias: withAlias.publicKey }, [withAlias])
    .catch(() =>
      // Calls the method by its name in the older SDK.
      session.send(
        'AccountCreateTransaction',
        { setKey: withAlias.publicKey, setAlias: withAlias.publicKey.toEvmAddress() },
        [withAlias],
      ),
    );
  const aliased = await session.query('AccountInfoQuery', { setAccountId: created.accountId });
  return {
    children: receipts.children.length,
    hollow: [text(hollow.contractAccountId) === address, text(hollow.balance)],
    complete: text(complete.key) === text(key.publicKey),
    aliased: text(aliased.contractAccountId) === withAlias.publicKey.toEvmAddress(),
  };
}

async function thresholds(session: Session): Promise<unknown> {
  const [one, two, three, four] = [0, 1, 2, 3].map(() => session.keys.generateED25519());
  if (!one || !two || !three || !four) throw new Error('no keys');
  const inner = session.make('KeyList', [three.publicKey, four.publicKey]);
  const key = session.make('KeyList', [one.publicKey, two.publicKey, inner], 2);
  const { id } = await newAccount(session, { setKeyWithoutAlias: key });
  const spend = (...signers: Key[]) =>
    session.fails(
      'TransferTransaction',
      {
        addHbarTransfer: [
          [id, session.hbar(-1)],
          ['0.0.2', session.hbar(1)],
        ],
      },
      signers,
    );
  return [
    await spend(),
    await spend(one),
    await spend(one, three),
    await spend(one, three, four),
    await spend(one, two),
  ];
}

async function tokens(session: Session): Promise<unknown> {
  const admin = session.keys.generateED25519();
  const holder = await newAccount(session);
  const other = await newAccount(session, { setMaxAutomaticTokenAssociations: -1 });
  const fee = session.build('CustomFixedFee', { setAmount: 5, setFeeCollectorAccountId: '0.0.2' });
  const share = session.build('CustomFractionalFee', {
    setNumerator: 1,
    setDenominator: 10,
    setFeeCollectorAccountId: '0.0.2',
    setAllCollectorsAreExempt: true,
  });
  const all = Object.fromEntries(
    ['Admin', 'Kyc', 'Freeze', 'Wipe', 'Supply', 'Pause', 'FeeSchedule', 'Metadata'].map((name) => [
      `set${name}Key`,
      admin.publicKey,
    ]),
  );
  const { tokenId: token } = await session.send(
    'TokenCreateTransaction',
    {
      setTokenName: 'Try',
      setTokenSymbol: 'TRY',
      setDecimals: 2,
      setInitialSupply: 10_000,
      setTreasuryAccountId: '0.0.2',
      setCustomFees: [[share]],
      ...all,
    },
    [admin],
  );
  const about = { setTokenId: token };
  const move = (to: unknown, from: unknown, amount: number, ...signers: Key[]) =>
    session.fails(
      'TransferTransaction',
      {
        addTokenTransfer: [
          [token, from, -amount],
          [token, to, amount],
        ],
      },
      signers,
    );
  const of = (id: unknown) => ({ setAccountId: id, ...about });
  const steps = {
    unassociated: await move(holder.id, '0.0.2', 1_000),
    associate: await session.fails(
      'TokenAssociateTransaction',
      { setAccountId: holder.id, setTokenIds: [[token]] },
      [holder.key],
    ),
    noKyc: await move(holder.id, '0.0.2', 1_000),
    kyc: await session.fails('TokenGrantKycTransaction', of(holder.id), [admin]),
    sent: await move(holder.id, '0.0.2', 1_000),
    automatic: await move(other.id, holder.id, 500, holder.key),
    associateOther: await session.fails(
      'TokenAssociateTransaction',
      { setAccountId: other.id, setTokenIds: [[token]] },
      [other.key],
    ),
    kycOther: await session.fails('TokenGrantKycTransaction', of(other.id), [admin]),
    sentOn: await move(other.id, holder.id, 500, holder.key),
    freeze: await session.fails('TokenFreezeTransaction', of(holder.id), [admin]),
    frozen: await move(other.id, holder.id, 10, holder.key),
    unfreeze: await session.fails('TokenUnfreezeTransaction', of(holder.id), [admin]),
    pause: await session.fails('TokenPauseTransaction', about, [admin]),
    paused: await move(other.id, holder.id, 10, holder.key),
    unpause: await session.fails('TokenUnpauseTransaction', about, [admin]),
    mint: text(
      (await session.send('TokenMintTransaction', { ...about, setAmount: 500 }, [admin])).totalSupply,
    ),
    burn: text(
      (await session.send('TokenBurnTransaction', { ...about, setAmount: 200 }, [admin])).totalSupply,
    ),
    wipe: text(
      (await session.send('TokenWipeTransaction', { ...of(other.id), setAmount: 50 }, [admin])).totalSupply,
    ),
    update: await session.fails(
      'TokenUpdateTransaction',
      { ...about, setTokenName: 'Tried', setTokenMemo: 'new' },
      [admin],
    ),
    fees: await session.fails('TokenFeeScheduleUpdateTransaction', { ...about, setCustomFees: [[fee]] }, [
      admin,
    ]),
    revoke: await session.fails('TokenRevokeKycTransaction', of(other.id), [admin]),
  };
  const info = await session.query('TokenInfoQuery', about);
  const balance = (await session.query('AccountBalanceQuery', { setAccountId: other.id })) as {
    tokens: { get(token: unknown): unknown };
  };
  const removed = await session.fails('TokenDeleteTransaction', about, [admin]);
  return {
    ...steps,
    info: [
      info.name,
      info.symbol,
      text(info.totalSupply),
      info.tokenMemo,
      text(info.treasuryAccountId),
      list(info.customFees).length,
    ],
    balance: text(balance.tokens.get(token)),
    removed,
    after: await move(other.id, '0.0.2', 1),
  };
}

async function nfts(session: Session): Promise<unknown> {
  const admin = session.keys.generateED25519();
  const buyer = await newAccount(session, { setMaxAutomaticTokenAssociations: 10 });
  const spender = await newAccount(session);
  const fallback = session.build('CustomFixedFee', { setHbarAmount: session.hbar(1) });
  const royalty = session.build('CustomRoyaltyFee', {
    setNumerator: 1,
    setDenominator: 20,
    setFallbackFee: fallback,
    setFeeCollectorAccountId: '0.0.2',
  });
  const { tokenId: token } = await session.send(
    'TokenCreateTransaction',
    {
      setTokenName: 'Picture',
      setTokenSymbol: 'PIC',
      setTokenType: session.of('TokenType', 'NonFungibleUnique'),
      setSupplyType: session.of('TokenSupplyType', 'Finite'),
      setMaxSupply: 10,
      setTreasuryAccountId: '0.0.2',
      setAdminKey: admin.publicKey,
      setSupplyKey: admin.publicKey,
      setMetadataKey: admin.publicKey,
      setCustomFees: [[royalty]],
    },
    [admin],
  );
  const metadata = ['a', 'b', 'c'].map((name) => Buffer.from(name));
  const minted = await session.send('TokenMintTransaction', { setTokenId: token, setMetadata: [metadata] }, [
    admin,
  ]);
  const nft = (serial: number) => session.make('NftId', token, serial);
  const sent = await session.fails('TransferTransaction', {
    addNftTransfer: [[nft(1), '0.0.2', buyer.id]],
  });
  const info = async (serial: number): Promise<Fields | undefined> =>
    (list(await session.query('TokenNftInfoQuery', { setNftId: nft(serial) })) as Fields[])[0];
  const first = await info(1);
  await session.send(
    'AccountAllowanceApproveTransaction',
    { approveTokenNftAllowance: [nft(1), buyer.id, spender.id] },
    [buyer.key],
  );
  const allowed = await info(1);
  const updated = await session.fails(
    'TokenUpdateNftsTransaction',
    { setTokenId: token, setSerialNumbers: [[2]], setMetadata: Buffer.from('new') },
    [admin],
  );
  const burnt = await session.send('TokenBurnTransaction', { setTokenId: token, setSerials: [[3]] }, [admin]);
  const nineMinted = await session.fails(
    'TokenMintTransaction',
    { setTokenId: token, setMetadata: [Array.from({ length: 9 }, () => Buffer.from('x'))] },
    [admin],
  );
  return {
    serials: list(minted.serials).map(text),
    sent,
    owner: text(first?.accountId) === text(buyer.id),
    metadata: bytes(first?.metadata),
    spender: text(allowed?.spenderId) === text(spender.id),
    updated: [updated, bytes((await info(2))?.metadata)],
    burnt: [text(burnt.totalSupply), await session.refuses('TokenNftInfoQuery', { setNftId: nft(3) })],
    nineMinted,
  };
}

async function airdrops(session: Session): Promise<unknown> {
  const receiver = await newAccount(session);
  const { tokenId: token } = await session.send('TokenCreateTransaction', {
    setTokenName: 'Drop',
    setTokenSymbol: 'DRP',
    setInitialSupply: 1_000,
    setTreasuryAccountId: '0.0.2',
  });
  const drop = () =>
    session.record('TokenAirdropTransaction', {
      addTokenTransfer: [
        [token, '0.0.2', -10],
        [token, receiver.id, 10],
      ],
    });
  const pendingOf = (record: Fields) =>
    (list(record.newPendingAirdrops) as { airdropId: unknown }[]).map(({ airdropId }) => airdropId);
  const first = pendingOf(await drop());
  const claimed = await session.fails('TokenClaimAirdropTransaction', { addPendingAirdropId: first[0] }, [
    receiver.key,
  ]);
  const direct = pendingOf(await drop());
  const rejected = await session.fails(
    'TokenRejectTransaction',
    { setOwnerId: receiver.id, addTokenId: token },
    [receiver.key],
  );
  const late = await newAccount(session);
  const again = await session.record('TokenAirdropTransaction', {
    addTokenTransfer: [
      [token, '0.0.2', -5],
      [token, late.id, 5],
    ],
  });
  const cancelled = await session.fails('TokenCancelAirdropTransaction', {
    addPendingAirdropId: pendingOf(again)[0],
  });
  return { pending: first.length, claimed, direct: direct.length, rejected, cancelled };
}

async function allowances(session: Session): Promise<unknown> {
  const owner = await newAccount(session);
  const spender = await newAccount(session);
  await session.send(
    'AccountAllowanceApproveTransaction',
    { approveHbarAllowance: [owner.id, spender.id, session.hbar(5)] },
    [owner.key],
  );
  const spend = (amount: number) =>
    session.fails(
      'TransferTransaction',
      {
        setTransactionId: session.of('TransactionId', 'generate', spender.id),
        addApprovedHbarTransfer: [owner.id, session.hbar(-amount)],
        addHbarTransfer: [['0.0.2', session.hbar(amount)]],
      },
      [spender.key],
    );
  return [await spend(3), await spend(3), await spend(2)];
}

async function topics(session: Session): Promise<unknown> {
  const admin = session.keys.generateED25519();
  const submit = session.keys.generateED25519();
  const { topicId: topic } = await session.send(
    'TopicCreateTransaction',
    { setTopicMemo: 'talk', setAdminKey: admin.publicKey, setSubmitKey: submit.publicKey },
    [admin],
  );
  const sendMessage = (message: string, ...signers: Key[]) =>
    session.fails('TopicMessageSubmitTransaction', { setTopicId: topic, setMessage: message }, signers);
  const unsigned = await sendMessage('no');
  const one = await session.send('TopicMessageSubmitTransaction', { setTopicId: topic, setMessage: 'yes' }, [
    submit,
  ]);
  const large = await sendMessage('x'.repeat(2_500), submit);
  let info = await session.query('TopicInfoQuery', { setTopicId: topic });
  // The receipt is of the first chunk; the other two may follow in the next block.
  for (let attempts = 0; attempts < 50 && text(info.sequenceNumber) !== '4'; attempts += 1) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    info = await session.query('TopicInfoQuery', { setTopicId: topic });
  }
  const updated = await session.fails('TopicUpdateTransaction', { setTopicId: topic, setTopicMemo: 'more' }, [
    admin,
  ]);
  const later = await session.query('TopicInfoQuery', { setTopicId: topic });
  const removed = await session.fails('TopicDeleteTransaction', { setTopicId: topic }, [admin]);
  return {
    unsigned,
    first: text(one.topicSequenceNumber),
    large,
    info: [info.topicMemo, text(info.sequenceNumber)],
    updated: [updated, later.topicMemo],
    removed,
    gone: [await sendMessage('late', submit), await session.refuses('TopicInfoQuery', { setTopicId: topic })],
  };
}

async function files(session: Session): Promise<unknown> {
  const key = session.keys.generateED25519();
  const { fileId: file } = await session.send(
    'FileCreateTransaction',
    { setKeys: [[key.publicKey]], setContents: 'begin ', setFileMemo: 'book' },
    [key],
  );
  const appended = await session.fails(
    'FileAppendTransaction',
    { setFileId: file, setContents: 'y'.repeat(9_000) },
    [key],
  );
  const contents = await session.query('FileContentsQuery', { setFileId: file });
  const info = await session.query('FileInfoQuery', { setFileId: file });
  const unsigned = await session.fails('FileUpdateTransaction', { setFileId: file, setContents: 'other' });
  const updated = await session.fails('FileUpdateTransaction', { setFileId: file, setContents: 'other' }, [
    key,
  ]);
  const after = bytes(await session.query('FileContentsQuery', { setFileId: file }));
  const removed = await session.fails('FileDeleteTransaction', { setFileId: file }, [key]);
  const gone = await session.query('FileInfoQuery', { setFileId: file });
  return {
    appended,
    contents: [bytes(contents).slice(0, 8), bytes(contents).length],
    info: [text(info.size), info.fileMemo, info.isDeleted],
    unsigned,
    updated: [updated, after],
    removed,
    gone: gone.isDeleted,
  };
}

async function schedules(session: Session): Promise<unknown> {
  const payer = await newAccount(session);
  const { client } = session;
  const inner = (amount: number) =>
    session.build('TransferTransaction', {
      addHbarTransfer: [
        [payer.id, session.hbar(-amount)],
        ['0.0.2', session.hbar(amount)],
      ],
    });
  const created = await session.send('ScheduleCreateTransaction', {
    setScheduledTransaction: inner(2),
    setScheduleMemo: 'later',
    setAdminKey: (client as unknown as { operatorPublicKey: unknown }).operatorPublicKey,
  });
  const id = created.scheduleId;
  const waiting = await session.query('ScheduleInfoQuery', { setScheduleId: id });
  const again = await session.fails('ScheduleCreateTransaction', {
    setScheduledTransaction: inner(2),
    setScheduleMemo: 'later',
    setAdminKey: (client as unknown as { operatorPublicKey: unknown }).operatorPublicKey,
  });
  const signed = await session.fails('ScheduleSignTransaction', { setScheduleId: id }, [payer.key]);
  const done = await session.query('ScheduleInfoQuery', { setScheduleId: id });
  const receipt = await session.query('TransactionReceiptQuery', {
    setTransactionId: created.scheduledTransactionId,
  });
  const other = await session.send('ScheduleCreateTransaction', {
    setScheduledTransaction: inner(3),
    setAdminKey: (client as unknown as { operatorPublicKey: unknown }).operatorPublicKey,
  });
  const removed = await session.fails('ScheduleDeleteTransaction', { setScheduleId: other.scheduleId });
  const deleted = await session.query('ScheduleInfoQuery', { setScheduleId: other.scheduleId });
  return {
    waiting: [waiting.scheduleMemo, waiting.executed === null],
    again,
    signed,
    executed: done.executed !== null,
    receipt: text(receipt.status),
    removed: [removed, deleted.deleted !== null],
  };
}

async function batches(session: Session): Promise<unknown> {
  const { client } = session;
  const key = session.keys.generateED25519();
  const person = await newAccount(session);
  type Batchify = { batchify(client: unknown, key: unknown): Promise<unknown> };
  const inner = (amount: number) =>
    (
      session.build('TransferTransaction', {
        addHbarTransfer: [
          ['0.0.2', session.hbar(-amount)],
          [person.id, session.hbar(amount)],
        ],
      }) as unknown as Batchify
    ).batchify(client, key.publicKey);
  const whole = await session.fails(
    'BatchTransaction',
    { addInnerTransaction: [[await inner(1)], [await inner(2)]] },
    [key],
  );
  const balance = await session.query('AccountBalanceQuery', { setAccountId: person.id });
  return { whole, balance: text(balance.hbars) };
}

async function contracts(session: Session): Promise<unknown> {
  const admin = session.keys.generateED25519();
  const { fileId } = await session.send('FileCreateTransaction', {
    setKeys: [[(session.client as unknown as { operatorPublicKey: unknown }).operatorPublicKey]],
    setContents: Buffer.from(COUNTER.initcode).toString('hex'),
  });
  const { contractId: contract } = await session.send(
    'ContractCreateTransaction',
    { setBytecodeFileId: fileId, setGas: 300_000, setAdminKey: admin.publicKey, setContractMemo: 'counts' },
    [admin],
  );
  const call = { setContractId: contract, setGas: 100_000 };
  const increment = await session.record('ContractExecuteTransaction', { ...call, setFunction: 'increment' });
  const result = increment.contractFunctionResult as {
    getUint256(at: number): unknown;
    readonly logs: readonly unknown[];
  };
  const count = (await session.query('ContractCallQuery', { ...call, setFunction: 'count' })) as {
    getUint256?(at: number): unknown;
  };
  const info = await session.query('ContractInfoQuery', { setContractId: contract });
  const code = await session.query('ContractByteCodeQuery', { setContractId: contract });
  const reverted = await session.fails('ContractExecuteTransaction', { ...call, setFunction: 'nothing' });
  const poor = await session.fails('ContractExecuteTransaction', {
    ...call,
    setGas: 21_500,
    setFunction: 'increment',
  });
  const updated = await session.fails(
    'ContractUpdateTransaction',
    { setContractId: contract, setContractMemo: 'still' },
    [admin],
  );
  const removed = await session.fails(
    'ContractDeleteTransaction',
    { setContractId: contract, setTransferAccountId: '0.0.2' },
    [admin],
  );
  return {
    increment: [text(result.getUint256(0)), result.logs.length],
    count: text(count.getUint256?.(0)),
    info: [info.contractMemo, text(info.adminKey) === text(admin.publicKey)],
    code: Buffer.from(code as unknown as Uint8Array).equals(COUNTER.runtime),
    reverted,
    poor,
    updated,
    removed,
    gone: await session.refuses('ContractCallQuery', { ...call, setFunction: 'count' }),
  };
}

async function network(session: Session): Promise<unknown> {
  const version = await session.query('NetworkVersionInfoQuery');
  const rates = session.of(
    'ExchangeRates',
    'fromBytes',
    await session.query('FileContentsQuery', { setFileId: '0.0.112' }),
  ) as { currentRate: { cents: number; hbars: number } };
  const prng = await session.record('PrngTransaction', { setRange: 100 });
  const cost = await session.build('AccountInfoQuery', { setAccountId: '0.0.2' }).getCost(session.client);
  return {
    version: text((version.servicesVersion as Fields).minor),
    cents: rates.currentRate.cents / rates.currentRate.hbars,
    prng: typeof prng.prngNumber,
    cost: text(cost),
  };
}

async function errors(session: Session): Promise<unknown> {
  const { id, key } = await newAccount(session, { setInitialBalance: session.hbar(1) });
  const pay = (from: unknown, amount: number, ...signers: Key[]) =>
    session.fails(
      'TransferTransaction',
      {
        addHbarTransfer: [
          [from, session.hbar(-amount)],
          ['0.0.2', session.hbar(amount)],
        ],
      },
      signers,
    );
  return {
    unsigned: await pay(id, 1),
    tooMuch: await pay(id, 50, key),
    unknownAccount: await pay('0.0.99999999', 1),
    cheap: await session.fails(
      'TransferTransaction',
      {
        setTransactionId: session.of('TransactionId', 'generate', id),
        setMaxTransactionFee: session.of('Hbar', 'fromTinybars', 1),
        addHbarTransfer: [
          [id, session.hbar(-0.1)],
          ['0.0.2', session.hbar(0.1)],
        ],
      },
      [key],
    ),
    longMemo: await session.fails('TransferTransaction', {
      setTransactionMemo: 'm'.repeat(101),
      addHbarTransfer: [
        ['0.0.2', session.hbar(-1)],
        [id, session.hbar(1)],
      ],
    }),
    token: await session.refuses('TokenInfoQuery', { setTokenId: '0.0.2' }),
    topic: await session.refuses('TopicInfoQuery', { setTopicId: '0.0.2' }),
    contract: await session.refuses('ContractInfoQuery', { setContractId: '0.0.2' }),
  };
}

export const SCENARIOS: Readonly<Record<string, (session: Session) => Promise<unknown>>> = {
  accounts,
  aliases,
  thresholds,
  tokens,
  nfts,
  airdrops,
  allowances,
  topics,
  files,
  schedules,
  batches,
  contracts,
  network,
  errors,
};
