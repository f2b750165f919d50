// Time, controls and what ties the rest together.
let clock = 0, playing = false, lastFrame = 0, lastPanel = 0;

function shown(cheap) {
  drawCluster(); drawCursor();
  const slider = $("slider");
  slider.value = axis === "time" ? Math.round(clock / Math.max(1, D.length) * 10000) : state.pos;
  const when = duration(clock);
  slider.setAttribute("aria-valuetext", when + ", event " + state.pos + " of " + M);
  $("clock").textContent = innerWidth <= 800 ? when : axis === "time" ? when + " / " + duration(D.length) : state.pos + " / " + M + " · " + when;
  if (cheap && performance.now() - lastPanel < 180) return;
  lastPanel = performance.now();
  const waiting = state.pending.size;
  $("summary").replaceChildren(el("b", {}, state.nodes.toLocaleString("en")), state.nodes === 1 ? " node, " : " nodes, ", el("b", {}, state.placed.toLocaleString("en")), (state.placed === 1 ? " pod on " : " pods on ") + (state.nodes === 1 ? "it, " : "them, "), el("b", {class: waiting ? "bad" : ""}, waiting.toLocaleString("en")), " pending");
  $("now").textContent = state.pos ? sentence(state.pos - 1) : "Press play, or the space key.";
  showPanel();
}

function toPos(pos) { goTo(pos); clock = state.pos ? times[state.pos - 1] : 0; if (state.pos === M) clock = D.length; shown(); }
function toTime(t, cheap) { clock = Math.max(0, Math.min(D.length, t)); goTo(posAt(clock)); shown(cheap); }
function toFraction(f, cheap) { f = Math.max(0, Math.min(1, f)); if (axis === "time") toTime(f * D.length, cheap); else { goTo(f * M); clock = state.pos === M ? D.length : state.pos ? times[state.pos - 1] : 0; shown(cheap); } }

// Stops on or after a position; binary search, since there may be many.
function stopAfter(pos) { let lo = 0, hi = stops.length; while (lo < hi) { const mid = (lo + hi) >> 1; if (stops[mid] <= pos) lo = mid + 1; else hi = mid; } return lo; }
function step(by) {
  play(false);
  const next = stopAfter(state.pos);
  const on = next - (next && stops[next - 1] === state.pos ? 1 : 0);
  const target = by > 0 ? next + by - 1 : on + by;
  toPos(target < 0 ? 0 : target >= stops.length ? M : stops[target]);
}

function play(on) {
  playing = on;
  $("play").textContent = on ? "❚❚" : "▶";
  $("play").setAttribute("aria-label", on ? "Pause" : "Play");
  if (!on) return shown();
  if (state.pos >= M) { goTo(0); clock = 0; }
  lastFrame = performance.now();
  fraction = axisFraction();
  requestAnimationFrame(frame);
}
let fraction = 0;
function frame(now) {
  if (!playing) return;
  // Twenty seconds for the whole; a few events take less.
  const whole = 1000 * Math.min(20, Math.max(4, stops.length / 6));
  fraction += (now - lastFrame) / whole * Number($("speed").value);
  lastFrame = now;
  toFraction(fraction, true);
  if (fraction >= 1) play(false); else requestAnimationFrame(frame);
}

function select(target) {
  const fromList = document.activeElement && document.activeElement.closest("#panel, #found");
  view.selected = target;
  showTab("details");
  // The list that had the focus is gone: what takes its place gets it, for those who use the keyboard.
  if (fromList) $("panel").focus({preventScroll: true});
  drawCluster();
  if (target && view.mode === "tank") {
    const n = target.node != null ? target.node : state.podNode[target.pod];
    if (n >= 0) { const box = $("scroll"), y = cellY(n); if (y < box.scrollTop || y + view.h > box.scrollTop + box.clientHeight) box.scrollTop = y - box.clientHeight / 2; }
  }
}

function theme(name) { document.documentElement.dataset.theme = name; legend(); if (curveImage) { drawCurves(); shown(); } }

function setAxis(name) {
  axis = name;
  $("axis").value = name;
  $("slider").max = name === "time" ? 10000 : M;
  drawCurves(); shown();
}

function resize() { layout(); drawCurves(); shown(); }

function controls() {
  for (const [key, group] of Object.entries(groupings)) $("colour").append(el("option", {value: key}, group.label));
  $("colour").value = view.colour = ["owner", "size", "priority"].find(key => groupings[key].size > 1) || "owner";
  inNodes.forEach(r => $("fill").append(el("option", {value: r}, D.resources[r][0])));
  view.fill = usual;
  $("fill").value = view.fill;
  $("fillLabel").hidden = N <= 40;
  $("colour").onchange = e => { view.colour = e.target.value; legend(); shown(); };
  $("fill").onchange = e => { view.fill = Number(e.target.value); shown(); };
  const zoom = by => { view.zoom = Math.max(0.4, Math.min(6, view.zoom * by)); layout(); drawCluster(); };
  $("less").onclick = () => zoom(1 / 1.3); $("more").onclick = () => zoom(1.3);
  $("first").onclick = () => { play(false); toPos(0); }; $("last").onclick = () => { play(false); toPos(M); };
  $("back").onclick = () => step(-1); $("next").onclick = () => step(1); $("play").onclick = () => play(!playing);
  $("slider").oninput = e => { if (playing) play(false); toFraction(e.target.value / e.target.max, true); };
  $("slider").onchange = () => shown();
  $("axis").onchange = e => setAxis(e.target.value);
  if (!D.length) $("axis").closest("label").hidden = true;
  $("theme").onclick = () => theme(isDark() ? "light" : "dark");
  $("help").onclick = () => $("keys").showModal();
  $("search").oninput = find;
  $("search").onfocus = find;
  addEventListener("click", e => { if (!e.target.closest(".find")) $("found").hidden = true; });
  for (const t of tabs) { $("tab-" + t).hidden = false; $("tab-" + t).onclick = () => showTab(t); }
  document.querySelector(".tabs").onkeydown = e => {
    const by = {ArrowRight: 1, ArrowLeft: -1}[e.key];
    if (by) { showTab(tabs[(tabs.indexOf(tab) + by + tabs.length) % tabs.length], true); e.stopPropagation(); e.preventDefault(); }
  };
  const cluster = $("cluster");
  cluster.onclick = e => { const hit = at(e.offsetX, e.offsetY); select(hit ? (hit.pod != null ? {pod: hit.pod} : {node: hit.node}) : null); };
  cluster.onmousemove = e => {
    const hit = at(e.offsetX, e.offsetY);
    cluster.title = !hit ? "" : hit.pod != null ? podKey(hit.pod) + " on " + D.nodes[hit.node] + "\n" + sizeName(hit.pod) : D.nodes[hit.node];
  };
  const seek = e => { const box = $("curves").getBoundingClientRect(); play(false); toFraction((e.clientX - box.left - LEFT) / (box.width - LEFT - 6)); };
  $("curves").onpointerdown = e => { $("curves").setPointerCapture(e.pointerId); seek(e); };
  $("curves").onpointermove = e => { if (e.buttons) seek(e); };
  addEventListener("keydown", keys);
  addEventListener("resize", resize);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", e => theme(e.matches ? "dark" : "light"));
}

function keys(e) {
  if (e.ctrlKey || e.metaKey || e.altKey || $("keys").open) return;
  if (e.key === "Escape") { $("search").value = ""; find(); select(null); document.activeElement.blur(); return; }
  const tag = e.target.tagName;
  if (tag === "SELECT" || tag === "INPUT" && e.target.type === "search" || tag === "INPUT" && /Arrow|Home|End|Page/.test(e.key)) return;
  if (e.key === " " && (tag === "BUTTON" || tag === "SUMMARY")) return;
  const actions = {
    " ": () => play(!playing), ArrowRight: () => step(e.shiftKey ? 20 : 1), ArrowLeft: () => step(e.shiftKey ? -20 : -1),
    Home: () => $("first").click(), End: () => $("last").click(), "/": () => $("search").focus(), "?": () => $("keys").showModal(),
    "+": () => $("more").click(), "-": () => $("less").click(), t: () => $("theme").click(),
    p: () => showTab("pending"), x: () => showTab(preemptions.length ? "preempted" : "pending"), n: () => showTab("nodes"), e: () => showTab("events"), d: () => showTab("details"),
  };
  const action = actions[e.key] || actions[e.key.toLowerCase()];
  if (action) { e.preventDefault(); action(); }
}

// A link may say what to show: #at=2m, #event=17, #pod=shop/web-0, #node=node-a, #tab=events, #theme=dark, #find=web.
function fromLink() {
  const link = new URLSearchParams(location.hash.slice(1)), units = {ms: 1, s: 1e3, m: 6e4, h: 36e5, d: 864e5};
  if (link.has("theme")) theme(link.get("theme"));
  if (link.has("colour") && groupings[link.get("colour")]) { view.colour = $("colour").value = link.get("colour"); legend(); }
  if (link.has("axis")) setAxis(link.get("axis") === "step" ? "step" : "time");
  if (link.has("event")) toPos(Number(link.get("event")) || 0);
  if (link.has("at")) toTime([...link.get("at").matchAll(/([\d.]+)(ms|s|m|h|d)/g)].reduce((sum, [, n, u]) => sum + n * units[u], 0));
  if (link.has("find")) { $("search").value = link.get("find"); find(); $("found").hidden = true; }
  if (tabs.includes(link.get("tab"))) showTab(link.get("tab"));
  if (link.has("pod")) { for (let p = P - 1; p >= 0; p--) if (podKey(p) === link.get("pod")) { select({pod: p}); break; } }
  if (link.has("node") && D.nodes.includes(link.get("node"))) select({node: D.nodes.indexOf(link.get("node"))});
}

document.documentElement.dataset.theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
controls();
legend();
layout();
setAxis(axis);
// Show the end; when everybody is gone by then, the moment when most were there.
toPos(totals.last || !M ? M : totals.peak);
showTab(state.pending.size ? "pending" : "events");
fromLink();
Object.assign(document.documentElement.dataset, {ready: "true", pods: P, nodes: N, events: M, placed: state.placed, pending: state.pending.size, opened: Math.round(performance.now())});
