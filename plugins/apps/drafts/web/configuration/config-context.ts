import {
  type DocumentOperation,
  isMapping,
  type Mapping,
  type Path,
  valueAt,
} from '#plugins/drafts/web/document/operations.ts';
import { graphOf, useEditor, useTree } from '#plugins/drafts/web/editor/editor-state.ts';
import type { Forms, NodeField } from '#plugins/drafts/web/graph/forms.ts';
import { dataPath } from '#plugins/drafts/web/graph/read-graph.ts';
import { type ConfigPlaces, type InputPlace, placesOf } from './config-places.ts';
import { putAt, putChanges } from './place.ts';

/** The configuration of an app, and how it is changed. Paths begin at `places.features`. */
export interface Config {
  readonly mode: string;
  readonly tree: Mapping;
  readonly places: ConfigPlaces;
  /** null: a graph that no start node begins. */
  readonly inputs: InputPlace | null;
  /** The model as node forms have it: `{provider, name, mode, completion_params}`. */
  readonly model: Mapping;
  at(...keys: Path): unknown;
  put(keys: Path, value: unknown): void;
  /** Several changes at once, each with its whole path. */
  edit(operations: readonly DocumentOperation[], group?: string): void;
  setModel(model: unknown): void;
}

export function useConfig(): Config {
  const { mode, edit, store, forms } = useEditor();
  const tree = useTree();
  const places = placesOf(tree, mode);
  const isPackage = mode === 'agent';
  const held = valueAt(tree, places.model);
  const model = isMapping(held) ? held : {};
  // What is changed by an event may be newer than what was drawn.
  const write = (path: Path, value: unknown) =>
    void edit(putAt(store.tree, path, value), path.map((step) => JSON.stringify(step)).join(' '));
  return {
    ...{ mode, tree, places, inputs: inputPlaceOf(tree, places, forms) },
    model: isPackage
      ? { provider: model.model_provider, name: model.model, completion_params: model.model_settings ?? {} }
      : model,
    at: (...keys) => valueAt(tree, [...places.features, ...keys]),
    put: (keys, value) => write([...places.features, ...keys], value),
    edit: (operations, group = '') => void edit(operations, group),
    setModel(next) {
      if (!isMapping(next)) return;
      const { provider, name, completion_params: settings } = next;
      const written = isPackage ? { ...model, model_provider: provider, model: name, model_settings: settings } : next;
      edit(putChanges(store.tree, places.model, written), 'model');
    },
  };
}

/** What asks for inputs: the start node of a graph; an app without one by itself. */
function inputPlaceOf(tree: Mapping, { features }: ConfigPlaces, forms: Forms): InputPlace | null {
  if (features[0] !== 'workflow') return { path: [...features, 'user_input_form'], nodeId: null };
  const start = graphOf(tree).nodes.find((node) => forms.of(node)?.fields.some(asksForInputs) === true);
  const field = start === undefined ? undefined : forms.of(start)?.fields.find(asksForInputs);
  if (start === undefined || field === undefined) return null;
  return { path: [...dataPath(start.id), field.at], nodeId: start.id };
}

function asksForInputs(field: NodeField): boolean {
  return field.kind === 'input-form' && field.of === 'start';
}
