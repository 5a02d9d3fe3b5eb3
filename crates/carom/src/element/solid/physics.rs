//! What solids must do as bodies: patch tests, rigid motions, bending, incompressibility, vibrations.

use super::*;
use crate::element::{Damping, Element, LocalMatrix};
use crate::mesh::{CellKind, Mesh};
use crate::model::Model;
use crate::testkit::{Stage, contract};
use crate::{Frame, Mat3, NodeKind, Vec3};
use nalgebra::{DMatrix, DVector};

/// A body of a mesh, all of its nodes free.
struct Body {
    model: Model,
    elements: Vec<Box<dyn Element>>,
}

impl Body {
    fn new(mesh: &Mesh, law: Law, poisson: f64, enhanced: bool) -> Self {
        let substance =
            Substance { material: Material::new(law, 1000.0, poisson), density: 2.0, damping: Damping::default() };
        let recipe = Recipe { substance, mass: MassKind::Consistent, enhanced };
        let mut model = Model::new("solid");
        for x in &mesh.points {
            model.add_node("", NodeKind::Point, Frame::new(*x, lie::Quaternion::identity()), [0.0; 6]);
        }
        let nodes: Vec<usize> = (0..mesh.points.len()).collect();
        Self { model, elements: recipe.elements(mesh, &nodes) }
    }

    /// The body with its nodes somewhere else.
    fn at(&self, place: impl Fn(&Vec3) -> Vec3) -> Stage {
        let mut stage = Stage::new(&self.model);
        for frame in &mut stage.kin.frames {
            *frame = Frame::new(place(&frame.x), lie::Quaternion::identity());
        }
        stage
    }

    fn force(&self, stage: &Stage) -> DVector<f64> {
        let sum = self.elements.iter().map(|e| DVector::from_vec(contract::force(stage, &stage.kin, e.as_ref())));
        sum.sum()
    }

    /// Stiffness (or mass) over all degrees of freedom.
    fn matrix(&self, stage: &Stage, of: impl Fn(&dyn Element, &mut LocalMatrix)) -> DMatrix<f64> {
        let mut out = DMatrix::zeros(stage.layout.n, stage.layout.n);
        let mut local = LocalMatrix::default();
        for element in &self.elements {
            let nodes = element.nodes();
            local.reset(nodes.len(), 3);
            of(element.as_ref(), &mut local);
            for i in 0..local.n() {
                for j in 0..local.n() {
                    out[(3 * nodes[i / 3] + i % 3, 3 * nodes[j / 3] + j % 3)] += local.get(i, j);
                }
            }
        }
        out
    }

    fn stiffness(&self, stage: &Stage) -> DMatrix<f64> {
        self.matrix(stage, |e, k| {
            e.tangent(&stage.scene(), k, &mut {
                let mut c = LocalMatrix::default();
                c.reset(e.nodes().len(), 3);
                c
            })
        })
    }

    fn mass(&self, stage: &Stage) -> DMatrix<f64> {
        self.matrix(stage, |e, m| e.mass(&stage.scene(), m))
    }

    fn strain_energy(&self, stage: &Stage) -> f64 {
        self.elements.iter().map(|e| e.energy(&stage.scene()).potential).sum()
    }
}

/// Numbers between −1 and 1 without order.
fn noise(i: usize) -> f64 {
    (12.9898 * (i + 1) as f64).sin() * 43758.5453 % 1.0
}

/// A cube of side 1 with all its nodes displaced.
fn distorted(kind: CellKind) -> Mesh {
    let mut mesh = Mesh::box_([1.0; 3], [2, 2, 2], kind).unwrap();
    for (i, x) in mesh.points.iter_mut().enumerate() {
        *x += Vec3::from_fn(|c, _| 0.08 * noise(3 * i + c));
    }
    mesh
}

const ALL: [(CellKind, bool); 3] =
    [(CellKind::Hexahedron8, false), (CellKind::Hexahedron8, true), (CellKind::Tetrahedron4, false)];
const LAWS: [Law; 2] = [Law::StVenantKirchhoff, Law::NeoHooke];

/// A homogeneous deformation of a distorted mesh gives the same stress everywhere and no force on the inner node.
#[test]
fn patch_test() {
    let f = Mat3::new(1.1, 0.2, -0.1, 0.05, 0.9, 0.15, -0.2, 0.1, 1.2);
    for (kind, enhanced) in ALL {
        let mesh = distorted(kind);
        for law in LAWS {
            let body = Body::new(&mesh, law, 0.3, enhanced);
            let stage = body.at(|x| f * x + Vec3::new(1.0, 2.0, -3.0));
            let stresses: Vec<_> = body.elements.iter().map(|e| e.stress(&stage.scene()).unwrap()).collect();
            let e = (f.tr_mul(&f) - Mat3::identity()) * 0.5;
            let material = Material::new(law, 1000.0, 0.3);
            let s =
                material.stress(&[e[(0, 0)], e[(1, 1)], e[(2, 2)], 2.0 * e[(0, 1)], 2.0 * e[(1, 2)], 2.0 * e[(0, 2)]]);
            let s = Mat3::new(s[0], s[3], s[5], s[3], s[1], s[4], s[5], s[4], s[2]);
            let cauchy = f * s * f.transpose() / f.determinant();
            let expected = [(0, 0), (1, 1), (2, 2), (0, 1), (1, 2), (0, 2)].map(|at| cauchy[at]);
            for stress in &stresses {
                // Stresses of some hundred: rounding only.
                let error = stress.iter().zip(expected).fold(0.0, |m: f64, (a, b)| m.max((a - b).abs()));
                assert!(error < 1e-10, "{kind:?}, {law:?}, enhanced {enhanced}: {stress:?}, {expected:?}");
            }
            let inner = 13;
            let force = body.force(&stage);
            assert!(force.rows(3 * inner, 3).amax() < 1e-11, "{kind:?}, {law:?}, enhanced {enhanced}: {force}");
            assert!(force.amax() > 1.0);
        }
    }
}

#[test]
fn a_rigid_motion_strains_nothing() {
    let motion = Frame::from_rotation_vector(Vec3::new(3.0, -2.0, 1.0), &Vec3::new(1.0, -2.0, 1.5));
    for (kind, enhanced) in ALL {
        for law in LAWS {
            let body = Body::new(&distorted(kind), law, 0.3, enhanced);
            let stage = body.at(|x| motion.point(x));
            // Stiffness 1000 times the rounding of coordinates of 4 m.
            assert!(body.force(&stage).amax() < 1e-11);
            assert!(body.strain_energy(&stage).abs() < 1e-24 * 1000.0);
        }
    }
}

/// Eigenvalues in ascending order.
fn eigenvalues(m: DMatrix<f64>) -> Vec<f64> {
    let mut values: Vec<f64> = m.symmetric_eigen().eigenvalues.iter().copied().collect();
    values.sort_by(f64::total_cmp);
    values
}

/// One element without load has six rigid motions and no other soft mode; as Poisson's ratio goes to ½, one mode of an
/// enhanced hexahedron becomes stiff, the change of volume, where the standard one has seven and locks.
#[test]
fn one_hexahedron_has_six_rigid_motions_and_one_volume() {
    let poisson = 0.4999999;
    for (enhanced, stiff) in [(false, 7), (true, 1)] {
        let mesh = Mesh::box_([1.0; 3], [1; 3], CellKind::Hexahedron8).unwrap();
        let body = Body::new(&mesh, Law::StVenantKirchhoff, poisson, enhanced);
        let values = eigenvalues(body.stiffness(&Stage::new(&body.model)));
        let (rigid, soft) = (1e-6, 10.0);
        assert_eq!(values.iter().filter(|x| x.abs() < rigid).count(), 6, "{values:?}");
        assert!(values[6] > soft, "{values:?}");
        // The bulk modulus is 1e7 times Young's.
        assert_eq!(values.iter().filter(|x| **x > 1e6).count(), stiff, "{values:?}");
    }
}

/// The deflection of a clamped beam of 10×1×1 under a force at its end, relative to Timoshenko's.
fn deflection(elements: [usize; 3], kind: CellKind, poisson: f64, enhanced: bool, slant: f64) -> f64 {
    let mut mesh = Mesh::box_([10.0, 1.0, 1.0], elements, kind).unwrap();
    for x in &mut mesh.points {
        // Sections lean, the ends stay upright.
        x.x += slant * x.z * (1.0 - (x.x / 5.0).powi(2));
    }
    let body = Body::new(&mesh, Law::StVenantKirchhoff, poisson, enhanced);
    let stage = Stage::new(&body.model);
    let mut k = body.stiffness(&stage);
    let mut f = DVector::zeros(stage.layout.n);
    let end = &mesh.group("x+", 2..=2).unwrap().nodes;
    end.iter().for_each(|node| f[3 * node + 2] = 1.0 / end.len() as f64);
    for node in &mesh.group("x-", 2..=2).unwrap().nodes {
        for dof in 3 * node..3 * node + 3 {
            k.row_mut(dof).fill(0.0);
            k.column_mut(dof).fill(0.0);
            k[(dof, dof)] = 1.0;
        }
    }
    let u = k.lu().solve(&f).unwrap();
    let mean = end.iter().map(|node| u[3 * node + 2]).sum::<f64>() / end.len() as f64;
    let (young, shear) = (1000.0, 1000.0 / (2.0 * (1.0 + poisson)));
    mean / (1000.0 / (3.0 * young / 12.0) + 10.0 / (shear * 5.0 / 6.0))
}

/// One layer of enhanced hexahedra bends like a beam; standard ones are a third too stiff or more, and useless for
/// nearly incompressible material. (The rest of one or two percent is the clamped end, which cannot contract.)
#[test]
fn enhanced_hexahedra_bend() {
    let hexahedra = CellKind::Hexahedron8;
    for (poisson, locked) in [(0.0, 0.7), (0.3, 0.65), (0.4999, 0.1)] {
        let enhanced = deflection([10, 1, 1], hexahedra, poisson, true, 0.0);
        assert!((enhanced - 1.0).abs() < 0.03, "enhanced, ν = {poisson}: {enhanced}");
        let standard = deflection([10, 1, 1], hexahedra, poisson, false, 0.0);
        assert!(standard < locked, "standard, ν = {poisson}: {standard}");
    }
    // Slanted elements are a harder test: the enhanced ones lose some percent, not the bending.
    let slanted = deflection([10, 2, 2], hexahedra, 0.3, true, 0.3);
    assert!((slanted - 1.0).abs() < 0.05, "slanted: {slanted}");
}

/// A free cube has six rigid motions, and its lowest vibration is a torsion that no locking cure changes much.
#[test]
fn a_free_cube_vibrates() {
    let mut lowest = Vec::new();
    for (kind, enhanced) in ALL {
        let mesh = Mesh::box_([1.0; 3], [3; 3], kind).unwrap();
        let body = Body::new(&mesh, Law::NeoHooke, 0.3, enhanced);
        let stage = Stage::new(&body.model);
        let root = body.mass(&stage).cholesky().expect("a positive mass matrix").l();
        let half = root.solve_lower_triangular(&body.stiffness(&stage)).unwrap();
        let m = root.solve_lower_triangular(&half.transpose()).unwrap();
        let values = eigenvalues((&m + m.transpose()) * 0.5);
        assert!(values[5].abs() < 1e-9 * values[6] && values[6] > 0.0, "{:?}", &values[..8]);
        lowest.push(values[6].sqrt());
    }
    let [standard, enhanced, tetrahedra] = lowest[..] else { panic!("three meshes") };
    assert!(enhanced < standard && standard < tetrahedra, "{lowest:?}");
    assert!(tetrahedra / enhanced < 1.3, "{lowest:?}");
}

/// A neo-Hookean element that is turned inside out has no force: the step that leads there is refused.
#[test]
fn an_inverted_element_gives_no_number() {
    for (kind, enhanced) in ALL {
        let body = Body::new(&Mesh::box_([1.0; 3], [1; 3], kind).unwrap(), Law::NeoHooke, 0.3, enhanced);
        for squeeze in [0.0, -0.5] {
            let stage = body.at(|x| Vec3::new(x.x, x.y, squeeze * x.z));
            assert!(!body.force(&stage).sum().is_finite());
            assert!(!body.strain_energy(&stage).is_finite());
        }
    }
}
