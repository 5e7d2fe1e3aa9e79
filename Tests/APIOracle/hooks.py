"""What schemathesis is told of LifeSignal: who asks, and from where."""

import itertools
import os

import schemathesis

SESSIONS = itertools.cycle(os.environ["ORACLE_SESSIONS"].split())
TOKENS = itertools.cycle(os.environ["ORACLE_TOKENS"].split())
NETWORKS = itertools.cycle(f"10.0.{high}.{low}" for high in range(256) for low in range(1, 255))


@schemathesis.auth(refresh_interval=None)
class Caller:
    """The next of the tokens, so that none runs out of room; the next session where no token may ask."""

    def get(self, case, context):
        schemes = {name for requirement in case.operation.definition.raw.get("security", []) for name in requirement}
        token = next(TOKENS) if "accessToken" in schemes else next(SESSIONS) if schemes else None
        return token, next(NETWORKS)

    def set(self, case, data, context):
        token, network = data
        case.headers["X-Forwarded-For"] = network
        if token:
            case.headers["Authorization"] = f"Bearer {token}"
