import { type ReactNode, useMemo } from 'react';
import { isMapping } from '#plugins/drafts/web/document/operations.ts';
import { useVariableScope } from '#plugins/drafts/web/editor/editor-state.ts';
import { PanelContext, type PanelScope } from '#plugins/drafts/web/fields/field-props.ts';
import { defaultsOf, type NodeForm } from '#plugins/drafts/web/graph/forms.ts';
import type { GraphNode } from '#plugins/drafts/web/graph/read-graph.ts';
import {
  typeOfSelector,
  variablesAssignable,
  variablesBefore,
  variablesInside,
} from '#plugins/drafts/web/graph/variables.ts';
import { useApi } from '#plugins/studio/web/contract.tsx';

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
  const models = useApi('/console/api/models', { query: { type: 'llm' }, when: model !== null });
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
    [scope, id, found, form.fields],
  );
  return <PanelContext.Provider value={panel}>{children}</PanelContext.Provider>;
}
