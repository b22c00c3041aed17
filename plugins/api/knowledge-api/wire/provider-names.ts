/** What is known of a provider of models: the names that documents and clients use for it. */
export interface NamedProvider {
  readonly id: string;
  readonly aliases?: readonly string[];
}

/**
 * A provider as the API writes it: `organisation/plugin/provider` (runtime API, Dataset). It is understood like its bare
 * name. One that is not installed keeps the name it has.
 */
export function providerName(provider: NamedProvider | undefined, id: string): string {
  const long = provider?.aliases?.find((alias) => alias.split('/').length === 3);
  if (long !== undefined) return long;
  return id.includes('/') ? id : `${id}/${id}/${id}`;
}
