// Words and small pieces of the page.
const $ = id => document.getElementById(id);

// An element: text never becomes markup.
function el(tag, attributes, ...children) {
  const e = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes || {})) {
    if (key.startsWith("on")) e.addEventListener(key.slice(2), value);
    else if (value !== false && value != null) e.setAttribute(key, value === true ? "" : value);
  }
  e.append(...children.filter(c => c != null));
  return e;
}

function duration(ms) {
  const s = Math.floor(ms / 1000), d = Math.floor(s / 86400), h = Math.floor(s / 3600) % 24, m = Math.floor(s / 60) % 60;
  if (d) return d + "d " + h + "h" + (d < 10 && m ? " " + m + "m" : "");
  if (h) return h + "h" + (m ? " " + m + "m" : "");
  if (m) return m + "m" + (s % 60 ? " " + (s % 60) + "s" : "");
  return (ms % 1000 ? (ms / 1000).toFixed(1) : s) + "s";
}

function amount(r, value) {
  const unit = D.resources[r][1];
  const short = v => String(Math.round(v * 10) / 10);
  if (unit === 0) return short(value / 1000);
  if (unit === 1) {
    const names = ["", "Ki", "Mi", "Gi", "Ti", "Pi"];
    let i = 0;
    while (Math.abs(value) >= 1024 && i < 5) { value /= 1024; i++; }
    return short(value) + names[i];
  }
  return value >= 100000 ? short(value / 1000) + "k" : unit === 3 ? short(value) : String(value);
}

// Little things keep a decimal.
const percent = (used, has) => { const p = has > 0 ? 100 * used / has : 0; return p < 9.95 ? Math.round(10 * p) / 10 : Math.round(p); };
const plural = (n, noun) => n.toLocaleString("en") + " " + noun + (n === 1 ? "" : "s");

// The node of devices that are held.
function where(i) { const n = deviceNode[D.allocations[extra[i]][0]]; return n == null || n < 0 ? "" : "on " + D.nodes[n] + " "; }

// In a pod's own story its name is left out.
function ownSentence(i, p) {
  const key = podKey(p), said = sentence(i);
  return said.startsWith(key + " ") ? said.slice(key.length + 1) : said.replace("for " + key + ": ", "for it: ");
}

function sentence(i) {
  const s = subject[i], w = what[i], said = D.texts[textOf[i]];
  const name = s < 0 ? "" : NODE.has(w) ? D.nodes[s] : ofPod(i) ? podKey(s) : "";
  const node = n => n < 0 ? "an unknown node" : D.nodes[n];
  switch (w) {
    case W.step: return "script: " + said;
    case W.nodeJoined: return "node " + name + " joins: " + said;
    case W.nodeChanged: return "node " + name + " changes: " + said;
    case W.nodeLeft: return "node " + name + " leaves";
    case W.arrived: return name + " arrives";
    case W.running: return name + " runs on " + node(extra[i]);
    case W.ready: return name + " is ready: " + said;
    case W.backoff: return name + " backs off: " + said;
    case W.waiting: return name + " waits for an event that helps";
    case W.gated: return name + " is held back by a gate";
    case W.cycle: return name + " is tried, cycle " + extra[i];
    case W.rejected: return name + " fits nowhere: " + said;
    case W.error: return name + " failed: " + said;
    case W.bound: return name + " is bound to " + node(extra[i]);
    case W.nominated: return name + " is nominated to " + node(extra[i]);
    case W.preempted: return name + " is preempted " + said;
    case W.held: return "held " + where(i) + "for " + name + ": " + said;
    case W.holdEnded: return "no longer held " + where(i) + "for " + name + ": " + said;
    case W.ended: return name + " ended: " + said;
    case W.gone: return name + " is gone";
    case W.poolChanged: return "pool " + D.pools[s][1] + " of " + D.pools[s][0] + " has " + said;
    case W.claimArrived: return "claim " + claimKey(s) + " arrives";
    case W.claimAllocated: return "claim " + claimKey(s) + " gets " + said;
    case W.claimReserved: return "claim " + claimKey(s) + " is reserved for " + said;
    case W.claimReleased: return "claim " + claimKey(s) + " is no longer reserved for " + said;
    case W.claimDeallocated: return "claim " + claimKey(s) + " gives its devices back";
    case W.claimGone: return "claim " + claimKey(s) + " is gone";
  }
  return "";
}
const tone = i => what[i] === W.rejected || what[i] === W.error || what[i] === W.preempted ? "bad" : what[i] === W.held || what[i] === W.holdEnded ? "hold" : what[i] === W.bound ? "good" : what[i] === W.step ? "step" : "";

const LIGHT = ["#2f6fb7", "#c2571a", "#2e8b57", "#8a4fbf", "#b03a6f", "#7a6a12", "#1f8a94", "#a3413b", "#5560c8", "#5f7f1c", "#93582b"];
const DARK = ["#6fb0f5", "#f29a5c", "#6fce97", "#c39bf0", "#f08ab8", "#d9c44f", "#5fd0da", "#f0877f", "#9aa4ff", "#abcf5c", "#d9a06f"];
const isDark = () => document.documentElement.dataset.theme === "dark";
const shade = i => i < 0 ? (isDark() ? "#76838f" : "#6b7682") : (isDark() ? DARK : LIGHT)[i];
const css = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

// Groupings of pods by colour: the largest groups get one each, the rest is grey.
function grouping(label, of) {
  const counts = new Map();
  for (let p = 0; p < P; p++) counts.set(of(p), (counts.get(of(p)) || 0) + 1);
  const order = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(e => e[0]);
  const rank = new Map(order.map((name, i) => [name, i < LIGHT.length ? i : -1]));
  return {label, size: order.length, names: order.slice(0, LIGHT.length), more: order.length > LIGHT.length, of: p => rank.get(of(p))};
}
const sizeName = p => D.resources.slice(0, R).map(([name], r) => r === 2 || !request(p, r) ? "" : amount(r, request(p, r)) + " " + name.replace(/^.*\//, "")).filter(Boolean).join(", ") || "nothing";
// A Deployment's ReplicaSets differ by a hash, which tells people nothing.
const ownerName = p => D.texts[D.pods.owner[p]].replace(/^ReplicaSet\/(.+)-[a-z0-9]{8,10}$/, "Deployment/$1");
// While they are few, pods that nobody owns are told apart.
const bare = new Set(D.pods.name.map((_, p) => ownerName(p) || podKey(p))).size <= LIGHT.length;
const groupings = {
  owner: grouping("owner", p => ownerName(p) || (bare ? D.pods.name[p] : "no owner")),
  namespace: grouping("namespace", p => D.texts[D.pods.namespace[p]]),
  priority: grouping("priority", p => "priority " + D.pods.priority[p]),
  size: grouping("requests", sizeName),
};
