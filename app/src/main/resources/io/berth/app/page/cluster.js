// The nodes, drawn: as cards while they are few, as tanks that fill up when they are many.
const view = {colour: "owner", fill: 0, zoom: 1, cells: [], mode: "card", selected: null, hits: null, hover: -1};
const resourcesShown = D.resources.map((_, r) => r).filter(r => totals.has[r].some(v => v > 0));
// What a node's card has a bar for: what it has, though not devices that are in no single node.
const inNodes = resourcesShown.filter(r => r < R || deviceDriver.some((d, v) => d === r - R && deviceNode[v] >= 0));
const barsOf = n => inNodes.filter(r => nodeHas(n, r) > 0 || state.used[n][r] > 0);
// What each node ever has.
const everHas = (() => {
  const has = Array.from({length: N}, () => new Set());
  for (let i = 0; i < M; i++) if (what[i] === W.nodeJoined || what[i] === W.nodeChanged) D.states[extra[i]][0].forEach((amount, r) => { if (amount > 0) has[subject[i]].add(r); });
  deviceNode.forEach((n, v) => { if (n >= 0) has[n].add(R + deviceDriver[v]); });
  return has;
})();
const mostBars = Math.max(1, ...everHas.map(has => has.size));
// What half of the nodes have, and is used most, is what tanks are filled with at first.
const usual = (() => {
  const often = inNodes.filter(r => 2 * everHas.filter(has => has.has(r)).length >= N), among = often.length ? often : inNodes;
  return among.reduce((most, r) => totals.share[r] > totals.share[most] ? r : most, among[0] || 0);
})();

// The most pods that any node ever has.
const mostPods = (() => {
  const on = new Int32Array(P).fill(-1), count = new Int32Array(N);
  let most = 1;
  for (let i = 0; i < M; i++) {
    const s = subject[i];
    if ((what[i] === W.bound || what[i] === W.running) && extra[i] >= 0) { on[s] = extra[i]; most = Math.max(most, ++count[extra[i]]); }
    if ((what[i] === W.gone || what[i] === W.ended) && on[s] >= 0) { count[on[s]]--; on[s] = -1; }
  }
  return most;
})();

function layout() {
  const box = $("scroll"), narrow = innerWidth <= 800;
  const width = Math.max(200, box.clientWidth - (narrow ? 20 : 28));
  const height = narrow ? Math.max(240, innerHeight * 0.44) : Math.max(200, box.clientHeight - 18);
  const bars = mostBars;
  view.mode = N <= 40 ? "card" : "tank";
  let w, h, gap, columns;
  if (view.mode === "card") {
    gap = 12;
    const wanted = Math.min(width, 250 * view.zoom);
    columns = Math.max(1, Math.min(N, Math.floor((width + gap) / (wanted + gap))));
    w = Math.min((width - gap * (columns - 1)) / columns, 420 * view.zoom);
    // While nodes are few, their pods have room for names.
    view.names = N <= 12 ? Math.min(14, mostPods) : 0;
    h = 42 + bars * 34 + view.names * 20;
  } else {
    gap = 3;
    // The largest tanks of which all can be seen at once, though not too small to point at.
    w = 90;
    const rows = c => Math.ceil(N / c);
    for (; w > 9; w--) {
      columns = Math.floor((width + gap) / (w + gap));
      if (rows(columns) * (w * 1.35 + gap) <= height) break;
    }
    w = Math.min(180, w * view.zoom);
    h = Math.round(w * 1.35);
    columns = Math.max(1, Math.floor((width + gap) / (w + gap)));
  }
  view.w = w; view.h = h; view.gap = gap; view.columns = columns;
  const rows = Math.ceil(N / columns);
  const canvas = $("cluster"), scale = devicePixelRatio || 1;
  const cssWidth = width, cssHeight = Math.max(40, rows * (h + gap));
  canvas.width = Math.round(cssWidth * scale); canvas.height = Math.round(Math.min(cssHeight, 16000 / scale) * scale);
  canvas.style.width = cssWidth + "px"; canvas.style.height = canvas.height / scale + "px";
}

const cellX = n => (n % view.columns) * (view.w + view.gap);
const cellY = n => Math.floor(n / view.columns) * (view.h + view.gap);

function drawCluster() {
  const canvas = $("cluster"), g = canvas.getContext("2d"), scale = devicePixelRatio || 1;
  g.setTransform(scale, 0, 0, scale, 0, 0);
  g.clearRect(0, 0, canvas.width, canvas.height);
  const ink = {ink: css("--ink"), dim: css("--dim"), line: css("--line"), panel: css("--panel"), tank: css("--tank"), edge: css("--tankline"), select: css("--select"), warn: css("--warn")};
  const colours = []; for (let i = -1; i < LIGHT.length; i++) colours[i + 1] = shade(i);
  const group = groupings[view.colour];
  const selectedPod = view.selected && view.selected.pod, selectedNode = view.selected && view.selected.node;
  for (let n = 0; n < N; n++) {
    const x = cellX(n), y = cellY(n);
    if (view.mode === "card") drawCard(g, n, x, y, ink, colours, group); else drawTank(g, n, x, y, ink, colours, group);
    const chosen = n === selectedNode || (selectedPod != null && state.podNode[selectedPod] === n && view.mode === "tank");
    if (chosen) { g.strokeStyle = ink.select; g.lineWidth = 2; g.strokeRect(x + 1, y + 1, view.w - 2, view.h - 2); }
  }
  canvas.setAttribute("aria-label", plural(state.nodes, "node") + ", " + plural(state.placed, "pod") + " on them; the tab Nodes has the same as text");
}

const podColour = (p, colours, group) => colours[group.of(p) + 1];
const dimmed = p => view.hits && !view.hits.pods.has(p) && !(view.hits.byNode && view.hits.nodes.has(state.podNode[p]));

// Who has how much of a device: the pods of a claim together what the claim has; -1 for a claim without pods.
const partsOf = v => state.holders[v].flatMap(([c, share]) => state.claimPods[c].length ? state.claimPods[c].map(p => [p, share / state.claimPods[c].length]) : [[-1, share]]);

// A node's devices one by one, each as far as it is held.
function deviceCells(g, n, d, x, y, w, h, across, colours, group, ink) {
  const all = devicesOf(n, d), length = across ? w : h, cell = length / Math.max(1, all.length), gap = cell > 5 ? 2 : cell > 2.5 ? 1 : 0;
  const fill = (from, size) => across ? g.fillRect(x + from, y, size, h) : g.fillRect(x, y + length - from - size, w, size);
  all.forEach((v, i) => {
    let at = i * cell;
    g.fillStyle = ink.tank; fill(at, cell - gap);
    for (const [p, share] of partsOf(v)) {
      const size = share * (cell - gap);
      g.globalAlpha = p >= 0 && dimmed(p) ? 0.18 : 1;
      g.fillStyle = p < 0 ? ink.dim : podColour(p, colours, group); fill(at, size);
      if (p >= 0 && view.selected && view.selected.pod === p) {
        g.globalAlpha = 1; g.strokeStyle = ink.select; g.lineWidth = 2;
        if (across) g.strokeRect(x + at, y - 1, Math.max(3, size), h + 2); else g.strokeRect(x + 1, y + length - at - size, w - 2, Math.max(3, size));
      }
      at += size;
    }
    // Beside what is taken, where there is room; over it where it must be given back first.
    let taken = state.holders[v].reduce((sum, h) => sum + h[1], 0);
    for (const [p, share] of state.heldFor[v]) {
      const size = share * (cell - gap);
      at = i * cell + Math.max(0, Math.min(taken, 1 - share)) * (cell - gap);
      taken += share;
      g.globalAlpha = dimmed(p) ? 0.18 : 1;
      if (across) hatch(g, x + at, y, size, h, podColour(p, colours, group), ink); else hatch(g, x, y + length - at - size, w, size, podColour(p, colours, group), ink);
    }
    g.globalAlpha = 1;
  });
}

// Stripes in the colour of the pod that a device is held for, over the colour of whoever has it.
function hatch(g, x, y, w, h, colour, ink) {
  g.save(); g.beginPath(); g.rect(x, y, w, h); g.clip();
  for (const [line, shift] of [[ink.panel, 0], [colour, 3]]) {
    g.strokeStyle = line; g.lineWidth = 3; g.beginPath();
    for (let at = -h + shift; at < w + h; at += 9) { g.moveTo(x + at, y + h); g.lineTo(x + at + h, y); }
    g.stroke();
  }
  g.restore();
}

// The pod that holds a device there; part is how far along the row.
function deviceAt(n, d, part) {
  const all = devicesOf(n, d), i = Math.floor(part * all.length), v = all[i];
  let within = part * all.length - i;
  for (const [p, share] of v == null ? [] : partsOf(v)) { if (within < share) return p; within -= share; }
  return -1;
}

function segments(g, n, r, x, y, w, h, across, ink, colours, group) {
  if (r >= R) return deviceCells(g, n, r - R, x, y, w, h, across, colours, group, ink);
  const has = nodeHas(n, r);
  g.fillStyle = ink.tank; g.fillRect(x, y, w, h);
  const length = across ? w : h;
  let at = 0;
  for (const p of state.nodePods[n]) {
    const v = request(p, r);
    if (!v || !has) continue;
    const size = Math.max(v / has * length, 0);
    const gap = size > 3.5 ? 1 : 0;
    g.globalAlpha = dimmed(p) ? 0.18 : 1;
    g.fillStyle = podColour(p, colours, group);
    const from = Math.min(at, length), extent = Math.max(across ? 0.6 : 1.5, Math.min(size, length - from) - gap);
    if (across) g.fillRect(x + from, y, extent, h); else g.fillRect(x, y + length - from - extent, w, extent);
    if (view.selected && view.selected.pod === p) {
      g.globalAlpha = 1; g.strokeStyle = ink.select; g.lineWidth = 2;
      if (across) g.strokeRect(x + from, y - 1, Math.max(3, extent), h + 2); else g.strokeRect(x + 1, y + length - from - extent, w - 2, Math.max(3, extent));
    }
    at += size;
  }
  g.globalAlpha = 1;
}

function fitText(g, text, width) {
  if (g.measureText(text).width <= width) return text;
  let lo = 0, hi = text.length;
  while (lo < hi) { const mid = (lo + hi + 1) >> 1; if (g.measureText("…" + text.slice(-mid)).width <= width) lo = mid; else hi = mid - 1; }
  return "…" + text.slice(text.length - lo);
}

function drawCard(g, n, x, y, ink, colours, group) {
  const {w, h} = view, here = state.node[n] >= 0;
  g.fillStyle = ink.panel; g.strokeStyle = ink.line; g.lineWidth = 1;
  g.beginPath(); g.roundRect(x + 0.5, y + 0.5, w - 1, h - 1, 8); if (here) g.fill();
  g.setLineDash(here ? [] : [4, 4]); g.stroke(); g.setLineDash([]);
  g.textBaseline = "alphabetic"; g.textAlign = "left";
  g.font = "600 13px system-ui, sans-serif"; g.fillStyle = here ? ink.ink : ink.dim;
  if (view.hits && !view.hits.nodes.has(n) && view.hits.nodes.size) g.fillStyle = ink.dim;
  const s = here ? D.states[state.node[n]] : null;
  const note = !here ? "not there" : s[1] ? "cordoned" : s[2].length ? plural(s[2].length, "taint") : "";
  g.fillText(fitText(g, D.nodes[n], w - 24 - (note ? 74 : 0)), x + 12, y + 22);
  if (note) { g.font = "12px system-ui, sans-serif"; g.textAlign = "right"; g.fillStyle = here && s[1] ? ink.warn : ink.dim; g.fillText(note, x + w - 12, y + 22); g.textAlign = "left"; }
  if (!here) return;
  const bars = barsOf(n);
  bars.forEach((r, i) => {
    const top = y + 34 + i * 34, has = nodeHas(n, r), used = state.used[n][r];
    g.font = "12px system-ui, sans-serif"; g.fillStyle = ink.dim;
    g.fillText(fitText(g, D.resources[r][0], w * 0.5), x + 12, top + 10);
    g.textAlign = "right"; g.fillText(amount(r, used) + " / " + amount(r, has), x + w - 12, top + 10); g.textAlign = "left";
    segments(g, n, r, x + 12, top + 15, w - 24, 12, true, ink, colours, group);
  });
  const pods = state.nodePods[n], first = y + 40 + bars.length * 34;
  const listed = pods.length > view.names ? view.names - 1 : pods.length;
  for (let i = 0; i < listed; i++) {
    const p = pods[i], line = first + i * 20;
    g.globalAlpha = dimmed(p) ? 0.25 : 1;
    g.fillStyle = podColour(p, colours, group); g.beginPath(); g.roundRect(x + 12, line + 1, 10, 10, 2); g.fill();
    g.font = (view.selected && view.selected.pod === p ? "600 " : "") + "12px system-ui, sans-serif"; g.fillStyle = ink.ink;
    g.fillText(fitText(g, D.pods.name[p], w - 42), x + 28, line + 10);
    g.globalAlpha = 1;
  }
  if (listed < pods.length && view.names) { g.fillStyle = ink.dim; g.fillText("and " + (pods.length - listed) + " more", x + 28, first + listed * 20 + 10); }
}

function drawTank(g, n, x, y, ink, colours, group) {
  const {w, h} = view, label = w >= 46, tall = label ? h - 14 : h;
  if (state.node[n] < 0) {
    g.strokeStyle = ink.line; g.lineWidth = 1; g.setLineDash([2, 2]); g.strokeRect(x + 0.5, y + 0.5, w - 1, tall - 1); g.setLineDash([]);
    return;
  }
  const s = D.states[state.node[n]];
  if (nodeHas(n, view.fill) > 0) segments(g, n, view.fill, x, y, w, tall, false, ink, colours, group);
  else { g.fillStyle = ink.tank; g.globalAlpha = 0.4; g.fillRect(x, y, w, tall); g.globalAlpha = 1; }
  if (s[1]) { g.strokeStyle = ink.warn; g.lineWidth = 2; g.beginPath(); g.moveTo(x, y); g.lineTo(x + w, y + tall); g.stroke(); }
  if (view.hits && view.hits.nodes.has(n) && view.hits.few) { g.strokeStyle = ink.select; g.lineWidth = 1.5; g.strokeRect(x + 0.75, y + 0.75, w - 1.5, tall - 1.5); }
  if (label) { g.font = "11px system-ui, sans-serif"; g.fillStyle = ink.dim; g.textBaseline = "alphabetic"; g.textAlign = "left"; g.fillText(fitText(g, D.nodes[n], w), x, y + h - 3); }
}

// What is under the pointer: a node, and perhaps a pod of it.
function at(px, py) {
  const c = Math.floor(px / (view.w + view.gap)), row = Math.floor(py / (view.h + view.gap)), n = row * view.columns + c;
  if (c >= view.columns || n >= N || n < 0 || state.node[n] < 0) return null;
  const x = px - cellX(n), y = py - cellY(n);
  let r = view.fill, part;
  if (view.mode === "card") {
    const bars = barsOf(n), i = Math.floor((y - 34) / 34), line = Math.floor((y - 37 - bars.length * 34) / 20), pods = state.nodePods[n];
    if (i >= bars.length && line >= 0 && line < (pods.length > view.names ? view.names - 1 : pods.length)) return {node: n, pod: pods[line]};
    if (i < 0 || i >= bars.length || (y - 34) % 34 < 13) return {node: n};
    r = bars[i]; part = (x - 12) / (view.w - 24);
  } else {
    const tall = view.w >= 46 ? view.h - 14 : view.h;
    part = (tall - y) / tall;
  }
  if (r >= R) { const p = deviceAt(n, r - R, part); return p < 0 ? {node: n} : {node: n, pod: p}; }
  const has = nodeHas(n, r);
  let sum = 0;
  for (const p of state.nodePods[n]) { const v = has ? request(p, r) / has : 0; if (part >= sum && part < sum + v) return {node: n, pod: p}; sum += v; }
  return {node: n};
}

function legend() {
  const group = groupings[view.colour], box = $("legend");
  box.replaceChildren(...group.names.map((name, i) => el("span", {}, el("i", {class: "dot", style: "background:" + shade(i)}), name)));
  if (group.more) box.append(el("span", {}, el("i", {class: "dot", style: "background:" + shade(-1)}), plural(group.size - group.names.length, "other")));
  box.append(el("span", {}, el("i", {class: "dot", style: "background:var(--tank)"}), "free"));
  if (anyHolds) box.append(el("span", {}, el("i", {class: "dot hatch"}), "held for a nominated pod"));
}
