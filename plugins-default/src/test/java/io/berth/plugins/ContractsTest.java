package io.berth.plugins;

import io.berth.framework.Handle;
import io.berth.plugins.imagelocality.ImageLocality;
import io.berth.plugins.interpodaffinity.InterPodAffinity;
import io.berth.plugins.interpodaffinity.InterPodAffinityArgs;
import io.berth.plugins.nodeaffinity.NodeAffinity;
import io.berth.plugins.nodeaffinity.NodeAffinityArgs;
import io.berth.plugins.nodedeclaredfeatures.NodeDeclaredFeatures;
import io.berth.plugins.nodename.NodeName;
import io.berth.plugins.nodeports.NodePorts;
import io.berth.plugins.noderesources.NodeResourcesBalancedAllocation;
import io.berth.plugins.noderesources.NodeResourcesBalancedAllocationArgs;
import io.berth.plugins.noderesources.NodeResourcesFit;
import io.berth.plugins.noderesources.NodeResourcesFitArgs;
import io.berth.plugins.nodeunschedulable.NodeUnschedulable;
import io.berth.plugins.podtopologyspread.PodTopologySpread;
import io.berth.plugins.podtopologyspread.PodTopologySpreadArgs;
import io.berth.plugins.queuesort.PrioritySort;
import io.berth.plugins.tainttoleration.TaintToleration;
import io.berth.testkit.contract.EnqueueContract;
import io.berth.testkit.contract.PreFilterContract;
import io.berth.testkit.contract.QueueSortContract;
import io.berth.testkit.contract.ScoreContract;
import java.util.Map;
import org.junit.jupiter.api.Nested;

/**
 * The default plugins hold to the contracts of their extension points. InterPodAffinity's hints are left out: as upstream's, they do not
 * see that a new node is free of other pods' anti-affinity, so that such a pod waits for the flush.
 */
class ContractsTest {
  @Nested
  class NodeNameFilters extends PreFilterContract<NodeName> {
    @Override
    protected NodeName create(Handle handle) {
      return new NodeName();
    }
  }

  @Nested
  class NodePortsFilters extends PreFilterContract<NodePorts> {
    @Override
    protected NodePorts create(Handle handle) {
      return new NodePorts();
    }
  }

  @Nested
  class NodeUnschedulableFilters extends PreFilterContract<NodeUnschedulable> {
    @Override
    protected NodeUnschedulable create(Handle handle) {
      return new NodeUnschedulable(handle);
    }
  }

  @Nested
  class TaintTolerationFilters extends PreFilterContract<TaintToleration> {
    @Override
    protected TaintToleration create(Handle handle) {
      return new TaintToleration(handle);
    }
  }

  @Nested
  class NodeAffinityFilters extends PreFilterContract<NodeAffinity> {
    @Override
    protected NodeAffinity create(Handle handle) {
      return new NodeAffinity(NodeAffinityArgs.DEFAULT);
    }
  }

  @Nested
  class NodeResourcesFitFilters extends PreFilterContract<NodeResourcesFit> {
    @Override
    protected NodeResourcesFit create(Handle handle) {
      return new NodeResourcesFit(handle, NodeResourcesFitArgs.DEFAULT);
    }
  }

  @Nested
  class PodTopologySpreadFilters extends PreFilterContract<PodTopologySpread> {
    @Override
    protected PodTopologySpread create(Handle handle) {
      return new PodTopologySpread(handle, PodTopologySpreadArgs.from(Map.of()));
    }
  }

  @Nested
  class InterPodAffinityFilters extends PreFilterContract<InterPodAffinity> {
    @Override
    protected InterPodAffinity create(Handle handle) {
      return new InterPodAffinity(handle, InterPodAffinityArgs.DEFAULT);
    }
  }

  @Nested
  class NodeDeclaredFeaturesFilters extends PreFilterContract<NodeDeclaredFeatures> {
    @Override
    protected NodeDeclaredFeatures create(Handle handle) {
      return new NodeDeclaredFeatures(handle);
    }
  }

  @Nested
  class NodeNameWakes extends EnqueueContract<NodeName> {
    @Override
    protected NodeName create(Handle handle) {
      return new NodeName();
    }
  }

  @Nested
  class NodePortsWakes extends EnqueueContract<NodePorts> {
    @Override
    protected NodePorts create(Handle handle) {
      return new NodePorts();
    }
  }

  @Nested
  class NodeUnschedulableWakes extends EnqueueContract<NodeUnschedulable> {
    @Override
    protected NodeUnschedulable create(Handle handle) {
      return new NodeUnschedulable(handle);
    }
  }

  @Nested
  class TaintTolerationWakes extends EnqueueContract<TaintToleration> {
    @Override
    protected TaintToleration create(Handle handle) {
      return new TaintToleration(handle);
    }
  }

  @Nested
  class NodeAffinityWakes extends EnqueueContract<NodeAffinity> {
    @Override
    protected NodeAffinity create(Handle handle) {
      return new NodeAffinity(NodeAffinityArgs.DEFAULT);
    }
  }

  @Nested
  class NodeResourcesFitWakes extends EnqueueContract<NodeResourcesFit> {
    @Override
    protected NodeResourcesFit create(Handle handle) {
      return new NodeResourcesFit(handle, NodeResourcesFitArgs.DEFAULT);
    }
  }

  @Nested
  class PodTopologySpreadWakes extends EnqueueContract<PodTopologySpread> {
    @Override
    protected PodTopologySpread create(Handle handle) {
      return new PodTopologySpread(handle, PodTopologySpreadArgs.from(Map.of()));
    }
  }

  @Nested
  class NodeDeclaredFeaturesWakes extends EnqueueContract<NodeDeclaredFeatures> {
    @Override
    protected NodeDeclaredFeatures create(Handle handle) {
      return new NodeDeclaredFeatures(handle);
    }
  }

  @Nested
  class TaintTolerationScores extends ScoreContract<TaintToleration> {
    @Override
    protected TaintToleration create(Handle handle) {
      return new TaintToleration(handle);
    }
  }

  @Nested
  class NodeAffinityScores extends ScoreContract<NodeAffinity> {
    @Override
    protected NodeAffinity create(Handle handle) {
      return new NodeAffinity(NodeAffinityArgs.DEFAULT);
    }
  }

  @Nested
  class NodeResourcesFitScores extends ScoreContract<NodeResourcesFit> {
    @Override
    protected NodeResourcesFit create(Handle handle) {
      return new NodeResourcesFit(handle, NodeResourcesFitArgs.DEFAULT);
    }
  }

  @Nested
  class PodTopologySpreadScores extends ScoreContract<PodTopologySpread> {
    @Override
    protected PodTopologySpread create(Handle handle) {
      return new PodTopologySpread(handle, PodTopologySpreadArgs.from(Map.of()));
    }
  }

  @Nested
  class InterPodAffinityScores extends ScoreContract<InterPodAffinity> {
    @Override
    protected InterPodAffinity create(Handle handle) {
      return new InterPodAffinity(handle, InterPodAffinityArgs.DEFAULT);
    }
  }

  @Nested
  class NodeResourcesBalancedAllocationScores extends ScoreContract<NodeResourcesBalancedAllocation> {
    @Override
    protected NodeResourcesBalancedAllocation create(Handle handle) {
      return new NodeResourcesBalancedAllocation(handle, NodeResourcesBalancedAllocationArgs.DEFAULT);
    }
  }

  @Nested
  class ImageLocalityScores extends ScoreContract<ImageLocality> {
    @Override
    protected ImageLocality create(Handle handle) {
      return new ImageLocality(handle);
    }
  }

  @Nested
  class PrioritySorts extends QueueSortContract<PrioritySort> {
    @Override
    protected PrioritySort create(Handle handle) {
      return new PrioritySort();
    }
  }
}
