//! Small systems of linear equations.

/// The scalar product.
pub(super) fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).fold(0.0, |sum, (a, b)| sum + a * b)
}

/// Solves linear equations by Gaussian elimination with partial pivoting. Each row ends with its right-hand
/// side. `None` if the system is singular to working precision.
pub(super) fn solve(mut rows: Vec<Vec<f64>>) -> Option<Vec<f64>> {
    let n = rows.len();
    for pivot in 0..n {
        let best = (pivot..n).max_by(|a, b| rows[*a][pivot].abs().total_cmp(&rows[*b][pivot].abs()))?;
        rows.swap(pivot, best);
        let (above, below) = rows.split_at_mut(pivot + 1);
        let by = Some(above[pivot][pivot]).filter(|by| by.is_finite() && *by != 0.0)?;
        for row in below {
            let times = row[pivot] / by;
            row.iter_mut()
                .zip(&above[pivot])
                .skip(pivot)
                .for_each(|(entry, of_pivot)| *entry -= times * of_pivot);
        }
    }
    let mut solution = vec![0.0; n];
    for row in (0..n).rev() {
        let known: f64 = (row + 1..n).map(|column| rows[row][column] * solution[column]).sum();
        solution[row] = (rows[row][n] - known) / rows[row][row];
    }
    solution.iter().all(|x| x.is_finite()).then_some(solution)
}

/// Solves a symmetric, positive definite system (Cholesky).
pub(super) fn solve_positive(matrix: &[Vec<f64>], right: &[f64]) -> Vec<f64> {
    let n = right.len();
    let mut factor = vec![vec![0.0; n]; n];
    for row in 0..n {
        for column in 0..=row {
            let rest = matrix[row][column] - dot(&factor[row][..column], &factor[column][..column]);
            factor[row][column] = if row == column {
                rest.max(f64::MIN_POSITIVE).sqrt()
            } else {
                rest / factor[column][column]
            };
        }
    }
    let mut solved = right.to_vec();
    for row in 0..n {
        solved[row] = (solved[row] - dot(&factor[row][..row], &solved[..row])) / factor[row][row];
    }
    for row in (0..n).rev() {
        let known = (row + 1..n).fold(0.0, |sum, below| sum + factor[below][row] * solved[below]);
        solved[row] = (solved[row] - known) / factor[row][row];
    }
    solved
}

/// The inverse of a symmetric positive definite matrix (Gauss–Jordan, no pivoting needed); `None` if it is
/// singular to working precision.
pub(super) fn invert(mut matrix: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    let n = matrix.len();
    for pivot in 0..n {
        let by = 1.0 / Some(matrix[pivot][pivot]).filter(|pivot| pivot.is_finite() && *pivot > 0.0)?;
        matrix[pivot][pivot] = 1.0;
        matrix[pivot].iter_mut().for_each(|entry| *entry *= by);
        let pivot_row = matrix[pivot].clone();
        for (_, row) in matrix.iter_mut().enumerate().filter(|(index, _)| *index != pivot) {
            let times = std::mem::replace(&mut row[pivot], 0.0);
            row.iter_mut().zip(&pivot_row).for_each(|(entry, of_pivot)| *entry -= times * of_pivot);
        }
    }
    Some(matrix)
}

#[cfg(test)]
mod tests {
    use super::super::testing::close;
    use super::*;

    #[test]
    fn all_methods_solve_the_same_system() {
        let matrix = vec![vec![4.0, 2.0, 0.6], vec![2.0, 5.0, 1.0], vec![0.6, 1.0, 3.0]];
        let right = [1.0, -2.0, 0.5];
        let rows = matrix.iter().zip(right).map(|(row, right)| [row.as_slice(), &[right]].concat());
        let by_elimination = solve(rows.collect()).expect("a solution");
        let by_factors = solve_positive(&matrix, &right);
        let inverse = invert(matrix.clone()).expect("an inverse");
        for row in 0..3 {
            close(dot(&matrix[row], &by_elimination), right[row], 1e-12);
            close(by_factors[row], by_elimination[row], 1e-12);
            close(dot(&inverse[row], &right), by_elimination[row], 1e-12);
        }
        assert_eq!(solve(vec![vec![1.0, 2.0, 1.0], vec![2.0, 4.0, 1.0]]), None);
        assert_eq!(invert(vec![vec![1.0, 2.0], vec![2.0, 4.0]]), None);
    }
}
