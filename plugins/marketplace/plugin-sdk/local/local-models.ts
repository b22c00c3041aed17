import { PlatformError } from '#kernel';
import type { Models } from '#plugins/models/contract.ts';

/** What `host.model` calls otherwise than models do. */
interface Answer {
  readonly prompt_tokens?: number;
  readonly media_type?: string;
  /** A text, in place of the bytes of sound. */
  readonly audio?: string;
}

/**
 * Models that answer what a test says, by type: a text for `llm`, an object as `host.model` gives it for the others. There is no
 * workspace here that would have some.
 */
export function localModels(answers: Readonly<Record<string, unknown>>): Pick<Models, 'model'> {
  const model = async (_workspaceId: string, type: string) => {
    const answer = answers[type];
    if (answer === undefined) {
      const message = `no answer of a model of the type ${type} is given here: say what it answers in "models"`;
      throw new PlatformError('invalid', 'plugin-sdk.no_model', message);
    }
    const given = async () => answer;
    const { prompt_tokens: promptTokens = 0, media_type: mediaType, audio, ...rest } = Object(answer) as Answer;
    const methods = {
      async *stream() {
        yield [
          { type: 'text', text: String(answer) },
          { type: 'usage', promptTokens: 0, completionTokens: 0 },
        ];
        yield [{ type: 'finish', reason: 'stop' }];
      },
      ...{ rerank: given, moderate: given, transcribe: given },
      embed: async () => ({ ...rest, promptTokens }),
      speak: async () => ({ mediaType, audio: [Buffer.from(String(audio))] }),
    };
    return { model: methods, description: { name: 'test', type } };
  };
  return { model } as unknown as Pick<Models, 'model'>;
}
