"""What schemathesis is told of LifeSignal: who asks, and which answer does not end."""

import itertools
import os

import schemathesis

SESSION = os.environ["ORACLE_SESSION"]
TOKENS = itertools.cycle(os.environ["ORACLE_TOKENS"].split())


@schemathesis.auth(refresh_interval=None)
class Token:
    """The next of the tokens, so that none runs out of room; the session where no token may ask."""

    def get(self, case, context):
        schemes = {name for requirement in case.operation.definition.raw.get("security", []) for name in requirement}
        return next(TOKENS) if "accessToken" in schemes else SESSION if schemes else None

    def set(self, case, data, context):
        if data:
            case.headers = {**(case.headers or {}), "Authorization": f"Bearer {data}"}
