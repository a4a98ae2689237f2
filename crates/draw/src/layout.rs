//! A tidy layout of trees: every parent is centred over its children, subtrees do not overlap, and equal depth means
//! equal height (Reingold and Tilford's aesthetics).
//!
//! Each subtree carries its outline: for every depth below its root, how far it reaches left and right. Two neighbouring
//! subtrees are pushed apart by comparing outlines, which costs the depth of the shallower one; the outline of the deeper
//! one is then reused. Over the whole tree that is linear in the number of vertices.

/// The place of a vertex: `x` in units of the least distance between neighbours, `depth` from the root.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    /// From the left edge of the picture.
    pub x: f64,
    /// Edges from the root.
    pub depth: usize,
}

/// How far a subtree reaches at each depth, deepest first, so that its root's level is pushed at the end. All numbers are
/// relative to the subtree's root and are to be read with `shift` added.
struct Outline {
    levels: Vec<(f64, f64)>,
    shift: f64,
}

/// Places for a tree whose vertex 0 is the root and whose children come after their parents. `children[v]` lists the
/// children of `v` from left to right.
pub fn tidy(children: &[Vec<usize>]) -> Vec<Place> {
    let count = children.len();
    // 1. From the last vertex to the first, so children before parents: where each stands relative to its parent.
    let mut offset = vec![0.0; count];
    let mut outlines: Vec<Option<Outline>> = (0..count).map(|_| None).collect();
    for vertex in (0..count).rev() {
        let mut forest: Option<Outline> = None;
        let mut placed: Vec<f64> = Vec::with_capacity(children[vertex].len());
        for &child in &children[vertex] {
            let Some(outline) = outlines[child].take() else { continue };
            let (joined, at) = match forest.take() {
                None => (outline, 0.0),
                Some(left) => beside(left, outline),
            };
            placed.push(at);
            forest = Some(joined);
        }
        let middle = match (placed.first(), placed.last()) {
            (Some(first), Some(last)) => (first + last) / 2.0,
            _ => 0.0,
        };
        for (&child, at) in children[vertex].iter().zip(&placed) {
            offset[child] = at - middle;
        }
        let mut outline = forest.unwrap_or(Outline { levels: Vec::new(), shift: 0.0 });
        outline.shift -= middle;
        let root = -outline.shift;
        outline.levels.push((root, root));
        outlines[vertex] = Some(outline);
    }

    // 2. From the root down: absolute places, moved so that the leftmost one is at 0.
    let mut places = vec![Place { x: 0.0, depth: 0 }; count];
    for vertex in 0..count {
        for &child in &children[vertex] {
            places[child] = Place { x: places[vertex].x + offset[child], depth: places[vertex].depth + 1 };
        }
    }
    let leftmost = places.iter().map(|place| place.x).fold(0.0, f64::min);
    places.iter_mut().for_each(|place| place.x -= leftmost);
    places
}

/// Puts `right` beside `left`: the outline of both, and where the root of `right` stands.
fn beside(left: Outline, right: Outline) -> (Outline, f64) {
    let common = left.levels.len().min(right.levels.len());
    let level = |outline: &Outline, depth: usize| outline.levels[outline.levels.len() - 1 - depth];
    let mut at = f64::MIN;
    for depth in 0..common {
        let reach = level(&left, depth).1 + left.shift;
        let start = level(&right, depth).0 + right.shift;
        at = at.max(reach - start + 1.0);
    }
    let right_is_deeper = right.levels.len() > left.levels.len();
    let (mut deep, shallow, deep_shift, shallow_shift) = if right_is_deeper {
        let shift = right.shift + at;
        (right, left.levels, shift, left.shift)
    } else {
        let shift = left.shift;
        (left, right.levels, shift, right.shift + at)
    };
    let offset = deep.levels.len() - shallow.len();
    for (wide, narrow) in deep.levels[offset..].iter_mut().zip(shallow) {
        let moved = shallow_shift - deep_shift;
        if right_is_deeper {
            wide.0 = narrow.0 + moved;
        } else {
            wide.1 = narrow.1 + moved;
        }
    }
    deep.shift = deep_shift;
    (deep, at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use athos_core::random::Random;

    fn random_tree(count: usize, seed: u64) -> Vec<Vec<usize>> {
        let mut random = Random::new(seed);
        let mut children = vec![Vec::new(); count];
        for vertex in 1..count {
            children[random.below(vertex)].push(vertex);
        }
        children
    }

    #[test]
    fn parents_stand_over_the_middle_of_their_children_and_nothing_overlaps() {
        for seed in 0..50 {
            let children = random_tree(300, seed);
            let places = tidy(&children);
            let mut rows: Vec<Vec<f64>> = Vec::new();
            for (vertex, place) in places.iter().enumerate() {
                assert!(place.x >= 0.0);
                rows.resize(rows.len().max(place.depth + 1), Vec::new());
                rows[place.depth].push(place.x);
                if let (Some(&first), Some(&last)) = (children[vertex].first(), children[vertex].last()) {
                    assert!((place.x - (places[first].x + places[last].x) / 2.0).abs() < 1e-9);
                    let ordered = children[vertex].windows(2).all(|pair| places[pair[0]].x < places[pair[1]].x);
                    assert!(ordered);
                }
            }
            for row in &mut rows {
                row.sort_by(f64::total_cmp);
                assert!(row.windows(2).all(|pair| pair[1] - pair[0] > 1.0 - 1e-9), "seed {seed}");
            }
        }
    }

    #[test]
    fn a_long_chain_and_a_wide_fan_are_no_trouble() {
        let chain: Vec<Vec<usize>> =
            (1..=100_000).map(|next| if next < 100_000 { vec![next] } else { vec![] }).collect();
        assert!(tidy(&chain).iter().all(|place| place.x == 0.0));
        let mut fan = vec![Vec::new(); 100_000];
        fan[0] = (1..100_000).collect();
        assert_eq!(tidy(&fan)[99_999].x, 99_998.0);
        assert!(tidy(&[]).is_empty());
    }
}
