import { useContext, useEffect, useMemo, useReducer } from 'react';
import { valueAt } from '#plugins/drafts/web/document/operations.ts';
import { EditorContext } from '#plugins/drafts/web/editor/editor-state.ts';
import type { VariableGroup } from '#plugins/drafts/web/graph/variables.ts';
import type { RunStore } from '#plugins/drafts/web/run/run-store.ts';

type LastOf = (selector: readonly string[]) => unknown;

/** What variables were in the last run of the draft, or of their node. Values of secrets are not in it. */
export function lastOf(runs: Pick<RunStore, 'node'> | undefined): LastOf {
  return ([id = '', ...names]) => valueAt(runs?.node(id)?.outputs, names);
}

/** The same, drawn again when a node of these groups ran. */
export function useLastOf(groups: readonly VariableGroup[]): LastOf {
  const runs = useContext(EditorContext)?.runs;
  const [, again] = useReducer((count: number, _: undefined) => count + 1, 0);
  useEffect(() => {
    const leaving = groups.map(({ id }) => runs?.subscribeNode(id, () => again(undefined)));
    return () => {
      for (const leave of leaving) leave?.();
    };
  }, [runs, groups]);
  return useMemo(() => lastOf(runs), [runs]);
}
