#!/bin/sh
# The pictures of docs/integrators.md and docs/damping.md, into docs/images, by way of the directory OUT: sh docs/images/integrators.sh OUT
# CAROM is the program, if it is not to be built.
set -e
out=$1
carom=${CAROM:-"cargo run --release --quiet --"}
picture() { cp "$out/$1/$2.svg" "docs/images/$1.svg"; }

# Which integrator: work and precision on a rigid mechanism with clearance, a flexible impact, and stick and slip.
$carom compare benchmarks/slider-crank-clearance/model.toml --steps 4e-4..2.5e-5:5 --schemes all \
    --reference finest:decoupled --quiet --out "$out/compare-slider-crank"
picture compare-slider-crank comparison
$carom compare benchmarks/elastic-bar/model.toml --steps 4e-3..2.5e-4:5 --schemes all \
    --reference finest:decoupled --quantity tip,tip_velocity --quiet --out "$out/compare-bar"
picture compare-bar comparison
$carom compare benchmarks/woodpecker-fixed/model.toml --steps 2e-3..1.25e-4:5 --schemes all \
    --reference finest:decoupled --until 0.35 --quiet --out "$out/compare-woodpecker"
picture compare-woodpecker comparison
$carom compare benchmarks/belt/model.toml --steps 4e-3..2.5e-4:5 --schemes all \
    --reference finest:decoupled --until 1.2 --quiet --out "$out/compare-belt"
picture compare-belt comparison

# Which step: how errors fall with it.
$carom converge benchmarks/slider-crank-clearance/model.toml --steps 4e-4..2.5e-5:9 --quantity positions \
    --schemes decoupled,mixed_bathe,mixed_alpha,moreau_jean --reference finest:decoupled --quiet --out "$out/choose-step"
picture choose-step convergence

# Which ρ∞: contact forces of a flexible body.
$carom compare benchmarks/elastic-bar/model.toml --steps 8e-3..5e-4:5 --quantity tip,tip_velocity --reference finest:decoupled \
    --schemes decoupled:rho_inf=1,decoupled:rho_inf=0.8,decoupled:rho_inf=0.5,decoupled:rho_inf=0 --quiet --out "$out/choose-rho"
picture choose-rho comparison

# Numerical damping.
$carom spectrum --schemes all --quiet --out "$out/spectrum-all"
picture spectrum-all spectrum
$carom spectrum --schemes decoupled:rho_inf=1,decoupled:rho_inf=0.8,decoupled:rho_inf=0.5,decoupled:rho_inf=0,mixed_bathe,mixed_ed_alpha,mixed_ed_alpha:rho_inf=0.8 \
    --quiet --out "$out/spectrum-rho"
picture spectrum-rho spectrum
$carom spectrum --schemes nonsmooth_newmark,nonsmooth_hht:alpha=0.1,nonsmooth_hht:alpha=0.3,generalized_alpha:alpha_m=0,alpha_f=0.5,generalized_alpha:alpha_m=-1,alpha_f=0.5,moreau_jean:theta=0.6,moreau_jean:theta=1 \
    --quiet --out "$out/spectrum-others"
picture spectrum-others spectrum
