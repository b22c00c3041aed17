import { PlatformError } from '#kernel';

export function noApi(): PlatformError {
  const message = 'The workspace has no such external knowledge API: weft knowledge apis list';
  return new PlatformError('not-found', 'external-knowledge.not_found', message);
}

/** Told to people who build apps: what they asked, and what the service said. */
export function failed(api: string, problem: string, cause?: unknown): PlatformError {
  const message = `The external knowledge API ${JSON.stringify(api)} ${problem}`;
  const options = cause === undefined ? {} : { cause };
  return new PlatformError('invalid', 'external-knowledge.external_knowledge_failed', message, options);
}

export function tooManyApis(most: number): PlatformError {
  const message = `The workspace has ${most} external knowledge APIs, which is as many as it may: delete one.`;
  return new PlatformError('conflict', 'external-knowledge.too_many_apis', message);
}

export function keyNeeded(): PlatformError {
  const message =
    'The new endpoint is on another server, which must not get the key of the old one: give its key, too.';
  return new PlatformError('invalid', 'external-knowledge.key_needed', message, { field: 'api_key' });
}

export function inUse(name: string, bases: readonly { readonly name: string }[]): PlatformError {
  const shown = bases.slice(0, 5).map((base) => JSON.stringify(base.name));
  const more = bases.length > shown.length ? ` and ${bases.length - shown.length} more` : '';
  const message = `${shown.join(', ')}${more} ask ${JSON.stringify(name)} and would find nothing any more: confirm that, or delete them first.`;
  return new PlatformError('conflict', 'external-knowledge.in_use', message);
}
