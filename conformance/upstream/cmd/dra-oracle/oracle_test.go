package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/validation/field"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	"k8s.io/kubernetes/pkg/apis/resource"
	_ "k8s.io/kubernetes/pkg/apis/resource/install"
	"k8s.io/kubernetes/pkg/apis/resource/validation"
)

func testCases(t *testing.T, seed uint64, count int) []*tcase {
	t.Helper()
	cases, _, err := generate(seed, count)
	if err != nil {
		t.Fatal(err)
	}
	return cases
}

// A seed always gives the same file, and a longer file starts like a shorter one.
func TestDeterministic(t *testing.T) {
	var a, b bytes.Buffer
	for w, n := range map[*bytes.Buffer]int{&a: 40, &b: 60} {
		for _, c := range testCases(t, 3, n)[:40] {
			line, err := compact(c)
			if err != nil {
				t.Fatal(err)
			}
			w.Write(line)
			w.WriteByte('\n')
		}
	}
	if a.String() != b.String() {
		t.Error("different cases for the same seed")
	}
}

// The API server would accept the generated objects.
func TestObjectsAreValid(t *testing.T) {
	on := map[string]bool{"DynamicResourceAllocation": true, "NodeDeclaredFeatures": true}
	for _, g := range gates {
		for _, name := range strings.Split(g.name, "+") {
			on[name] = true
		}
	}
	if err := utilfeature.DefaultMutableFeatureGate.SetFromMap(on); err != nil {
		t.Fatal(err)
	}
	for _, c := range testCases(t, 11, 400) {
		if slices.Contains(c.Tags, "CELCompileError") || slices.Contains(c.Tags, "BadDerivation") {
			continue
		}
		in, err := c.decode()
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range in.slices {
			var obj resource.ResourceSlice
			check(t, c, s, &obj, func() field.ErrorList { return validation.ValidateResourceSlice(&obj) })
		}
		for _, x := range in.classes {
			var obj resource.DeviceClass
			check(t, c, x, &obj, func() field.ErrorList { return validation.ValidateDeviceClass(&obj) })
		}
		for _, x := range in.claims {
			var obj resource.ResourceClaim
			if x.Namespace == "" {
				x.Namespace = "team"
			}
			check(t, c, x, &obj, func() field.ErrorList { return validation.ValidateResourceClaim(&obj) })
		}
	}
}

func check(t *testing.T, c *tcase, external, internal runtime.Object, validate func() field.ErrorList) {
	t.Helper()
	if err := legacyscheme.Scheme.Convert(external, internal, nil); err != nil {
		t.Fatal(err)
	}
	errs := validate()
	errs = append(errs, legacyscheme.Scheme.Validate(context.Background(), map[string]bool{"DRAPartitionableDevicesType": true}, external)...)
	for _, err := range errs {
		t.Errorf("%s: %v", c.Name, err)
	}
}

// The cases for known defects get marked, and the corrected outcome is right.
func TestBugMarks(t *testing.T) {
	for _, b := range bugCases() {
		var err error
		if b.c.Expected, err = runCase(b.c, experimental, generous, false); err != nil {
			t.Fatal(err)
		}
		if err := markBugs(b.c); err != nil {
			t.Fatal(err)
		}
		want := b.bug
		if b.bug == bugAllExhausted {
			want = "" // Upstream has fixed this one.
		}
		if b.c.KnownUpstreamBug != want {
			t.Errorf("%s: marked %q", b.title, b.c.KnownUpstreamBug)
		}
		if fixed := b.c.ExpectedIfFixed; fixed != nil {
			var got []string
			for _, r := range fixed.Results {
				for _, d := range r.Devices.Results {
					got = append(got, d.Device)
				}
			}
			if !slices.Equal(got, b.correct) {
				t.Errorf("%s: corrected outcome %v", b.title, got)
			}
		}
	}
}

// The files which are checked in agree with upstream.
func TestFiles(t *testing.T) {
	for name, testText := range map[string]bool{"allocator-upstream.json.gz": true, "allocator.json.gz": false, "allocator-large.json.gz": false} {
		path := filepath.Join("..", "..", "..", "cases", name)
		if _, err := os.Stat(path); err != nil {
			t.Log(err)
			continue
		}
		args := []string{"-cases", path}
		if testText {
			args = append(args, "-upstream-tests")
		}
		if err := checkFile(args); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
