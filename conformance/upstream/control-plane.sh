#!/usr/bin/env bash
# Starts or stops a real Kubernetes control plane (etcd and kube-apiserver) on loopback, built from the Go modules beside this file.
#   control-plane.sh build            builds etcd, kube-apiserver, kube-scheduler and load
#   control-plane.sh start [FLAG...]  starts etcd and kube-apiserver with RUN_DIR as state; extra flags go to kube-apiserver
#   control-plane.sh kubeconfig       prints a kubeconfig for the cluster administrator
#   control-plane.sh scheduler        starts the upstream kube-scheduler beside it
#   control-plane.sh restart-apiserver | restart-etcd   kills that process (-9) and starts it again on the same data
#   control-plane.sh stop             stops what start and scheduler started
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
BIN_DIR=${BIN_DIR:-$("$here/build" --path)}
RUN_DIR=${RUN_DIR:-${TMPDIR:-/tmp}/upstream-kubernetes}
PORT=${PORT:-16443}
ETCD_PORT=${ETCD_PORT:-12379}
TOKEN=${TOKEN:-admin-token}

build() { "$here/build" etcd kube-apiserver kube-scheduler load; }

wait_for() { for _ in $(seq 1 240); do "$@" >/dev/null 2>&1 && return 0; sleep 0.25; done; echo "timed out waiting for: $*" >&2; return 1; }

ready() { curl -fsk -H "Authorization: Bearer $TOKEN" "https://127.0.0.1:$PORT/readyz"; }

kubeconfig() {
  cat <<Y
apiVersion: v1
kind: Config
clusters: [{name: local, cluster: {server: "https://127.0.0.1:$PORT", insecure-skip-tls-verify: true}}]
users: [{name: admin, user: {token: "$TOKEN"}}]
contexts: [{name: local, context: {cluster: local, user: admin}}]
current-context: local
Y
}

run_etcd() {
  cd "$RUN_DIR"
  "$BIN_DIR/etcd" --data-dir etcd-data --listen-client-urls "http://127.0.0.1:$ETCD_PORT" --advertise-client-urls "http://127.0.0.1:$ETCD_PORT" \
    --listen-peer-urls "http://127.0.0.1:$((ETCD_PORT+1))" --initial-advertise-peer-urls "http://127.0.0.1:$((ETCD_PORT+1))" \
    --initial-cluster "default=http://127.0.0.1:$((ETCD_PORT+1))" >> etcd.log 2>&1 & echo $! > "$RUN_DIR/etcd.pid"
  wait_for curl -fs "http://127.0.0.1:$ETCD_PORT/health"
}

run_apiserver() {
  cd "$RUN_DIR"
  "$BIN_DIR/kube-apiserver" --etcd-servers="http://127.0.0.1:$ETCD_PORT" --bind-address=127.0.0.1 --secure-port="$PORT" --cert-dir=certs \
    --service-account-key-file=sa.pub --service-account-signing-key-file=sa.key --service-account-issuer=https://kubernetes.default.svc \
    --token-auth-file=tokens.csv --authorization-mode=RBAC --service-cluster-ip-range=10.0.0.0/24 --disable-admission-plugins=ServiceAccount "$@" >> apiserver.log 2>&1 & echo $! > "$RUN_DIR/apiserver.pid"
  wait_for ready
}

start() {
  mkdir -p "$RUN_DIR"; cd "$RUN_DIR"
  [ -f sa.key ] || { openssl genrsa -out sa.key 2048 2>/dev/null; openssl rsa -in sa.key -pubout -out sa.pub 2>/dev/null; }
  # The administrator, and one with the rights that a scheduler has by default.
  printf '%s\n' "$TOKEN,admin,admin,system:masters" "$TOKEN-scheduler,system:kube-scheduler,scheduler" > tokens.csv
  kubeconfig > kubeconfig
  rm -rf etcd-data etcd.log apiserver.log
  printf '%s\n' "$@" > apiserver.flags
  run_etcd
  run_apiserver "$@"
  echo "ready; kubeconfig: $RUN_DIR/kubeconfig"
}

kill_hard() { kill -9 "$(cat "$RUN_DIR/$1.pid")"; while kill -0 "$(cat "$RUN_DIR/$1.pid")" 2>/dev/null; do sleep 0.1; done; }
restart_etcd() { kill_hard etcd; run_etcd; wait_for ready; }
restart_apiserver() { kill_hard apiserver; mapfile -t flags < <(grep . "$RUN_DIR/apiserver.flags" || true); run_apiserver "${flags[@]}"; }

scheduler() {
  cd "$RUN_DIR"
  "$BIN_DIR/kube-scheduler" --kubeconfig=kubeconfig --authentication-kubeconfig=kubeconfig --authorization-kubeconfig=kubeconfig --leader-elect=false \
    --kube-api-qps=5000 --kube-api-burst=5000 --bind-address=127.0.0.1 --secure-port=$((PORT+1)) --cert-dir=certs-scheduler "$@" > scheduler.log 2>&1 & echo $! > scheduler.pid
}

stop() {
  local p pid
  for p in scheduler apiserver etcd; do
    [ -f "$RUN_DIR/$p.pid" ] || continue
    pid=$(cat "$RUN_DIR/$p.pid"); rm -f "$RUN_DIR/$p.pid"
    kill "$pid" 2>/dev/null || continue
    for _ in $(seq 1 50); do kill -0 "$pid" 2>/dev/null || break; sleep 0.1; done
    kill -9 "$pid" 2>/dev/null || true
  done
}

case "${1:-}" in build|start|scheduler|kubeconfig|stop|restart-apiserver|restart-etcd) cmd=${1//-/_}; shift; "$cmd" "$@";; *) sed -n '2,8p' "$0"; exit 2;; esac
