package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"sort"
	"strings"

	v1 "k8s.io/api/core/v1"
	resourceapi "k8s.io/api/resource/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/dynamic-resource-allocation/structured"
)

const (
	upstreamVersion = "v1.37.2"
	fixedShareID    = "aaaaaaaa-aaaa-aaaa-aaaa-aaaaaaaaaaaa"
)

// document is one conformance file.
type document struct {
	Suite    string  `json:"suite"`
	Upstream string  `json:"upstream"`
	Seed     *uint64 `json:"seed,omitempty"`
	Cases    []*tcase
}

// tcase is one allocator case. The inputs stay raw: what a reader of the file
// gets is byte for byte what was handed to upstream.
type tcase struct {
	Name             string            `json:"name"`
	Features         []string          `json:"features"`
	Tags             []string          `json:"tags,omitempty"`
	KnownUpstreamBug string            `json:"knownUpstreamBug,omitempty"`
	Node             json.RawMessage   `json:"node"`
	Nodes            []json.RawMessage `json:"nodes,omitempty"`
	Claims           []json.RawMessage `json:"claims"`
	DeviceClasses    []json.RawMessage `json:"deviceClasses"`
	ResourceSlices   []json.RawMessage `json:"resourceSlices"`
	Allocated        allocated         `json:"allocated"`
	Expected         *expected         `json:"expected"`
	// Only for cases with a known upstream bug, and only where the corrected
	// outcome is certain.
	ExpectedIfFixed *expected `json:"expectedIfFixed,omitempty"`
}

type allocated struct {
	Devices          []string       `json:"devices"`
	SharedDevices    []string       `json:"sharedDevices"`
	ConsumedCapacity []consumedItem `json:"consumedCapacity"`
}

type consumedItem struct {
	Device   string                       `json:"device"`
	Capacity map[string]resource.Quantity `json:"capacity"`
}

// expected is what upstream did. Exactly one of results (null: no allocation)
// and error is present, unless the case has several nodes.
type expected struct {
	Node        string // Only for one entry of perNode.
	Channel     string
	Invocations *int64
	Results     []resourceapi.AllocationResult
	Error       string
	NodeLocal   bool
	HasError    bool
	// The implementation which upstream itself would have picked for these
	// features, where its outcome differs from the one in "channel".
	Default *expected
	PerNode []*expected
	// From a dump, where results are kept as they are.
	rawResults json.RawMessage
}

type expectedJSON struct {
	Node        string          `json:"node,omitempty"`
	Channel     string          `json:"channel,omitempty"`
	Invocations *int64          `json:"numAllocateOneInvocations,omitempty"`
	Results     json.RawMessage `json:"results,omitempty"`
	Error       *string         `json:"error,omitempty"`
	NodeLocal   *bool           `json:"failedAllocationOnNode,omitempty"`
	Default     *expected       `json:"defaultChannel,omitempty"`
	PerNode     []*expected     `json:"perNode,omitempty"`
}

func (e *expected) MarshalJSON() ([]byte, error) {
	out := expectedJSON{Node: e.Node, Channel: e.Channel, Invocations: e.Invocations, Default: e.Default, PerNode: e.PerNode}
	switch {
	case e.PerNode != nil:
	case e.HasError:
		out.Error, out.NodeLocal = &e.Error, &e.NodeLocal
	case e.rawResults != nil:
		out.Results = e.rawResults
	default:
		raw, err := marshalResults(e.Results)
		if err != nil {
			return nil, err
		}
		out.Results = raw
	}
	return json.Marshal(out)
}

func (e *expected) UnmarshalJSON(data []byte) error {
	var in expectedJSON
	if err := json.Unmarshal(data, &in); err != nil {
		return err
	}
	*e = expected{Node: in.Node, Channel: in.Channel, Invocations: in.Invocations, Default: in.Default, PerNode: in.PerNode, rawResults: in.Results}
	if in.Error != nil {
		e.HasError, e.Error = true, *in.Error
		if in.NodeLocal != nil {
			e.NodeLocal = *in.NodeLocal
		}
		return nil
	}
	if in.Results == nil {
		e.rawResults = json.RawMessage("null")
	}
	return json.Unmarshal(e.rawResults, &e.Results)
}

// marshalResults writes results, and in full those quantities which are so large
// that Quantity would lose their suffix.
func marshalResults(results []resourceapi.AllocationResult) (json.RawMessage, error) {
	data, err := json.Marshal(results)
	if err != nil {
		return nil, err
	}
	var generic []any
	for i := range results {
		for j, r := range results[i].Devices.Results {
			for name, q := range r.ConsumedCapacity {
				if back, err := resource.ParseQuantity(q.String()); err == nil && back.Cmp(q) == 0 {
					continue
				}
				if generic == nil {
					if err := json.Unmarshal(data, &generic); err != nil {
						return nil, err
					}
				}
				entry := generic[i].(map[string]any)["devices"].(map[string]any)["results"].([]any)[j]
				entry.(map[string]any)["consumedCapacity"].(map[string]any)[string(name)] = strings.TrimRight(strings.TrimRight(q.AsDec().String(), "0"), ".")
			}
		}
	}
	if generic == nil {
		return data, nil
	}
	return json.Marshal(generic)
}

// outcomeText is the part of an outcome which has to agree between runs.
func (e *expected) outcomeText() string {
	if e.HasError {
		return fmt.Sprintf("error (node local %t): %s", e.NodeLocal, e.Error)
	}
	raw, err := marshalResults(e.Results)
	if err != nil {
		panic(err)
	}
	return string(raw)
}

// gates maps the names used in the files to the fields of upstream's struct.
var gates = []struct {
	name  string
	field func(*structured.Features) *bool
}{
	{"DRAAdminAccess", func(f *structured.Features) *bool { return &f.AdminAccess }},
	{"DRADeviceCompatibilityGroups", func(f *structured.Features) *bool { return &f.CompatibilityGroups }},
	{"DRAConsumableCapacity", func(f *structured.Features) *bool { return &f.ConsumableCapacity }},
	{"DRADerivedAttributes", func(f *structured.Features) *bool { return &f.DerivedAttributes }},
	{"DRADeviceBindingConditions+DRAResourceClaimDeviceStatus", func(f *structured.Features) *bool { return &f.DeviceBindingAndStatus }},
	{"DRADeviceTaints", func(f *structured.Features) *bool { return &f.DeviceTaints }},
	{"DRAFractionalCapacityRange", func(f *structured.Features) *bool { return &f.FractionalCapacityRange }},
	{"DRAListTypeAttributes", func(f *structured.Features) *bool { return &f.ListTypeAttributes }},
	{"DRAOptionalNodeOperations", func(f *structured.Features) *bool { return &f.OptionalNodeOperations }},
	{"DRAPartitionableDevices", func(f *structured.Features) *bool { return &f.PartitionableDevices }},
	{"DRAPrioritizedList", func(f *structured.Features) *bool { return &f.PrioritizedList }},
}

func featureNames(f structured.Features) []string {
	names := []string{}
	for _, g := range gates {
		if *g.field(&f) {
			names = append(names, g.name)
		}
	}
	sort.Strings(names)
	return names
}

func parseFeatures(names []string) (structured.Features, error) {
	var f structured.Features
next:
	for _, name := range names {
		for _, g := range gates {
			if g.name == name {
				*g.field(&f) = true
				continue next
			}
		}
		return f, fmt.Errorf("unknown feature %q", name)
	}
	return f, nil
}

// input is a decoded case.
type input struct {
	features structured.Features
	nodes    []*v1.Node
	claims   []*resourceapi.ResourceClaim
	classes  []*resourceapi.DeviceClass
	slices   []*resourceapi.ResourceSlice
	state    structured.AllocatedState
}

func decodeAll[T any](raws []json.RawMessage) ([]*T, error) {
	var out []*T
	for _, raw := range raws {
		var obj T
		if err := json.Unmarshal(raw, &obj); err != nil {
			return nil, err
		}
		out = append(out, &obj)
	}
	return out, nil
}

// decode builds fresh upstream objects from a case.
func (c *tcase) decode() (*input, error) {
	var in input
	var err error
	if in.features, err = parseFeatures(c.Features); err != nil {
		return nil, err
	}
	nodes := c.Nodes
	if len(nodes) == 0 {
		nodes = []json.RawMessage{c.Node}
	}
	if in.nodes, err = decodeAll[v1.Node](nodes); err != nil {
		return nil, err
	}
	if in.claims, err = decodeAll[resourceapi.ResourceClaim](c.Claims); err != nil {
		return nil, err
	}
	if in.classes, err = decodeAll[resourceapi.DeviceClass](c.DeviceClasses); err != nil {
		return nil, err
	}
	if in.slices, err = decodeAll[resourceapi.ResourceSlice](c.ResourceSlices); err != nil {
		return nil, err
	}
	in.state, err = c.Allocated.decode()
	return &in, err
}

func (a allocated) decode() (structured.AllocatedState, error) {
	state := structured.AllocatedState{
		AllocatedDevices:         sets.New[structured.DeviceID](),
		AllocatedSharedDeviceIDs: sets.New[structured.SharedDeviceID](),
		AggregatedCapacity:       structured.NewConsumedCapacityCollection(),
	}
	for _, text := range a.Devices {
		id, err := parseDeviceID(text)
		if err != nil {
			return state, err
		}
		state.AllocatedDevices.Insert(id)
	}
	for _, text := range a.SharedDevices {
		i := strings.LastIndex(text, "/")
		if i < 0 {
			return state, fmt.Errorf("bad shared device %q", text)
		}
		id, err := parseDeviceID(text[:i])
		if err != nil {
			return state, err
		}
		share := types.UID(text[i+1:])
		state.AllocatedSharedDeviceIDs.Insert(structured.MakeSharedDeviceID(id, &share))
	}
	for _, item := range a.ConsumedCapacity {
		id, err := parseDeviceID(item.Device)
		if err != nil {
			return state, err
		}
		capacity := make(map[resourceapi.QualifiedName]resource.Quantity)
		for name, q := range item.Capacity {
			capacity[resourceapi.QualifiedName(name)] = q
		}
		state.AggregatedCapacity.Insert(structured.NewDeviceConsumedCapacity(id, capacity))
	}
	return state, nil
}

// parseDeviceID splits driver/pool/device. Only the pool may contain a slash.
func parseDeviceID(text string) (structured.DeviceID, error) {
	first, last := strings.Index(text, "/"), strings.LastIndex(text, "/")
	if first < 0 || first == last {
		return structured.DeviceID{}, fmt.Errorf("bad device %q", text)
	}
	return structured.MakeDeviceID(text[:first], text[first+1:last], text[last+1:]), nil
}

// raw marshals an API object without the empty members that Go always writes.
func raw(obj any) json.RawMessage {
	data, err := json.Marshal(obj)
	if err != nil {
		panic(err)
	}
	var m map[string]any
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	if err := dec.Decode(&m); err != nil {
		panic(err)
	}
	if status, ok := m["status"].(map[string]any); ok {
		delete(status, "daemonEndpoints")
		delete(status, "nodeInfo")
		if len(status) == 0 {
			delete(m, "status")
		}
	}
	if spec, ok := m["spec"].(map[string]any); ok && len(spec) == 0 {
		delete(m, "spec")
	}
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(m); err != nil {
		panic(err)
	}
	return bytes.TrimSpace(buf.Bytes())
}

func readDocument(path string) (*document, error) {
	data, err := readMaybeCompressed(path)
	if err != nil {
		return nil, err
	}
	var doc struct {
		document
		Cases []*tcase `json:"cases"`
	}
	if err := json.Unmarshal(data, &doc); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	doc.document.Cases = doc.Cases
	return &doc.document, nil
}

// readMaybeCompressed reads a file, plain or compressed by gzip.
func readMaybeCompressed(path string) ([]byte, error) {
	data, err := os.ReadFile(path)
	if err != nil || !bytes.HasPrefix(data, []byte{0x1f, 0x8b}) {
		return data, err
	}
	r, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return io.ReadAll(r)
}

// compact writes JSON on one line, without escaping < and >.
func compact(v any) ([]byte, error) {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if err := json.Compact(&out, buf.Bytes()); err != nil {
		return nil, err
	}
	return unescapeHTML(out.Bytes()), nil
}

// unescapeHTML undoes the \u003c style of nested marshalers, which do not see
// SetEscapeHTML. A backslash that is itself escaped is left alone.
func unescapeHTML(in []byte) []byte {
	if !bytes.Contains(in, []byte(`\u00`)) {
		return in
	}
	out := make([]byte, 0, len(in))
	for i := 0; i < len(in); i++ {
		if in[i] != '\\' || i+1 >= len(in) {
			out = append(out, in[i])
			continue
		}
		if i+6 <= len(in) {
			switch string(in[i : i+6]) {
			case `\u003c`:
				out, i = append(out, '<'), i+5
				continue
			case `\u003e`:
				out, i = append(out, '>'), i+5
				continue
			case `\u0026`:
				out, i = append(out, '&'), i+5
				continue
			}
		}
		out = append(out, in[i], in[i+1])
		i++
	}
	return out
}

// writeDocument writes one case a line.
func writeDocument(w io.Writer, suite string, seed *uint64, cases []any) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, `{"suite":%q,"upstream":%q,`, suite, upstreamVersion)
	if seed != nil {
		fmt.Fprintf(b, `"seed":%d,`, *seed)
	}
	fmt.Fprint(b, `"cases":[`)
	for i, c := range cases {
		if i > 0 {
			fmt.Fprint(b, ",")
		}
		line, err := compact(c)
		if err != nil {
			return err
		}
		fmt.Fprint(b, "\n")
		b.Write(line)
	}
	fmt.Fprint(b, "\n]}\n")
	return b.Flush()
}

func writeDocumentFile(path, suite string, seed *uint64, cases []any) error {
	if path == "" || path == "-" {
		return writeDocument(os.Stdout, suite, seed, cases)
	}
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	if err := writeDocument(f, suite, seed, cases); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

func anySlice[T any](xs []T) []any {
	out := make([]any, len(xs))
	for i, x := range xs {
		out[i] = x
	}
	return out
}
