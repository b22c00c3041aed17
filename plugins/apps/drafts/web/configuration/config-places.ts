import { isMapping, type Mapping, type Path, valueAt } from '#plugins/drafts/web/document/operations.ts';
import { list, text } from '#plugins/drafts/web/fields/values.ts';

/** Where the document of an app without a graph keeps what is configured. */
export interface ConfigPlaces {
  /** Inputs and features. */
  readonly features: Path;
  readonly instructions: Path;
  readonly model: Path;
}

const drawn = new Set(['workflow', 'advanced-chat', 'rag-pipeline']);

export function placesOf(tree: Mapping, mode: string): ConfigPlaces {
  // What a graph is told and which models it asks stands in its nodes.
  if (drawn.has(mode)) {
    const workflow: Path = ['workflow'];
    return { features: [...workflow, 'features'], instructions: workflow, model: workflow };
  }
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

/** An input that people fill in: a mapping of its kind and its rules. */
export interface InputEntry {
  readonly kind: string;
  readonly rules: Mapping;
  readonly name: string;
}

/** Where the inputs of an app stand. */
export interface InputPlace {
  readonly path: Path;
  /** The node that asks for them; null: the app does, which has no graph. */
  readonly nodeId: string | null;
}

/** One for each member of `user_input_form`, or of the variables of a start node; null where a member is of no known shape. */
export function inputsOf(entries: unknown): readonly (InputEntry | null)[] {
  return list(entries).map((entry) => {
    if (isMapping(entry) && typeof entry.type === 'string' && typeof entry.variable === 'string')
      return { kind: entry.type, rules: entry, name: entry.variable };
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
