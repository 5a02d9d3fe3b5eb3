//! The kinds of nodes and their numbers of degrees of freedom.

/// Which group a node lives on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeKind {
    /// R³ × SO(3): velocity (ẋ inertial, Ω body-fixed).
    Frame,
    /// R³.
    Point,
    /// R: one coordinate, kept in `x[0]`.
    Scalar,
    /// R³: three generalised coordinates, kept in `x`, which are no place in space.
    Amplitudes,
}

impl NodeKind {
    /// The number of velocity components.
    pub fn dimension(self) -> usize {
        match self {
            Self::Frame => 6,
            Self::Point | Self::Amplitudes => 3,
            Self::Scalar => 1,
        }
    }

    /// Whether its coordinates are a place in space.
    pub fn is_spatial(self) -> bool {
        matches!(self, Self::Frame | Self::Point)
    }
}
