import type { JsonSchema } from '#kernel';
import type { SourceSettings } from '#plugins/dataset-sources/contract.ts';

/** What is kept of a source besides the settings that all have. */
export interface RepositoryOptions {
  /** Id of a linked repository with whose key it is read; "": none. */
  readonly link: string;
  /** As its host calls it: `team/handbook`. */
  readonly repository: string;
  /** Found when it is settled: of connected accounts, `ssh` or `none`. */
  readonly provider: string;
  /** Found when it is settled: the address of git. */
  readonly at: string;
}

const text = { type: 'string', maxLength: 1_000 } as const;

/** `provider` and `at` are found anew, whatever is sent. */
export const repositoryOptions: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  properties: { link: { type: 'string', maxLength: 36 }, repository: text, provider: text, at: text },
};

export function optionsOf({ options = {} }: Pick<SourceSettings, 'options'>): RepositoryOptions {
  const of = (name: keyof RepositoryOptions) => String(options[name] ?? '');
  return { link: of('link'), repository: of('repository'), provider: of('provider'), at: of('at') };
}
