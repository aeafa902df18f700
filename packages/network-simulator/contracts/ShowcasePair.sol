// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import "./Interfaces.sol";

/// A pair of two tokens with a constant product and a fee of 0.3 %, with the functions and events that tools read from such pairs.
contract ShowcasePair is IERC20, IERC165 {
    string public constant name = "Showcase Pair";
    string public constant symbol = "PAIR";
    uint8 public constant decimals = 18;
    address public immutable factory;
    address public immutable token0;
    address public immutable token1;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;
    uint112 private reserve0;
    uint112 private reserve1;
    uint32 private since;
    bool private entered;

    event Mint(address indexed sender, uint256 amount0, uint256 amount1);
    event Burn(address indexed sender, uint256 amount0, uint256 amount1, address indexed to);
    event Swap(
        address indexed sender,
        uint256 amount0In,
        uint256 amount1In,
        uint256 amount0Out,
        uint256 amount1Out,
        address indexed to
    );
    event Sync(uint112 reserve0, uint112 reserve1);

    modifier once() {
        require(!entered, "PAIR: entered");
        entered = true;
        _;
        entered = false;
    }

    constructor(address a, address b) {
        require(a != b, "PAIR: one token");
        factory = msg.sender;
        (token0, token1) = a < b ? (a, b) : (b, a);
    }

    function getReserves() external view returns (uint112, uint112, uint32) {
        return (reserve0, reserve1, since);
    }

    /// What was sent to the pair beforehand becomes liquidity.
    function mint(address to) external once returns (uint256 liquidity) {
        (uint256 balance0, uint256 balance1) = held();
        uint256 amount0 = balance0 - reserve0;
        uint256 amount1 = balance1 - reserve1;
        if (totalSupply == 0) {
            liquidity = root(amount0 * amount1);
        } else {
            uint256 by0 = amount0 * totalSupply / reserve0;
            uint256 by1 = amount1 * totalSupply / reserve1;
            liquidity = by0 < by1 ? by0 : by1;
        }
        require(liquidity > 0, "PAIR: no liquidity");
        totalSupply += liquidity;
        balanceOf[to] += liquidity;
        emit Transfer(address(0), to, liquidity);
        keep(balance0, balance1);
        emit Mint(msg.sender, amount0, amount1);
    }

    /// Liquidity that was sent to the pair beforehand becomes both tokens.
    function burn(address to) external once returns (uint256 amount0, uint256 amount1) {
        (uint256 balance0, uint256 balance1) = held();
        uint256 liquidity = balanceOf[address(this)];
        amount0 = liquidity * balance0 / totalSupply;
        amount1 = liquidity * balance1 / totalSupply;
        require(amount0 > 0 && amount1 > 0, "PAIR: no liquidity");
        balanceOf[address(this)] = 0;
        totalSupply -= liquidity;
        emit Transfer(address(this), address(0), liquidity);
        require(IERC20(token0).transfer(to, amount0) && IERC20(token1).transfer(to, amount1), "PAIR: not sent");
        (balance0, balance1) = held();
        keep(balance0, balance1);
        emit Burn(msg.sender, amount0, amount1, to);
    }

    /// One token for the other, which was sent to the pair beforehand.
    function swap(uint256 amount0Out, uint256 amount1Out, address to, bytes calldata) external once {
        require(amount0Out > 0 || amount1Out > 0, "PAIR: nothing out");
        (uint256 before0, uint256 before1) = (reserve0, reserve1);
        require(amount0Out < before0 && amount1Out < before1, "PAIR: too much");
        if (amount0Out > 0) require(IERC20(token0).transfer(to, amount0Out), "PAIR: not sent");
        if (amount1Out > 0) require(IERC20(token1).transfer(to, amount1Out), "PAIR: not sent");
        (uint256 balance0, uint256 balance1) = held();
        uint256 in0 = balance0 > before0 - amount0Out ? balance0 - (before0 - amount0Out) : 0;
        uint256 in1 = balance1 > before1 - amount1Out ? balance1 - (before1 - amount1Out) : 0;
        require(in0 > 0 || in1 > 0, "PAIR: nothing in");
        require(
            (balance0 * 1000 - in0 * 3) * (balance1 * 1000 - in1 * 3) >= before0 * before1 * 1_000_000, "PAIR: K"
        );
        keep(balance0, balance1);
        emit Swap(msg.sender, in0, in1, amount0Out, amount1Out, to);
    }

    function approve(address spender, uint256 value) external returns (bool) {
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
        return true;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        move(msg.sender, to, value);
        return true;
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        allowance[from][msg.sender] -= value;
        move(from, to, value);
        return true;
    }

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == type(IERC165).interfaceId || id == type(IERC20).interfaceId;
    }

    function move(address from, address to, uint256 value) private {
        balanceOf[from] -= value;
        balanceOf[to] += value;
        emit Transfer(from, to, value);
    }

    function held() private view returns (uint256, uint256) {
        return (IERC20(token0).balanceOf(address(this)), IERC20(token1).balanceOf(address(this)));
    }

    function keep(uint256 balance0, uint256 balance1) private {
        require(balance0 <= type(uint112).max && balance1 <= type(uint112).max, "PAIR: too much");
        reserve0 = uint112(balance0);
        reserve1 = uint112(balance1);
        since = uint32(block.timestamp);
        emit Sync(reserve0, reserve1);
    }

    function root(uint256 square) private pure returns (uint256 value) {
        value = square;
        uint256 next = square / 2 + 1;
        while (next < value) {
            value = next;
            next = (square / next + next) / 2;
        }
    }
}
