// Utilisation over time, and how many pods wait. The axis is time, or one step for each moment.
let axis = D.length > 0 ? "time" : "step";
const LEFT = 38;
let curveImage = null;

function axisPos(fraction) { return axis === "time" ? posAt(fraction * D.length) : Math.round(fraction * M); }
function axisFraction() { return axis === "time" ? (D.length ? clock / D.length : 0) : (M ? state.pos / M : 0); }

function drawCurves() {
  const shown = $("curves"), scale = devicePixelRatio || 1, w = shown.clientWidth, h = shown.clientHeight;
  const canvas = curveImage = document.createElement("canvas");
  shown.width = canvas.width = Math.round(w * scale); shown.height = canvas.height = Math.round(h * scale);
  const g = canvas.getContext("2d");
  g.setTransform(scale, 0, 0, scale, 0, 0);
  const top = innerWidth <= 800 ? 6 : 20, bottom = h - 5, width = w - LEFT - 6;
  g.font = "11px system-ui, sans-serif"; g.fillStyle = css("--dim"); g.strokeStyle = css("--line"); g.lineWidth = 1; g.textAlign = "right"; g.textBaseline = "middle";
  // While little is used, the axis ends early.
  const most = Math.max(...resourcesShown.map(r => totals.share[r]), 0), end = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5].find(e => most <= e) || 1;
  for (const p of [0, 50, 100]) { const y = bottom - p / 100 * (bottom - top); g.beginPath(); g.moveTo(LEFT, y); g.lineTo(LEFT + width, y); g.stroke(); g.fillText(p * end + "%", LEFT - 5, y); }
  const line = (value, colour, dash) => {
    g.strokeStyle = colour; g.lineWidth = 1.8; g.setLineDash(dash); g.beginPath();
    const lasting = pos => value(axis === "time" ? totals.settled[pos] : pos);
    let before = 0;
    for (let px = 0; px <= width; px++) {
      const pos = axisPos(px / width);
      // The highest between two pixels, so that no peak is lost.
      let best = lasting(pos);
      const stride = Math.max(1, Math.floor((pos - before) / 40));
      for (let i = before + 1; i < pos; i += stride) best = Math.max(best, lasting(i));
      before = pos;
      const y = bottom - Math.min(1, best) * (bottom - top);
      if (px === 0) g.moveTo(LEFT, y); else g.lineTo(LEFT + px, y);
    }
    g.stroke(); g.setLineDash([]);
  };
  if (totals.peakPending > 0) line(pos => totals.pending[pos] / totals.peakPending, css("--bad"), [3, 3]);
  resourcesShown.slice().reverse().forEach(r => line(pos => totals.has[r][pos] > 0 ? totals.used[r][pos] / totals.has[r][pos] / end : 0, shade(r % LIGHT.length), []));
  drawCursor();
}


function drawCursor() {
  const canvas = $("curves"), g = canvas.getContext("2d"), scale = devicePixelRatio || 1, w = canvas.clientWidth, h = canvas.clientHeight;
  if (!curveImage) return;
  g.setTransform(1, 0, 0, 1, 0, 0);
  g.clearRect(0, 0, canvas.width, canvas.height);
  g.drawImage(curveImage, 0, 0);
  const x = LEFT + axisFraction() * (w - LEFT - 6);
  g.setTransform(scale, 0, 0, scale, 0, 0);
  g.strokeStyle = css("--accent"); g.lineWidth = 2; g.beginPath(); g.moveTo(x, innerWidth <= 800 ? 2 : 16); g.lineTo(x, h); g.stroke();
  const parts = resourcesShown.map(r => el("span", {}, el("i", {class: "dot", style: "background:" + shade(r % LIGHT.length)}), D.resources[r][0] + " " + percent(totals.used[r][state.pos], totals.has[r][state.pos]) + "%"));
  if (totals.peakPending) parts.push(el("span", {}, el("i", {class: "dot", style: "background:var(--bad)"}), "pending " + totals.pending[state.pos] + " (at most " + totals.peakPending + ")"));
  $("curveLegend").replaceChildren(...parts);
  canvas.setAttribute("aria-label", "Utilisation now: " + parts.map(p => p.textContent).join(", "));
}
