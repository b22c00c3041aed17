import type { Logger } from '#kernel';
import type { SpeechStreamer } from '#plugins/delivery-api/contract.ts';
import type { Models } from '#plugins/models/contract.ts';
import { speechModel } from './speech-model.ts';
import { SpokenAnswer } from './spoken-answer.ts';

async function* nothing(): AsyncGenerator<Uint8Array> {}

/** Gives streams their voice: the model that `POST /v1/text-to-audio` speaks with. */
export function speechStreamer(models: Models, logger: Logger): SpeechStreamer {
  return {
    async stream(app, feature) {
      const failed = (error: unknown) =>
        logger.warn({ err: error, appId: app.appId }, 'an answer is not said any further');
      try {
        if ((await speechModel(models, app, 'text-to-speech')) === null) return null;
        const voice = typeof feature.voice === 'string' ? feature.voice : '';
        // Its budgets are asked before every call.
        const speaker = async (text: string, signal: AbortSignal) => {
          const found = await speechModel(models, app, 'text-to-speech');
          return found === null
            ? nothing()
            : (await found.model.speak({ model: found.name, text, voice, signal })).audio;
        };
        return new SpokenAnswer(speaker, failed);
      } catch (error) {
        failed(error);
        return null;
      }
    },
  };
}
