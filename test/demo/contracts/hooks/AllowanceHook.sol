// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.30;

/// A contract that a hook creates.
contract Made {
    address public immutable maker = msg.sender;
}

/// An account allowance hook (HIP-1195) for tests. The first byte of its data tells it what to do.
contract AllowanceHook {
    struct HookContext {
        address owner;
        uint256 txnFee;
        uint256 gasCost;
        string memo;
        bytes data;
    }

    struct AccountAmount {
        address account;
        int64 amount;
    }

    struct NftTransfer {
        address sender;
        address receiver;
        int64 serialNo;
    }

    struct TokenTransferList {
        address token;
        AccountAmount[] adjustments;
        NftTransfer[] nftTransfers;
    }

    struct Transfers {
        AccountAmount[] hbarAdjustments;
        TokenTransferList[] tokens;
    }

    struct ProposedTransfers {
        Transfers direct;
        Transfers customFee;
    }

    /// Number of calls, in slot 0.
    uint256 calls;

    error Refused(uint256 calls);

    /// A call with all its arguments, one after another.
    event Told(bytes4 indexed method, address sender, address self, uint256[] words);

    function allow(HookContext calldata context, ProposedTransfers memory proposed) external payable returns (bool) {
        return decide(context, proposed);
    }

    function allowPre(HookContext calldata context, ProposedTransfers memory proposed) external payable returns (bool) {
        return decide(context, proposed);
    }

    function allowPost(HookContext calldata context, ProposedTransfers memory proposed)
        external
        payable
        returns (bool)
    {
        return decide(context, proposed);
    }

    function decide(HookContext calldata context, ProposedTransfers memory proposed) private returns (bool) {
        uint8 act = context.data.length == 0 ? 0 : uint8(context.data[0]);
        if (act == 1) return false;
        if (act == 2) revert Refused(calls);
        if (act == 3) while (true) {}
        if (act == 4) calls += 1;
        if (act == 5) tell(context, proposed);
        if (act == 6) return calls == 1;
        if (act == 7) {
            (bool paid,) = msg.sender.call{value: 1}("");
            return paid;
        }
        if (act == 8) {
            address token = address(bytes20(context.data[1:21]));
            (bool ok, bytes memory result) =
                address(0x167).call(abi.encodeWithSignature("associateToken(address,address)", context.owner, token));
            return ok && abi.decode(result, (int64)) == 22;
        }
        if (act == 9) return new Made().maker() == context.owner;
        if (act == 10) {
            (bool ok,) = address(this).delegatecall("");
            return ok;
        }
        if (act == 12) calls = 0;
        if (act == 13) {
            calls += 1;
            return msg.sig != this.allowPost.selector;
        }
        return true;
    }

    function tell(HookContext calldata context, ProposedTransfers memory proposed) private {
        uint256[] memory list = new uint256[](100);
        uint256 next;
        list[next++] = uint160(context.owner);
        list[next++] = context.txnFee;
        list[next++] = context.gasCost;
        list[next++] = uint256(bytes32(bytes(context.memo)));
        list[next++] = uint256(bytes32(context.data));
        next = transfers(list, next, proposed.direct);
        next = transfers(list, next, proposed.customFee);
        assembly {
            mstore(list, next)
        }
        emit Told(msg.sig, msg.sender, address(this), list);
    }

    function transfers(uint256[] memory list, uint256 next, Transfers memory some) private pure returns (uint256) {
        next = amounts(list, next, some.hbarAdjustments);
        list[next++] = some.tokens.length;
        for (uint256 i = 0; i < some.tokens.length; i++) {
            TokenTransferList memory token = some.tokens[i];
            list[next++] = uint160(token.token);
            next = amounts(list, next, token.adjustments);
            list[next++] = token.nftTransfers.length;
            for (uint256 j = 0; j < token.nftTransfers.length; j++) {
                list[next++] = uint160(token.nftTransfers[j].sender);
                list[next++] = uint160(token.nftTransfers[j].receiver);
                list[next++] = uint64(token.nftTransfers[j].serialNo);
            }
        }
        return next;
    }

    function amounts(uint256[] memory list, uint256 next, AccountAmount[] memory some) private pure returns (uint256) {
        list[next++] = some.length;
        for (uint256 i = 0; i < some.length; i++) {
            list[next++] = uint160(some[i].account);
            list[next++] = uint256(int256(some[i].amount));
        }
        return next;
    }
}
