//! A game in progress allocates no memory, so millions of them are fast.

undercard::no_allocation!(parley::Parley);
