package oracle

import "fmt"

// timelineThemes are the plans that scripts are drawn from.
var timelineThemes = []struct {
	name string
	draw func(s *script)
	keep func(st *Stats) bool // what the outcome must show; nil: anything
}{
	{"gates", func(s *script) {
		r := s.r
		s.node("n1", 2000)
		s.pod("g", 100, 1500, gatedBy("a", "b"))
		s.pod("h", 50, 1000, gatedBy("c"))
		s.step()
		s.pod("low", 0, pick(r, 200, 400))
		s.step()
		s.merge("Pod", "g", obj{"spec": obj{"schedulingGates": gateList("b")}})
		s.step()
		s.node("n2", 500)
		s.merge("Pod", "g", obj{"metadata": obj{"labels": obj{"app": "web"}}})
		s.step()
		if r.chance(0.5) { // both at once: the more important one goes first
			s.merge("Pod", "h", obj{"spec": obj{"schedulingGates": nil}})
			s.merge("Pod", "g", obj{"spec": obj{"schedulingGates": nil}})
		} else {
			s.merge("Pod", "h", obj{"spec": obj{"schedulingGates": list{}}})
			s.step()
			s.merge("Pod", "g", obj{"spec": obj{"schedulingGates": nil}})
		}
		s.step()
		s.node("n3", 1600)
	}, nil},
	{"priority order", func(s *script) {
		r := s.r
		s.node("n1", 3000)
		order := sample(r, []int{-5, 0, 1, 10, 100}, 5)
		for i, p := range order {
			s.pod(fmt.Sprintf("p%d", i), p, 1000)
		}
		s.step()
		s.node("n2", pick(r, 1000, 2000))
		s.step()
		s.pod("same-a", 7, 1000, neverPreempts)
		s.pod("same-b", 7, 1000, neverPreempts)
		s.step()
		s.node("n3", 3500)
	}, nil},
	{"first come", func(s *script) {
		r := s.r
		s.node("n1", 1000)
		s.pod("a", 5, 900)
		s.pod("b", 5, 900)
		s.pod("c", 5, 900)
		s.step()
		s.delete("Pod", "a")
		s.step()
		s.merge("Node", "n1", obj{"status": obj{"allocatable": obj{"cpu": "1900m"}}})
		s.pod("d", pick(r, 4, 5), 900)
		s.step()
		s.delete("Pod", "b")
		s.delete("Pod", "c")
	}, nil},
	{"preemption, victims linger", func(s *script) {
		r := s.r
		s.node("n1", 2000)
		s.pod("v1", 0, 800, on("n1"), lingers)
		s.pod("v2", 1, 800, on("n1"), lingers)
		s.step()
		s.pod("top", 100, pick(r, 1000, 1200, 2000))
		s.step()
		s.pod("low", pick(r, 0, 50), 300)
		s.step()
		s.remove("v1")
		s.step()
		s.remove("v2")
	}, nil},
	{"preemption, victims go at once", func(s *script) {
		r := s.r
		s.node("n1", 2000)
		s.node("n2", 2000)
		s.pod("v1", 10, 800, on("n1"))
		s.pod("v2", 10, 800, on("n1"))
		s.pod("v3", 0, 800, on("n2"))
		s.pod("v4", 5, 800, on("n2"))
		s.step()
		s.pod("top", 100, pick(r, 1000, 1900))
		s.step()
		s.pod("next", 50, pick(r, 1000, 1900))
		s.step()
		s.delete("Pod", "top")
	}, nil},
	{"nominated pods hold their room", func(s *script) {
		r := s.r
		s.node("n1", 2000)
		s.pod("v", 0, 1500, on("n1"), lingers)
		s.step()
		s.pod("top", 100, 1800)
		s.step()
		s.pod("low", 50, 300)   // there is room, but it is spoken for
		s.pod("peer", 100, 300) // the same for one of the same priority
		s.step()
		s.pod("higher", 200, pick(r, 300, 400)) // is not kept out
		s.step()
		s.remove("v")
		s.step()
		s.delete("Pod", "higher")
	}, nil},
	{"nomination lost", func(s *script) {
		r := s.r
		s.node("n1", 2000)
		s.pod("v", 0, 1500, on("n1"), lingers)
		s.pod("idle", 1000, 100, on("n1"))
		s.step()
		s.pod("top", 100, 1800)
		s.step()
		s.pod("low", pick(r, 10, 50), 300)
		s.step()
		s.pod("high", 300, 1000, wants("disktype", "ssd"))
		s.step()
		s.delete("Pod", "top") // its waiters get another try
		s.step()
		s.remove("v")
	}, nil},
	{"nomination taken over", func(s *script) {
		r := s.r
		s.node("n1", 2000)
		s.pod("v", 0, 1500, on("n1"), lingers)
		s.pod("u", 200, 500, on("n1"), lingers)
		s.step()
		s.pod("mid", 100, 1200)
		s.step()
		s.pod("top", 500, pick(r, 1800, 2000)) // evicts more, and the nomination of mid goes
		s.step()
		s.remove("v")
		s.step()
		s.remove("u")
		s.step()
		s.node("n2", 1300)
	}, nil},
	{"node gone and back", func(s *script) {
		r := s.r
		s.node("n1", 1000)
		s.node("n2", 3000, tainted("dedicated", "NoSchedule"))
		s.pod("a", 0, 800)
		s.step()
		s.pod("w", 0, 800)
		s.step()
		s.delete("Node", "n1")
		s.step()
		s.node("n1", pick(r, 1000, 1500)) // a still counts
		s.step()
		if r.chance(0.5) {
			s.delete("Pod", "a")
			s.step()
		}
		s.delete("Node", "n1")
		s.step()
		s.node("n1", 4000)
	}, nil},
	{"scale down", func(s *script) {
		r := s.r
		s.node("n1", 2000, allocatable("memory", "8Gi"))
		s.pod("a", 0, 1500, request("memory", "6Gi"), on("n1"))
		s.pod("w", 0, 1000)
		s.step()
		s.merge("Pod", "a", obj{"spec": obj{"containers": containers(obj{"cpu": "1500m", "memory": "2Gi"})}})
		s.step()
		s.merge("Pod", "a", obj{"spec": obj{"containers": containers(obj{"cpu": pick(r, "1400m", "1200m"), "memory": "2Gi"})}})
		s.step()
		s.merge("Pod", "a", obj{"spec": obj{"containers": containers(obj{"cpu": "1", "memory": "2Gi"})}})
		s.step()
		s.pod("x", 0, 800)
		s.step()
		s.merge("Pod", "w", obj{"spec": obj{"containers": containers(obj{"cpu": "100m"})}})
	}, nil},
	{"own scale", func(s *script) {
		r := s.r
		s.node("n1", 2000)
		s.pod("w", 0, 5000, request("memory", "4Gi"))
		s.step()
		s.merge("Pod", "w", obj{"spec": obj{"containers": containers(obj{"cpu": "6", "memory": "4Gi"})}})
		s.step()
		s.merge("Pod", "w", obj{"spec": obj{"containers": containers(obj{"cpu": "6", "memory": pick(r, "1Gi", "2Gi")})}})
		s.step()
		s.merge("Pod", "w", obj{"spec": obj{"containers": containers(obj{"cpu": pick(r, "1", "2"), "memory": "1Gi"})}})
	}, nil},
	{"budgets", func(s *script) {
		r := s.r
		s.node("n1", 1000)
		s.node("n2", 1000)
		s.pod("v1", 0, 900, label("app", "db"), on("n1"))
		s.pod("v2", 5, 900, label("app", "web"), on("n2"))
		s.change(obj{"create": obj{"apiVersion": "policy/v1", "kind": "PodDisruptionBudget", "metadata": obj{"name": "b", "namespace": "default"},
			"spec":   obj{"minAvailable": 1, "selector": obj{"matchLabels": obj{"app": "db"}}},
			"status": obj{"disruptionsAllowed": 0, "currentHealthy": 1, "desiredHealthy": 1, "expectedPods": 1}}})
		s.step()
		s.pod("top", 100, 500)
		s.step()
		if r.chance(0.5) {
			s.merge("PodDisruptionBudget", "b", obj{"status": obj{"disruptionsAllowed": 1}})
		} else {
			s.pod("mid", 50, 200)
		}
		s.step()
		s.pod("next", 90, 900)
	}, nil},
	{"no preemption", func(s *script) {
		r := s.r
		s.node("n1", 1000)
		s.pod("v", 10, 800, on("n1"))
		s.pod("w", 100, 500, neverPreempts)
		s.pod("peer", 10, 500)
		s.step()
		s.idle("n1")
		s.step()
		s.merge("Pod", "v", obj{"metadata": obj{"labels": obj{"app": "web"}}})
		s.step()
		s.delete("Pod", "v")
		s.step()
		s.delete("Pod", pick(r, "w", "peer"))
	}, nil},
	{"no nodes", func(s *script) {
		r := s.r
		s.pod("a", 0, 500)
		s.step(0)
		s.pod("b", r.between(1, 9), 500) // a is in backoff
		s.step(3)
		s.idlePod()
		s.step(30)
		s.node("n1", 600)
		s.step(30)
		s.idlePod()
	}, nil},
	{"in backoff", func(s *script) {
		r := s.r
		s.node("n1", 1000)
		s.pod("a", 50, 1500)
		s.pod("b", 10, 1500)
		s.step(0)
		s.merge("Node", "n1", obj{"status": obj{"allocatable": obj{"cpu": "1600m"}}}) // wakes both, into backoff
		s.pod("new", pick(r, 0, 5), 200)                                              // less important, but active
		s.step(0)
		s.node("n2", 1600)
		s.step(30)
		s.delete("Pod", "a")
		s.pod("c", 60, 1500)
	}, nil},
	{"order out of backoff", func(s *script) {
		r := s.r
		s.node("n1", 3000)
		for i := 1; i <= 4; i++ {
			s.pod(fmt.Sprintf("x%d", i), 1000, 700, on("n1"))
		}
		s.pod("a", 50, 2900)
		s.step()
		s.delete("Pod", "x1")
		s.step()
		s.delete("Pod", "x2")
		s.pod("b", 0, 2900)
		s.step(pick(r, 0, 2, 3)) // a failed more often than b and has to wait longer
		s.delete("Pod", "x3")
		s.step(pick(r, 0, 0, 3, 30))
		s.delete("Pod", "x4")
		s.step(pick(r, 0, 1))
		s.node("n2", 3000)
	}, nil},
	{"victim terminates", func(s *script) {
		r := s.r
		s.node("n1", 1000)
		s.pod("v", 0, 800, on("n1"), lingers)
		s.pod("w", 0, 500)
		s.step()
		s.delete("Pod", "v") // gets a deletion timestamp, no more
		s.step()
		s.pod("top", 100, pick(r, 300, 900)) // waits for the one that goes anyway
		s.step()
		s.remove("v")
		s.step()
		s.node("n2", 600)
	}, nil},
	{"deleted and made again", func(s *script) {
		r := s.r
		s.node("n1", 1000)
		s.pod("a", 0, 800)
		s.pod("w", 0, 800)
		s.step()
		s.delete("Pod", "w")
		s.step()
		s.pod("w", 0, pick(r, 100, 150))
		s.step()
		s.pod("w2", 0, 800)
		s.step()
		s.delete("Pod", "w2")
		s.pod("w2", 0, 900)
		s.step()
		s.delete("Pod", "a")
	}, nil},
	{"bound by another", func(s *script) {
		r := s.r
		s.node("n1", 1000)
		s.node("n2", 1000, tainted("dedicated", "NoSchedule"))
		s.pod("a", 0, 800, on("n1"), label("app", "db"))
		s.pod("w", 0, 800, label("app", "web"))
		s.pod("v", 0, 100, near("web", hostnameKey))
		s.step()
		s.merge("Pod", "w", obj{"spec": obj{"nodeName": "n2"}})
		s.step()
		s.merge("Node", "n2", obj{"spec": obj{"taints": nil}})
		s.step()
		s.pod("x", 0, pick(r, 50, 90), near("db", hostnameKey))
	}, nil},
	{"several reasons", func(s *script) {
		r := s.r
		s.node("n1", 1000)
		s.node("n2", 4000, tainted("dedicated", "NoSchedule"))
		s.node("n3", 4000, label("disktype", "hdd"))
		s.pod("w", 0, 2000, func(p obj) {
			push(sub(p["spec"].(obj), "affinity", "nodeAffinity", "requiredDuringSchedulingIgnoredDuringExecution"), "nodeSelectorTerms",
				obj{"matchExpressions": list{obj{"key": "disktype", "operator": "NotIn", "values": strs("hdd")}}})
		})
		s.step()
		s.merge("Node", "n2", obj{"status": obj{"allocatable": obj{"cpu": "8"}}}) // Fit asks no more than whether there is room
		s.step()
		s.merge("Node", "n1", obj{"metadata": obj{"labels": obj{"disktype": "nvme"}}}) // matches, and did before
		s.step()
		s.idle("n3")
		s.step()
		switch r.Intn(3) {
		case 0:
			s.merge("Node", "n1", obj{"status": obj{"allocatable": obj{"cpu": "2"}}})
		case 1:
			s.merge("Node", "n2", obj{"spec": obj{"taints": nil}})
		case 2:
			s.merge("Node", "n3", obj{"metadata": obj{"labels": obj{"disktype": "ssd"}}})
		}
	}, nil},
	{"node added", func(s *script) {
		r := s.r
		need := r.between(3, 6) * 1000
		s.node("n1", need-pick(r, 500, 1000, 2000))
		s.pod("w", pick(r, 0, 10), need)
		s.step()
		s.node("small", need-250)
		s.step()
		s.idle("n1")
		s.step()
		s.node("wrong", need+1000, tainted("dedicated", "NoSchedule"))
		s.step()
		s.node("right", need+pick(r, 0, 1000))
	}, nil},
	{"allocatable", func(s *script) {
		r := s.r
		need := r.between(3, 6) * 1000
		s.node("n1", need-1000)
		s.node("n2", need-1500, tainted("dedicated", "NoSchedule"))
		s.pod("w", 0, need, request("memory", "1Gi"))
		s.step()
		s.merge("Node", "n1", obj{"status": obj{"allocatable": obj{"memory": "64Gi"}}})
		s.step()
		s.merge("Node", "n1", obj{"status": obj{"allocatable": obj{"cpu": cpu(int64(need - pick(r, 100, 500)))}}})
		s.step()
		s.merge("Node", "n2", obj{"status": obj{"allocatable": obj{"cpu": cpu(int64(need))}}}) // enough, but tainted: tried in vain
		s.step()
		s.merge("Node", "n1", obj{"status": obj{"allocatable": obj{"cpu": cpu(int64(need))}}})
	}, nil},
	{"pod count and extended resource", func(s *script) {
		r := s.r
		s.node("n1", 8000, allocatable("pods", "2"))
		s.pod("a", 0, 100, on("n1"))
		s.pod("b", 0, 100, on("n1"))
		s.pod("w", 0, 100)
		s.pod("g", 0, 100, request(gpuName, "2"))
		s.step()
		s.merge("Node", "n1", obj{"status": obj{"allocatable": obj{"cpu": "16"}}})
		s.step()
		s.merge("Node", "n1", obj{"status": obj{"allocatable": obj{"pods": fmt.Sprint(r.between(3, 4))}}})
		s.step()
		s.merge("Node", "n1", obj{"status": obj{"allocatable": obj{"pods": "10", gpuName: pick(r, "1", "0")}}})
		s.step()
		s.merge("Node", "n1", obj{"status": obj{"allocatable": obj{gpuName: "2"}}})
	}, nil},
	{"node labels", func(s *script) {
		r := s.r
		s.node("n1", 4000, label("disktype", "hdd"))
		s.node("n2", 4000)
		s.pod("w", 0, 500, wants("disktype", "ssd"))
		s.pod("v", pick(r, -5, 5), 500, wants(rackKey, "a"))
		s.step()
		s.merge("Node", "n2", obj{"metadata": obj{"labels": obj{"disktype": "nvme"}}})
		s.step()
		s.idle("n1")
		s.step()
		s.merge("Node", "n1", obj{"status": obj{"allocatable": obj{"cpu": "8"}}})
		s.step()
		s.merge("Node", pick(r, "n1", "n2"), obj{"metadata": obj{"labels": obj{"disktype": "ssd"}}})
		s.step()
		s.merge("Node", "n1", obj{"metadata": obj{"labels": obj{rackKey: "a"}}})
	}, nil},
	{"taints", func(s *script) {
		r := s.r
		s.node("n1", 4000, tainted("dedicated", "NoSchedule"), tainted("maint", pick(r, "NoExecute", "NoSchedule")))
		s.pod("w", 0, 500)
		s.pod("v", 10, 500, tolerates("dedicated"))
		s.step()
		s.merge("Node", "n1", obj{"spec": obj{"taints": list{obj{"key": "dedicated", "effect": "NoSchedule"}}}})
		s.step()
		s.merge("Node", "n1", obj{"spec": obj{"taints": list{obj{"key": "dedicated", "effect": "NoSchedule"}, obj{"key": "spot", "effect": "PreferNoSchedule"}}}})
		s.step()
		if r.chance(0.5) {
			s.merge("Node", "n1", obj{"spec": obj{"taints": nil}})
		} else {
			s.merge("Pod", "w", obj{"spec": obj{"tolerations": list{obj{"key": "dedicated", "operator": "Exists"}}}})
		}
	}, nil},
	{"own tolerations", func(s *script) {
		r := s.r
		s.node("n1", 4000, tainted("dedicated", "NoSchedule"))
		s.node("n2", 4000, cordoned, tainted("maint", "NoSchedule"))
		s.pod("w", 0, 500)
		s.step()
		s.merge("Pod", "w", obj{"spec": obj{"tolerations": list{obj{"key": "other", "operator": "Exists"}}}})
		s.step()
		s.merge("Pod", "w", obj{"metadata": obj{"annotations": obj{"note": "x"}}})
		s.step()
		key := pick(r, "dedicated", "node.kubernetes.io/unschedulable")
		more := list{obj{"key": "other", "operator": "Exists"}, obj{"key": key, "operator": "Exists"}}
		s.merge("Pod", "w", obj{"spec": obj{"tolerations": more}})
		s.step()
		if key != "dedicated" {
			s.merge("Pod", "w", obj{"spec": obj{"tolerations": append(more, obj{"key": "maint"}, obj{"key": "maint", "operator": "Exists"})}})
		} else {
			s.pod("x", 0, 500, tolerates("dedicated"))
		}
	}, nil},
	{"cordon", func(s *script) {
		r := s.r
		s.node("n1", 4000, cordoned)
		s.pod("w", r.between(0, 5), 1000)
		s.step()
		s.pod("late", r.between(6, 9), 1000)
		s.idle("n1")
		s.step()
		s.merge("Node", "n1", obj{"spec": obj{"unschedulable": nil}}) // the taint stays
		s.step()
		s.merge("Node", "n1", obj{"spec": obj{"taints": nil}})
		s.step()
		s.merge("Node", "n1", obj{"spec": obj{"unschedulable": true}})
		s.pod("third", 0, 100)
		s.step()
		s.merge("Node", "n1", obj{"spec": obj{"unschedulable": false}})
	}, nil},
	{"affinity", func(s *script) {
		r := s.r
		key := pick(r, hostnameKey, zoneKey)
		s.node("n1", 4000, label(zoneKey, "z1"))
		s.node("n2", 4000, label(zoneKey, "z2"))
		s.pod("w", 0, 100, near("db", key))
		s.step()
		s.pod("other", 0, 100, label("app", "web"), wants(hostnameKey, "n1"))
		s.step()
		s.pod("gated", 0, 100, label("app", "db"), wants(hostnameKey, "n2"), gatedBy("a"))
		s.step()
		if r.chance(0.5) {
			s.merge("Pod", "gated", obj{"spec": obj{"schedulingGates": nil}})
		} else {
			s.merge("Pod", "other", obj{"metadata": obj{"labels": obj{"app": "db"}}})
		}
		s.step()
		s.pod("v", 0, 100, near("db", key), awayFrom("db", hostnameKey))
		s.step()
		s.node("n3", 4000, label(zoneKey, "z2"))
		s.node("n4", 2000, label(zoneKey, "z1"))
	}, nil},
	{"anti-affinity", func(s *script) {
		r := s.r
		s.node("n1", 4000)
		s.pod("a", 0, 100, label("app", "db"), on("n1"))
		s.pod("b", 0, 100, label("app", "web"), on("n1"))
		if r.chance(0.5) {
			s.pod("w", 0, 100, awayFrom("db", hostnameKey))
		} else {
			s.pod("c", 0, 100, label("app", "hater"), awayFrom("shy", hostnameKey), on("n1"))
			s.pod("w", 0, 100, label("app", "shy"), awayFrom("db", hostnameKey))
		}
		s.step()
		s.delete("Pod", "b")
		s.step()
		s.merge("Pod", "a", obj{"metadata": obj{"labels": obj{"version": "v2"}}})
		s.step()
		if r.chance(0.5) {
			s.delete("Pod", "a")
		} else {
			s.merge("Pod", "a", obj{"metadata": obj{"labels": obj{"app": "cache"}}})
		}
		s.step()
		s.pod("late", 0, 100, label("app", "db")) // keeps off w by symmetry
		s.step()
		s.merge("Pod", "late", obj{"metadata": obj{"labels": obj{"app": "web"}}})
	}, nil},
	{"own labels", func(s *script) {
		r := s.r
		s.node("n1", 4000)
		s.pod("a", 0, 100, label("app", "hater"), awayFrom("shy", hostnameKey), on("n1"))
		s.pod("w", 0, 100, label("app", "shy"), label("tier", "front"))
		s.step()
		s.merge("Pod", "w", obj{"metadata": obj{"labels": obj{"tier": "back"}}}) // any change of labels is good enough
		s.step()
		s.merge("Pod", "w", obj{"metadata": obj{"annotations": obj{"note": "x"}}})
		s.step()
		s.merge("Pod", "w", obj{"metadata": obj{"labels": obj{"app": pick(r, "bold", "db")}}})
	}, nil},
	{"spread", func(s *script) {
		r := s.r
		s.node("n1", 4000, label(zoneKey, "z1"))
		s.node("n2", 500, label(zoneKey, "z2"))
		s.pod("a", 0, 100, label("app", "web"), on("n1"))
		s.pod("w", 0, 1000, label("app", "web"), spreadOver("web", zoneKey)) // too big for z2, too many in z1
		s.step()
		s.pod("b", 0, 100, label("app", "db"), on("n1"))
		s.step()
		switch r.Intn(4) {
		case 0:
			s.delete("Pod", "a")
		case 1:
			s.pod("c", 0, 100, label("app", "web"), on("n2"))
		case 2:
			s.merge("Pod", "a", obj{"metadata": obj{"labels": obj{"app": "db"}}})
		case 3:
			s.delete("Node", "n2")
		}
		s.step()
		s.pod("x", 0, 1000, label("app", "web"), spreadOver("web", zoneKey), spreadOver("web", hostnameKey))
		s.step()
		s.node("n3", 2000, label(zoneKey, pick(r, "z2", "z3")))
	}, nil},
	{"host ports", func(s *script) {
		r := s.r
		s.node("n1", 4000)
		s.pod("a", 0, 100, hostPorts(8080), on("n1"))
		s.pod("b", 0, 100, hostPorts(9090), on("n1"))
		s.pod("c", 0, 100, on("n1"))
		s.pod("w", 0, 100, hostPorts(8080))
		s.step()
		s.delete("Pod", pick(r, "b", "c"))
		s.step()
		s.merge("Node", "n1", obj{"status": obj{"allocatable": obj{"cpu": "64"}}})
		s.step()
		s.delete("Pod", "a")
		s.step()
		s.pod("x", 0, 100, hostPorts(8080))
		s.step()
		s.node("n2", 4000)
	}, nil},
	{"anything", func(s *script) { s.anything(false) }, lively(false)},
	{"anything with preemption", func(s *script) { s.anything(true) }, lively(true)},
	{"anything", func(s *script) { s.anything(false) }, lively(false)},
	{"anything with preemption", func(s *script) { s.anything(true) }, lively(true)},
	{"anything", func(s *script) { s.anything(false) }, lively(false)},
	{"anything with preemption", func(s *script) { s.anything(true) }, lively(true)},
	{"anything", func(s *script) { s.anything(false) }, lively(false)},
	{"anything with preemption", func(s *script) { s.anything(true) }, lively(true)},
	{"anything", func(s *script) { s.anything(false) }, lively(false)},
	{"anything with preemption", func(s *script) { s.anything(true) }, lively(true)},
	{"anything", func(s *script) { s.anything(false) }, lively(false)},
	{"anything with preemption", func(s *script) { s.anything(true) }, lively(true)},
	{"anything", func(s *script) { s.anything(false) }, lively(false)},
	{"anything with preemption", func(s *script) { s.anything(true) }, lively(true)},
	{"anything", func(s *script) { s.anything(false) }, lively(false)},
	{"anything with preemption", func(s *script) { s.anything(true) }, lively(true)},
	{"two at once", nil, nil},
	{"two at once", nil, nil},
	{"two at once", nil, nil},
	{"two at once", nil, nil},
	{"two at once", nil, nil},
	{"two at once", nil, nil},
	{"two at once", nil, nil},
	{"two at once", nil, nil},
	{"two at once", nil, nil},
	{"two at once", nil, nil},
	{"two at once", nil, nil},
	{"two at once", nil, nil},
}
