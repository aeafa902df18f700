// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";

contract Token is ERC20 {
    constructor() ERC20("Token", "T") {
        _mint(msg.sender, 1e30);
    }
}

// / A market of two tokens whose liquidity lies between ticks of price, as in markets of concentrated liquidity: a
// swap / goes from tick to tick, and queries the received amounts from both tokens.
contract Market {
    uint256 private constant ONE = 1 << 96;
    int24 private constant SPACING = 10;
    /// Square root of 1.0001.
    uint256 private constant STEP = 79232123823359799118286999567;

    IERC20 public immutable first;
    IERC20 public immutable second;
    uint256 public price = ONE;
    uint256 public feeGrowth;
    int24 public tick;
    uint128 public liquidity = 1e24;
    mapping(int16 => uint256) private marks;
    mapping(int24 => int128) private changes;

    event Swapped(address indexed by, uint256 paid, uint256 bought, uint256 price, int24 tick);

    constructor(IERC20 first_, IERC20 second_) {
        first = first_;
        second = second_;
        for (int24 at = -50; at <= 50; at += 5) {
            marks[int16(at >> 8)] |= 1 << uint8(uint24(at & 0xff));
            changes[at * SPACING] = at < 0 ? int128(1e20) : -int128(1e20);
        }
    }

    function priceAt(int24 at) public pure returns (uint256 result) {
        uint256 factor = STEP;
        result = ONE;
        for (uint24 left = uint24(at < 0 ? -at : at); left > 0; left >>= 1) {
            if (left & 1 == 1) result = Math.mulDiv(result, factor, ONE);
            factor = Math.mulDiv(factor, factor, ONE);
        }
        if (at < 0) result = Math.mulDiv(ONE, ONE, result);
    }

    function nextTick(int24 from, bool down) private view returns (int24, bool) {
        int24 at = from / SPACING;
        if (from < 0 && from % SPACING != 0) at--;
        if (!down) at++;
        for (uint256 tries = 0; tries < 32; tries++) {
            uint256 word = marks[int16(at >> 8)];
            if (word & (1 << uint8(uint24(at & 0xff))) != 0) return (at * SPACING, true);
            if (down) at--;
            else at++;
        }
        return (at * SPACING, false);
    }

    /// One step of a swap, up to the next tick at most.
    struct Step {
        uint256 reached;
        uint256 paid;
        uint256 bought;
        bool isAcross;
    }

    function step(uint256 left, uint256 current, uint256 target, uint256 ours, bool down)
        private
        pure
        returns (Step memory taken)
    {
        uint256 afterFee = (left * 997) / 1000;
        taken.reached = down
            ? Math.mulDiv(ours * ONE, current, ours * ONE + afterFee * current)
            : current + Math.mulDiv(afterFee, ONE, ours);
        taken.isAcross = down ? taken.reached <= target : taken.reached >= target;
        if (taken.isAcross) taken.reached = target;
        (uint256 low, uint256 high) = down ? (taken.reached, current) : (current, taken.reached);
        uint256 units = Math.mulDiv(Math.mulDiv(ours, ONE, low), high - low, high);
        uint256 others = Math.mulDiv(ours, high - low, ONE);
        taken.paid = taken.isAcross ? ((down ? units : others) * 1000) / 997 : left;
        taken.bought = down ? others : units;
    }

    function swap(uint256 amount, bool down) external returns (uint256 bought) {
        uint256 left = amount;
        uint256 current = price;
        uint256 ours = liquidity;
        int24 at = tick;
        while (left > 0) {
            (int24 next, bool isMarked) = nextTick(down ? at - 1 : at, down);
            Step memory taken = step(left, current, priceAt(next), ours, down);
            bought += taken.bought;
            feeGrowth += Math.mulDiv(taken.paid * 3, ONE, 1000 * ours);
            left = taken.paid < left ? left - taken.paid : 0;
            current = taken.reached;
            if (taken.isAcross) {
                at = next;
                int128 change = isMarked ? changes[next] : int128(0);
                ours = uint256(int256(ours) + (down ? -change : change));
            }
        }
        (price, tick, liquidity) = (current, at, uint128(ours));
        settle(amount, bought, down);
        emit Swapped(msg.sender, amount, bought, current, at);
    }

    function settle(uint256 amount, uint256 bought, bool down) private {
        (IERC20 sold, IERC20 wanted) = down ? (first, second) : (second, first);
        wanted.transfer(msg.sender, bought);
        uint256 before = sold.balanceOf(address(this));
        sold.transferFrom(msg.sender, address(this), amount);
        require(sold.balanceOf(address(this)) >= before + amount, "not paid");
    }
}

/// Does the same again and again, within one call.
contract Driver {
    Token public immutable first = new Token();
    Token public immutable second = new Token();
    Market public immutable market;

    constructor() {
        market = new Market(first, second);
        first.approve(address(market), type(uint256).max);
        second.approve(address(market), type(uint256).max);
        first.transfer(address(market), 1e27);
        second.transfer(address(market), 1e27);
        first.transfer(msg.sender, 1e27);
        // Creates a balance for later calls in either engine, whether or not it retains writes.
        first.transfer(address(uint160(0xf00d)), 1);
    }

    function transfers(uint256 count) external {
        for (uint256 i = 0; i < count; i++) first.transfer(address(uint160(0xf00d)), 1);
    }

    function swaps(uint256 count) external {
        for (uint256 i = 0; i < count; i++) market.swap(1e21, i & 1 == 0);
    }
}
