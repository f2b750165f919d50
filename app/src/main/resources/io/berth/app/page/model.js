// The history: where everything is after so many moments.
const D = JSON.parse(document.getElementById("data").textContent);
document.getElementById("data").remove();
const W = Object.fromEntries(D.whats.map((word, i) => [word, i]));
const [deltas, what, subject, extra, textOf] = D.moments;
const M = what.length, N = D.nodes.length, P = D.pods.name.length, R = D.resources.length;
const NODE = new Set([W.nodeJoined, W.nodeChanged, W.nodeLeft]);
const CLAIM = new Set([W.claimArrived, W.claimAllocated, W.claimReserved, W.claimReleased, W.claimDeallocated, W.claimGone]);
const ofPod = i => subject[i] >= 0 && !NODE.has(what[i]) && !CLAIM.has(what[i]) && what[i] !== W.poolChanged;
// Each driver's devices count as one more resource, behind the R that nodes say they have.
const V = D.devices.pool.length, C = D.claims.name.length;
const drivers = [...new Set(D.pools.map(p => p[0]))], A = R + drivers.length;
const driverOf = v => drivers.indexOf(D.pools[D.devices.pool[v]][0]);
const deviceDriver = Int32Array.from({length: V}, (_, v) => driverOf(v)), deviceNode = D.devices.node;
const deviceName = v => D.texts[D.devices.name[v]];
const claimKey = c => D.texts[D.claims.namespace[c]] + "/" + D.texts[D.claims.name[c]];
drivers.forEach(name => D.resources.push([name, 3]));
const times = new Float64Array(M + 1);
for (let i = 0, t = 0; i < M; i++) { t += deltas[i]; times[i] = t; }
times[M] = D.length;
const podKey = p => D.texts[D.pods.namespace[p]] + "/" + D.pods.name[p];
const request = (p, r) => D.requests[D.pods.request[p]][r];
const ABSENT = 0, PENDING = 1, PLACED = 2, GONE = 3, ENDED = 4;

const state = {
  pos: 0,
  pod: new Uint8Array(P), podNode: new Int32Array(P).fill(-1), podSaid: new Int32Array(P).fill(-1),
  node: new Int32Array(N).fill(-1), nodePods: Array.from({length: N}, () => []),
  used: Array.from({length: N}, () => new Float64Array(A)),
  pool: new Int32Array(D.pools.length).fill(-1), nodeDevices: Array.from({length: N}, () => []),
  claim: new Int32Array(C).fill(-1), claimPods: Array.from({length: C}, () => []), holders: Array.from({length: V}, () => []),
  // By device, the nominated pods that it is held for, each with its share; by pod, what is held for it.
  heldFor: Array.from({length: V}, () => []), holds: new Map(),
  pending: new Set(), placed: 0, nodes: 0,
};

function put(p, n) {
  state.pod[p] = PLACED; state.podNode[p] = n; state.placed++; state.pending.delete(p);
  if (n >= 0) { state.nodePods[n].push(p); for (let r = 0; r < R; r++) state.used[n][r] += request(p, r); }
}

function take(p, as) {
  const n = state.podNode[p];
  if (state.pod[p] === PLACED) {
    state.placed--;
    if (n >= 0) {
      const list = state.nodePods[n]; list.splice(list.indexOf(p), 1);
      for (let r = 0; r < R; r++) state.used[n][r] -= request(p, r);
    }
  }
  state.pending.delete(p); state.pod[p] = as; state.podNode[p] = -1;
}

// How much of a resource a node has now.
function nodeHas(n, r) {
  if (r < R) return D.states[state.node[n]][0][r];
  let count = 0;
  for (const v of state.nodeDevices[n]) if (deviceDriver[v] === r - R) count++;
  return count;
}
const same = (a, b) => D.allocations[a].join() === D.allocations[b].join();
// Devices that are in no single node.
function devicesOfSeveral() {
  const all = [];
  for (const pool of state.pool) if (pool >= 0) for (const v of D.poolStates[pool]) if (deviceNode[v] < 0) all.push(v);
  return all;
}
const devicesOf = (n, d) => state.nodeDevices[n].filter(v => deviceDriver[v] === d);

function publish(q, now) {
  for (const v of state.pool[q] < 0 ? [] : D.poolStates[state.pool[q]]) { const n = deviceNode[v]; if (n >= 0) { const list = state.nodeDevices[n]; list.splice(list.indexOf(v), 1); } }
  state.pool[q] = now;
  for (const v of D.poolStates[now]) if (deviceNode[v] >= 0) state.nodeDevices[deviceNode[v]].push(v);
}

function release(c) {
  const held = state.claim[c] < 0 ? [] : D.allocations[state.claim[c]];
  for (let k = 0; k < held.length; k += 2) {
    const v = held[k], list = state.holders[v];
    list.splice(list.findIndex(h => h[0] === c), 1);
    if (deviceNode[v] >= 0) state.used[deviceNode[v]][R + deviceDriver[v]] -= held[k + 1] / 1000;
  }
  state.claim[c] = -1;
}

function allocate(c, a) {
  release(c);
  const held = D.allocations[a];
  for (let k = 0; k < held.length; k += 2) {
    const v = held[k];
    state.holders[v].push([c, held[k + 1] / 1000]);
    if (deviceNode[v] >= 0) state.used[deviceNode[v]][R + deviceDriver[v]] += held[k + 1] / 1000;
  }
  state.claim[c] = a;
}

// Devices are held for a pod from now on, or, without an allocation, no longer.
function hold(p, a) {
  const before = state.holds.get(p);
  for (let k = 0; before != null && k < D.allocations[before].length; k += 2) { const v = D.allocations[before][k]; state.heldFor[v] = state.heldFor[v].filter(h => h[0] !== p); }
  state.holds.delete(p);
  if (a < 0) return;
  state.holds.set(p, a);
  for (let k = 0; k < D.allocations[a].length; k += 2) state.heldFor[D.allocations[a][k]].push([p, D.allocations[a][k + 1] / 1000]);
}

function apply(i) {
  const s = subject[i];
  switch (what[i]) {
    case W.nodeJoined: if (state.node[s] < 0) state.nodes++; state.node[s] = extra[i]; break;
    case W.nodeChanged: state.node[s] = extra[i]; break;
    case W.nodeLeft: if (state.node[s] >= 0) state.nodes--; state.node[s] = -1; break;
    case W.arrived: state.pod[s] = PENDING; state.pending.add(s); break;
    case W.running: case W.bound: put(s, extra[i]); break;
    case W.ended: take(s, ENDED); break;
    case W.gone: take(s, GONE); break;
    case W.rejected: case W.error: case W.gated: case W.preempted: if (s >= 0) state.podSaid[s] = i; break;
    case W.held: hold(s, extra[i]); break;
    // What is held anew has taken the place of the old already.
    case W.holdEnded: if (state.holds.has(s) && same(state.holds.get(s), extra[i])) hold(s, -1); break;
    case W.poolChanged: publish(s, extra[i]); break;
    case W.claimAllocated: allocate(s, extra[i]); break;
    case W.claimDeallocated: case W.claimGone: release(s); break;
    case W.claimReserved: if (extra[i] >= 0) state.claimPods[s].push(extra[i]); break;
    case W.claimReleased: state.claimPods[s] = state.claimPods[s].filter(p => p !== extra[i]); break;
  }
}

function goTo(pos) {
  pos = Math.max(0, Math.min(M, Math.round(pos)));
  if (pos < state.pos) {
    state.pos = 0; state.pod.fill(ABSENT); state.podNode.fill(-1); state.podSaid.fill(-1); state.node.fill(-1);
    state.nodePods.forEach(list => list.length = 0); state.used.forEach(u => u.fill(0));
    state.pending.clear(); state.placed = 0; state.nodes = 0;
    state.pool.fill(-1); state.claim.fill(-1); state.holds.clear();
    for (const lists of [state.nodeDevices, state.claimPods, state.holders, state.heldFor]) lists.forEach(list => list.length = 0);
  }
  while (state.pos < pos) apply(state.pos++);
}

// The first position at which everything until the time has happened.
function posAt(t) {
  let lo = 0, hi = M;
  while (lo < hi) { const mid = (lo + hi) >> 1; if (times[mid] <= t) lo = mid + 1; else hi = mid; }
  return lo;
}

// Totals after each moment, for the curves.
const totals = {used: [], has: [], pending: new Int32Array(M + 1), peak: 0, peakPending: 0, share: new Float64Array(A)};
for (let r = 0; r < A; r++) { totals.used.push(new Float64Array(M + 1)); totals.has.push(new Float64Array(M + 1)); }
(function sum() {
  const used = new Float64Array(A), has = new Float64Array(A), pools = new Int32Array(D.pools.length).fill(-1), held = new Int32Array(C).fill(-1), at = new Int32Array(N).fill(-1), on = new Uint8Array(P), waits = new Uint8Array(P);
  let pending = 0, placed = 0, most = -1;
  const node = (n, now) => {
    if (at[n] >= 0) D.states[at[n]][0].forEach((v, r) => has[r] -= v);
    if (now >= 0) D.states[now][0].forEach((v, r) => has[r] += v);
    at[n] = now;
  };
  const hold = (c, a) => {
    for (const [list, sign] of [[held[c] < 0 ? [] : D.allocations[held[c]], -1], [a < 0 ? [] : D.allocations[a], 1]]) {
      for (let k = 0; k < list.length; k += 2) used[R + deviceDriver[list[k]]] += sign * list[k + 1] / 1000;
    }
    held[c] = a;
  };
  const leave = s => { if (on[s]) { placed--; for (let r = 0; on[s] === 2 && r < R; r++) used[r] -= request(s, r); on[s] = 0; } if (waits[s]) { waits[s] = 0; pending--; } };
  for (let i = 0; i < M; i++) {
    const s = subject[i];
    switch (what[i]) {
      case W.nodeJoined: case W.nodeChanged: node(s, extra[i]); break;
      case W.nodeLeft: node(s, -1); break;
      case W.arrived: waits[s] = 1; pending++; break;
      case W.running: case W.bound:
        if (waits[s]) { waits[s] = 0; pending--; }
        placed++; on[s] = 1;
        // What an unknown node gives is no share of what the known ones have.
        if (extra[i] >= 0) { on[s] = 2; for (let r = 0; r < R; r++) used[r] += request(s, r); }
        break;
      case W.ended: case W.gone: leave(s); break;
      case W.poolChanged:
        for (const v of pools[s] < 0 ? [] : D.poolStates[pools[s]]) has[R + deviceDriver[v]]--;
        for (const v of D.poolStates[pools[s] = extra[i]]) has[R + deviceDriver[v]]++;
        break;
      case W.claimAllocated: hold(s, extra[i]); break;
      case W.claimDeallocated: case W.claimGone: hold(s, -1); break;
    }
    for (let r = 0; r < A; r++) { totals.used[r][i + 1] = used[r]; totals.has[r][i + 1] = has[r]; }
    totals.pending[i + 1] = pending;
    if (placed > most) { most = placed; totals.peak = i + 1; }
  }
  totals.last = placed;
  // Where an instant ends: what is between is no state that lasts.
  totals.settled = new Int32Array(M + 1);
  for (let i = M; i >= 0; i--) totals.settled[i] = i > 0 && i < M && times[i] === times[i - 1] ? totals.settled[i + 1] : i;
  for (let i = 0; i <= M; i++) {
    const at = D.length ? totals.settled[i] : i;
    totals.peakPending = Math.max(totals.peakPending, totals.pending[at]);
    for (let r = 0; r < A; r++) if (totals.has[r][at] > 0) totals.share[r] = Math.max(totals.share[r], totals.used[r][at] / totals.has[r][at]);
  }
})();

// Who was evicted for whom: those that one pod evicts at one time on one node are told together.
const preemptions = [], evictedAt = new Map(), evictedFor = new Map();
{
  const on = new Int32Array(P).fill(-1), said = new Int32Array(P).fill(-1), open = new Map();
  for (let i = 0; i < M; i++) {
    const s = subject[i];
    if (what[i] === W.bound || what[i] === W.running) on[s] = extra[i];
    if (what[i] === W.rejected) said[s] = i;
    if (what[i] !== W.preempted || s < 0) continue;
    const by = extra[i], key = by + " " + on[s] + " " + times[i];
    if (!open.has(key)) { open.set(key, {by, node: on[s], at: i, said: by < 0 ? -1 : said[by], victims: []}); preemptions.push(open.get(key)); }
    const one = open.get(key);
    one.victims.push(i);
    evictedAt.set(s, i);
    if (by >= 0) { if (!evictedFor.has(by)) evictedFor.set(by, []); evictedFor.get(by).push(i); }
  }
}
const leftOut = new Set(subject.filter((_, i) => what[i] === W.cycle)).size > new Set(D.explained.map(e => e[0])).size;
const anyHolds = what.some(w => w === W.held);

// Where stepping stops: after each thing that one can see.
const stops = [];
{
  const seen = new Set([W.step, W.nodeJoined, W.nodeChanged, W.nodeLeft, W.arrived, W.running, W.rejected, W.error, W.bound, W.nominated, W.preempted, W.held, W.holdEnded, W.ended, W.gone, W.poolChanged, W.claimAllocated, W.claimDeallocated]);
  for (let i = 0; i < M; i++) if (seen.has(what[i])) stops.push(i + 1);
}

// By pod, each with the moment at which its cycle began.
const explained = new Map();
for (const e of D.explained) { if (!explained.has(e[0])) explained.set(e[0], []); explained.get(e[0]).push(e); }
const cycleBegan = (p, cycle) => what.findLastIndex((w, i) => w === W.cycle && subject[i] === p && extra[i] === cycle);
