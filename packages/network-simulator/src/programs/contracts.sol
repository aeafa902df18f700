// SPDX-License-Identifier: MIT
// The contracts that live on the demo network. `bytecode.ts` holds what solc 0.8.28 makes of them
// (optimizer on, 200 runs, EVM version paris, no metadata hash); `programs.ts` knows what they do.
pragma solidity 0.8.28;

contract Counter {
    uint256 public count;
    mapping(address => uint256) public calls;

    event Incremented(address indexed by, uint256 count);

    function increment() external returns (uint256) {
        calls[msg.sender] += 1;
        count += 1;
        emit Incremented(msg.sender, count);
        return count;
    }

    function refuse(uint256 number) external pure {
        require(number == 0, "the counter refuses");
    }
}

contract Coin {
    string public constant name = "Demo Coin";
    string public constant symbol = "DMC";
    uint8 public constant decimals = 6;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);
    error InsufficientBalance(address owner, uint256 balance, uint256 needed);

    function mint(uint256 value) external {
        totalSupply += value;
        balanceOf[msg.sender] += value;
        emit Transfer(address(0), msg.sender, value);
    }

    function transfer(address to, uint256 value) external returns (bool) {
        uint256 balance = balanceOf[msg.sender];
        if (balance < value) revert InsufficientBalance(msg.sender, balance, value);
        balanceOf[msg.sender] = balance - value;
        balanceOf[to] += value;
        emit Transfer(msg.sender, to, value);
        return true;
    }

    function approve(address spender, uint256 value) external returns (bool) {
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
        return true;
    }
}

contract Vault {
    mapping(address => uint256) public deposits;
    uint256 public total;

    event Deposited(address indexed by, uint256 amount);
    event Withdrawn(address indexed by, uint256 amount);

    function deposit() external payable {
        deposits[msg.sender] += msg.value;
        total += msg.value;
        emit Deposited(msg.sender, msg.value);
    }

    function withdraw(uint256 amount) external {
        uint256 held = deposits[msg.sender];
        require(held >= amount, "not that much");
        deposits[msg.sender] = held - amount;
        total -= amount;
        (bool sent, ) = msg.sender.call{value: amount}("");
        require(sent, "not sent");
        emit Withdrawn(msg.sender, amount);
    }
}

contract Factory {
    uint256 public made;
    address public last;

    event Made(address indexed child, uint256 number);

    function make() external returns (address) {
        Counter child = new Counter();
        made += 1;
        last = address(child);
        emit Made(address(child), made);
        return address(child);
    }

    function poke(address counter) external returns (uint256) {
        return Counter(counter).increment();
    }
}

interface TokenService {
    function transferToken(address token, address from, address to, int64 amount) external returns (int64);
}

contract Mover {
    TokenService private constant SERVICE = TokenService(address(0x167));
    uint256 public moved;

    event Moved(address indexed token, address indexed to, int64 amount);

    function move(address token, address to, int64 amount) external {
        require(SERVICE.transferToken(token, msg.sender, to, amount) == 22, "not moved");
        moved += 1;
        emit Moved(token, to, amount);
    }
}
