import { type ReactNode, useMemo } from 'react';
import { useAnswer } from '#plugins/studio/web/contract.tsx';
import { isMapping } from '#plugins/studio-build/web/document/operations.ts';
import { useVariableScope } from '#plugins/studio-build/web/editor/editor-state.ts';
import { PanelContext, type PanelScope } from '#plugins/studio-build/web/fields/field-props.ts';
import { defaultsOf, type NodeForm } from '#plugins/studio-build/web/graph/forms.ts';
import type { GraphNode } from '#plugins/studio-build/web/graph/read-graph.ts';
import {
  typeOfSelector,
  variablesAssignable,
  variablesBefore,
  variablesInside,
} from '#plugins/studio-build/web/graph/variables.ts';

/** What fields know of the node they are of: the variables it sees, and what its model can do. */
export function PanelScopeOf({
  node,
  form,
  children,
}: {
  readonly node: GraphNode;
  readonly form: NodeForm;
  readonly children: ReactNode;
}) {
  const scope = useVariableScope();
  const model = isMapping(node.data.model) ? node.data.model : null;
  const models = useAnswer('/console/api/models', { query: { type: 'llm' }, when: model !== null });
  const found = models.value?.data.find(({ name }) => name === model?.name);
  const { id } = node;
  const panel = useMemo<PanelScope>(
    () => ({
      nodeId: id,
      when: { mode: scope.mode, features: found?.features ?? null, defaults: defaultsOf(form.fields) },
      before: variablesBefore(scope, id),
      inside: variablesInside(scope, id),
      assignable: variablesAssignable(scope, id),
      typeOf: (selector) => typeOfSelector(scope, selector),
    }),
    [scope.tree, id, found],
  );
  return <PanelContext.Provider value={panel}>{children}</PanelContext.Provider>;
}
