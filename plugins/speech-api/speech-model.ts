import type { ModelInterfaces, Models } from '../models/contract.ts';

type SpeechType = 'speech-to-text' | 'text-to-speech';

/** A model to hear or speak with, ready to be called. */
export interface SpeechModel<T extends SpeechType> {
  readonly name: string;
  readonly model: ModelInterfaces[T];
}

/**
 * The first model of the kind among a workspace's providers: documents name none. Providers the workspace has set up come
 * before those that need no credentials. Null when there is none.
 */
export async function speechModel<T extends SpeechType>(
  models: Models,
  workspaceId: string,
  type: T,
): Promise<SpeechModel<T> | null> {
  const providers = (await models.providers(workspaceId)).filter(({ configured }) => configured);
  const isOwn = ({ credentials }: { readonly credentials: object }) => Object.keys(credentials).length > 0;
  for (const provider of [...providers.filter(isOwn), ...providers]) {
    const found = provider.models.find((model) => model.type === type);
    if (found === undefined) continue;
    const name = { provider: provider.id, model: found.name };
    const { model, description } = await models.model(workspaceId, type, name);
    return { name: description.name, model };
  }
  return null;
}
