import { localSource, type PickerItem, type PickerSource } from '#plugins/studio/web/contract.tsx';
import { inWords } from '#plugins/tools/web/contract.ts';
import type { AnswerOf } from '#plugins/ui/web/contract.ts';

type Provider = AnswerOf<'/console/api/tools'>['data'][number];

/** Under which a tool is picked. */
export const toolKey = (provider: string, name: string) => JSON.stringify([provider, name]);

/** The tools of the workspace, by provider. */
export function toolSource(providers: readonly Provider[]): PickerSource {
  const items = providers.map(inWords).flatMap((provider) =>
    provider.tools.map(
      ({ name, label }): PickerItem => ({
        id: toolKey(provider.id, name),
        label: label ?? name,
        group: provider.label,
      }),
    ),
  );
  return localSource('tools', items);
}

/** What was picked. */
export function toolAt(providers: readonly Provider[], key: string) {
  for (const provider of providers) {
    const tool = provider.tools.find(({ name }) => toolKey(provider.id, name) === key);
    if (tool !== undefined) return { provider, tool };
  }
  return undefined;
}
