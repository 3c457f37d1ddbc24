"""The long measurements that were made by hand: a hundredth of each comes out as it did."""

from __future__ import annotations

from typing import Any

import pytest

from measurements import PART, found, measurements

KEPT = measurements()


@pytest.mark.parametrize("kept", KEPT, ids=[each["command"] for each in KEPT])
def test_the_first_hundredth_comes_out_as_it_did(kept: dict[str, Any]) -> None:
    assert found(kept["command"], PART) == kept["first"]


@pytest.mark.parametrize("kept", KEPT, ids=[each["command"] for each in KEPT])
def test_the_whole_is_surer_than_its_hundredth(kept: dict[str, Any]) -> None:
    # of the figures in both, the whole's interval is narrower wherever anything varies
    for name, (mean, low, high) in kept["found"].items():
        assert low <= mean <= high
        if name in kept["first"]:
            _, first_low, first_high = kept["first"][name]
            assert high - low <= first_high - first_low or first_high == first_low, name
