//! The line nearest to points, and how near it is.

/// The weights whose sums of weighted inputs come nearest to the outputs by the sum of squares; `None` if inputs depend
/// on each other, so that many are the nearest.
///
/// They solve the normal equations, by elimination with the greatest pivot. The inputs here are few small counts, so
/// squaring their condition does no harm.
pub(super) fn least_squares<const N: usize>(
    points: impl Iterator<Item = ([f64; N], f64)>,
) -> Option<[f64; N]> {
    let mut matrix = [[0.0; N]; N];
    let mut right = [0.0; N];
    for (inputs, output) in points {
        for row in 0..N {
            for column in 0..N {
                matrix[row][column] += inputs[row] * inputs[column];
            }
            right[row] += inputs[row] * output;
        }
    }
    let scale = matrix.iter().flatten().fold(0.0_f64, |most, entry| most.max(entry.abs()));
    for step in 0..N {
        let pivot =
            (step..N).max_by(|a, b| matrix[*a][step].abs().total_cmp(&matrix[*b][step].abs()))?;
        matrix.swap(step, pivot);
        right.swap(step, pivot);
        if matrix[step][step].abs() <= scale * 1e-12 {
            return None;
        }
        for row in (0..N).filter(|row| *row != step) {
            let pivots = matrix[step];
            let factor = matrix[row][step] / pivots[step];
            for (entry, pivot) in matrix[row].iter_mut().zip(pivots) {
                *entry -= factor * pivot;
            }
            right[row] -= factor * right[step];
        }
    }
    Some(std::array::from_fn(|row| right[row] / matrix[row][row]))
}

/// Pearson's correlation of pairs.
pub(super) fn correlation(pairs: impl Iterator<Item = (f64, f64)>) -> f64 {
    let pairs: Vec<(f64, f64)> = pairs.collect();
    let mean = |of: fn(&(f64, f64)) -> f64| pairs.iter().map(of).sum::<f64>() / pairs.len() as f64;
    let (mean_x, mean_y) = (mean(|pair| pair.0), mean(|pair| pair.1));
    let sum = |of: fn(f64, f64) -> f64| -> f64 {
        pairs.iter().map(|(x, y)| of(x - mean_x, y - mean_y)).sum()
    };
    sum(|x, y| x * y) / (sum(|x, _| x * x) * sum(|_, y| y * y)).sqrt()
}

#[cfg(test)]
mod tests {
    use super::{correlation, least_squares};

    #[test]
    fn exact_weights_are_found_again() {
        let inputs = (0..30).map(|i| [1.0, f64::from(i % 5), f64::from(i % 7)]);
        let points = inputs.map(|inputs| (inputs, 3.0 - 2.0 * inputs[1] + 0.5 * inputs[2]));
        let weights = least_squares(points).expect("independent inputs");
        for (found, expected) in weights.into_iter().zip([3.0, -2.0, 0.5]) {
            assert!((found - expected).abs() < 1e-9, "{found} {expected}");
        }
    }

    #[test]
    fn the_mean_is_nearest_to_points_with_one_constant_input() {
        let weights = least_squares([1.0, 2.0, 6.0].into_iter().map(|y| ([1.0], y)));
        assert!(weights.is_some_and(|[mean]| (mean - 3.0).abs() < 1e-12));
    }

    #[test]
    fn inputs_that_depend_on_each_other_have_no_nearest_weights() {
        let points = (0..9).map(|i| ([f64::from(i), 2.0 * f64::from(i)], 1.0));
        assert_eq!(least_squares(points), None);
    }

    #[test]
    fn correlation_is_one_on_a_line_up_minus_one_down_and_between_elsewhere() {
        let on =
            |slope: f64| correlation((0..5).map(|i| (f64::from(i), slope * f64::from(i) + 1.0)));
        assert!((on(2.0) - 1.0).abs() < 1e-12);
        assert!((on(-0.5) + 1.0).abs() < 1e-12);
        // By hand: deviations (-1, 0, 1) and (-1, 1, 0), so 1 over the root of 2 times 2.
        let between = correlation([(0.0, 0.0), (1.0, 2.0), (2.0, 1.0)].into_iter());
        assert!((between - 0.5).abs() < 1e-12);
    }
}
