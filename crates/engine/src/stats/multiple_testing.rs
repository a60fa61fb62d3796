//! Corrections for multiple testing.

/// q-values of Benjamini & Hochberg 1995, in the order of the p-values.
#[must_use]
pub fn benjamini_hochberg(p: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p.len()).collect();
    order.sort_by(|a, b| p[*b].total_cmp(&p[*a]));
    let m = count(p.len());
    let mut q = vec![1.0; p.len()];
    let mut least = 1.0_f64;
    for (from_top, index) in order.into_iter().enumerate() {
        least = least.min(p[index] * m / (m - count(from_top)));
        q[index] = least;
    }
    q
}

/// Adjusted p-values of Holm 1979, in the order of the p-values.
#[must_use]
pub fn holm(p: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p.len()).collect();
    order.sort_by(|a, b| p[*a].total_cmp(&p[*b]));
    let m = count(p.len());
    let mut adjusted = vec![1.0; p.len()];
    let mut greatest = 0.0_f64;
    for (rank, index) in order.into_iter().enumerate() {
        greatest = greatest.max((p[index] * (m - count(rank))).min(1.0));
        adjusted[index] = greatest;
    }
    adjusted
}

fn count(n: usize) -> f64 {
    super::real(n as u64)
}

#[cfg(test)]
mod tests {
    use super::super::testing::close;
    use super::*;

    fn all_close(found: &[f64], expected: &[f64]) {
        assert_eq!(found.len(), expected.len());
        for (found, expected) in found.iter().zip(expected) {
            close(*found, *expected, 1e-12);
        }
    }

    /// Ties, an unsorted order, and values that exceed 1 when multiplied.
    const FAMILY: [f64; 8] = [0.04, 0.001, 0.2, 0.001, 0.03, 0.9, 0.012, 0.2];
    const HOLM: [f64; 8] = [0.16, 0.008, 0.6, 0.008, 0.15, 0.9, 0.072, 0.6];
    const FDR_BH: [f64; 8] = [0.064, 0.004, 8.0 / 35.0, 0.004, 0.06, 0.9, 0.032, 8.0 / 35.0];

    #[test]
    fn both_corrections_agree_with_statsmodels() {
        // statsmodels.stats.multitest.multipletests(FAMILY, method=…)[1] with "holm" and "fdr_bh"
        all_close(&holm(&FAMILY), &HOLM);
        all_close(&benjamini_hochberg(&FAMILY), &FDR_BH);
        for correct in [holm, benjamini_hochberg] {
            assert_eq!((correct(&[]), correct(&[0.03])), (vec![], vec![0.03]));
        }
    }
}
