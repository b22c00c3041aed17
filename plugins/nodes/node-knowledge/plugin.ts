import { DocumentLinters, HostCalls, NodeTypes } from '#engine';
import { definePlugin } from '#kernel';
import { NodeForms } from '#plugins/node-forms/contract.ts';
import { KnowledgeGates, KnowledgeSources } from './contract.ts';
import { forms } from './forms.ts';
import { knowledgeCalls } from './knowledge-calls.ts';
import { missingDatasets } from './missing-datasets.ts';
import { knowledgeNodeTypes } from './node-types.ts';

/** The nodes that ask knowledge bases and fill them. Where knowledge is kept is other plugins' business. */
export const plugin = definePlugin({
  id: 'node-knowledge',
  needs: { sources: KnowledgeSources, gates: KnowledgeGates },
  setup({ services, logger, contribute }) {
    contribute(DocumentLinters, {
      id: 'node-knowledge.datasets',
      missing: (document, workspaceId) =>
        missingDatasets({ knowledge: services.sources, logger }, document, workspaceId),
    });
    contribute(NodeForms, ...forms);
    contribute(NodeTypes, ...knowledgeNodeTypes);
    contribute(
      HostCalls,
      ...knowledgeCalls(
        () => services.sources.all(),
        () => services.gates.all(),
      ),
    );
  },
});
