//! A player's possessions, grouped by who may see them. The view is derived from the declaration.

/// Declares a player's possessions in groups by who may see them, and derives the two parts of a view from
/// the groups. Each group is optional, in this order:
///
/// ```text
/// zones! {
///     /// What a player has.
///     pub struct Player shown as Open<'a> {
///         open { life: u16 }                          // everybody sees it
///         open ref { discard: Pile<Card, 60> }        // the same; the view borrows it
///         counted { deck: Deck<Card, 60> }            // everybody sees how many cards there are
///         own as Own { hand: Hand<Card, 6> }          // its player alone sees it
///         hidden { curse: Card }                      // no view shows it
///         known { unseen: Counts<Card, 6> = |player| player.deck.unseen(&[&player.hand]) }
///     }                                               // what everybody can work out
/// }
/// ```
///
/// Writes the struct; `Open`, which everybody may know, with the method `open` that makes it; and `Own`,
/// which only the player may know, with the method `own`.
#[macro_export]
macro_rules! zones {
    (
        $(#[$meta:meta])* $vis:vis struct $name:ident shown as $open:ident $(<$life:lifetime>)? {
            $(open { $($(#[$o_doc:meta])* $o:ident: $o_type:ty),* $(,)? })?
            $(open ref { $($(#[$r_doc:meta])* $r:ident: $r_type:ty),* $(,)? })?
            $(counted { $($(#[$c_doc:meta])* $c:ident: $c_type:ty),* $(,)? })?
            $(own as $own:ident { $($(#[$w_doc:meta])* $w:ident: $w_type:ty),* $(,)? })?
            $(hidden { $($(#[$h_doc:meta])* $h:ident: $h_type:ty),* $(,)? })?
            $(known { $($(#[$k_doc:meta])* $k:ident: $k_type:ty = $know:expr),* $(,)? })?
        }
    ) => {
        #[allow(missing_docs, reason = "the group of a field says who may see it")]
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        $(#[$meta])*
        $vis struct $name {
            $($($(#[$o_doc])* $vis $o: $o_type,)*)?
            $($($(#[$r_doc])* $vis $r: $r_type,)*)?
            $($($(#[$c_doc])* $vis $c: $c_type,)*)?
            $($($(#[$w_doc])* $vis $w: $w_type,)*)?
            $($($(#[$h_doc])* $vis $h: $h_type,)*)?
        }
        #[doc = concat!("What everybody may know of a `", stringify!($name), "`.")]
        #[allow(missing_docs, reason = "the group of a field says who may see it")]
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        $vis struct $open $(<$life>)? {
            $($($(#[$o_doc])* $vis $o: $o_type,)*)?
            $($($(#[$r_doc])* $vis $r: &'a $r_type,)*)?
            $($($(#[$c_doc])* #[doc = "How many cards."] $vis $c: usize,)*)?
            $($($(#[$k_doc])* $vis $k: $k_type,)*)?
        }
        impl $name {
            /// What everybody may know of it.
            #[inline]
            $vis fn open<'a>(&'a self) -> $open $(<$life>)? {
                $open {
                    $($($o: self.$o,)*)?
                    $($($r: &self.$r,)*)?
                    $($($c: self.$c.len(),)*)?
                    $($($k: { let know: fn(&Self) -> $k_type = $know; know(self) },)*)?
                }
            }
        }
        $(
            #[doc = concat!("What only the player may know of a `", stringify!($name), "`.")]
            #[allow(missing_docs, reason = "the group of a field says who may see it")]
            #[derive(Clone, Copy, PartialEq, Eq, Debug)]
            $vis struct $own {
                $($(#[$w_doc])* $vis $w: $w_type,)*
            }
            impl $name {
                /// What only the player may know of it.
                #[inline]
                $vis const fn own(&self) -> $own {
                    $own { $($w: self.$w),* }
                }
            }
        )?
    };
}
pub use zones;
