//! Sets in a byte or a word: how many bits they have, and where. By table: not every target has popcount
//! or bit-select instructions.

use std::hint::select_unpredictable;

/// The places of the bits of a mask, lowest first.
#[inline]
pub(crate) fn bits(mask: impl Into<u64>) -> impl Iterator<Item = usize> {
    let mut mask = mask.into();
    std::iter::from_fn(move || {
        let place = (mask != 0).then(|| mask.trailing_zeros() as usize)?;
        mask &= mask - 1;
        Some(place)
    })
}

/// The places of the bits of each byte, lowest first; where there are no more, 0.
static PLACES: [[u8; 8]; 256] = {
    let mut all = [[0; 8]; 256];
    let mut byte = 0;
    while byte < all.len() {
        let (mut place, mut nth) = (0, 0);
        while place < 8 {
            if byte >> place & 1 == 1 {
                all[byte][nth] = place;
                nth += 1;
            }
            place += 1;
        }
        byte += 1;
    }
    all
};

/// How many bits each byte has.
static COUNTS: [u8; 256] = {
    let mut all = [0; 256];
    let mut byte = 1;
    while byte < all.len() {
        all[byte] = all[byte / 2] + if byte % 2 == 1 { 1 } else { 0 };
        byte += 1;
    }
    all
};

/// How many bits a byte has.
#[inline]
pub(crate) fn n_bits(byte: u8) -> usize {
    usize::from(COUNTS[usize::from(byte)])
}

/// The place of the bit of a byte with so many set ones below it.
#[inline]
pub(crate) fn nth_bit(byte: u8, nth: usize) -> usize {
    usize::from(PLACES[usize::from(byte)][nth % 8])
}

/// Sixty-four bits, and how many of them lie in each byte.
#[derive(Clone, Copy)]
pub(crate) struct Word {
    bits: u64,
    counts: u64,
}

/// A one in each byte; and in each of them every other bit, every other pair, the lower half, the top.
const BYTES: u64 = u64::MAX / 255;
const BITS: u64 = 0x55 * BYTES;
const PAIRS: u64 = 0x33 * BYTES;
const HALVES: u64 = 0x0F * BYTES;
const TOPS: u64 = 0x80 * BYTES;

/// The sum of all bytes.
#[inline]
const fn sum(bytes: u64) -> usize {
    (bytes.wrapping_mul(BYTES) >> 56) as usize
}

impl Word {
    /// The bits, counted. Of two words that are counted together, `other` is the other one.
    #[inline]
    pub(crate) const fn count(bits: u64, other: bool) -> Self {
        // Written in two ways, or compilers count both words in one wide register: fewer instructions, but
        // a menu waits longer for its length.
        let odd = (bits >> 1) & BITS;
        if other {
            let pairs = (bits & BITS) + odd;
            let fours = pairs - 3 * ((pairs >> 2) & PAIRS);
            return Self { bits, counts: (fours & HALVES) + ((fours >> 4) & HALVES) };
        }
        let pairs = bits - odd;
        let fours = (pairs & PAIRS) + ((pairs >> 2) & PAIRS);
        Self { bits, counts: (fours + (fours >> 4)) & HALVES }
    }

    /// How many bits.
    #[inline]
    pub(crate) const fn len(self) -> usize {
        sum(self.counts)
    }

    /// How many bits it has together with the other one.
    #[inline]
    pub(crate) const fn len_with(self, other: Self) -> usize {
        sum(self.counts + other.counts)
    }

    /// Removes one bit, if there is one; `place` is its place in its byte.
    #[inline]
    pub(crate) const fn take(&mut self, bit: u64, place: u8) {
        self.bits ^= bit;
        self.counts -= bit >> place;
    }

    /// The same word, its counts added up.
    #[inline]
    pub(crate) const fn summed(self) -> Summed {
        Summed { bits: self.bits, up_to: self.counts.wrapping_mul(BYTES) }
    }

    /// The place of the bit with so many below it.
    #[inline]
    pub(crate) fn nth(self, nth: usize) -> usize {
        self.summed().nth(nth)
    }
}

/// Sixty-four bits, and how many of them lie up to the end of each byte.
#[derive(Clone, Copy)]
pub(crate) struct Summed {
    bits: u64,
    up_to: u64,
}

impl Summed {
    /// How many bits.
    #[inline]
    pub(crate) const fn len(self) -> usize {
        (self.up_to >> 56) as usize
    }

    /// This one, or the other one: taken without a branch, because chance decides.
    #[inline]
    pub(crate) fn or_other(self, other: Self, takes_other: bool) -> Self {
        Self {
            bits: select_unpredictable(takes_other, other.bits, self.bits),
            up_to: select_unpredictable(takes_other, other.up_to, self.up_to),
        }
    }

    /// The place of the bit with so many below it (Vigna 2008, *Broadword implementation of
    /// rank/select queries*): it lies in the first byte up to whose end there are more.
    #[inline]
    pub(crate) fn nth(self, nth: usize) -> usize {
        let Self { bits, up_to } = self;
        let beyond = ((up_to | TOPS) - (nth as u64 + 1) * BYTES) & TOPS;
        let shift = beyond.trailing_zeros() & 0b11_1000;
        let before = ((up_to << 8) >> shift & 0xFF) as usize;
        let byte = (bits >> shift & 0xFF) as u8;
        shift as usize + nth_bit(byte, nth - before)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bits_of_every_byte_are_counted_and_found() {
        for byte in 0..=u8::MAX {
            let places: Vec<usize> = (0..8).filter(|place| byte >> place & 1 == 1).collect();
            assert_eq!(n_bits(byte), places.len());
            assert_eq!(bits(byte).collect::<Vec<_>>(), places);
            assert!((0..places.len()).all(|nth| nth_bit(byte, nth) == places[nth]), "{byte}");
        }
    }

    #[test]
    fn the_bits_of_a_word_are_counted_and_found_and_taken() {
        for shift in 0..64 {
            let set = 0x8001_F00D_0000_7777_u64.rotate_left(shift);
            let places: Vec<usize> = (0..64).filter(|place| set >> place & 1 == 1).collect();
            for word in [false, true].map(|other| Word::count(set, other)) {
                assert_eq!(word.len(), places.len());
                assert_eq!(word.len_with(word), 2 * places.len());
                assert!((0..places.len()).all(|nth| word.nth(nth) == places[nth]), "{set:x}");
                let mut less = word;
                let [place, ..] = places[1].to_le_bytes();
                less.take(1 << place, place % 8);
                assert_eq!((less.len(), less.nth(0), less.nth(1)), (places.len() - 1, places[0], places[2]));
            }
        }
    }
}
