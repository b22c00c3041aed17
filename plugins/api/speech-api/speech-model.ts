import type { MeteredApp, ModelInterfaces, ModelName, Models } from '#plugins/models/contract.ts';

type SpeechType = 'speech-to-text' | 'text-to-speech';

/** A model to hear or speak with, ready to be called. */
export interface SpeechModel<T extends SpeechType> {
  readonly name: string;
  readonly model: ModelInterfaces[T];
}

/**
 * The workspace's default model of the kind, else the first of it: documents name none. Providers the workspace has set up
 * come before those that need no credentials. Null when there is none.
 */
export async function speechModel<T extends SpeechType>(
  models: Models,
  app: MeteredApp,
  type: T,
): Promise<SpeechModel<T> | null> {
  const { workspaceId } = app;
  const named = (await models.defaults(workspaceId)).get(type) ?? (await firstModel(models, workspaceId, type));
  if (named === null) return null;
  const { model, description } = await models.model(workspaceId, type, named, app);
  return { name: description.name, model };
}

async function firstModel(models: Models, workspaceId: string, type: SpeechType): Promise<ModelName | null> {
  const available = await models.available(workspaceId, type);
  const found = available.find(({ isOwn }) => isOwn) ?? available[0];
  return found === undefined ? null : { provider: found.provider, model: found.name };
}
