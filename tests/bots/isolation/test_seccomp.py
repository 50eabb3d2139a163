"""Filters of system calls: where there are none, nothing is called by the numbers of Linux."""

import sys

import pytest

from cardgames.bots.isolation import seccomp

_FILTERS = (seccomp.keyring_filter, seccomp.unsandboxed_filter, seccomp.sandbox_filter)
_KNOWN = seccomp._abis() != ()


@pytest.mark.skipif(not _KNOWN, reason="the system calls of this system are not known")
def test_a_known_system_has_filters() -> None:
    assert all(make() for make in _FILTERS)


@pytest.mark.skipif(not _KNOWN and sys.platform == "linux", reason="this machine is of a kind that is not known")
def test_another_system_on_the_same_machine_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """An Intel Mac is an x86_64 as well."""
    called: list[int] = []
    monkeypatch.setattr(seccomp, "ON_LINUX", False)
    monkeypatch.setattr(seccomp, "system_call", lambda number, *_: called.append(number))
    seccomp.join_new_keyring()
    assert called == []
    assert [make() for make in _FILTERS] == [b"", b"", b""]
