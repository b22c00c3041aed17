import { type Documents, isMapping } from '#engine';
import { PlatformError } from '#kernel';

/** What names in documents stand for in one workspace. */
export interface Bindings {
  /** By `provider/model`, as documents write it; by `model` where they name no provider. */
  readonly models: ReadonlyMap<string, { readonly provider: string; readonly model: string }>;
  /** Knowledge bases, by id or name, by what documents call them. */
  readonly datasets: ReadonlyMap<string, string>;
  /** Names of environment variables by `NAME` of a secret variable, or `key/NAME` for that of one app. */
  readonly secrets: ReadonlyMap<string, string>;
}

const variable = /^[A-Za-z_][A-Za-z0-9_]{0,199}$/;

/** An environment file; values of secrets have no place in one. Throws `app-code.invalid_environment`. */
export function readBindings(documents: Documents, text: string | undefined): Bindings {
  const bindings = { models: new Map(), datasets: new Map<string, string>(), secrets: new Map<string, string>() };
  if (text === undefined) return bindings;
  const file = documents.read(text);
  if (!isMapping(file) || file.kind !== 'environment') {
    throw invalid('An environment file begins with `kind: environment`.');
  }
  const unknown = Object.keys(file).filter((key) => !['kind', 'models', 'datasets', 'secrets'].includes(key));
  if (unknown.length > 0) throw invalid(`An environment file has models, datasets and secrets, not '${unknown[0]}'.`);
  for (const [name, target] of entriesOf(file, 'models')) {
    const { provider, model } = isMapping(target) ? target : {};
    if (typeof provider !== 'string' || typeof model !== 'string') {
      throw invalid(`models: '${name}' must be a mapping with provider and model.`);
    }
    bindings.models.set(name, { provider, model });
  }
  for (const [name, target] of entriesOf(file, 'datasets')) {
    if (typeof target !== 'string' || target.trim() === '') {
      throw invalid(`datasets: '${name}' must be the id or the name of a knowledge base.`);
    }
    bindings.datasets.set(name, target);
  }
  for (const [name, target] of entriesOf(file, 'secrets')) {
    // What stands there is not repeated: it may be the secret itself.
    if (typeof target !== 'string' || !variable.test(target)) {
      throw invalid(`secrets: '${name}' must be the name of an environment variable; a value has no place in a file.`);
    }
    bindings.secrets.set(name, target);
  }
  return bindings;
}

function entriesOf(file: Readonly<Record<string, unknown>>, key: string): [string, unknown][] {
  const section = file[key] ?? {};
  if (isMapping(section)) return Object.entries(section);
  throw invalid(`${key} must be a mapping.`);
}

function invalid(message: string): PlatformError {
  return new PlatformError('invalid', 'app-code.invalid_environment', message, { field: 'environment' });
}
