import { DocumentAdvisers, HostCalls, NodeTypes } from '../../engine/contract.ts';
import { definePlugin } from '../../kernel/index.ts';
import { KnowledgeSources } from './contract.ts';
import { knowledgeCalls } from './knowledge-calls.ts';
import { knowledgeFeatureAdvice } from './missing-knowledge.ts';
import { knowledgeNodeTypes } from './node-types.ts';

/** The nodes that ask knowledge bases and fill them. Where knowledge is kept is other plugins' business. */
export const plugin = definePlugin({
  id: 'node-knowledge',
  needs: { sources: KnowledgeSources },
  setup({ services, contribute }) {
    const isKept = () => services.sources.all().length > 0;
    contribute(NodeTypes, ...knowledgeNodeTypes(isKept));
    contribute(DocumentAdvisers, {
      id: 'node-knowledge.feature',
      advise: (features) => (isKept() ? [] : knowledgeFeatureAdvice(features)),
    });
    contribute(HostCalls, ...knowledgeCalls(() => services.sources.all()));
  },
});
