// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

/// A market of two tokens whose reserves keep their product.
contract Pair {
    using SafeERC20 for IERC20;

    IERC20 public immutable first;
    IERC20 public immutable second;
    uint112 public firstReserve;
    uint112 public secondReserve;

    event Swapped(address indexed by, address indexed sold, uint256 amount, uint256 bought);

    constructor(IERC20 first_, IERC20 second_) {
        first = first_;
        second = second_;
    }

    /// Takes over what was transferred here as reserves.
    function sync() public {
        firstReserve = uint112(first.balanceOf(address(this)));
        secondReserve = uint112(second.balanceOf(address(this)));
    }

    function quote(uint256 amount, bool sellsFirst) public view returns (uint256) {
        (uint256 ours, uint256 theirs) = sellsFirst
            ? (uint256(firstReserve), uint256(secondReserve))
            : (uint256(secondReserve), uint256(firstReserve));
        require(ours > 0 && theirs > 0, "no liquidity");
        uint256 afterFee = amount * 997;
        return (afterFee * theirs) / (ours * 1000 + afterFee);
    }

    function swap(uint256 amount, bool sellsFirst, uint256 least) external returns (uint256 bought) {
        bought = quote(amount, sellsFirst);
        require(bought >= least, "price moved");
        (IERC20 sold, IERC20 wanted) = sellsFirst ? (first, second) : (second, first);
        sold.safeTransferFrom(msg.sender, address(this), amount);
        wanted.safeTransfer(msg.sender, bought);
        sync();
        emit Swapped(msg.sender, address(sold), amount, bought);
    }
}
