import { isMapping, type Mapping, type Path, valueAt } from '#plugins/drafts/web/document/operations.ts';
import { list, text } from '#plugins/drafts/web/fields/values.ts';

/** Where the document of an app without a graph keeps what is configured. */
export interface ConfigPlaces {
  /** Inputs and features. */
  readonly features: Path;
  readonly instructions: Path;
  readonly model: Path;
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
