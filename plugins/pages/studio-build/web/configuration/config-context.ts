import {
  type DocumentOperation,
  isMapping,
  type Mapping,
  type Path,
  valueAt,
} from '#plugins/studio-build/web/document/operations.ts';
import { useEditor, useTree } from '#plugins/studio-build/web/editor/editor-state.ts';
import { list, text } from '#plugins/studio-build/web/fields/field-props.ts';
import { putAt, putChanges } from './place.ts';

/** Where the document of an app without a graph keeps what is configured. */
export interface ConfigPlaces {
  /** Inputs and features. */
  readonly features: Path;
  readonly instructions: Path;
  readonly model: Path;
}

/** The configuration of an app, and how it is changed. Paths begin at `places.features`. */
export interface Config {
  readonly mode: string;
  readonly tree: Mapping;
  readonly places: ConfigPlaces;
  /** The model as node forms have it: `{provider, name, mode, completion_params}`. */
  readonly model: Mapping;
  at(...keys: Path): unknown;
  put(keys: Path, value: unknown): void;
  /** Several changes at once, each with its whole path. */
  edit(operations: readonly DocumentOperation[], group?: string): void;
  setModel(model: unknown): void;
}

export function placesOf(tree: Mapping, mode: string): ConfigPlaces {
  if (mode !== 'agent') {
    const base: Path = ['model_config'];
    return { features: base, instructions: [...base, 'pre_prompt'], model: [...base, 'model'] };
  }
  const soul: Path = ['agent_packages', text(valueAt(tree, ['agent', 'package_ref'])), 'soul'];
  return {
    features: [...soul, 'app_features'],
    instructions: [...soul, 'prompt', 'system_prompt'],
    model: [...soul, 'model'],
  };
}

export function useConfig(): Config {
  const { mode, edit, store } = useEditor();
  const tree = useTree();
  const places = placesOf(tree, mode);
  const isPackage = mode === 'agent';
  const held = valueAt(tree, places.model);
  const model = isMapping(held) ? held : {};
  // What is changed by an event may be newer than what was drawn.
  const write = (path: Path, value: unknown) =>
    void edit(putAt(store.tree, path, value), path.map((step) => JSON.stringify(step)).join(' '));
  return {
    ...{ mode, tree, places },
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

/** An input that people fill in: a mapping of its kind and its rules. */
export interface InputEntry {
  readonly kind: string;
  readonly rules: Mapping;
  readonly name: string;
}

/** One for each member of `user_input_form`; null where a member is of no known shape. */
export function inputsOf(entries: unknown): readonly (InputEntry | null)[] {
  return list(entries).map((entry) => {
    const found = isMapping(entry) ? Object.entries(entry).find(([, rules]) => isMapping(rules)) : undefined;
    if (found === undefined || !isMapping(found[1])) return null;
    return { kind: found[0], rules: found[1], name: text(found[1].variable) };
  });
}

const named = /\{\{([A-Za-z_][A-Za-z0-9_]{0,29})\}\}/g;

/** Names that a text has in `{{ }}`. */
export function namesIn(...texts: readonly string[]): ReadonlySet<string> {
  return new Set(texts.flatMap((each) => [...each.matchAll(named)].map(([, name = '']) => name)));
}
