//! Sets of bits in a byte or a word: their number and positions.

/// The positions of the bits of a mask, lowest first.
#[inline]
pub(crate) fn bits(mask: impl Into<u64>) -> impl Iterator<Item = usize> {
    let mut mask = mask.into();
    std::iter::from_fn(move || {
        let index = (mask != 0).then(|| mask.trailing_zeros() as usize)?;
        mask &= mask - 1;
        Some(index)
    })
}

/// The positions of the bits of each byte, lowest first, padded with 0.
static PLACES: [[u8; 8]; 256] = {
    let mut all = [[0; 8]; 256];
    let mut byte = 0;
    while byte < all.len() {
        let (mut index, mut nth) = (0, 0);
        while index < 8 {
            if byte >> index & 1 == 1 {
                all[byte][nth] = index;
                nth += 1;
            }
            index += 1;
        }
        byte += 1;
    }
    all
};

/// Number of bits of a byte.
#[inline]
pub(crate) const fn n_bits(byte: u8) -> usize {
    byte.count_ones() as usize
}

/// The position of the bit of a byte with `nth` set bits below it.
#[inline]
pub(crate) fn nth_bit(byte: u8, nth: usize) -> usize {
    usize::from(PLACES[usize::from(byte)][nth % 8])
}

/// A one in each byte. The others select in each byte every other bit, every other pair, the lower half, and
/// the top bit.
const BYTES: u64 = u64::MAX / 255;
const BITS: u64 = 0x55 * BYTES;
const PAIRS: u64 = 0x33 * BYTES;
const HALVES: u64 = 0x0F * BYTES;
const TOPS: u64 = 0x80 * BYTES;

/// The position of the bit of a word with `nth` set bits below it (Vigna 2008, *Broadword implementation of
/// rank/select queries*). It lies in the first byte for which the number of bits up to its end exceeds `nth`.
#[inline]
pub(crate) fn nth_bit_of_word(word: u64, nth: usize) -> usize {
    let pairs = word - ((word >> 1) & BITS);
    let fours = (pairs & PAIRS) + ((pairs >> 2) & PAIRS);
    let up_to = ((fours + (fours >> 4)) & HALVES).wrapping_mul(BYTES);
    let beyond = ((up_to | TOPS) - (nth as u64 + 1) * BYTES) & TOPS;
    let shift = beyond.trailing_zeros() & 0b11_1000;
    let before = ((up_to << 8) >> shift & 0xFF) as usize;
    let [byte, ..] = (word >> shift).to_le_bytes();
    shift as usize + nth_bit(byte, nth - before)
}
