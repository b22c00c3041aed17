import { mappingOf } from '#engine';
import type { ModelName, Models } from '#plugins/models/contract.ts';
import type { Moderator } from './contract.ts';
import { readText, type Settings } from './settings.ts';

/** The type's name in documents; its model, unless the settings name another one or the workspace has a default. */
const typeName = 'openai_moderation';
const defaultModel = { provider: 'openai', model: 'omni-moderation-latest' };

/** Characters a model is given at once, and how many such pieces: more of a text is not judged in one call. */
const pieceLength = 20_000;
const mostPieces = 40;

/** Asks a moderation model. */
export function modelModerator(models: Models): Moderator {
  return {
    id: typeName,
    async isFlagged({ workspaceId, appId, keyId, isRefusable, config, texts, signal }) {
      const pieces = texts.flatMap(cut).filter((text) => text.trim() !== '');
      if (pieces.length === 0) return false;
      const caller = { workspaceId, appId, keyId, isRefusable };
      const named = modelOf(config) ?? (await models.defaults(workspaceId)).get('moderation') ?? defaultModel;
      const { model, description } = await models.model(workspaceId, 'moderation', named, caller);
      for (let start = 0; start < pieces.length; start += mostPieces) {
        const batch = pieces.slice(start, start + mostPieces);
        const { flagged } = await model.moderate({ model: description.name, texts: batch, signal });
        if (flagged) return true;
      }
      return false;
    },
  };
}

function modelOf(config: Settings): ModelName | null {
  const named = mappingOf(config.model);
  const [provider, model] = [readText(named.provider), readText(named.name)];
  return provider === '' || model === '' ? null : { provider, model };
}

function cut(text: string): string[] {
  const count = Math.ceil(text.length / pieceLength);
  return Array.from({ length: count }, (_, index) => text.slice(index * pieceLength, (index + 1) * pieceLength));
}
