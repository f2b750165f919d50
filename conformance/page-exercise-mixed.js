(() => {
  // Looks at a cluster in which some nodes have an extended resource, some have devices, and some have neither.
  const failures = [], $ = id => document.getElementById(id);
  const expect = (what, ok) => { if (!ok) failures.push(what); };
  const key = k => document.body.dispatchEvent(new KeyboardEvent("keydown", {key: k, bubbles: true}));
  const node = name => {
    $("search").value = name; $("search").dispatchEvent(new Event("input"));
    [...$("found").querySelectorAll("button")].find(b => b.textContent.startsWith(name)).click();
    return $("panel").textContent;
  };
  const legend = () => $("curveLegend").textContent;

  expect("curves count what there is of each", legend().includes("example.com/gpu 75%") && legend().includes("gpu.vendor.example 50%") && legend().includes("nic.vendor.example 67%"));
  expect("a node with the extended resource", node("node-0").includes("example.com/gpu 3 of 4, 75%") && !node("node-0").includes("vendor.example"));
  expect("a node with devices", node("node-1").includes("gpu.vendor.example 2 of 4, 50%") && !node("node-1").includes("example.com/gpu"));
  expect("a node with neither", !node("node-2").includes("gpu") && node("node-2").includes("cpu"));
  key("n");
  expect("devices that are in no single node", $("panel").textContent.includes("3 devices that several nodes can reach") && $("panel").textContent.includes("nic-2 nic.vendor.example, free"));
  expect("nodes are compared by what all have", $("panel").textContent.includes("the bar is cpu"));
  key("Home"); expect("at the start nothing is taken", legend().includes("example.com/gpu 0%"));
  document.documentElement.dataset.exercise = failures.join("; ") || "done";
})();
