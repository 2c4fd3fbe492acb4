"""The quick way to touch shadows: 16 lanes at once, where nothing is wrong and nothing is special; `shadow` does the rest, lane by lane.

Addresses of 16 lanes may be one place, a row, or anything. All must lie in one allocation, and no lane may collide with anybody: then shadows are read
and written as vectors. The functions answer whether that was so; if not, they have changed nothing that the slow way would not do again.
"""

from ptx.vm.compiled.ir.text import BITS, WARP
from ptx.vm.compiled.watch.lanes import LANES, LONG, MASK, THREAD_SHIFT, Lanes
from ptx.vm.memory import LOCAL_WINDOW, OFFSET_BITS


class Quick(Lanes):
    """Writes one function: `what` is `load` or `store`, `kind` the LLVM type of an element, `shift` says how long a granule is.

    `exact`: Python must know of every access whose place in the shadow another takes.
    """

    def __init__(self, what: str, kind: str, shift: int, exact: bool = False) -> None:
        super().__init__()
        self.what, self.kind, self.shift, self.exact = what, kind, shift, exact
        self.size = BITS[kind] // 8
        self.count = max(1, self.size >> shift)

    def text(self) -> str:
        """The function, and what it needs declared."""
        code = self.code
        values = f", <{LANES} x {self.kind}> %values" if self.what == "store" else ""
        parameters = f"ptr %watch, {LONG} %addresses, i16 %lanes, i64 %me, i32 %site, i64 %base, i64 %since{values}"
        code.lines.append(f"define i1 @quick.{self.what}.{self.kind}({parameters}) #1 {{")
        code.label("entry")
        self._start()
        self._bounds()
        self._shapes()
        code.label("slow")
        code.do("ret i1 false")
        code.label("done")
        code.do("ret i1 true")
        code.lines.append("}")
        return "\n".join(code.lines) + "\n"

    # --- where ---------------------------------------------------------------------------------------------------------------------------

    def _start(self) -> None:
        code = self.code
        self.mask = code.let(f"bitcast i16 %lanes to {MASK}")
        code.do("%none = icmp eq i16 %lanes, 0")
        code.do("br i1 %none, label %done, label %some")
        code.label("some")
        self.first = code.let(f"zext i16 {code.call('llvm.cttz.i16', 'i16', ('i16', '%lanes'), ('i1', 'true'))} to i64")
        self.at = code.let(f"extractelement {LONG} %addresses, i64 {self.first}")
        number = code.let(f"lshr i64 {self.at}, {OFFSET_BITS}")
        local = code.let(f"icmp eq i64 {number}, {LOCAL_WINDOW}")
        code.do(f"br i1 {local}, label %slow, label %common")
        code.label("common")
        number = code.call("llvm.umin.i64", "i64", ("i64", number), ("i64", self.field("row_count")))
        self.row = code.let(f"getelementptr i8, ptr {self.field('rows', 'ptr')}, i64 {code.let(f'mul i64 {number}, {self.shadow.ROW_BYTES}')}")

    def _bounds(self) -> None:
        code = self.code
        self.start, size = self.row_field("start"), self.row_field("size")
        empty = code.let(f"icmp eq i64 {size}, 0")
        code.do(f"br i1 {empty}, label %unwatched, label %watched")
        code.label("unwatched")
        elsewhere = self.op("lshr", self.op("xor", "%addresses", self.splat(self.at)), f"splat (i64 {OFFSET_BITS})")
        self.unless(self.active(code.let(f"icmp ne {LONG} {elsewhere}, zeroinitializer")), "slow")
        code.do("br label %done")
        code.label("watched")
        limit = code.call("llvm.usub.sat.i64", "i64", ("i64", size), ("i64", str(self.size - 1)))
        wrong = code.let(f"icmp uge {LONG} {self.op('sub', '%addresses', self.splat(self.start))}, {self.splat(limit)}")
        if self.size > 1:
            odd = code.let(f"icmp ne {LONG} {self.op('and', '%addresses', f'splat (i64 {self.size - 1})')}, zeroinitializer")
            wrong = code.let(f"or {MASK} {wrong}, {odd}")
        self.unless(self.active(wrong), "slow")
        granule = code.let(f"lshr i64 {self.start}, {self.shift}")
        self.index = self.op("sub", self.op("lshr", "%addresses", f"splat (i64 {self.shift})"), self.splat(granule))
        self.index_first = code.let(f"extractelement {LONG} {self.index}, i64 {self.first}")
        self.write, self.read = self.row_field("write", "ptr"), self.row_field("read", "ptr")
        self.write_site, self.read_site = self.row_field("write_site", "ptr"), self.row_field("read_site", "ptr")
        self.own = code.let(f"icmp ne i64 {self.row_field('own')}, 0")
        self.serial = self.field("serial")
        self.floor = code.let(f"select i1 {self.own}, i64 {self.serial}, i64 {self.field('launch')}")
        self.base = code.let(f"shl i64 %base, {self.shadow.EPOCH_SHIFT}")
        self.since = code.let(f"shl i64 %since, {self.shadow.EPOCH_SHIFT}")
        self._limits()
        steps = "<" + ", ".join(f"i64 {lane << THREAD_SHIFT}" for lane in range(LANES)) + ">"
        self.me = self.op("or", self.splat("%me"), steps)

    def _limits(self) -> None:
        """What says of most entries at once that they are ordered: in shared memory those between the block's first word and its last barrier."""
        code = self.code
        now = code.let(f"add i64 {self.serial}, {self.base}")
        self.oldest = code.let(f"select i1 {self.own}, i64 {self.serial}, i64 0")
        self.span = code.let(f"select i1 {self.own}, i64 {self.base}, i64 {self.floor}")
        self.over = code.let(f"select i1 {self.own}, i64 {now}, i64 {self.floor}")

    def _shapes(self) -> None:
        code = self.code
        if self.what == "load":
            apart = self.active(code.let(f"icmp ne {LONG} {self.index}, {self.splat(self.index_first)}"))
            one = code.let(f"icmp eq i16 {apart}, 0")
            code.do(f"br i1 {one}, label %one, label %many")
            code.label("one")
            self._one_place()
            code.label("many")
        if self.count == 1:
            steps = "<" + ", ".join(f"i64 {lane}" for lane in range(LANES)) + ">"
            start = code.let(f"sub i64 {self.index_first}, {self.first}")
            apart = self.active(code.let(f"icmp ne {LONG} {self.index}, {self.op('add', self.splat(start), steps)}"))
            row = code.let(f"icmp eq i16 {apart}, 0")
            code.do(f"br i1 {row}, label %row, label %any")
            code.label("row")
            self._touch(start, True)
            code.label("any")
        for granule in range(self.count):
            index = self.op("add", self.index, f"splat (i64 {granule})") if granule else self.index
            self._touch(index, False, granule == self.count - 1)

    # --- shadows -----------------------------------------------------------------------------------------------------------------------

    def _pointer(self, base: str, index: str, kind: str, row: bool) -> str:
        return self.code.let(f"getelementptr {kind}, ptr {base}, {'i64' if row else LONG} {index}")

    def _get(self, base: str, index: str, row: bool) -> str:
        pointer = self._pointer(base, index, "i64", row)
        if row:
            return self.code.call(f"llvm.masked.load.v{LANES}i64.p0", LONG, ("ptr align 8", pointer), (MASK, self.mask), (LONG, "zeroinitializer"))
        return self.code.call(f"llvm.masked.gather.v{LANES}i64.v{LANES}p0", LONG, (f"<{LANES} x ptr>", f"align 8 {pointer}"), (MASK, self.mask),
                              (LONG, "zeroinitializer"))  # fmt: skip

    def _put(self, base: str, index: str, row: bool, value: str, mask: str, kind: str = "i64") -> None:
        pointer, whole = self._pointer(base, index, kind, row), f"<{LANES} x {kind}>"
        align = BITS[kind] // 8
        if row:
            self.code.call(f"llvm.masked.store.v{LANES}{kind}.p0", "void", (whole, value), (f"ptr align {align}", pointer), (MASK, mask))
        else:
            name = f"llvm.masked.scatter.v{LANES}{kind}.v{LANES}p0"
            self.code.call(name, "void", (whole, value), (f"<{LANES} x ptr>", f"align {align} {pointer}"), (MASK, mask))

    def _open(self, entry: str) -> str:
        """The lanes that an entry is not ordered before (`shadow.unordered`)."""
        code, shadow = self.code, self.shadow
        apart = self.op("xor", entry, self.me)
        age = self.op("sub", entry, self.splat(self.serial))
        many = self.op("and", entry, f"splat (i64 {shadow.MULTI})")
        other = code.let(f"icmp ne {LONG} {self.op('and', apart, f'splat (i64 {shadow.THREAD_BITS})')}, zeroinitializer")
        recent = code.let(f"icmp uge {LONG} {entry}, {self.splat(self.floor)}")
        late = code.let(f"icmp uge {LONG} {age}, {self.splat(self.base)}")
        blocks = code.let(f"icmp eq {LONG} {many}, splat (i64 3)")
        warp = code.let(f"icmp eq {LONG} {self.op('and', apart, f'splat (i64 {shadow.WARP_BITS})')}, zeroinitializer")
        few = code.let(f"icmp ult {LONG} {many}, splat (i64 2)")
        before = code.let(f"icmp ult {LONG} {age}, {self.splat(self.since)}")
        late = code.let(f"or {MASK} {late}, {blocks}")
        ordered = code.let(f"and {MASK} {code.let(f'and {MASK} {warp}, {few}')}, {before}")
        found = code.let(f"and {MASK} {code.let(f'and {MASK} {other}, {recent}')}, {late}")
        return code.let(f"and {MASK} {found}, {code.let(f'xor {MASK} {ordered}, splat (i1 true)')}")

    def _unset(self, entry: str) -> str:
        """The lanes whose granule nobody wrote, in shared memory."""
        stale = self.code.let(f"icmp ult {LONG} {entry}, {self.splat(self.serial)}")
        return self.code.let(f"and {MASK} {stale}, {self.splat(self.own, 'i1')}")

    def _touch(self, index: str, row: bool, last: bool = True) -> None:
        if self.what == "load":
            self._read(index, row)
        else:
            self._write(index, row)
        if last:
            self.code.do("br label %done")

    def _read(self, index: str, row: bool) -> None:
        code = self.code
        self._written_before(self._get(self.write, index, row))
        before = self._get(self.read, index, row)
        update, after = code.new_label("update"), code.new_label("after")
        rest = "%lanes" if self.exact else code.let(f"and i16 {code.let(f'xor i16 {self.bits(self._settled(before))}, -1')}, %lanes")
        code.do(f"br i1 {code.let(f'icmp eq i16 {rest}, 0')}, label %{after}, label %{update}")
        code.label(update)
        merged = self._read_by_all(before)
        self._put(self.read, index, row, merged, self.mask)
        self._put(self.read_site, index, row, self.splat("%site", "i32"), self.mask, "i32")
        if not row:
            self._lost(index, merged)
        code.do(f"br label %{after}")
        code.label(after)

    def _written_before(self, written: str) -> None:
        """Goes the slow way if a lane reads what is not ordered, or what nobody wrote; usually one comparison says that all is well."""
        code = self.code
        plain = code.let(f"icmp ult {LONG} {self.op('sub', written, self.splat(self.oldest))}, {self.splat(self.span)}")
        look, fine = code.new_label("look"), code.new_label("fine")
        rest = code.let(f"and i16 {code.let(f'xor i16 {self.bits(plain)}, -1')}, %lanes")
        code.do(f"br i1 {code.let(f'icmp eq i16 {rest}, 0')}, label %{fine}, label %{look}")
        code.label(look)
        self.unless(self.active(code.let(f"or {MASK} {self._open(written)}, {self._unset(written)}")), "slow")
        code.do(f"br label %{fine}")
        code.label(fine)

    def _read_by_all(self, before: str) -> str:
        """The words of the reads: of the lanes alone where what was read before is over."""
        code = self.code
        over = code.let(f"icmp ult {LONG} {before}, {self.splat(self.over)}")
        merge, merged_at, alone, join = (code.new_label(stem) for stem in ("merge", "merged", "alone", "join"))
        rest = code.let(f"and i16 {code.let(f'xor i16 {self.bits(over)}, -1')}, %lanes")
        code.do(f"br label %{alone}")
        code.label(alone)
        code.do(f"br i1 {code.let(f'icmp eq i16 {rest}, 0')}, label %{join}, label %{merge}")
        code.label(merge)
        opened = self._open(before)
        if self.exact:
            others = self.op("and", self.op("xor", before, self.me), self.splat(self.field("apart")))
            self.unless(self.active(code.let(f"and {MASK} {opened}, {code.let(f'icmp ne {LONG} {others}, zeroinitializer')}")), "slow")
        merged = code.let(f"select {MASK} {opened}, {LONG} {self._merged(before)}, {LONG} {self.me}")
        code.do(f"br label %{merged_at}")
        code.label(merged_at)
        code.do(f"br label %{join}")
        code.label(join)
        return code.let(f"phi {LONG} [{self.me}, %{alone}], [{merged}, %{merged_at}]")

    def _settled(self, entry: str) -> str:
        """Entries that already say that several warps have read since the last barrier."""
        age = self.op("sub", entry, self.splat(self.serial))
        limit = 1 << self.shadow.SERIAL_SHIFT
        span = self.code.let(f"sub i64 {limit}, {self.base}")
        late = self.code.let(f"icmp ult {LONG} {self.op('sub', age, self.splat(self.base))}, {self.splat(span)}")
        many = self.code.let(f"icmp uge {LONG} {self.op('and', entry, f'splat (i64 {self.shadow.MULTI})')}, splat (i64 2)")
        return self.code.let(f"and {MASK} {late}, {many}")

    def _merged(self, entry: str) -> str:
        """Both as one word (`shadow.merged`)."""
        code = self.code
        apart = self.op("xor", entry, self.me)
        block = code.let(f"icmp ne {LONG} {self.op('and', apart, f'splat (i64 {self.shadow.BLOCK_BITS})')}, zeroinitializer")
        warp = code.let(f"icmp ne {LONG} {self.op('and', apart, f'splat (i64 {self.shadow.WARP_BITS})')}, zeroinitializer")
        level = code.let(f"select {MASK} {warp}, {LONG} splat (i64 2), {LONG} splat (i64 1)")
        level = code.let(f"select {MASK} {block}, {LONG} splat (i64 3), {LONG} {level}")
        many = self.op("and", entry, f"splat (i64 {self.shadow.MULTI})")
        return self.op("or", self.me, code.intrinsic("umax", "i64", LANES, level, many))

    def _lost(self, index: str, merged: str) -> None:
        """Several lanes may have read one granule: then it was read by lanes."""
        code = self.code
        now = self._get(self.read, index, False)
        lost = code.let(f"and {MASK} {code.let(f'icmp ne {LONG} {now}, {merged}')}, {self.mask}")
        some, none = code.new_label("lost"), code.new_label("kept")
        code.do(f"br i1 {code.let(f'icmp ne i16 {self.bits(lost)}, 0')}, label %{some}, label %{none}")
        code.label(some)
        if self.exact:
            self._unless_lanes("true")
        fewer = code.let(f"icmp eq {LONG} {self.op('and', merged, f'splat (i64 {self.shadow.MULTI})')}, zeroinitializer")
        self._put(self.read, index, False, code.let(f"select {MASK} {fewer}, {LONG} {self.op('or', merged, 'splat (i64 1)')}, {LONG} {merged}"), lost)
        code.do(f"br label %{none}")
        code.label(none)

    def _unless_lanes(self, several: str) -> None:
        """Goes the slow way if there are several lanes and these are told apart."""
        code = self.code
        on = code.new_label("on")
        lanes = code.let(f"and i64 {self.field('apart')}, {31 << THREAD_SHIFT}")
        both = code.let(f"and i1 {several}, {code.let(f'icmp ne i64 {lanes}, 0')}")
        code.do(f"br i1 {both}, label %slow, label %{on}")
        code.label(on)

    def _one_place(self) -> None:
        """All lanes read one element: one look at each of its shadows."""
        code = self.code
        others = code.let("sub i16 %lanes, 1")
        several = code.let(f"icmp ne i16 {code.let(f'and i16 %lanes, {others}')}, 0")
        me = code.let(f"or i64 %me, {code.let(f'shl i64 {self.first}, {THREAD_SHIFT}')}")
        least = code.let(f"select i1 {several}, i64 1, i64 0")
        if self.exact:
            self._unless_lanes(several)
        for granule in range(self.count):
            self._one_granule(code.let(f"add i64 {self.index_first}, {granule}"), several, me, least)
        code.do("br label %done")

    def _one_granule(self, index: str, several: str, me: str, least: str) -> None:
        code, shadow = self.code, self.shadow
        written = code.let(f"load i64, ptr {self._pointer(self.write, index, 'i64', True)}")
        self._closed(written, several, me)
        place = self._pointer(self.read, index, "i64", True)
        before = code.let(f"load i64, ptr {place}")
        over = code.let(f"icmp ult i64 {before}, {self.over}")
        alone, merge, merged_at, join = (code.new_label(stem) for stem in ("alone", "merge", "merged", "join"))
        code.do(f"br label %{alone}")
        code.label(alone)
        code.do(f"br i1 {over}, label %{join}, label %{merge}")
        code.label(merge)
        opened = code.call("shadow.unordered", "i1", ("i64", before), ("i64", me), ("i64", "%base"), ("i64", "%since"), ("i64", self.floor))
        if self.exact:
            others = code.let(f"and i64 {code.let(f'xor i64 {before}, {me}')}, {self.field('apart')}")
            wrong = code.let(f"and i1 {opened}, {code.let(f'icmp ne i64 {others}, 0')}")
            on = code.new_label("on")
            code.do(f"br i1 {wrong}, label %slow, label %{on}")
            code.label(on)
        merged = code.call("shadow.merged", "i64", ("i64", before), ("i64", me))
        level = code.let(f"select i1 {opened}, i64 {code.let(f'and i64 {merged}, {shadow.MULTI}')}, i64 0")
        code.do(f"br label %{merged_at}")
        code.label(merged_at)
        code.do(f"br label %{join}")
        code.label(join)
        known = code.let(f"phi i64 [0, %{alone}], [{level}, %{merged_at}]")
        most = code.call("llvm.umax.i64", "i64", ("i64", known), ("i64", least))
        code.do(f"store i64 {code.let(f'or i64 {me}, {most}')}, ptr {place}")
        code.do(f"store i32 %site, ptr {self._pointer(self.read_site, index, 'i32', True)}")

    def _closed(self, written: str, several: str, me: str) -> None:
        """Goes the slow way if a write may collide with one of the lanes, or if there was none."""
        code = self.code
        look, on = code.new_label("look"), code.new_label("closed")
        plain = code.let(f"icmp ult i64 {code.let(f'sub i64 {written}, {self.oldest}')}, {self.span}")
        code.do(f"br i1 {plain}, label %{on}, label %{look}")
        code.label(look)
        opened = code.call("shadow.unordered", "i1", ("i64", written), ("i64", me), ("i64", "%base"), ("i64", "%since"), ("i64", self.floor))
        age = code.let(f"sub i64 {written}, {self.serial}")
        own = code.let(f"and i1 {several}, {code.let(f'icmp uge i64 {age}, {self.base}')}")
        fresh = code.let(f"icmp uge i64 {written}, {self.floor}")
        mine = code.let(f"and i1 {own}, {fresh}")
        unset = code.let(f"and i1 {self.own}, {code.let(f'icmp ult i64 {written}, {self.serial}')}")
        wrong = code.let(f"or i1 {code.let(f'or i1 {opened}, {mine}')}, {unset}")
        code.do(f"br i1 {wrong}, label %slow, label %{on}")
        code.label(on)

    def _write(self, index: str, row: bool) -> None:
        code = self.code
        changes = self._changes(row)
        written = self._get(self.write, index, row)
        effective = code.let(f"and {MASK} {code.let(f'or {MASK} {changes}, {self._unset(written)}')}, {self.mask}")
        before = self._get(self.read, index, row)
        wrong = code.let(f"or {MASK} {self._open(written)}, {self._open(before)}")
        self.unless(self.bits(code.let(f"and {MASK} {wrong}, {effective}")), "slow")
        self._put(self.write, index, row, self.me, effective if row else self.mask)
        if not row:
            self._alone(index, written, effective)
        self._put(self.write_site, index, row, self.splat("%site", "i32"), effective, "i32")

    def _alone(self, index: str, written: str, effective: str) -> None:
        """If lanes write one granule, all is put back and the slow way compares what they write; lanes that change nothing have not written."""
        code = self.code
        now = self._get(self.write, index, False)
        lost = code.let(f"and {MASK} {code.let(f'icmp ne {LONG} {now}, {self.me}')}, {self.mask}")
        back, alone = code.new_label("back"), code.new_label("alone")
        code.do(f"br i1 {code.let(f'icmp ne i16 {self.bits(lost)}, 0')}, label %{back}, label %{alone}")
        code.label(back)
        self._put(self.write, index, False, written, self.mask)
        code.do("br label %slow")
        code.label(alone)
        idle = code.let(f"and {MASK} {self.mask}, {code.let(f'xor {MASK} {effective}, splat (i1 true)')}")
        some, none = code.new_label("idle"), code.new_label("busy")
        code.do(f"br i1 {code.let(f'icmp ne i16 {self.bits(idle)}, 0')}, label %{some}, label %{none}")
        code.label(some)
        self._put(self.write, index, False, written, idle)
        code.do(f"br label %{none}")
        code.label(none)

    def _changes(self, row: bool) -> str:
        """The lanes that change memory."""
        code, whole = self.code, f"<{LANES} x {self.kind}>"
        delta = self.row_field("delta")
        if row:
            start = code.let(f"sub i64 {self.at}, {code.let(f'mul i64 {self.first}, {self.size}')}")
            pointer = code.let(f"inttoptr i64 {code.let(f'add i64 {start}, {delta}')} to ptr")
            old = code.call(f"llvm.masked.load.v{LANES}{self.kind}.p0", whole, ("ptr align 1", pointer), (MASK, self.mask), (whole, "zeroinitializer"))
        else:
            base = code.let(f"inttoptr i64 {delta} to ptr")
            pointers = code.let(f"getelementptr i8, ptr {base}, {LONG} %addresses")
            old = code.call(f"llvm.masked.gather.v{LANES}{self.kind}.v{LANES}p0", whole, (f"<{LANES} x ptr>", f"align 1 {pointers}"), (MASK, self.mask),
                            (whole, "zeroinitializer"))  # fmt: skip
        return code.let(f"icmp ne {whole} %values, {old}")


def halves(what: str, kind: str) -> str:
    """Returns the lines that try the quick way with the lower half of a warp, and if that is done with the upper; `%todo` are the lanes left.

    In this order, because the slow way compares what a lane stores with what lower lanes store.
    """
    text, before = "", "true"
    for number in range(WARP // LANES):
        order = "<" + ", ".join(f"i32 {number * LANES + lane}" for lane in range(LANES)) + ">"
        text += f"""  %half.{number} = shufflevector <{WARP} x i64> %addresses, <{WARP} x i64> poison, <{LANES} x i32> {order}
  %bits.{number}.shifted = lshr i32 %lanes, {number * LANES}
  %bits.{number}.all = trunc i32 %bits.{number}.shifted to i16
  %bits.{number} = select i1 {before}, i16 %bits.{number}.all, i16 0
  %me.{number} = add i64 %me.first, {number * LANES << THREAD_SHIFT}
"""
        values = ""
        if what == "store":
            text += f"  %values.{number} = shufflevector <{WARP} x {kind}> %values, <{WARP} x {kind}> poison, <{LANES} x i32> {order}\n"
            values = f", <{LANES} x {kind}> %values.{number}"
        text += f"""  %quick.{number} = call i1 @quick.{what}.{kind}(ptr %watch, {LONG} %half.{number}, i16 %bits.{number}, i64 %me.{number}, i32 %site, \
i64 %base, i64 %since{values})
  %fine.{number} = and i1 {before}, %quick.{number}
  %kept.{number} = select i1 %fine.{number}, i32 0, i32 {((1 << LANES) - 1) << (number * LANES)}
"""
        before = f"%fine.{number}"
    return text + "  %kept = or i32 %kept.0, %kept.1\n  %todo = and i32 %kept, %lanes\n"
