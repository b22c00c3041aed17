import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { builtinTexts } from './builtin-texts/en.ts';

type Provider = Schemas['ToolProvider'];

/** A provider as pages show it: those that come with the server have texts in the language of the page. Others stay as they are. */
export function inWords(provider: Provider): Provider {
  if (provider.kind !== 'builtin') return provider;
  const { providers, tools } = builtinTexts();
  return {
    ...provider,
    label: providers[provider.id] ?? provider.label,
    tools: provider.tools.map((tool) => {
      const said = tools[`${provider.id}/${tool.name}`];
      return said === undefined ? tool : { ...tool, label: said.label, description: said.about };
    }),
  };
}
