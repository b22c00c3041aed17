import type { Logger } from '../../kernel/index.ts';
import type { Narrator } from '../delivery-api/contract.ts';
import type { Models } from '../models/contract.ts';
import { speechModel } from './speech-model.ts';
import { SpokenAnswer } from './spoken-answer.ts';

/** Gives streams their voice: the model that `POST /v1/text-to-audio` speaks with. */
export function speechNarrator(models: Models, logger: Logger): Narrator {
  return {
    async narrate(app, feature) {
      const failed = (error: unknown) =>
        logger.warn({ err: error, appId: app.appId }, 'an answer is not said any further');
      try {
        const found = await speechModel(models, app, 'text-to-speech');
        if (found === null) return null;
        const { name, model } = found;
        const voice = typeof feature.voice === 'string' ? feature.voice : '';
        const speaker = async (text: string, signal: AbortSignal) =>
          (await model.speak({ model: name, text, voice, signal })).audio;
        return new SpokenAnswer(speaker, failed);
      } catch (error) {
        failed(error);
        return null;
      }
    },
  };
}
