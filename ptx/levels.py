"""Levels: which PTX version and target something needs, written `7.8/90`; those of targets and of special registers.

Section numbers are those of the PTX ISA manual 9.0.
"""

FLOOR_VERSION = (6, 0)
"""The lowest `.version` that is ever written."""
FLOOR_SM = 70
"""The lowest `.target` that is ever written."""

TARGET_VERSIONS = {
    70: (6, 0), 72: (6, 1), 75: (6, 3), 80: (7, 0), 86: (7, 1), 87: (7, 4), 88: (9, 0), 89: (7, 8), 90: (7, 8), 100: (8, 6),
    101: (8, 6), 103: (8, 8), 110: (9, 0), 120: (8, 7), 121: (8, 8),
}  # fmt: skip
"""The first PTX version that knows each sm number from the floor up."""

SPECIAL_REGISTERS = {
    "%tid": "v4u32", "%ntid": "v4u32", "%ctaid": "v4u32", "%nctaid": "v4u32", "%laneid": "u32", "%warpid": "u32", "%nwarpid": "u32",
    "%smid": "u32", "%nsmid": "u32", "%gridid": "u64", "%lanemask_eq": "u32", "%lanemask_le": "u32", "%lanemask_lt": "u32",
    "%lanemask_ge": "u32", "%lanemask_gt": "u32", "%clock": "u32", "%clock_hi": "u32", "%clock64": "u64", "%globaltimer": "u64",
    "%globaltimer_lo": "u32", "%globaltimer_hi": "u32", "%total_smem_size": "u32", "%dynamic_smem_size": "u32",
    "%aggr_smem_size": "u32", "%reserved_smem_offset_begin": "b32", "%reserved_smem_offset_end": "b32",
    "%reserved_smem_offset_cap": "b32", "%current_graph_exec": "u64", "%clusterid": "v4u32", "%nclusterid": "v4u32",
    "%cluster_ctaid": "v4u32", "%cluster_nctaid": "v4u32", "%cluster_ctarank": "u32", "%cluster_nctarank": "u32",
    "%is_explicit_cluster": "pred",
    **{f"%pm{index}": "u32" for index in range(8)},
    **{f"%pm{index}_64": "u64" for index in range(8)},
    **{f"%envreg{index}": "b32" for index in range(32)},
}  # fmt: skip
"""Predefined registers without component and their types (section 10); `v4u32` ones have `.x .y .z .w`."""

_REGISTERS_BY_LEVEL = {
    "7.6/80": "%reserved_smem_offset_begin %reserved_smem_offset_end %reserved_smem_offset_cap",
    "7.8/90": "%clusterid %nclusterid %cluster_ctaid %cluster_nctaid %cluster_ctarank %cluster_nctarank %is_explicit_cluster",
    "8.0/70": "%current_graph_exec",
    "8.1/90": "%aggr_smem_size",
}

SPECIAL_REGISTER_NEEDS = {name: level for level, names in _REGISTERS_BY_LEVEL.items() for name in names.split()}
"""`version/sm` of the special registers that need more than the floor."""


def parse_level(text: str) -> "tuple[tuple[int, int], int]":
    """Returns `7.8/90` as ((7, 8), 90)."""
    version, _, sm = text.partition("/")
    major, _, minor = version.partition(".")
    return (int(major), int(minor)), int(sm)
