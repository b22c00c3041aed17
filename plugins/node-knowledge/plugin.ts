import { HostCalls, NodeTypes } from '../../engine/contract.ts';
import { definePlugin } from '../../kernel/index.ts';
import { KnowledgeSources } from './contract.ts';
import { knowledgeCalls } from './knowledge-calls.ts';
import { knowledgeNodeTypes } from './node-types.ts';

/** The nodes that ask knowledge bases and fill them. Where knowledge is kept is other plugins' business. */
export const plugin = definePlugin({
  id: 'node-knowledge',
  needs: { sources: KnowledgeSources },
  setup({ services, contribute }) {
    contribute(NodeTypes, ...knowledgeNodeTypes);
    contribute(HostCalls, ...knowledgeCalls(() => services.sources.all()));
  },
});
