//! The attributes of kernel files as rustc sees them: each leaves its item as it is, but for the attributes on loops (`#[unroll]`), which
//! stable Rust does not take and which are left out. What an attribute means on a GPU is kernelc's business.

use proc_macro::{Delimiter, Group, TokenStream, TokenTree};

macro_rules! attributes {
    ($($(#[$doc:meta])* $name:ident)*) => { $(
        $(#[$doc])*
        #[proc_macro_attribute]
        pub fn $name(_arguments: TokenStream, item: TokenStream) -> TokenStream {
            without_unroll(item)
        }
    )* };
}

/// A function that a host launches. `launch_context = NAME` makes a variable of that name.
#[proc_macro_attribute]
pub fn kernel(arguments: TokenStream, item: TokenStream) -> TokenStream {
    let mut tokens: Vec<TokenTree> = without_unroll(item).into_iter().collect();
    if let Some(name) = launch_context(arguments)
        && let Some(TokenTree::Group(body)) = tokens.pop()
    {
        let mut inside: TokenStream = "let".parse().unwrap();
        inside.extend([name]);
        inside.extend("= ::cuda_device::thread::LaunchContext::of_this_launch();".parse::<TokenStream>().unwrap());
        inside.extend(body.stream());
        tokens.push(TokenTree::Group(Group::new(body.delimiter(), inside)));
    }
    tokens.into_iter().collect()
}

/// The name behind `launch_context =`.
fn launch_context(arguments: TokenStream) -> Option<TokenTree> {
    let mut rest = arguments.into_iter().skip_while(|token| token.to_string() != "launch_context");
    rest.nth(2)
}

attributes! {
    /// A function for the device: said to the reader, never needed.
    device
    /// The most threads of a block, and the fewest blocks of a multiprocessor.
    launch_bounds
    /// What a launch has to keep to.
    launch_contract
    /// A module of kernels.
    cuda_module
    /// Blocks in clusters of this size.
    cluster_launch
    /// A launch all of whose blocks run at the same time.
    cooperative_launch
    /// A static in constant memory.
    constant
    /// A function whose calls stay under the branches that they are under.
    convergent
}

/// The tokens without `#[unroll]` and `#[unroll(N)]`, at any depth.
fn without_unroll(tokens: TokenStream) -> TokenStream {
    let mut kept = TokenStream::new();
    let mut rest = tokens.into_iter().peekable();
    while let Some(token) = rest.next() {
        if is_hash(&token) && rest.peek().is_some_and(is_unroll) {
            rest.next();
            continue;
        }
        kept.extend([inside(token)]);
    }
    kept
}

fn inside(token: TokenTree) -> TokenTree {
    let TokenTree::Group(group) = token else { return token };
    let mut made = Group::new(group.delimiter(), without_unroll(group.stream()));
    made.set_span(group.span());
    TokenTree::Group(made)
}

fn is_hash(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Punct(sign) if sign.as_char() == '#')
}

fn is_unroll(token: &TokenTree) -> bool {
    let TokenTree::Group(group) = token else { return false };
    let first = group.stream().into_iter().next();
    group.delimiter() == Delimiter::Bracket && matches!(first, Some(TokenTree::Ident(name)) if name.to_string() == "unroll")
}
