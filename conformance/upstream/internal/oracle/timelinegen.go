package oracle

import (
	"fmt"

	"k8s.io/apimachinery/pkg/api/resource"
)

// script collects the steps of a timeline while they are drawn.
type script struct {
	r       *rng
	steps   list
	changes list
	advance int
	made    int // for uids
}

// step closes the step before it. The clock goes on far enough for every
// backoff to be over, unless it is told otherwise.
func (s *script) step(advance ...int) {
	s.flush()
	s.advance = 30
	if len(advance) > 0 {
		s.advance = advance[0]
	}
}

func (s *script) flush() {
	if len(s.changes) > 0 || (s.advance > 0 && len(s.steps) > 0) {
		changes := s.changes
		if changes == nil {
			changes = list{}
		}
		s.steps = append(s.steps, obj{"advance": s.advance, "changes": changes})
	}
	s.changes, s.advance = nil, 0
}

func (s *script) change(c obj) { s.changes = append(s.changes, c) }

type trait func(obj)

// node adds a node with so many milli-CPUs.
func (s *script) node(name string, milli int, traits ...trait) {
	n := nodeTree(name, obj{hostnameKey: name})
	alloc := obj{"cpu": cpu(int64(milli)), "memory": "32Gi", "pods": "110", "ephemeral-storage": "100Gi"}
	n["status"].(obj)["allocatable"] = alloc
	n["status"].(obj)["capacity"] = copyTree(alloc)
	s.made++
	n["metadata"].(obj)["uid"] = fmt.Sprintf("uid-%s-%d", name, s.made)
	for _, t := range traits {
		t(n)
	}
	s.change(obj{"create": n})
}

// pod adds a pod that asks for so many milli-CPUs.
func (s *script) pod(name string, priority, milli int, traits ...trait) {
	p := podTree(name, "default", obj{})
	s.made++
	p["metadata"].(obj)["uid"] = fmt.Sprintf("uid-%s-%d", name, s.made)
	p["spec"].(obj)["priority"] = priority
	c := obj{"name": "c0", "image": "web:1.4"}
	if milli > 0 {
		requestsOf(c)["cpu"] = cpu(int64(milli))
	}
	p["spec"].(obj)["containers"] = list{c}
	p["status"] = obj{"phase": "Pending"}
	for _, t := range traits {
		t(p)
	}
	s.change(obj{"create": p})
}

func (s *script) of(kind, name string) obj {
	o := obj{"kind": kind, "name": name}
	if kind != "Node" {
		o["namespace"] = "default"
	}
	return o
}

func (s *script) merge(kind, name string, patch obj) {
	s.change(obj{"of": s.of(kind, name), "merge": patch})
}
func (s *script) delete(kind, name string) {
	s.change(obj{"of": s.of(kind, name), "delete": true})
}
func (s *script) remove(name string) { s.change(obj{"of": s.of("Pod", name), "remove": true}) }

func label(k string, v any) trait {
	return func(t obj) { sub(t["metadata"].(obj), "labels")[k] = v }
}

func allocatable(k, v string) trait {
	return func(n obj) {
		n["status"].(obj)["allocatable"].(obj)[k] = v
		n["status"].(obj)["capacity"].(obj)[k] = v
	}
}

func tainted(key, effect string) trait {
	return func(n obj) { push(n["spec"].(obj), "taints", obj{"key": key, "effect": effect}) }
}

func cordoned(n obj) {
	n["spec"].(obj)["unschedulable"] = true
	push(n["spec"].(obj), "taints", obj{"key": "node.kubernetes.io/unschedulable", "effect": "NoSchedule"})
}

func on(node string) trait {
	return func(p obj) {
		p["spec"].(obj)["nodeName"] = node
		p["status"] = obj{"phase": "Running"}
	}
}

func request(k, v string) trait {
	return func(p obj) { requestsOf(p["spec"].(obj)["containers"].(list)[0].(obj))[k] = v }
}

func wants(k, v string) trait {
	return func(p obj) { sub(p["spec"].(obj), "nodeSelector")[k] = v }
}

func tolerates(key string) trait {
	return func(p obj) { push(p["spec"].(obj), "tolerations", obj{"key": key, "operator": "Exists"}) }
}

func lingers(p obj)       { p["spec"].(obj)["terminationGracePeriodSeconds"] = 30 }
func neverPreempts(p obj) { p["spec"].(obj)["preemptionPolicy"] = "Never" }
func started(m int) trait { return func(p obj) { p["status"].(obj)["startTime"] = stamp(m) } }
func hostPorts(n int) trait {
	return func(p obj) {
		push(p["spec"].(obj)["containers"].(list)[0].(obj), "ports", obj{"containerPort": 80, "hostPort": n, "protocol": "TCP"})
	}
}

func gatedBy(names ...string) trait {
	return func(p obj) { p["spec"].(obj)["schedulingGates"] = gateList(names...) }
}

func gateList(names ...string) list {
	out := list{}
	for _, n := range names {
		out = append(out, obj{"name": "example.com/" + n})
	}
	return out
}

func appTerm(app, key string) obj {
	return obj{"topologyKey": key, "labelSelector": obj{"matchLabels": obj{"app": app}}}
}

func near(app, key string) trait {
	return func(p obj) {
		push(sub(p["spec"].(obj), "affinity", "podAffinity"), "requiredDuringSchedulingIgnoredDuringExecution", appTerm(app, key))
	}
}

func awayFrom(app, key string) trait {
	return func(p obj) {
		push(sub(p["spec"].(obj), "affinity", "podAntiAffinity"), "requiredDuringSchedulingIgnoredDuringExecution", appTerm(app, key))
	}
}

func spreadOver(app, key string, more ...obj) trait {
	return func(p obj) {
		c := obj{"maxSkew": 1, "topologyKey": key, "whenUnsatisfiable": "DoNotSchedule", "labelSelector": obj{"matchLabels": obj{"app": app}}}
		for _, m := range more {
			for k, v := range m {
				c[k] = v
			}
		}
		push(p["spec"].(obj), "topologySpreadConstraints", c)
	}
}

func containers(requests obj) list {
	return list{obj{"name": "c0", "image": "web:1.4", "resources": obj{"requests": requests}}}
}

// idle makes a change that is of no use to any pod that waits.
func (s *script) idle(node string) {
	s.made++
	n := fmt.Sprint(s.made)
	switch s.r.Intn(4) {
	case 0:
		s.merge("Node", node, obj{"metadata": obj{"annotations": obj{"note": n}}})
	case 1:
		s.merge("Node", node, obj{"status": obj{"conditions": list{obj{"type": "Ready", "status": "True", "reason": "Beat" + n}}}})
	case 2:
		s.merge("Node", node, obj{"metadata": obj{"labels": obj{"unrelated": n}}})
	case 3:
		s.change(obj{"create": obj{"apiVersion": "policy/v1", "kind": "PodDisruptionBudget",
			"metadata": obj{"name": "pdb-" + n, "namespace": "default"},
			"spec":     obj{"minAvailable": 1, "selector": obj{"matchLabels": obj{"app": "nobody"}}}}})
	}
}

// planned counts the themes that follow a plan; they come first.
func plannedThemes() int {
	for i, t := range timelineThemes {
		if t.keep != nil {
			return i
		}
	}
	panic("no such themes")
}

// drawTimeline draws the steps of a script, and says what it is about.
func drawTimeline(r *rng, k int) (list, string) {
	t := timelineThemes[k]
	if t.draw == nil {
		// Two plans in one cluster, each with nodes of its own.
		ks := sample(r, countTo(plannedThemes()), 2)
		a, first := drawTimeline(r, ks[0])
		b, second := drawTimeline(r, ks[1])
		return together(r, a, b), t.name + ": " + first + ", " + second
	}
	s := &script{r: r}
	t.draw(s)
	s.flush()
	if t.keep == nil {
		disguise(r, s.steps)
	}
	return s.steps, t.name
}

func countTo(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

// disguise changes the names, sizes and priorities of a plan, not what happens in it.
func disguise(r *rng, steps list) {
	word := pick(r, "red", "blue", "oak", "elm", "sun", "fox", "ant", "owl", "jay", "koi", "fig", "ash", "bay", "elk", "ivy", "yew") + fmt.Sprint(r.Intn(90)+10) + "-"
	times, lift := int64(pick(r, 1, 1, 2, 3, 4)), r.between(0, 300)
	rename := func(t obj, key string) {
		if name, ok := t[key].(string); ok {
			t[key] = word + name
		}
	}
	var walk func(v any)
	walk = func(v any) {
		switch x := v.(type) {
		case list:
			for _, e := range x {
				walk(e)
			}
		case obj:
			if meta, ok := x["metadata"].(obj); ok && x["kind"] != nil {
				rename(meta, "name")
				rename(meta, "uid")
			}
			if of, ok := x["of"].(obj); ok {
				rename(of, "name")
			}
			rename(x, "nodeName")
			rename(x, hostnameKey)
			if p, ok := x["priority"].(int); ok {
				x["priority"] = p + lift
			}
			for _, k := range []string{"requests", "allocatable", "capacity"} {
				if c, ok := x[k].(obj); ok && c["cpu"] != nil {
					q := resource.MustParse(c["cpu"].(string))
					c["cpu"] = cpu(q.MilliValue() * times)
				}
			}
			for _, k := range sortedKeys(x) {
				walk(x[k])
			}
		}
	}
	walk(steps)
}

// together plays two scripts side by side.
func together(r *rng, a, b list) list {
	for side, steps := range map[string]list{"left": a, "right": b} {
		for _, st := range steps {
			for _, c := range st.(obj)["changes"].(list) {
				if t, ok := c.(obj)["create"].(obj); ok && t["kind"] == "Node" {
					sub(t["metadata"].(obj), "labels")["side"] = side
				} else if ok && t["kind"] == "Pod" {
					sub(t["spec"].(obj), "nodeSelector")["side"] = side
				}
			}
		}
	}
	var out list
	for i := 0; i < max(len(a), len(b)); i++ {
		var parts []obj
		for _, steps := range []list{a, b} {
			if i < len(steps) {
				parts = append(parts, steps[i].(obj))
			}
		}
		r.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
		step := obj{"advance": 0, "changes": list{}}
		for _, p := range parts {
			step["advance"] = max(step["advance"].(int), p["advance"].(int))
			push(step, "changes", p["changes"].(list)...)
		}
		out = append(out, step)
	}
	return out
}

// idlePod makes a change that only the clock can be the reason for.
func (s *script) idlePod() {
	s.made++
	s.change(obj{"create": obj{"apiVersion": "policy/v1", "kind": "PodDisruptionBudget",
		"metadata": obj{"name": fmt.Sprintf("pdb-%d", s.made), "namespace": "default"},
		"spec":     obj{"minAvailable": 1, "selector": obj{"matchLabels": obj{"app": "nobody"}}}}})
}

// lively says whether an unplanned script shows enough to be kept.
func lively(preempts bool) func(st *Stats) bool {
	return func(st *Stats) bool {
		n := st.counts
		return n["pod woken and bound"] > 0 && n["pod woken in vain"] > 0 && n["pod left asleep by a step"] > 2 &&
			n["steps without a cycle"]*2 <= n["steps"] && (!preempts || n["evictions"] > 0)
	}
}

// anything draws a script without a plan: nodes of unlike sizes, pods of all
// kinds, and changes to whatever is there.
func (s *script) anything(preempts bool) {
	r := s.r
	nodes, pods := map[string]bool{}, map[string]bool{}
	dirty, shut, gated := map[string]bool{}, map[string]bool{}, map[string]bool{} // tainted, cordoned; held back by a gate
	node := func() {
		i := s.made
		name := fmt.Sprintf("n%d", i)
		traits := []trait{label(zoneKey, fmt.Sprintf("z%d", i%2)), label("disktype", pick(r, "ssd", "hdd"))}
		if r.chance(0.25) {
			traits = append(traits, tainted(pick(r, "dedicated", "maint"), "NoSchedule"))
			dirty[name] = true
		}
		if r.chance(0.1) {
			traits = append(traits, cordoned)
			dirty[name], shut[name] = true, true
		}
		s.node(name, 1000+len(nodes)*600+r.Intn(5)*100, traits...)
		nodes[name] = true
	}
	pod := func() {
		name := fmt.Sprintf("p%d", s.made)
		app := pick(r, "web", "db")
		traits := []trait{label("app", app)}
		if !preempts {
			traits = append(traits, neverPreempts)
		} else if r.chance(0.6) {
			traits = append(traits, lingers)
		}
		if r.chance(0.15) {
			traits = append(traits, wants("disktype", pick(r, "ssd", "hdd")))
		}
		if r.chance(0.2) {
			traits = append(traits, tolerates(pick(r, "dedicated", "maint")))
		}
		switch r.Intn(8) {
		case 0:
			traits = append(traits, awayFrom(pick(r, "web", "db"), pick(r, hostnameKey, zoneKey)))
		case 1:
			traits = append(traits, near(pick(r, "web", "db"), pick(r, hostnameKey, zoneKey)))
		case 2:
			traits = append(traits, spreadOver(app, zoneKey))
		case 3:
			traits = append(traits, hostPorts(8080))
		}
		if r.chance(0.2) {
			traits = append(traits, gatedBy("a"))
			gated[name] = true
		}
		s.pod(name, pick(r, 0, 0, 100, 200)+s.made, r.between(4, 16)*100, traits...)
		pods[name] = true
	}
	one := func(set map[string]bool) string { return pick(r, sortedKeys(set)...) }
	drop := func(name string, op string) {
		s.change(obj{"of": s.of("Pod", name), op: true, "ifThere": true})
		if op == "remove" {
			delete(pods, name)
			delete(gated, name)
		}
	}
	touch := func(name string, patch obj) {
		s.change(obj{"of": s.of("Pod", name), "merge": patch, "ifThere": true})
	}
	for i, n := 0, r.between(2, 3); i < n; i++ {
		node()
	}
	for i, n := 0, r.between(4, 6); i < n; i++ {
		pod()
	}
	for n := r.between(4, 7); n > 0; n-- {
		s.step()
		for m := pick(r, 1, 1, 1, 2); m > 0; m-- {
			if len(nodes) == 0 || len(pods) < 2 {
				node()
				pod()
				continue
			}
			at, who := one(nodes), one(pods)
			switch k := r.weighted(14, 8, 14, 12, 12, 6, 8, 4, 9, 16, 4, 4, 4); {
			case k == 0:
				pod()
			case k == 1:
				node()
			case k == 2:
				drop(who, "remove")
			case k == 3:
				drop(who, "delete") // a pod that runs may linger
			case k == 4:
				s.merge("Node", at, obj{"status": obj{"allocatable": obj{"cpu": cpu(int64(r.between(10, 45)) * 100)}}})
			case k == 5:
				s.merge("Node", at, obj{"metadata": obj{"labels": obj{"disktype": pick(r, "ssd", "hdd", "nvme")}}})
			case k == 6 && len(dirty) > 0:
				at = one(dirty)
				s.merge("Node", at, obj{"spec": obj{"taints": nil, "unschedulable": nil}})
				delete(dirty, at)
				delete(shut, at)
			case k == 7:
				s.merge("Node", at, obj{"spec": obj{"taints": list{obj{"key": pick(r, "dedicated", "maint"), "effect": "NoSchedule"}}}})
				dirty[at] = true
			case k == 8:
				touch(who, obj{"metadata": obj{"labels": obj{"app": pick(r, "web", "db", "cache")}}})
			case k == 9 && len(gated) > 0:
				who = one(gated)
				touch(who, obj{"spec": obj{"schedulingGates": nil}})
				delete(gated, who)
			case k == 10 && !shut[at]:
				s.merge("Node", at, obj{"spec": obj{"unschedulable": true}})
				dirty[at], shut[at] = true, true
			case k == 11:
				s.idle(at)
			case k == 12:
				s.delete("Node", at)
				delete(nodes, at)
				delete(dirty, at)
				delete(shut, at)
			default:
				m++
			}
		}
	}
}
