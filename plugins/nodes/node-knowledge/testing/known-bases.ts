import { definePlugin, type Plugin } from '#kernel';
import { KnowledgeSources } from '#plugins/node-knowledge/contract.ts';

/** A plugin that keeps knowledge bases with these ids, in every workspace; they hold nothing. */
export function knownBases(...ids: readonly string[]): Plugin {
  return definePlugin({
    id: 'known-bases',
    setup({ contribute }) {
      contribute(KnowledgeSources, {
        id: 'known-bases.source',
        known: async (asked) => asked.filter((id) => ids.includes(id)),
        retrieve: async () => [],
        index: async () => ({}),
      });
    },
  });
}
