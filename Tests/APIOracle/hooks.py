"""Configures schemathesis for LifeSignal: who sends requests, and from where. Counts the results of each operation."""

import atexit
import collections
import itertools
import json
import os
import pathlib
import urllib.request

import schemathesis

SESSIONS = itertools.cycle(os.environ["ORACLE_SESSIONS"].split())
TOKENS = itertools.cycle(os.environ["ORACLE_TOKENS"].split())
NETWORKS = itertools.cycle(f"10.0.{high}.{low}" for high in range(256) for low in range(1, 255))
# These end the session they are asked with, or others of the same person: each call has a person of its own.
ENDING = set(os.environ["ORACLE_ENDING"].split())

ours = set(os.environ["ORACLE_SESSIONS"].split() + os.environ["ORACLE_TOKENS"].split())
# By operation: how often schemathesis sent valid credentials, and how often the server rejected them.
asked, refused, seconds = collections.Counter(), collections.Counter(), collections.Counter()


def fresh():
    with urllib.request.urlopen(os.environ["ORACLE_DESK"], timeout=30) as answer:
        token = answer.read().decode()
    ours.add(token)
    return token


@schemathesis.auth(refresh_interval=None)
class Caller:
    """The next of the tokens, so that none runs out of room; the next session where no token may ask."""

    def get(self, case, context):
        definition = case.operation.definition.raw
        schemes = {name for requirement in definition.get("security", []) for name in requirement}
        if "accessToken" in schemes:
            token = next(TOKENS)
        elif definition.get("operationId") in ENDING:
            token = fresh()
        else:
            token = next(SESSIONS) if schemes else None
        return token, next(NETWORKS)

    def set(self, case, data, context):
        token, network = data
        case.headers["X-Forwarded-For"] = network
        if token:
            case.headers["Authorization"] = f"Bearer {token}"


@schemathesis.hook
def after_call(context, case, response):
    name = case.operation.definition.raw.get("operationId", case.operation.label)
    seconds[name] += response.elapsed
    header = response.request.headers.get("Authorization", "")
    token = (header.decode("latin-1") if isinstance(header, bytes) else header).removeprefix("Bearer ")
    if token in ours:
        asked[name] += 1
        refused[name] += response.status_code == 401


@atexit.register
def report():
    pathlib.Path(os.environ["ORACLE_REPORT"]).write_text(
        json.dumps({"asked": asked, "refused": refused, "seconds": seconds}), encoding="utf-8")
