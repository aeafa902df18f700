import {
  addressOf,
  addressWord,
  mappingSlot,
  word,
} from '../../../../packages/network-simulator/src/ledger/words.ts';
import { programNamed } from '../../../../packages/network-simulator/src/programs/programs.ts';
import { errorText, type Frame, NOTHING, Revert, type Twin } from './frame.ts';

/**
 * Functions of contracts.sol, by selector. Storage, logs, results and gas equal those of an EVM that runs their code.
 * The gas was measured that way.
 */
const topic = (hex: string): Buffer => Buffer.from(hex, 'hex');
const INCREMENTED = topic('38ac789ed44572701765277c4d0970f2db1c1a571ed39e84358095ae4eaa5420');
const TRANSFER = topic('ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef');
const APPROVAL = topic('8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925');
const DEPOSITED = topic('2da466a7b24304f47e87fa2e1e5a81b9831ce54fec19055ce277ca2f39ba42c4');
const WITHDRAWN = topic('7084f5476618d8e60b11ef0d7d3f06914655adb8793e28ff7f018d4c76d505d5');
const MADE = topic('99c91bb90f27724167d0dd0822f9da968c941dd58bdd4f33f699de688a3cad74');
const MOVED = topic('607e1b7c13d4d8e2dbf4eeab0efc5b6298f34584be273916b8e20a9987542e5f');
const INSUFFICIENT_BALANCE = topic('db42144d');
const WORD = 1n << 256n;
/** Number of the token service, address 0x167. */
const TOKEN_SERVICE = 359;

/** Adds to a slot and returns the sum. */
function add(frame: Frame, slot: bigint, amount: bigint): bigint {
  const sum = (frame.load(slot) + amount) % WORD;
  frame.store(slot, sum);
  return sum;
}

const counter: Twin = {
  program: programNamed('Counter'),
  functions: {
    // increment()
    d09de08a: {
      gas: 6_354,
      run(frame) {
        add(frame, mappingSlot(frame.sender, 1n), 1n);
        const count = add(frame, 0n, 1n);
        frame.log([INCREMENTED, addressWord(frame.sender)], word(count));
        return word(count);
      },
    },
    // refuse(uint256)
    a60a07b2: {
      gas: 364,
      run(_, args) {
        if (args(0) !== 0n) throw new Revert(errorText('the counter refuses'));
        return NOTHING;
      },
    },
  },
};

const coin: Twin = {
  program: programNamed('Coin'),
  functions: {
    // mint(uint256)
    a0712d68: {
      gas: 6_556,
      run(frame, args) {
        add(frame, 0n, args(0));
        add(frame, mappingSlot(frame.sender, 1n), args(0));
        frame.log([TRANSFER, word(0n), addressWord(frame.sender)], word(args(0)));
        return NOTHING;
      },
    },
    // transfer(address,uint256)
    a9059cbb: {
      gas: 6_929,
      run(frame, args) {
        const to = addressOf(args(0));
        const value = args(1);
        const own = mappingSlot(frame.sender, 1n);
        const balance = frame.load(own);
        if (balance < value) {
          frame.used += 2_686 - 6_929;
          throw new Revert(
            Buffer.concat([INSUFFICIENT_BALANCE, addressWord(frame.sender), word(balance), word(value)]),
          );
        }
        frame.store(own, balance - value);
        add(frame, mappingSlot(to, 1n), value);
        frame.log([TRANSFER, addressWord(frame.sender), addressWord(to)], word(value));
        return word(1n);
      },
    },
    // approve(address,uint256)
    '095ea7b3': {
      gas: 4_523,
      run(frame, args) {
        const spender = addressOf(args(0));
        const ofOwner = mappingSlot(frame.sender, 2n);
        const slot = mappingSlot(spender, ofOwner);
        frame.load(slot);
        frame.store(slot, args(1));
        frame.log([APPROVAL, addressWord(frame.sender), addressWord(spender)], word(args(1)));
        return word(1n);
      },
    },
  },
};

const vault: Twin = {
  program: programNamed('Vault'),
  functions: {
    // deposit()
    d0e30db0: {
      gas: 6_055,
      payable: true,
      run(frame) {
        add(frame, mappingSlot(frame.sender, 0n), frame.value);
        add(frame, 1n, frame.value);
        frame.log([DEPOSITED, addressWord(frame.sender)], word(frame.value));
        return NOTHING;
      },
    },
    // withdraw(uint256)
    '2e1a7d4d': {
      gas: 13_916,
      run(frame, args) {
        const slot = mappingSlot(frame.sender, 0n);
        const held = frame.load(slot);
        if (held < args(0)) {
          frame.used += 2_523 - 13_916;
          throw new Revert(errorText('not that much'));
        }
        frame.store(slot, held - args(0));
        frame.store(1n, frame.load(1n) - args(0));
        if (!frame.send(frame.caller, args(0))) {
          frame.used += 194;
          throw new Revert(errorText('not sent'));
        }
        frame.used += 1_524;
        frame.log([WITHDRAWN, addressWord(frame.sender)], word(args(0)));
        return NOTHING;
      },
    },
  },
};

const factory: Twin = {
  program: programNamed('Factory'),
  functions: {
    // make(): the child's creation has its own gas.
    c6dad082: {
      gas: 32_391,
      run(frame) {
        const address = frame.create(counter.program);
        frame.used += 6_003;
        const made = add(frame, 0n, 1n);
        frame.load(1n);
        frame.store(1n, BigInt(`0x${Buffer.from(address).toString('hex')}`));
        frame.log([MADE, addressWord(address)], word(made));
        return addressWord(address);
      },
    },
    // poke(address): calls increment() of a counter.
    b1a997ac: {
      gas: 2_975,
      run(frame, args) {
        const { ledger } = frame.run;
        const target = ledger.numOf(addressOf(args(0)));
        if (ledger.programOf(target) !== counter.program.name) throw new Revert(NOTHING);
        const output = frame.call(target, topic('d09de08a'), counter);
        frame.used += 234;
        return output;
      },
    },
  },
};

const mover: Twin = {
  program: programNamed('Mover'),
  functions: {
    // move(address,address,int64)
    '0c104d3e': {
      gas: 3_238,
      run(frame, args) {
        const input = Buffer.concat([
          topic('eca36917'),
          word(args(0)),
          addressWord(frame.sender),
          word(args(1)),
          word(args(2)),
        ]);
        const answer = frame.system(TOKEN_SERVICE, input);
        if (answer[31] !== 22) {
          frame.used += 349;
          throw new Revert(errorText('not moved'));
        }
        frame.used += 4_320;
        add(frame, 0n, 1n);
        frame.log([MOVED, word(args(0)), word(args(1))], word(args(2)));
        return NOTHING;
      },
    },
  },
};

const TWINS = new Map([counter, coin, vault, factory, mover].map((twin) => [twin.program.name, twin]));

export function twinOf(program: string | undefined): Twin {
  const twin = TWINS.get(program ?? '');
  if (twin === undefined) throw new Error(`no twin of ${program}`);
  return twin;
}
