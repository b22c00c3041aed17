import { definePlugin, type Plugin } from '#kernel';
import { KnowledgeSources } from '#plugins/node-knowledge/contract.ts';

/** A plugin that keeps knowledge bases with these ids, in every workspace; they hold nothing. */
export function knownBases(...ids: readonly string[]): Plugin {
  return namedBases(Object.fromEntries(ids.map((id) => [id, `Base ${id}`])));
}

/** The same with the names of bases, by id. */
export function namedBases(names: Readonly<Record<string, string>>): Plugin {
  return definePlugin({
    id: 'known-bases',
    setup({ contribute }) {
      contribute(KnowledgeSources, {
        id: 'known-bases.source',
        known: async (asked) => asked.filter((id) => Object.hasOwn(names, id)),
        named: async (asked) =>
          Object.entries(names)
            .map(([id, name]) => ({ id, name }))
            .filter(({ name }) => asked.includes(name.toLowerCase())),
        retrieve: async () => ({ items: [] }),
        index: async () => ({}),
      });
    },
  });
}
