// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import {ERC1967Proxy} from "@openzeppelin/contracts/proxy/ERC1967/ERC1967Proxy.sol";

/// A number, which must be small.
contract Box {
    uint256 public value;

    event Stored(address indexed by, uint256 value);

    error TooLarge(uint256 value);

    function store(uint256 newValue) external {
        if (newValue > 1000) revert TooLarge(newValue);
        value = newValue;
        emit Stored(msg.sender, newValue);
    }
}

/// A proxy of a box.
contract BoxProxy is ERC1967Proxy {
    constructor(address box, bytes memory call) ERC1967Proxy(box, call) {}
}

/// Makes boxes.
contract BoxFactory {
    event Made(address indexed by, address box);

    function make() external returns (Box box) {
        box = new Box();
        emit Made(msg.sender, address(box));
    }
}

interface ITokenService {
    function associateToken(address account, address token) external returns (int64 status);
}

interface IScheduleService {
    function scheduleCall(address to, uint256 expiry, uint256 gasLimit, uint64 value, bytes memory data)
        external
        returns (int64 status, address schedule);
}

/// Uses the token service (0x167) and the schedule service (0x16b) of the ledger, and pays for what it schedules.
contract LedgerUser {
    event Associated(address indexed token, int64 status);
    event Scheduled(address indexed schedule, int64 status);

    constructor() payable {}

    function associate(address token) external {
        emit Associated(token, ITokenService(address(0x167)).associateToken(address(this), token));
    }

    function storeLater(Box box, uint256 value, uint256 expiry) external {
        (int64 status, address schedule) = IScheduleService(address(0x16b)).scheduleCall(
            address(box), expiry, 200_000, 0, abi.encodeCall(Box.store, (value))
        );
        emit Scheduled(schedule, status);
    }
}
