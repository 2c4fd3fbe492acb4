"""What must hold of definitions themselves: types of finite size, impls that give what their trait asks and nothing else.

Run for the definitions that the compilation reaches, and by `kernelc check` for all of the file.
"""

from __future__ import annotations

from ..callables import form_of
from ..defs import (
    AdtDef,
    AssocTypeDef,
    ConstDef,
    Def,
    FnDef,
    ImplDef,
    ModuleDef,
    Predicate,
    StaticDef,
    TraitDef,
    TraitRef,
    UseDef,
)
from ..infer import InferTable
from ..lang import COPY, DEFAULT
from ..resolve import TYPES, VALUES
from ..select import NO, Selector
from ..ty import ERROR, HAS_PARAM, INTEGER_BITS, PRIMITIVES, Ty, make, rewrite, substitute

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..program import Program

WHAT = {FnDef: "method", ConstDef: "const", AssocTypeDef: "type"}
NOT_A_MEMBER = {FnDef: "K0407", ConstDef: "K0438", AssocTypeDef: "K0437"}


def check_definition(program: Program, d: Def) -> None:
    """Checks one definition, once."""
    if d.state.get("is checked"):
        return
    d.state["is checked"] = True
    if not d.module.is_library and not isinstance(d, ModuleDef):
        check_attributes(program, d)
    if isinstance(d, AdtDef):
        check_adt(program, d)
    elif isinstance(d, ImplDef):
        check_impl(program, d)
    elif isinstance(d, TraitDef):
        for item in d.items.values():
            if isinstance(item, FnDef):
                program.signature_of(item)
                refuse_const(program, item)
        program.supertraits(d)
    elif isinstance(d, ModuleDef):
        check_imports(program, d)
    elif isinstance(d, FnDef):
        program.body(d)
    elif isinstance(d, ConstDef | StaticDef):
        check_value(program, d)


def refuse_const(program: Program, fn: FnDef) -> None:
    """A function of a trait, or of an impl of one, is not `const`."""
    if fn.is_const and not fn.module.is_library:
        message = "functions in traits and in their impls cannot be declared const"
        program.diagnostics.error("K0379", fn.span, message, help="remove `const`")


def check_value(program: Program, d: ConstDef | StaticDef) -> None:
    """The initialiser of a constant or static has a value."""
    body = program.const_body(d)
    if body is not None and isinstance(d.parent, ModuleDef) and not program.diagnostics.has_errors:
        from ..build.consteval import evaluate
        from ..build.shared import space_of

        if isinstance(d, StaticDef) and space_of(program.value_type(d)) is not None:
            return
        evaluate(program, body, ())


KNOWN_ATTRIBUTES = frozenset((
    "kernel", "device", "inline", "launch_bounds", "launch_contract", "cluster_launch", "cooperative_launch", "unroll", "constant",
    "cuda_module", "convergent", "derive", "repr", "allow", "warn", "deny", "expect", "forbid", "must_use", "doc", "cfg", "cfg_attr",
    "test", "ignore", "should_panic", "no_mangle", "cold", "track_caller", "non_exhaustive", "path", "macro_use", "macro_export",
    "deprecated", "automatically_derived", "default", "used", "target_feature", "for_each", "intrinsic",
))  # fmt: skip
"""Attributes that have a meaning here or in Rust; those of tools (`rustfmt::skip`) and of `cuda_device` are known by their path."""
NOT_YET = frozenset(("export_name", "link_section"))
"""Attributes whose meaning in Rust nothing here carries out."""


def check_attributes(program: Program, d: Def) -> None:
    """Every attribute of an item is known, and stands where it means something."""
    for attribute in d.node.attributes:
        name = attribute.path[-1]
        if name in NOT_YET or (name == "no_mangle" and not (isinstance(d.parent, ModuleDef) and d.parent is program.root)):
            where = "" if name in NOT_YET else " on an item that is not at the root of the crate"
            program.diagnostics.error("K1108", attribute.span, f"the attribute `{name}`{where} is not supported yet")
        elif len(attribute.path) == 1 and name not in KNOWN_ATTRIBUTES:
            from ..diagnostics import did_you_mean

            near = did_you_mean(name, sorted(KNOWN_ATTRIBUTES))
            help_text = f"an attribute with a similar name exists: `{near}`" if near else None
            program.diagnostics.error("K1107", attribute.span, f"cannot find attribute `{name}` in this scope", help=help_text)
        if name == "kernel" and not isinstance(d, FnDef):
            program.diagnostics.error(
                "K1117", d.span, "`#[kernel]` stands before a function", label=f"a {d.what}, not a function"
            )


# ------------------------------------------------------------------------------------------------------------------------- types


def check_adt(program: Program, adt: AdtDef) -> None:
    """Fields, finite size, discriminants, derives."""
    for variant in adt.variants:
        program.fields_of(variant)
    check_finite(program, adt)
    check_discriminants(program, adt)
    check_used_parameters(program, adt)
    if program.derives(adt, COPY):
        check_copy_fields(program, adt)
    for impl in adt.state.get("derived", ()):
        program.may_derive(impl)


def check_finite(program: Program, adt: AdtDef) -> None:
    """A type that contains itself without a pointer between has no size."""
    work: list[tuple[AdtDef, tuple[str, ...]]] = [(adt, ())]
    seen: set[AdtDef] = set()
    while work:
        at, path = work.pop()
        for variant in at.variants:
            for member in program.fields_of(variant):
                for inner in contained(member.ty):
                    if inner is adt:
                        through = f" (through {' → '.join([*path, at.name])})" if at is not adt else ""
                        message = f"recursive type `{adt.name}` has infinite size{through}"
                        note = "a kernel has no heap to break the cycle with: use an index into a slice instead"
                        labels = [(member.node.span, "recursive without indirection")]
                        program.diagnostics.error(
                            "K0072", adt.span, message, label="has infinite size", notes=[note], secondary=labels
                        )
                        return
                    if inner not in seen:
                        seen.add(inner)
                        work.append((inner, (*path, at.name)))


def contained(ty: Ty) -> list[AdtDef]:
    """The definitions whose values stand inside a value of the type (generic arguments count, as they may be fields)."""
    if ty.kind == "adt":
        return [ty.data, *[d for a in ty.args for d in contained(a)]]
    if ty.kind in ("tuple", "array"):
        return [d for a in ty.args for d in contained(a)]
    return []


def check_discriminants(program: Program, adt: AdtDef) -> None:
    """No two variants have one discriminant."""
    if adt.kind != "enum" or all(v.node.discriminant is None for v in adt.variants) or program.diagnostics.has_errors:
        return
    from ..build.consteval import discriminants
    from ..build.layout import representation
    from .patterns import limits

    least, most = limits(PRIMITIVES[next((w for w in representation(adt) if w in INTEGER_BITS), "isize")])
    seen: dict[int, str] = {}
    for variant, value in zip(adt.variants, discriminants(program, adt), strict=False):
        if not least <= value <= most:
            overflow = f"enum discriminant overflowed: `{value}` is above the greatest value of its type"
            program.diagnostics.error("K0370", variant.span, overflow, label="overflowed here")
            return
        if value in seen:
            message = f"discriminant value `{value}` assigned more than once"
            program.diagnostics.error("K0081", variant.span, message, label=f"`{value}` assigned here, and to `{seen[value]}`")
        seen.setdefault(value, variant.name)


def check_used_parameters(program: Program, adt: AdtDef) -> None:
    """Every type parameter is used by some field; `PhantomData` of the library stands for one that is not."""
    if adt.module.is_library:
        return
    used: set[int] = set()

    def note(part: Ty) -> Ty | None:
        if part.kind == "param":
            used.add(part.data)
        return None

    for variant in adt.variants:
        for member in program.fields_of(variant):
            rewrite(member.ty, HAS_PARAM, note)
    for parameter in program.generics_of(adt).params:
        if parameter.kind == "type" and parameter.ty.data not in used:
            message = f"type parameter `{parameter.name}` is never used"
            program.diagnostics.error(
                "K0392", parameter.node.span, message, label="unused type parameter", help="remove it, or use `PhantomData`"
            )


def check_copy_fields(program: Program, adt: AdtDef) -> None:
    """`derive(Copy)` needs fields that are `Copy` (type parameters are assumed to be)."""
    selector = Selector(program, InferTable(), [])
    trait = program.lang_trait(COPY)
    for variant in adt.variants:
        for member in program.fields_of(variant):
            if member.ty.flags & HAS_PARAM or member.ty is ERROR:
                continue
            if selector.select(TraitRef(trait, (member.ty,)), member.node.span)[0] == NO:
                message = f"the trait `Copy` cannot be implemented for type `{adt.name}`"
                labels = [(member.node.span, f"this field of type `{member.ty}` does not implement `Copy`")]
                program.diagnostics.error("K0204", adt.span, message, secondary=labels)
                return


def check_derived(program: Program, impl: ImplDef) -> bool:
    """Whether every field has the derived trait, and an enum's `Default` its variant; a fault is reported where it stands."""
    adt: AdtDef = impl.state["derived from"]
    header, _ = program.impl_header(impl)
    if header is None:
        return False
    name = header.trait.name
    if name == DEFAULT and adt.kind == "enum":
        if any(a.path == ("default",) for v in adt.variants for a in v.node.attributes):
            return True
        help_text = "make a unit variant default by placing `#[default]` above it"
        program.diagnostics.error("K0665", adt.span, "`#[derive(Default)]` on enum with no `#[default]`", help=help_text)
        return False
    selector = Selector(program, InferTable(), program.predicates_of(impl))
    for variant in adt.variants:
        for member in program.fields_of(variant):
            ty = selector.normalize(member.ty, member.node.span)
            if ty is not ERROR and selector.holds(Predicate(TraitRef(header.trait, (ty, ty)[: len(header.args)]), member.node.span), member.node.span) == NO:
                message = f"the trait bound `{ty}: {name}` is not satisfied"
                program.diagnostics.error("K0277", member.node.span, message, label=f"needed by `#[derive({name})]` of `{adt.name}`")
                return False
    return True


# ------------------------------------------------------------------------------------------------------------------------- impls


def check_impl(program: Program, impl: ImplDef) -> None:
    """The impl is for a type of this crate or gives a trait of this crate, and fits its trait."""
    trait_ref, self_ty = program.impl_header(impl)
    if impl.module.is_library or self_ty is ERROR:
        return
    check_determined(program, impl, trait_ref, self_ty)
    if trait_ref is None:
        if impl.node.trait is None and not (self_ty.kind == "adt" and self_ty.data.module.crate is impl.module.crate):
            message = f"cannot define inherent `impl` for `{self_ty}`, which is not defined in this crate"
            code = "K0116" if self_ty.kind == "adt" else "K0118" if self_ty.kind in ("param", "projection") else "K0390"
            advice = "define a trait and implement that for the type"
            program.diagnostics.error(code, impl.node.self_type.span, message, help=advice)
        check_single(program, impl, self_ty)
        return
    if form_of(program, trait_ref.trait):
        program.diagnostics.error("K0183", impl.node.span, f"manual implementations of `{trait_ref.trait.name}` are not in the language")
        return
    check_coherent(program, impl, trait_ref)
    check_unsafe(program, impl, trait_ref)
    check_supertraits(program, impl, trait_ref)
    for name, item in impl.items.items():
        check_member(program, impl, trait_ref, name, item)
    missing = [f"`{n}`" for n, item in trait_ref.trait.items.items() if n not in impl.items and is_required(item)]
    if missing:
        message = f"not all trait items implemented, missing: {', '.join(missing)}"
        program.diagnostics.error("K0046", impl.node.span, message, label=f"missing {', '.join(missing)} in implementation")
    check_overlap(program, impl, trait_ref)


def check_coherent(program: Program, impl: ImplDef, trait_ref: TraitRef) -> None:
    """A trait of a library is implemented only for types of this file, or with one as an argument."""
    if trait_ref.trait.module.crate is impl.module.crate or any(a is ERROR for a in trait_ref.args):
        return
    for ty in trait_ref.args:
        while ty.kind == "ref":
            ty = ty.target
        if ty.kind == "adt" and ty.data.module.crate is impl.module.crate:
            return
    message = "only traits defined in the current crate can be implemented for types defined outside of the crate"
    label = f"`{trait_ref.args[0]}` is not defined in this file"
    program.diagnostics.error("K0117", impl.node.self_type.span, message, label=label, help="wrap it in a struct of your own")


def check_unsafe(program: Program, impl: ImplDef, trait_ref: TraitRef) -> None:
    """An `unsafe trait` is implemented by an `unsafe impl`, any other one is not."""
    trait = trait_ref.trait
    if trait.node.is_unsafe and not impl.node.is_unsafe:
        message = f"the trait `{trait.name}` requires an `unsafe impl` declaration"
        program.diagnostics.error("K0200", impl.node.self_type.span, message, help="write `unsafe impl`")
    elif impl.node.is_unsafe and not trait.node.is_unsafe:
        message = f"implementing the trait `{trait.name}` is not unsafe"
        program.diagnostics.error("K0199", impl.node.self_type.span, message, help="remove `unsafe`")


def check_supertraits(program: Program, impl: ImplDef, trait_ref: TraitRef) -> None:
    """The type implements what the trait asks of those that implement it."""
    selector = Selector(program, InferTable(), program.predicates_of(impl))
    for predicate in program.supertraits(trait_ref.trait):
        wanted = Selector.instantiate(predicate, trait_ref.args)
        if wanted.trait_ref.args[0].kind != "projection" and selector.holds(wanted, impl.node.span) == NO:
            message = f"the trait bound `{trait_ref.args[0]}: {wanted.trait_ref.trait.name}` is not satisfied"
            label = f"required by the declaration of `{trait_ref.trait.name}`"
            program.diagnostics.error("K0277", impl.node.self_type.span, message, label=label)


def check_single(program: Program, impl: ImplDef, self_ty: Ty) -> None:
    """No other inherent impl for the same types has an item of the same name."""
    for name, item in impl.items.items():
        for other in program.inherent_impls(name, self_ty):
            if other is impl:
                break
            table = InferTable()
            mine = substitute(self_ty, fresh(program, table, impl))
            theirs = substitute(program.impl_header(other)[1], fresh(program, table, other))
            if table.unify(mine, theirs):
                first = [(other.items[name].span, f"other definition for `{name}`")]
                program.diagnostics.error("K0592", item.span, f"duplicate definitions with name `{name}`", secondary=first)


def is_required(item: Def) -> bool:
    """Whether a trait's item has no default."""
    if isinstance(item, FnDef):
        return not item.has_body
    return (item.node.type if isinstance(item, AssocTypeDef) else item.node.value) is None


def check_member(program: Program, impl: ImplDef, trait_ref: TraitRef, name: str, item: Def) -> None:
    """An item of an impl is one of its trait's, of the same sort and type."""
    declared = trait_ref.trait.items.get(name)
    if type(declared) is not type(item):
        what = WHAT[type(item)]
        message = f"{what} `{name}` is not a member of trait `{trait_ref.trait.name}`"
        program.diagnostics.error(
            NOT_A_MEMBER[type(item)], item.span, message, label=f"not a member of trait `{trait_ref.trait.name}`"
        )
    elif isinstance(item, FnDef) and isinstance(declared, FnDef):
        refuse_const(program, item)
        check_method(program, impl, trait_ref, item, declared)
    elif isinstance(item, ConstDef) and isinstance(declared, ConstDef):
        check_const(program, trait_ref, item, declared)
    elif isinstance(item, AssocTypeDef) and isinstance(declared, AssocTypeDef):
        check_assoc_type(program, trait_ref, item, declared)


def check_const(program: Program, trait_ref: TraitRef, item: ConstDef, declared: ConstDef) -> None:
    """A constant of an impl has the trait's type."""
    selector = Selector(program, InferTable(), program.predicates_of(item))
    wanted = selector.normalize(substitute(program.value_type(declared), trait_ref.args), item.span)
    found = selector.normalize(program.value_type(item), item.span)
    if not selector.table.unify(wanted, found):
        message = f"implemented const `{item.name}` has an incompatible type for trait"
        program.diagnostics.error("K0326", item.node.type.span, message, label=f"expected `{wanted}`, found `{found}`")


def check_assoc_type(program: Program, trait_ref: TraitRef, item: AssocTypeDef, declared: AssocTypeDef) -> None:
    """A type of an impl meets the bounds that the trait declares for it."""
    impl = item.parent
    assert isinstance(impl, ImplDef)
    selector = Selector(program, InferTable(), program.predicates_of(impl))
    projection = make("projection", declared, program.generics_of(trait_ref.trait).args)
    value = program.assoc_value(item)
    for predicate in program.supertraits(trait_ref.trait):
        if predicate.trait_ref.args[0] is not projection or value is ERROR:
            continue
        wanted = Selector.instantiate(predicate, trait_ref.args)
        wanted.trait_ref.args = (value, *wanted.trait_ref.args[1:])
        if selector.holds(wanted, item.span) == NO:
            message = f"the trait bound `{value}: {wanted.trait_ref.trait.name}` is not satisfied"
            label = f"required by the associated type `{declared.name}` of `{trait_ref.trait.name}`"
            program.diagnostics.error("K0277", item.node.type.span, message, label=label)


def check_method(program: Program, impl: ImplDef, trait_ref: TraitRef, item: FnDef, declared: FnDef) -> None:
    """A method has the trait's generics, parameters and result."""
    own, theirs = program.generics_of(item), program.generics_of(declared)
    given, asked = len(own.params) - own.own_start, len(theirs.params) - theirs.own_start
    if given != asked:
        message = f"method `{item.name}` has {given} generic parameters but its trait declaration has {asked}"
        program.diagnostics.error("K0049", item.span, message, label=f"expected {asked} generic parameters, found {given}")
        return
    mine, wanted = program.signature_of(item), program.signature_of(declared)
    if mine.has_self != wanted.has_self:
        has, lacks = ("impl", "trait") if mine.has_self else ("trait", "impl")
        message = f"method `{item.name}` has a `self` declaration in the {has}, but not in the {lacks}"
        program.diagnostics.error("K0185" if mine.has_self else "K0186", item.span, message, label=f"`self` only in the {has}")
        return
    if mine.is_unsafe and not wanted.is_unsafe:
        message = f"method `{item.name}` has an incompatible type for trait"
        program.diagnostics.error("K0053", item.span, message, label="expected safe fn, found unsafe fn")
        return
    if len(mine.params) != len(wanted.params):
        message = f"method `{item.name}` has {len(mine.params)} parameters but the declaration in trait `{trait_ref.trait.name}` has {len(wanted.params)}"
        program.diagnostics.error(
            "K0050", item.span, message, label=f"expected {len(wanted.params)} parameters, found {len(mine.params)}"
        )
        return
    args = trait_ref.args + tuple([p.ty for p in own.params[own.own_start :]])
    selector = Selector(program, InferTable(), program.predicates_of(item))
    check_own_bounds(program, item, declared, args)
    written = [item.node.self_param] if item.node.self_param is not None else []
    spans = [p.span for p in [*written, *[p.type or p for p in item.node.params], item.node.result or item.node.name]]
    pairs = [*zip(mine.params, wanted.params, strict=True), (mine.result, wanted.result)]
    for span, (found, expected) in zip(spans, pairs, strict=True):
        asked_for = selector.normalize(substitute(expected, args), item.span)
        given_ty = selector.normalize(found, item.span)
        if not selector.table.unify(asked_for, given_ty):
            message = f"method `{item.name}` has an incompatible type for trait"
            program.diagnostics.error("K0053", span, message, label=f"expected `{asked_for}`, found `{given_ty}`")
            return


def check_own_bounds(program: Program, item: FnDef, declared: FnDef, args: tuple[Ty, ...]) -> None:
    """A method asks of its callers no more than the trait's does."""
    assert isinstance(item.parent, ImplDef)
    known = [*program.predicates_of(item.parent), *[Selector.instantiate(p, args) for p in program.predicates_of(declared)]]
    selector = Selector(program, InferTable(), known)
    for predicate in program.predicates_of(item)[len(program.predicates_of(item.parent)) :]:
        if selector.holds(predicate, predicate.span) == NO:
            message = "impl has stricter requirements than trait"
            label = f"impl has extra requirement `{predicate.trait_ref.args[0]}: {predicate.trait_ref.trait.name}`"
            program.diagnostics.error("K0276", predicate.span, message, label=label, secondary=[(declared.span, "the trait's function")])
            return


def check_determined(program: Program, impl: ImplDef, trait_ref: TraitRef | None, self_ty: Ty) -> None:
    """Every generic parameter of an impl is determined by its self type, its trait, or an associated type of those."""
    used: set[int] = set()

    def note(part: Ty) -> Ty | None:
        if part.kind == "param":
            used.add(part.data)
        return None

    for ty in (self_ty, *(trait_ref.args if trait_ref is not None else ())):
        rewrite(ty, HAS_PARAM, note)
    for predicate in program.predicates_of(impl):
        if predicate.value is not None:
            rewrite(predicate.value, HAS_PARAM, note)
    for parameter in program.generics_of(impl).params:
        if parameter.ty.data not in used:
            message = f"the type parameter `{parameter.name}` is not constrained by the impl trait, self type, or predicates"
            program.diagnostics.error("K0207", parameter.node.span, message, label="unconstrained type parameter")


def check_overlap(program: Program, impl: ImplDef, trait_ref: TraitRef) -> None:
    """No other impl of the trait is for the same types."""
    for other in program.impls_of(trait_ref.trait, trait_ref.args[0] if not trait_ref.args[0].flags & HAS_PARAM else None):
        if other is impl:
            break  # those behind it report it themselves
        header, _ = program.impl_header(other)
        table = InferTable()
        if header is None:
            continue
        own, others = fresh(program, table, impl), fresh(program, table, other)
        mine = tuple([substitute(a, own) for a in trait_ref.args])
        theirs = tuple([substitute(a, others) for a in header.args])
        if all(table.unify(a, b) for a, b in zip(mine, theirs, strict=True)) and not excluded(
            program, table, impl, other, mine, theirs
        ):
            message = f"conflicting implementations of trait `{trait_ref!r}` for type `{trait_ref.args[0]}`"
            first = [(other.node.span, "first implementation here")]
            program.diagnostics.error(
                "K0119", impl.node.span, message, label=f"conflicting implementation for `{trait_ref.args[0]}`", secondary=first
            )
            return


def fresh(program: Program, table: InferTable, impl: ImplDef) -> tuple[Ty, ...]:
    """One set of variables for the parameters of an impl, kept for the whole comparison."""
    first = len(table.kinds)
    params = program.generics_of(impl).params
    for _ in params:
        table.fresh(impl.node.span)
    return tuple([make("infer", first + k) for k in range(len(params))])


def excluded(
    program: Program, table: InferTable, impl: ImplDef, other: ImplDef, mine: tuple[Ty, ...], theirs: tuple[Ty, ...]
) -> bool:
    """Whether a bound of either impl cannot hold for the types that both headers allow."""
    selector = Selector(program, table, [])
    for each, args in ((impl, mine), (other, theirs)):
        header, _ = program.impl_header(each)
        assert header is not None
        own = tuple([table.fresh(each.node.span) for _ in program.generics_of(each).params])
        for declared, actual in zip(header.args, args, strict=True):
            table.unify(substitute(declared, own), actual)
        for predicate in program.predicates_of(each):
            if selector.holds(Selector.instantiate(predicate, own), each.node.span) == NO:
                return True
    return False


def check_imports(program: Program, module: ModuleDef) -> None:
    """Each name is brought in once in each namespace, and what is imported from a known crate exists."""
    for name, leaves in module.uses.items():
        for namespace, own in ((TYPES, module.types), (VALUES, module.values)):
            targets = [(leaf, program.resolver.target(leaf, namespace, set())) for leaf in leaves]
            found = [(leaf, d) for leaf, d in targets if d is not None]
            if found and own.get(name) is not None and name != "_":
                message = f"the name `{name}` is defined multiple times"
                item, imported = own[name].span, found[0][0].segments[-1].span
                is_item_later = item.start > imported.start
                later, label = (item, f"`{name}` redefined here") if is_item_later else (imported, f"`{name}` reimported here")
                first = [(imported if is_item_later else item, f"the first `{name}` is here")]
                program.diagnostics.error("K0255", later, message, label=label, secondary=first)
            elif len(found) > 1 and found[0][1] is not found[1][1] and name != "_":
                message = f"the name `{name}` is defined multiple times"
                first = [(found[0][0].segments[-1].span, f"previous import of `{name}` here")]
                program.diagnostics.error(
                    "K0252", found[1][0].segments[-1].span, message, label=f"`{name}` reimported here", secondary=first
                )
        for leaf in leaves:
            check_exists(program, leaf)
    for leaf in module.globs:
        check_exists(program, leaf)


def check_exists(program: Program, leaf: UseDef) -> None:
    """An import whose first name is known leads somewhere."""
    namespaces = (TYPES,) if leaf.name == "*" else (TYPES, VALUES)
    if leaf.segments and leaf.segments[0].name == "super" and program.resolver.start(leaf.module, "super", False, TYPES) is None:
        program.resolver.too_many_super(leaf.segments[0])
        return
    if any(program.resolver.target(leaf, namespace, set()) is not None for namespace in namespaces):
        check_path_visible(program, leaf)
        return
    if len(leaf.segments) < 2 or "is broken" in leaf.state:
        return
    leaf.state["is broken"] = True
    at: Def | None = program.resolver.start(leaf.module, leaf.segments[0].name, leaf.is_global, TYPES)
    for k, segment in enumerate(leaf.segments[1:], 1):
        if at is None:
            return
        last = k == len(leaf.segments) - 1
        found = program.resolver.member(at, segment.name, TYPES)
        if found is None and segment.name not in NO_ITEMS:
            from ..diagnostics import did_you_mean
            from .macros import MACROS

            if last and segment.name in MACROS:
                return

            near = (
                did_you_mean(segment.name, program.resolver.names(at, TYPES) + program.resolver.names(at, VALUES))
                if isinstance(at, ModuleDef)
                else None
            )
            help_text = (f"a similar name exists in the module: `{near}`", segment.span, near) if near else None
            message = f"unresolved import `{'::'.join([s.name for s in leaf.segments])}`"
            where = (
                f"no `{segment.name}` in `{at.path or at.name}`"
                if last
                else f"could not find `{segment.name}` in `{at.path or at.name}`"
            )
            program.diagnostics.error("K0432", segment.span, message, label=where, help=help_text)
            return
        at = found


def check_path_visible(program: Program, leaf: UseDef) -> None:
    """Everything that an import passes through, and what it brings in, may be named where it stands."""
    resolver = program.resolver
    at: Def | None = resolver.start(leaf.module, leaf.segments[0].name, leaf.is_global, TYPES) if leaf.segments else None
    for k, segment in enumerate(leaf.segments[1:], 1):
        if at is None:
            return
        last = k == len(leaf.segments) - 1
        found = [(n, resolver.member(at, segment.name, n)) for n in ((TYPES, VALUES) if last else (TYPES,))]
        known = [(n, d) for n, d in found if d is not None]
        if known and not any(resolver.is_visible(d, leaf.module) for _, d in known):
            resolver.check_visible(known[0][1], segment, leaf.module)
            return
        if known and not resolver.check_import_visible(at, segment, known[0][0], known[0][1], leaf.module):
            return
        at = known[0][1] if known else None


NO_ITEMS = (
    "kernel",
    "device",
    "cuda_module",
    "launch_bounds",
    "launch_contract",
    "cluster_launch",
    "cooperative_launch",
    "constant",
    "unroll",
)
"""Attributes that a program imports by `use` and that are no items here."""
