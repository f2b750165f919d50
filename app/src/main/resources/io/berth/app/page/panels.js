// The side panel: who waits and why, nodes as text, what happened, and everything about one pod or node.
let tab = "pending", nodesShown = 100;
// Where nobody is ever preempted nothing is said of it.
const tabs = ["pending", "preempted", "nodes", "events", "details"].filter(t => t !== "preempted" || preemptions.length);
const podLink = p => el("button", {type: "button", class: "link", onclick: () => select({pod: p})}, podKey(p));
const nodeLink = n => n < 0 ? "an unknown node" : el("button", {type: "button", class: "link", onclick: () => select({node: n})}, D.nodes[n]);
const podDot = p => el("i", {class: "dot", style: "background:" + shade(groupings[view.colour].of(p))});

function showTab(name, focus) {
  tab = name;
  for (const t of tabs) {
    const button = $("tab-" + t);
    button.setAttribute("aria-selected", t === name); button.tabIndex = t === name ? 0 : -1;
    if (t === name) { $("panel").setAttribute("aria-labelledby", button.id); if (focus) button.focus(); }
  }
  $("panel").scrollTop = 0;
  showPanel();
}

function showPanel() {
  $("tab-pending").textContent = "Pending " + state.pending.size.toLocaleString("en");
  if (preemptions.length) $("tab-preempted").textContent = "Preempted " + preempted().toLocaleString("en");
  const content = {pending: pendingPanel, preempted: preemptedPanel, nodes: nodesPanel, events: eventsPanel, details: detailsPanel}[tab]();
  const panel = $("panel"), top = panel.scrollTop;
  panel.replaceChildren(...content);
  panel.scrollTop = top;
}

function pendingPanel() {
  if (!state.pending.size) return [el("p", {class: "dim"}, state.pos ? "No pod waits at this moment." : "Nothing has happened yet.")];
  const groups = new Map();
  for (const p of state.pending) {
    const i = state.podSaid[p];
    const said = i < 0 ? "has not been tried yet" : what[i] === W.gated ? "is held back by a gate" : D.texts[textOf[i]];
    if (!groups.has(said)) groups.set(said, []);
    groups.get(said).push(p);
  }
  const cards = [...groups].sort((a, b) => b[1].length - a[1].length).slice(0, 40).map(([said, pods]) => el("div", {class: "card"},
    el("p", {}, el("b", {}, plural(pods.length, "pod")), " ", el("span", {class: said.startsWith("has") ? "dim" : "bad"}, said)),
    ...pods.slice(0, 8).map(p => el("div", {}, podDot(p), " ", podLink(p), state.holds.has(p) ? el("span", {class: "hold"}, "held for it: ", heldText(p)) : null)),
    pods.length > 8 ? more(pods.slice(8)) : null));
  return cards;
}

function more(pods) {
  const box = el("details", {}, el("summary", {}, (pods.length > 200 ? "200 of " : "") + plural(pods.length, "more pod")));
  box.addEventListener("toggle", () => { if (box.open && box.children.length === 1) box.append(...pods.slice(0, 200).map(p => el("div", {}, podLink(p)))); });
  return box;
}

const preempted = () => { let count = 0; for (const one of preemptions) for (const i of one.victims) if (i < state.pos) count++; return count; };

// Who was evicted for whom, when, and why, the latest first.
function preemptedPanel() {
  const past = preemptions.filter(one => one.at < state.pos);
  if (!past.length) return [el("p", {class: "dim"}, "No pod has been preempted until this moment.")];
  const cards = past.slice(-60).reverse().map(preemptionCard);
  return past.length > 60 ? [el("p", {class: "dim"}, "The last 60 of " + plural(past.length, "preemption")), ...cards] : cards;
}

function preemptionCard(one) {
  const victims = one.victims.filter(i => i < state.pos);
  // What follows is told in the preemption's message already.
  const said = one.said < 0 ? "" : D.texts[textOf[one.said]].replace(/ preemption: .*$/, "");
  return el("div", {class: "card"},
    el("p", {}, el("span", {class: "dim"}, duration(times[one.at]) + " on "), nodeLink(one.node), el("span", {class: "dim"}, " for "),
      ...(one.by < 0 ? ["a pod that is not known"] : [podDot(one.by), " ", podLink(one.by), el("span", {class: "dim"}, " priority " + D.pods.priority[one.by] + ", " + stands(one.by))])),
    ...victims.slice(0, 12).map(i => el("p", {class: "victim"}, podDot(subject[i]), " ", podLink(subject[i]), el("span", {class: "dim"}, " priority " + D.pods.priority[subject[i]] + ", " + (state.pod[subject[i]] === PLACED ? "on its way out" : "gone")))),
    victims.length > 12 ? more(victims.slice(12).map(i => subject[i])) : null,
    said ? el("p", {class: "dim"}, "It fitted nowhere: " + said) : null,
    state.holds.has(one.by) ? el("p", {}, "Held for it: ", heldText(one.by)) : null);
}
const stands = p => state.pod[p] === PLACED ? "now on " + (state.podNode[p] < 0 ? "an unknown node" : D.nodes[state.podNode[p]]) : state.pod[p] === PENDING ? "still pending" : "gone by now";

// What is held for a nominated pod, and who has it meanwhile.
function heldText(p) {
  const held = D.allocations[state.holds.get(p)], names = [], now = new Set();
  for (let k = 0; k < held.length; k += 2) {
    names.push(deviceName(held[k]) + (held[k + 1] < 1000 ? " (" + Math.round(held[k + 1] / 10) + "%)" : ""));
    if (held[k + 1] === 1000) for (const [c] of state.holders[held[k]]) now.add(c);
  }
  const have = [...now].map(claimKey);
  return names.join(", ") + (have.length ? "; now allocated to " + (have.length === 1 ? "claim " : "claims ") + have.slice(0, 4).join(", ") + (have.length > 4 ? " and " + (have.length - 4) + " more" : "") : "");
}

function nodesPanel() {
  const there = [];
  for (let n = 0; n < N; n++) if (state.node[n] >= 0) there.push(n);
  const r = view.fill, share = n => percent(state.used[n][r], nodeHas(n, r));
  const rows = there.slice(0, nodesShown).map(n => el("button", {type: "button", class: "row", onclick: () => select({node: n})},
    el("span", {class: "grow"}, D.nodes[n], D.states[state.node[n]][1] ? el("span", {class: "dim"}, " cordoned") : null),
    el("span", {class: "dim"}, plural(state.nodePods[n].length, "pod")),
    el("span", {class: "meter mini"}, el("i", {style: "width:" + Math.min(100, share(n)) + "%"})),
    el("span", {class: "share"}, nodeHas(n, r) || state.used[n][r] ? share(n) + "%" : "none")));
  const rest = there.length - nodesShown, several = devicesOfSeveral();
  return [el("p", {class: "dim"}, plural(there.length, "node") + "; the bar is " + D.resources[r][0]), ...rows,
    several.length ? el("h3", {}, plural(several.length, "device") + " that several nodes can reach") : null,
    ...several.slice(0, 64).map(deviceLine),
    rest > 0 ? el("button", {type: "button", onclick: () => { nodesShown += 400; showPanel(); }}, "Show " + Math.min(400, rest) + " more of " + plural(rest, "node")) : null].filter(Boolean);
}

const storyLine = (i, later, own) => el("li", {class: (later ? "later " : "") + tone(i)}, el("time", {}, duration(times[i])), el("span", {}, own == null ? sentence(i) : ownSentence(i, own)));

function eventsPanel() {
  const items = [];
  for (let i = state.pos - 1; i >= 0 && items.length < 150; i--) items.push(i);
  const list = el("ol", {class: "story"}, ...items.map(i => {
    const line = storyLine(i, false), s = subject[i];
    const reserved = (what[i] === W.claimReserved || what[i] === W.claimReleased) && extra[i] >= 0;
    const target = s < 0 ? null : NODE.has(what[i]) ? {node: s} : ofPod(i) ? {pod: s} : reserved ? {pod: extra[i]} : null;
    if (target) line.lastChild.replaceChildren(el("button", {type: "button", class: "link", onclick: () => select(target)}, sentence(i)));
    return line;
  }));
  return [el("p", {class: "dim"}, plural(state.pos, "event") + " so far, the latest first" + (state.pos > 150 ? "; the last 150 are shown" : "")), list];
}

function detailsPanel() {
  if (!view.selected) return [el("p", {class: "dim"}, "Choose a pod or a node: in the picture, in a list, or by finding it (/)."), leftOut ? el("p", {class: "dim"}, leftOutText()) : null].filter(Boolean);
  return view.selected.pod != null ? podPanel(view.selected.pod) : nodePanel(view.selected.node);
}

const facts = rows => el("table", {}, el("tbody", {}, ...rows.filter(Boolean).map(([name, ...value]) => el("tr", {}, el("th", {scope: "row"}, name), el("td", {}, ...value)))));

// The claims that a pod ever had.
function claimsOf(p) {
  const claims = new Set();
  for (let i = 0; i < M; i++) if (what[i] === W.claimReserved && extra[i] === p) claims.add(subject[i]);
  return claims;
}
const devicesText = c => state.claim[c] < 0 ? "none" : D.allocations[state.claim[c]].map((v, k, held) => k % 2 ? null : deviceName(v) + (held[k + 1] < 1000 ? " (" + Math.round(held[k + 1] / 10) + "%)" : "")).filter(Boolean).join(", ");

function podPanel(p) {
  const names = ["not there yet", "pending", "on a node", "gone", "ended"];
  const status = state.pod[p], said = state.podSaid[p];
  const story = [];
  const claims = claimsOf(p);
  for (let i = 0; i < M; i++) if (ofPod(i) ? subject[i] === p : CLAIM.has(what[i]) && claims.has(subject[i])) story.push(i);
  const shown = story.length > 120 ? story.slice(0, 20).concat(story.slice(-100)) : story;
  return [
    el("h2", {}, podDot(p), " ", podKey(p)),
    facts([
      ["state", names[status], status === PLACED ? ": " : null, status === PLACED ? nodeLink(state.podNode[p]) : null],
      ["owner", ownerName(p) || "none"],
      ["priority", String(D.pods.priority[p])],
      ["requests", sizeName(p)],
      ...[...claims].filter(c => state.claimPods[c].includes(p)).map(c => ["devices", devicesText(c), " ", el("span", {class: "dim"}, "claim " + D.texts[D.claims.name[c]])]),
    ]),
    ...preemptionFacts(p),
    status === PENDING && said >= 0 ? el("p", {class: "bad"}, D.texts[textOf[said]] || "is held back by a gate") : null,
    section("story", shown.length <= 12, "What happened to it: " + plural(story.length, "event"),
      el("ol", {class: "story"}, ...shown.map(i => storyLine(i, i >= state.pos, p))),
      story.length > shown.length ? el("p", {class: "dim"}, plural(story.length - shown.length, "event") + " in the middle are left out") : null),
    ...explanation(p),
  ].filter(Boolean);
}

// Whom it had to make room for, whom it evicted, and what is held for it.
function preemptionFacts(p) {
  const at = evictedAt.get(p), evicted = (evictedFor.get(p) || []).filter(i => i < state.pos), parts = [];
  if (at != null && at < state.pos) parts.push(el("p", {class: "bad"}, "Preempted at " + duration(times[at]) + " ", ...(extra[at] < 0 ? [D.texts[textOf[at]]] : ["for ", podLink(extra[at]), D.texts[textOf[at]].replace(/^for \S+/, "")])));
  if (evicted.length) parts.push(el("p", {}, "Evicted for it: ", ...evicted.slice(0, 12).flatMap((i, k) => [k ? ", " : "", podLink(subject[i]), el("span", {class: "dim"}, " at " + duration(times[i]))]), evicted.length > 12 ? " and " + (evicted.length - 12) + " more" : ""));
  if (state.holds.has(p)) parts.push(el("p", {class: "hold"}, "Held for it: ", heldText(p)));
  return parts;
}

// A part that can be folded, and stays as it was folded last.
const folded = {};
function section(name, open, title, ...content) {
  const part = el("details", {class: "section", open: folded[name] == null ? open : !folded[name]}, el("summary", {}, title), ...content);
  part.firstChild.addEventListener("click", () => { folded[name] = part.open; });
  return part;
}

const leftOutText = () => D.coverage[1].toLocaleString("en") + " of " + plural(D.coverage[0], "cycle") + " are explained: those that found no node first, and an even sample of the others.";

function explanation(p) {
  const cycles = explained.get(p);
  if (!cycles) return what.some((w, i) => w === W.cycle && subject[i] === p) ? [el("h3", {}, "Every plugin's word"), el("p", {class: "dim"}, "is not kept for this pod. " + leftOutText())] : [];
  // The last one so far; before the first, that one.
  const e = cycles.findLast(c => cycleBegan(p, c[1]) < state.pos) || cycles[0];
  const [, cycle, message, count, rows, groups] = e, began = cycleBegan(p, cycle);
  const parts = [el("h3", {}, "Every plugin's word " + (cycle ? "in cycle " + cycle + (began < 0 ? "" : " at " + duration(times[began])) : "at the end"))];
  const known = state.pod[p] === PENDING && state.podSaid[p] >= 0 ? D.texts[textOf[state.podSaid[p]]] : "";
  if (message && !known.startsWith(D.texts[message])) parts.push(el("p", {class: "bad"}, D.texts[message]));
  for (let i = 0; i < groups.length; i += 3) {
    const no = objections(groups[i]);
    parts.push(el("p", {}, el("b", {}, groups[i + 1].toLocaleString("en")), groups[i + 1] === 1 ? " node: " : " nodes: ",
      el("span", {class: no.length ? "bad" : "good"}, no.map(o => o[1] + " (" + o[0] + ")").join("; ") || "fits"),
      el("span", {class: "dim"}, " such as "), ...groups[i + 2].slice(0, 2).map(nodeLink)));
  }
  if (groups.length) parts.push(el("p", {class: "dim"}, "Of " + plural(count, "node") + " the best, and the chosen one:"));
  const best = Math.max(1, ...rows.filter((_, i) => i % 4 === 3));
  const bound = what.findIndex((w, i) => i > began && subject[i] === p && (w === W.bound || w === W.rejected || w === W.error));
  const chosen = bound >= 0 && what[bound] === W.bound ? extra[bound] : -1;
  for (let i = 0; i < rows.length; i += 4) parts.push(nodeCard(rows[i], rows[i + 1], rows[i + 2], rows[i + 3], best, chosen));
  return parts;
}

// Pairs of a plugin and its reason.
function objections(set) {
  const v = D.verdicts[set], no = [];
  for (let i = 0; i < v.length; i += 2) if (v[i + 1] > 1) no.push([D.plugins[v[i]], D.statuses[v[i + 1] - 2]]);
  return no;
}

function nodeCard(n, set, scoreSet, total, best, chosen) {
  const no = objections(set), v = D.verdicts[set], s = scoreSet < 0 ? [] : D.scores[scoreSet], filters = [], scores = [];
  for (let i = 0; i < v.length; i += 2) if (v[i + 1] < 2) filters.push(el("span", {class: "chip" + (v[i + 1] ? "" : " ok")}, D.plugins[v[i]] + (v[i + 1] ? " –" : " ✓")));
  for (let i = 0; i < s.length; i += 3) scores.push(el("span", {class: "chip"}, D.plugins[s[i]] + " " + s[i + 1] + (s[i + 2] === 1 ? "" : " × " + s[i + 2])));
  return el("div", {class: "card"},
    el("p", {}, nodeLink(n), no.length ? el("b", {class: "bad"}, "does not fit") : el("b", {class: "good"}, n === chosen ? "was chosen" : "fits"), el("span", {class: "dim"}, (no.length ? ", would score " : ", score ") + total)),
    el("div", {class: "meter"}, el("i", {style: "width:" + 100 * total / best + "%" + (no.length ? ";opacity:.35" : "")})),
    ...no.map(o => el("p", {}, el("span", {class: "chip no"}, o[0]), " " + o[1])),
    scores.length ? el("div", {class: "chips", "aria-label": "scores"}, ...scores) : null,
    el("details", {}, el("summary", {}, plural(filters.length, "filter") + " without an objection"), el("div", {class: "chips"}, ...filters)));
}

const deviceLine = v => el("p", {}, deviceName(v) + " ", el("span", {class: "dim"}, drivers[deviceDriver[v]] + ", "), ...holdersText(v));

function holdersText(v) {
  const share = s => s === 0 ? " (looks on)" : s < 1 ? " (" + Math.round(s * 100) + "%)" : "";
  const now = state.holders[v].length ? state.holders[v].flatMap(([c, s], i) => [i ? ", " : "", ...(state.claimPods[c].length ? state.claimPods[c].flatMap((p, k) => [k ? ", " : "", podLink(p)]) : ["claim " + claimKey(c)]), share(s)]) : ["free"];
  return now.concat(state.heldFor[v].flatMap(([p, s], i) => [i ? ", " : el("span", {class: "hold"}, "; held for "), podLink(p), share(s)]));
}

function nodePanel(n) {
  const here = state.node[n] >= 0;
  if (!here) return [el("h2", {}, D.nodes[n]), el("p", {class: "dim"}, "is not there at this moment.")];
  const [, cordoned, taints, labels] = D.states[state.node[n]], pods = state.nodePods[n];
  const bars = resourcesShown.filter(r => nodeHas(n, r) > 0 || state.used[n][r] > 0).flatMap(r => [
    el("div", {}, D.resources[r][0] + " ", el("span", {class: "dim"}, amount(r, state.used[n][r]) + " of " + amount(r, nodeHas(n, r)) + ", " + percent(state.used[n][r], nodeHas(n, r)) + "%")),
    el("div", {class: "meter"}, el("i", {style: "width:" + Math.min(100, percent(state.used[n][r], nodeHas(n, r))) + "%"}))]);
  const devices = state.nodeDevices[n];
  return [
    el("h2", {}, D.nodes[n]), cordoned ? el("p", {class: "bad"}, "cordoned: takes no more pods") : null, ...bars,
    taints.length ? el("p", {}, "Taints: " + taints.join(", ")) : null,
    labels.length ? el("details", {}, el("summary", {}, plural(labels.length, "label")), ...labels.map(l => el("p", {}, l))) : null,
    devices.length ? el("h3", {}, plural(devices.length, "device")) : null,
    ...devices.slice(0, 64).map(deviceLine),
    devices.length > 64 ? el("p", {class: "dim"}, plural(devices.length - 64, "more device")) : null,
    el("h3", {}, plural(pods.length, "pod")),
    ...pods.slice(0, 100).map(p => el("button", {type: "button", class: "row", onclick: () => select({pod: p})}, podDot(p), el("span", {class: "grow"}, podKey(p)), el("span", {class: "dim"}, sizeName(p)))),
    pods.length > 100 ? el("p", {class: "dim"}, plural(pods.length - 100, "more pod")) : null,
  ].filter(Boolean);
}

// Finding.
function find() {
  const text = $("search").value.trim().toLowerCase(), box = $("found");
  if (!text) { view.hits = null; box.hidden = true; return drawCluster(); }
  const pods = [], nodes = [];
  for (let p = 0; p < P; p++) if (podKey(p).toLowerCase().includes(text) || ownerName(p).toLowerCase().includes(text)) pods.push(p);
  for (let n = 0; n < N; n++) if (D.nodes[n].toLowerCase().includes(text)) nodes.push(n);
  view.hits = {pods: new Set(pods), nodes: new Set(nodes), few: nodes.length < N, byNode: !pods.length};
  const row = (label, target, note) => el("button", {type: "button", class: "row", onclick: () => { box.hidden = true; select(target); }}, el("span", {class: "grow"}, label), el("span", {class: "dim"}, note));
  box.replaceChildren(el("p", {}, plural(pods.length, "pod") + ", " + plural(nodes.length, "node")),
    ...nodes.slice(0, 10).map(n => row(D.nodes[n], {node: n}, "node")),
    ...pods.slice(0, 30).map(p => row(podKey(p), {pod: p}, ["later", "pending", "placed", "gone", "ended"][state.pod[p]])));
  box.hidden = false;
  drawCluster();
}
