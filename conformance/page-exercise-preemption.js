(() => {
  // Uses the page of a preemption for a device as a reader does; run behind the page of the sample in the guide.
  const failures = [], $ = id => document.getElementById(id);
  const expect = (what, ok) => { if (!ok) failures.push(what); };
  const key = k => document.body.dispatchEvent(new KeyboardEvent("keydown", {key: k, bubbles: true}));
  const panel = () => $("panel").textContent;
  const goTo = seconds => { $("slider").value = Math.round(seconds / 180 * 10000); $("slider").dispatchEvent(new Event("input")); $("slider").dispatchEvent(new Event("change")); };
  const find = (text, wanted) => {
    $("search").value = text; $("search").dispatchEvent(new Event("input"));
    [...$("found").querySelectorAll("button")].find(b => b.textContent.startsWith(wanted)).click();
  };
  const picture = () => $("cluster").toDataURL();

  goTo(5);
  expect("nobody is preempted yet", $("tab-preempted").textContent === "Preempted 0");
  key("x"); expect("and that is said", panel().includes("No pod has been preempted"));
  find("n1", "n1"); expect("the device is the first pod's", /gpu-0 gpu\.example\.com, default\/nightly$/.test([...$("panel").querySelectorAll("p")].find(p => p.textContent.startsWith("gpu-0")).textContent.trim()));
  const before = picture();

  goTo(20);
  const during = picture();
  expect("a hold is drawn", during !== before && $("legend").textContent.includes("held for a nominated pod"));
  expect("the node's panel says for whom", /gpu-0 gpu\.example\.com, default\/nightly; held for default\/serving/.test(panel()));
  key("x"); expect("X shows who was evicted", $("tab-preempted").getAttribute("aria-selected") === "true" && $("tab-preempted").textContent === "Preempted 1");
  for (const said of ["10s on n1", "default/serving", "priority 100, still pending", "default/nightly", "priority 0, on its way out", "cannot allocate all claims", "Held for it: gpu-0; now allocated to claim default/nightly"]) expect("it is told: " + said, panel().includes(said));
  [...$("panel").querySelectorAll("button")].find(b => b.textContent === "default/nightly").click();
  expect("the victim's details say for whom and why", panel().includes("Preempted at 10s for default/serving (priority 100 over 0)"));
  find("serving", "default/serving"); expect("the other's say whom it evicted", panel().includes("Evicted for it: default/nightly at 10s") && panel().includes("Held for it: gpu-0"));
  expect("the story names the hold", [...$("panel").querySelectorAll("li")].some(li => li.textContent.includes("held on n1 for it: gpu-0 (still allocated to claim default/nightly)")));
  expect("and what is still to come", [...$("panel").querySelectorAll("li.later")].some(li => li.textContent.includes("no longer held on n1 for it: gpu-0 (reserved now)")));

  key("End");
  expect("it has its device and holds none", panel().includes("on a node: n1") && panel().includes("claim serve") && !panel().includes("Held for it"));
  find("n1", "n1"); expect("nothing is held any more", panel().includes("default/serving") && !panel().includes("held for"));
  expect("the curves have the driver's devices", $("curveLegend").textContent.includes("gpu.example.com 100%"));
  key("Home"); expect("at the start there is nothing", $("summary").textContent.startsWith("0 nodes") && $("tab-preempted").textContent === "Preempted 0");
  find("n1", "n1"); goTo(20); expect("going back shows the same again", picture() === during);
  document.documentElement.dataset.exercise = failures.join("; ") || "done";
})();
