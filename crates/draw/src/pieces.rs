//! The silhouettes of the pieces: one path each in a square of 100 units, readable small and in one colour.
//!
//! A piece with a name that is not listed is drawn as a disc with its letter, so that a new game needs nothing here.

/// Every piece that has a silhouette, by its name, with its outline as SVG path data.
pub const SILHOUETTES: &[(&str, &str)] = &[
    // A rapier, point up, with a round guard.
    (
        "musketeer",
        "M50 8 L56 20 L54 58 L66 58 A17 11 0 0 1 55 69 L55 74 L57 92 L43 92 L45 74 L45 69 \
         A17 11 0 0 1 34 58 L46 58 L44 20 Z",
    ),
    // A shield.
    ("guard", "M50 12 Q66 22 84 22 Q86 66 50 90 Q14 66 16 22 Q34 22 50 12 Z"),
    // A crown of three points.
    ("king", "M14 80 L10 30 L31 50 L50 16 L69 50 L90 30 L86 80 Z"),
    // A dragon's head in profile: crest, brow, open jaws.
    ("dragon", "M12 88 L22 46 L14 24 L36 32 L44 10 L56 30 L92 46 L88 56 L66 56 L86 68 L78 76 L54 70 L48 88 Z"),
];

/// The outline of a piece by its name, as SVG path data; `None` for a piece without a silhouette of its own.
pub fn silhouette(name: &str) -> Option<&'static str> {
    SILHOUETTES.iter().find(|(known, _)| *known == name).map(|(_, path)| *path)
}
