"""Tests of the server may be coroutines; each has a loop of its own."""

import asyncio
import inspect

import pytest

LONGEST = 120.0
"""Seconds after which a test that waits for something that never comes fails."""


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    function = pyfuncitem.obj
    if not inspect.iscoroutinefunction(function):
        return None
    wanted = inspect.signature(function).parameters
    given = {name: value for name, value in pyfuncitem.funcargs.items() if name in wanted}
    asyncio.run(asyncio.wait_for(function(**given), LONGEST))
    return True
