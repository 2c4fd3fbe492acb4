"""The rows of mbarrier objects, of cache and launch hints, and of clusters; `ptx.isa` explains the notation."""

_SPACE = "shared shared::cta"
_SPACE_NEEDS = "shared::cta=7.8/70 "
_ARRIVE_SCOPE = "cta cluster"
_ORDER_NEEDS = _SPACE_NEEDS + "relaxed=8.6/90 release=8.0/80 cluster=8.0/90 "
_WAIT_NEEDS = _SPACE_NEEDS + "relaxed=8.6/90 acquire=8.0/80 cluster=8.0/90 "
_ARRIVE = {"space": _SPACE, "effects": "rwo"}
_WAIT = {"space": _SPACE, "effects": "ro"}
_ORDERED_ARRIVE = {**_ARRIVE, "sem": "release relaxed", "scope": _ARRIVE_SCOPE}
_ORDERED_WAIT = {**_WAIT, "sem": "acquire relaxed", "scope": _ARRIVE_SCOPE}

ROWS: tuple[tuple[str, str, dict[str, str]], ...] = (
    # 9.7.13.15 mbarrier
    ("mbarrier.init{.space}.b64 [a], b:u32", "mbarrier_init", {"space": _SPACE, "effects": "wo", "needs": "=7.0/80 " + _SPACE_NEEDS}),
    ("mbarrier.inval{.space}.b64 [a]", "mbarrier_inval", {"space": _SPACE, "effects": "wo", "needs": "=7.0/80 " + _SPACE_NEEDS}),
    ("mbarrier.expect_tx{.space}.b64 [a], b:u32", "mbarrier_tx", {
        "space": _SPACE + " shared::cluster", "effects": "rwo", "needs": "=8.0/90"}),
    ("mbarrier.expect_tx.relaxed.scope{.space}.b64 [a], b:u32", "mbarrier_tx", {
        "space": _SPACE + " shared::cluster", "scope": _ARRIVE_SCOPE, "effects": "rwo", "needs": "=8.0/90"}),
    ("mbarrier.complete_tx{.space}.b64 [a], b:u32", "mbarrier_tx", {
        "space": _SPACE + " shared::cluster", "effects": "rwo", "needs": "=8.0/90"}),
    ("mbarrier.complete_tx.relaxed.scope{.space}.b64 [a], b:u32", "mbarrier_tx", {
        "space": _SPACE + " shared::cluster", "scope": _ARRIVE_SCOPE, "effects": "rwo", "needs": "=8.0/90"}),
    ("mbarrier.op{.space}.b64 d:u64, [a], b:u32?", "mbarrier_arrive", {
        **_ARRIVE, "op": "arrive arrive_drop", "needs": "=7.0/80 ?b=7.8/90 " + _SPACE_NEEDS}),
    ("mbarrier.op.sem.scope{.space}.b64 d:u64, [a], b:u32?", "mbarrier_arrive", {
        **_ORDERED_ARRIVE, "op": "arrive arrive_drop", "needs": "=7.0/80 ?b=7.8/90 " + _ORDER_NEEDS}),
    ("mbarrier.op.shared::cluster.b64 _, [a], b:u32?", "mbarrier_arrive", {
        "op": "arrive arrive_drop", "effects": "rwo", "needs": "=8.0/90"}),
    ("mbarrier.op.sem.scope.shared::cluster.b64 _, [a], b:u32?", "mbarrier_arrive", {
        "op": "arrive arrive_drop", "sem": "release relaxed", "scope": _ARRIVE_SCOPE, "effects": "rwo", "needs": "=8.0/90 relaxed=8.6/90"}),
    ("mbarrier.op.expect_tx{.space}.b64 d:u64, [a], b:u32", "mbarrier_arrive", {
        **_ARRIVE, "op": "arrive arrive_drop", "needs": "=8.0/90"}),
    ("mbarrier.op.expect_tx.sem.scope{.space}.b64 d:u64, [a], b:u32", "mbarrier_arrive", {
        **_ORDERED_ARRIVE, "op": "arrive arrive_drop", "needs": "=8.0/90 relaxed=8.6/90"}),
    ("mbarrier.op.expect_tx.shared::cluster.b64 _, [a], b:u32", "mbarrier_arrive", {
        "op": "arrive arrive_drop", "effects": "rwo", "needs": "=8.0/90"}),
    ("mbarrier.op.expect_tx.sem.scope.shared::cluster.b64 _, [a], b:u32", "mbarrier_arrive", {
        "op": "arrive arrive_drop", "sem": "release relaxed", "scope": _ARRIVE_SCOPE, "effects": "rwo", "needs": "=8.0/90 relaxed=8.6/90"}),
    ("mbarrier.op.noComplete{.space}.b64 d:u64, [a], b:u32", "mbarrier_arrive", {
        **_ARRIVE, "op": "arrive arrive_drop", "needs": "=7.0/80 " + _SPACE_NEEDS}),
    ("mbarrier.op.noComplete.release.cta{.space}.b64 d:u64, [a], b:u32", "mbarrier_arrive", {
        **_ARRIVE, "op": "arrive arrive_drop", "needs": "=8.0/80"}),
    ("mbarrier.test_wait{.space}.b64 p:pred, [a], b:u64", "mbarrier_test", {**_WAIT, "needs": "=7.0/80 " + _SPACE_NEEDS}),
    ("mbarrier.test_wait.sem.scope{.space}.b64 p:pred, [a], b:u64", "mbarrier_test", {**_ORDERED_WAIT, "needs": "=7.0/80 " + _WAIT_NEEDS}),
    ("mbarrier.test_wait.parity{.space}.b64 p:pred, [a], b:u32&0/1", "mbarrier_test", {**_WAIT, "needs": "=7.1/80 " + _SPACE_NEEDS}),
    ("mbarrier.test_wait.parity.sem.scope{.space}.b64 p:pred, [a], b:u32&0/1", "mbarrier_test", {
        **_ORDERED_WAIT, "needs": "=7.1/80 " + _WAIT_NEEDS}),
    ("mbarrier.try_wait{.space}.b64 p:pred, [a], b:u64, c:u32?", "mbarrier_test", {**_WAIT, "needs": "=7.8/90"}),
    ("mbarrier.try_wait.sem.scope{.space}.b64 p:pred, [a], b:u64, c:u32?", "mbarrier_test", {**_ORDERED_WAIT, "needs": "=8.0/90 relaxed=8.6/90"}),
    ("mbarrier.try_wait.parity{.space}.b64 p:pred, [a], b:u32&0/1, c:u32?", "mbarrier_test", {**_WAIT, "needs": "=7.8/90"}),
    ("mbarrier.try_wait.parity.sem.scope{.space}.b64 p:pred, [a], b:u32&0/1, c:u32?", "mbarrier_test", {
        **_ORDERED_WAIT, "needs": "=8.0/90 relaxed=8.6/90"}),
    ("mbarrier.pending_count.b64 d:u32, a:u64", "mbarrier_pending", {"needs": "=7.0/80"}),
    # 9.7.9 cache hints
    ("applypriority{.global}.L2::evict_normal [a], b#128", "prefetch", {"needs": "=7.4/80"}),
    ("discard{.global}.L2 [a], b#128", "prefetch", {"needs": "=7.4/80"}),
    # 9.7.12 launches and clusters
    ("griddepcontrol.action", "grid_dependency", {"action": "launch_dependents wait", "effects": "o", "needs": "=7.8/90"}),
    ("getctarank.type d:u32, a", "block_rank", {"type": "u64", "needs": "=7.8/90"}),
    ("getctarank.shared::cluster.type d:u32, a=", "block_rank", {"type": "u32 u64", "needs": "=7.8/90"}),
    ("mapa.type d, a, b:u32", "map_address", {"type": "u32 u64", "needs": "=7.8/90"}),
    ("mapa.shared::cluster.type d, a=, b:u32", "map_address", {"type": "u32 u64", "needs": "=7.8/90"}),
)  # fmt: skip
"""The rows: (syntax, meaning, groups and properties)."""
