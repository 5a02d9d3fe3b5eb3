//! Names of contact points that last for as long as the model does, whichever contacts happen to be near.

/// A contact point of a model. Contacts of one name stand together, in the order of the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ContactId {
    /// Place of its name among [`crate::model::Model::contact_names`].
    pub set: u32,
    /// The contact in [`crate::model::Model::contacts`] and 0; of a collision the two colliders, the smaller number first.
    pub i: u32,
    pub j: u32,
    /// Number of the point, for pairs that touch in several.
    pub point: u32,
}

impl ContactId {
    /// As an array: set, i, j, point.
    pub fn to_array(self) -> [u32; 4] {
        [self.set, self.i, self.j, self.point]
    }
}
