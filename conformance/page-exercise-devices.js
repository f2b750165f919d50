(() => {
  // Looks at devices as a reader does; run behind the page of the sample with GPUs.
  const failures = [], $ = id => document.getElementById(id);
  const expect = (what, ok) => { if (!ok) failures.push(what); };
  const key = k => document.body.dispatchEvent(new KeyboardEvent("keydown", {key: k, bubbles: true}));
  const panel = () => $("panel").textContent;
  const goTo = seconds => { $("slider").value = Math.round(seconds / 60 * 10000); $("slider").dispatchEvent(new Event("input")); $("slider").dispatchEvent(new Event("change")); };
  const find = (text, wanted) => {
    $("search").value = text; $("search").dispatchEvent(new Event("input"));
    [...$("found").querySelectorAll("button")].find(b => b.textContent.startsWith(wanted)).click();
  };
  const device = name => [...$("panel").querySelectorAll("p")].map(p => p.textContent).find(text => text.startsWith(name + " "));

  expect("nobody is preempted, and nothing is said of it", $("tab-preempted").hidden && !$("legend").textContent.includes("nominated"));
  key("x"); expect("nor does the key do anything", $("tab-pending").getAttribute("aria-selected") === "true");
  goTo(10);
  find("gpu-a", "gpu-a");
  expect("two pods share a claim", device("gpu-0").includes("default/notebook-0, default/notebook-1"));
  expect("one has two devices", device("gpu-2").includes("default/training") && device("gpu-3").includes("default/training"));
  find("gpu-b", "gpu-b");
  expect("shares of a device are told", (device("gpu-0").match(/\(\d+%\)/g) || []).length === 2 && device("gpu-3").endsWith("free"));
  find("notebook-1", "default/notebook-1");
  expect("a pod's devices are told", panel().includes("gpu-0 claim notebooks"));
  expect("and who objects elsewhere", panel().includes("resourceclaim not available on the node"));
  expect("its claim's story is part of its own", [...$("panel").querySelectorAll("li")].some(li => /claim default\/notebooks gets gpu-0$/.test(li.textContent)));
  key("End"); find("gpu-a", "gpu-a");
  expect("what was given back goes to who waited", device("gpu-0").includes("default/training-too") && device("gpu-2").includes("default/training-too"));
  expect("the curves have the driver's devices", /gpu\.example\.com \d/.test($("curveLegend").textContent));
  expect("nothing is wider than the screen", document.documentElement.scrollWidth <= innerWidth);
  document.documentElement.dataset.exercise = failures.join("; ") || "done";
})();
