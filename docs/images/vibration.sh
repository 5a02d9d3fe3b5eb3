#!/bin/sh
# The runs behind docs/vibration.md, into the directory OUT: sh docs/images/vibration.sh OUT
set -e
out=$1
carom=${CAROM:-"cargo run --release --quiet --"}
for body in bar pendulum; do
    model=benchmarks/vibration-$body/model.toml
    fine=$([ $body = bar ] && echo 1e-3 || echo 1e-5)
    $carom run $model --quiet --out "$out/$body-fine" --step $fine
    $carom run $model --quiet --out "$out/$body-ds"
    for theta in 0.5 1; do
        $carom run $model --quiet --out "$out/$body-$theta" \
            --set simulation.integrator=moreau_jean --set simulation.theta=$theta
    done
done
