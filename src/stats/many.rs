//! Many statements at once.

/// q-values of Benjamini & Hochberg 1995, in the order of the p-values.
#[must_use]
pub fn benjamini_hochberg(p: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p.len()).collect();
    order.sort_by(|a, b| p[*b].total_cmp(&p[*a]));
    let m = count(p.len());
    let mut q = vec![1.0; p.len()];
    let mut least = 1.0_f64;
    for (from_top, place) in order.into_iter().enumerate() {
        least = least.min(p[place] * m / (m - count(from_top)));
        q[place] = least;
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
    for (rank, place) in order.into_iter().enumerate() {
        greatest = greatest.max((p[place] * (m - count(rank))).min(1.0));
        adjusted[place] = greatest;
    }
    adjusted
}

fn count(n: usize) -> f64 {
    super::real(n as u64)
}
