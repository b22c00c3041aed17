import { useSyncExternalStore } from 'react';
import type { Problem } from '#plugins/drafts/web/document/draft-store.ts';
import { useEditor } from '#plugins/drafts/web/editor/editor-state.ts';

/** What is wrong with a node, and who looks at it. Cards are rendered again only when that changes. */
export function useNodeMarks(id: string): { readonly problem: Problem | null; readonly people: readonly string[] } {
  const { store, watch } = useEditor();
  const problem = useSyncExternalStore(store.subscribe, () => worst(store.state.problems, id));
  const names = useSyncExternalStore(watch.subscribe, () =>
    watch.people
      .filter(({ node_id: at }) => at === id)
      .map(({ name }) => name)
      .join('\n'),
  );
  return { problem, people: names === '' ? [] : names.split('\n') };
}

const byNode = new WeakMap<readonly Problem[], ReadonlyMap<string | null, Problem>>();

function worst(problems: readonly Problem[], id: string): Problem | null {
  let found = byNode.get(problems);
  if (found === undefined) {
    const made = new Map<string | null, Problem>();
    for (const problem of problems) {
      const known = made.get(problem.node_id);
      // Hints are in the list: they mark no card.
      if (problem.severity === 'hint' || known?.severity === 'error') continue;
      if (known === undefined || problem.severity === 'error') made.set(problem.node_id, problem);
    }
    byNode.set(problems, made);
    found = made;
  }
  return found.get(id) ?? null;
}
