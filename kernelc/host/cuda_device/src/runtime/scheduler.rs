//! Runs a grid: block after block, the threads of a block in turn, each until it waits.

use super::fiber::{Stack, switch};
use super::shared_memory::SharedMemory;
use core::fmt;
use core::panic::Location;
use std::any::Any;
use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind};

pub type Triple = [u32; 3];
pub const LANES: usize = 32;
/// After so many atomic operations a thread lets the others run: one of them may be what it waits for.
const PATIENCE: u32 = 64;
/// So many turns in which no thread did more than `PATIENCE` atomic operations that change nothing are a wait without end.
const TURNS: u32 = 100_000;

/// Where a thread is.
#[derive(Clone, Copy)]
pub struct Here {
    pub grid: Triple,
    pub block: Triple,
    pub block_index: Triple,
    pub thread_index: Triple,
    pub lane: u32,
    pub warp: u32,
}

/// Why a kernel stopped: which thread, where in the source, and the message.
#[derive(Clone, Debug)]
pub struct Trap {
    pub block_index: Triple,
    pub thread_index: Triple,
    pub file: String,
    pub line: u32,
    pub column: u32,
    pub message: String,
}

impl fmt::Display for Trap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ([a, b, c], [x, y, z]) = (self.block_index, self.thread_index);
        write!(f, "block ({a}, {b}, {c}) thread ({x}, {y}, {z}) at {}:{}:{}: {}", self.file, self.line, self.column, self.message)
    }
}

#[derive(Clone, Copy, Debug)]
enum State {
    New,
    Ready,
    /// Lets others run, and asks again: its last atomic operations changed nothing.
    Polls,
    AtBarrier,
    /// Waits for the lanes of a mask to come to the same operation.
    InWarp { operation: &'static str, mask: u32 },
    /// Asks which lanes are with it, once no lane can go on.
    AsksWhoIsHere(&'static Location<'static>),
    Done,
}

struct Thread {
    here: Here,
    state: State,
    stack: Option<Stack>,
    stack_pointer: *mut u8,
    atomics: u32,
    has_changed: bool,
    value: u64,
    /// What the last warp operation gave: the lanes that took part, and their values.
    given: (u32, [u64; LANES]),
}

pub struct Scheduler {
    kernel: &'static dyn Fn(),
    threads: Vec<Thread>,
    running: usize,
    main: *mut u8,
    spare: Vec<Stack>,
    trap: Option<Trap>,
    pub shared: SharedMemory,
}

thread_local! {
    static CURRENT: Cell<*mut Scheduler> = const { Cell::new(core::ptr::null_mut()) };
    static PANICKED_AT: RefCell<(String, u32, u32)> = const { RefCell::new((String::new(), 0, 0)) };
}

/// The scheduler whose threads call. Panics where no kernel runs.
pub fn current() -> &'static mut Scheduler {
    let scheduler = CURRENT.get();
    assert!(!scheduler.is_null(), "this function is for kernels: it is called outside of a launch");
    unsafe { &mut *scheduler }
}

/// Runs `kernel` once for each thread of the grid. Returns when all have ended, or with the first panic.
pub fn launch(grid: Triple, block: Triple, dynamic_shared_bytes: usize, kernel: impl Fn()) -> Result<(), Trap> {
    assert!(CURRENT.get().is_null(), "a kernel cannot launch a kernel");
    remember_places_of_panics();
    let kernel: &dyn Fn() = &kernel;
    let mut scheduler = Scheduler {
        kernel: unsafe { core::mem::transmute::<&dyn Fn(), &'static dyn Fn()>(kernel) },
        threads: Vec::new(),
        running: 0,
        main: core::ptr::null_mut(),
        spare: Vec::new(),
        trap: None,
        shared: SharedMemory::new(0),
    };
    CURRENT.set(&raw mut scheduler);
    for block_index in indices(grid) {
        let scheduler = current();
        scheduler.begin_block(grid, block, block_index, dynamic_shared_bytes);
        scheduler.run_block();
        if scheduler.trap.is_some() {
            break;
        }
    }
    CURRENT.set(core::ptr::null_mut());
    scheduler.trap.take().map_or(Ok(()), Err)
}

fn indices(size: Triple) -> impl Iterator<Item = Triple> {
    let [x, y, z] = size;
    (0..z).flat_map(move |k| (0..y).flat_map(move |j| (0..x).map(move |i| [i, j, k])))
}

/// A panic in a kernel prints nothing, but leaves its place.
fn remember_places_of_panics() {
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| match info.location() {
            Some(at) if !CURRENT.get().is_null() => PANICKED_AT.set((at.file().to_string(), at.line(), at.column())),
            _ => before(info),
        }));
    });
}

fn message_of(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().map(|text| text.to_string());
    text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_default()
}

/// Where each thread begins and ends.
extern "C" fn entry() -> ! {
    let kernel = current().kernel;
    let result = catch_unwind(AssertUnwindSafe(kernel));
    let scheduler = current();
    if let Err(payload) = result {
        let (file, line, column) = PANICKED_AT.take();
        scheduler.stop(file, line, column, message_of(&*payload));
    }
    scheduler.wait(State::Done);
    unreachable!("a thread that has ended goes on")
}

impl Scheduler {
    fn begin_block(&mut self, grid: Triple, block: Triple, block_index: Triple, dynamic_bytes: usize) {
        self.shared = SharedMemory::new(dynamic_bytes);
        self.threads.clear();
        for (number, thread_index) in indices(block).enumerate() {
            let (lane, warp) = ((number % LANES) as u32, (number / LANES) as u32);
            self.threads.push(Thread {
                here: Here { grid, block, block_index, thread_index, lane, warp },
                state: State::New,
                stack: None,
                stack_pointer: core::ptr::null_mut(),
                atomics: 0,
                has_changed: false,
                value: 0,
                given: (0, [0; LANES]),
            });
        }
    }

    fn run_block(&mut self) {
        let mut turns = 0;
        while self.trap.is_none() && self.threads.iter().any(|thread| !matches!(thread.state, State::Done)) {
            if self.run_turn() || self.open_barrier() || self.complete_warps() || self.answer_who_is_here() {
                turns = 0;
                continue;
            }
            turns += 1;
            if turns > TURNS || !self.threads.iter().any(|thread| matches!(thread.state, State::Polls)) {
                self.running = self.threads.iter().position(|thread| !matches!(thread.state, State::Done)).unwrap_or(0);
                let waits = format!("the threads wait for each other: {:?}", self.threads[self.running].state);
                self.stop(String::new(), 0, 0, waits);
            }
        }
    }

    /// Runs each thread that does not wait; answers whether one did more than poll.
    fn run_turn(&mut self) -> bool {
        let mut any = false;
        for number in 0..self.threads.len() {
            if self.trap.is_none() && matches!(self.threads[number].state, State::New | State::Ready | State::Polls) {
                self.resume(number);
                any |= !matches!(self.threads[number].state, State::Polls);
            }
        }
        any
    }

    fn resume(&mut self, number: usize) {
        self.running = number;
        let thread = &mut self.threads[number];
        if matches!(thread.state, State::New) {
            let stack = self.spare.pop().unwrap_or_else(Stack::new);
            thread.stack_pointer = stack.prepared(entry);
            thread.stack = Some(stack);
        }
        thread.state = State::Ready;
        unsafe { switch(&raw mut self.main, thread.stack_pointer) };
        let thread = &mut self.threads[number];
        if !thread.stack.as_ref().is_some_and(Stack::is_whole) {
            eprintln!("the stack of a thread is too small: nothing can go on");
            std::process::abort();
        }
        if matches!(thread.state, State::Done) {
            self.spare.extend(thread.stack.take());
        }
    }

    /// Leaves the running thread in a state, and goes on when the scheduler comes back to it.
    fn wait(&mut self, state: State) {
        let main = self.main;
        let thread = &mut self.threads[self.running];
        thread.state = state;
        unsafe { switch(&raw mut thread.stack_pointer, main) };
    }

    /// All threads that are left stand at the barrier.
    fn open_barrier(&mut self) -> bool {
        let left = self.threads.iter().filter(|thread| !matches!(thread.state, State::Done));
        if !left.clone().all(|thread| matches!(thread.state, State::AtBarrier)) {
            return false;
        }
        for thread in &mut self.threads {
            if matches!(thread.state, State::AtBarrier) {
                thread.state = State::Ready;
            }
        }
        true
    }

    /// Completes each warp operation to which all lanes of the mask came that have not ended.
    fn complete_warps(&mut self) -> bool {
        let mut any = false;
        for first in (0..self.threads.len()).step_by(LANES) {
            let end = self.threads.len().min(first + LANES);
            for number in first..end {
                if let State::InWarp { operation, mask } = self.threads[number].state {
                    any |= complete(&mut self.threads[first..end], operation, mask);
                }
            }
        }
        any
    }

    fn answer_who_is_here(&mut self) -> bool {
        let mut any = false;
        for warp in self.threads.chunks_mut(LANES) {
            let asked = warp.iter().find_map(|thread| match thread.state {
                State::AsksWhoIsHere(site) => Some(site),
                _ => None,
            });
            if let Some(site) = asked {
                give(warp, |state| matches!(state, State::AsksWhoIsHere(other) if other == site));
                any = true;
            }
        }
        any
    }

    fn stop(&mut self, file: String, line: u32, column: u32, message: String) {
        let Here { block_index, thread_index, .. } = self.threads[self.running].here;
        self.trap = Some(Trap { block_index, thread_index, file, line, column, message });
    }
}

fn complete(warp: &mut [Thread], operation: &'static str, mask: u32) -> bool {
    let is_here = |state| matches!(state, State::InWarp { operation: o, mask: m } if o == operation && m == mask);
    let missing = |thread: &Thread| mask >> thread.here.lane & 1 != 0 && !matches!(thread.state, State::Done) && !is_here(thread.state);
    if warp.iter().any(missing) {
        return false;
    }
    give(warp, is_here);
    true
}

/// Gives the threads of a warp in such a state each other's values, and lets them go on.
fn give(warp: &mut [Thread], chosen: impl Fn(State) -> bool) {
    let (mut present, mut values) = (0, [0; LANES]);
    for thread in warp.iter().filter(|thread| chosen(thread.state)) {
        present |= 1 << thread.here.lane;
        values[thread.here.lane as usize] = thread.value;
    }
    for thread in warp.iter_mut().filter(|thread| chosen(thread.state)) {
        thread.given = (present, values);
        thread.state = State::Ready;
    }
}

/// Where the calling thread is.
pub fn here() -> Here {
    let scheduler = current();
    scheduler.threads[scheduler.running].here
}

/// Waits for the threads of the block that have not ended.
pub fn barrier() {
    current().wait(State::AtBarrier);
}

/// Waits for the lanes of the mask that have not ended to come to the same operation; gives the lanes that came and their values.
pub fn exchange(operation: &'static str, mask: u32, value: u64) -> (u32, [u64; LANES]) {
    let scheduler = current();
    let thread = &mut scheduler.threads[scheduler.running];
    let mask = mask | 1 << thread.here.lane;
    thread.value = value;
    scheduler.wait(State::InWarp { operation, mask });
    let scheduler = current();
    scheduler.threads[scheduler.running].given
}

/// The lanes that ask at the same place of the source, when no thread can do anything else.
pub fn active_mask(site: &'static Location<'static>) -> u32 {
    current().wait(State::AsksWhoIsHere(site));
    let scheduler = current();
    scheduler.threads[scheduler.running].given.0
}

/// Said by each atomic operation, with whether it changed its place: a thread that polls lets others run now and then.
pub fn tick(changed: bool) {
    if CURRENT.get().is_null() {
        return;
    }
    let scheduler = current();
    let thread = &mut scheduler.threads[scheduler.running];
    thread.atomics += 1;
    thread.has_changed |= changed;
    if thread.atomics % PATIENCE == 0 {
        let state = if core::mem::take(&mut thread.has_changed) { State::Ready } else { State::Polls };
        scheduler.wait(state);
    }
}
