import { PlatformError } from '#kernel';
import type { Models } from '#plugins/models/contract.ts';

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
    const methods = {
      async *stream() {
        yield [
          { type: 'text', text: String(answer) },
          { type: 'usage', promptTokens: 0, completionTokens: 0 },
        ];
        yield [{ type: 'finish', reason: 'stop' }];
      },
      ...{ embed: given, rerank: given, moderate: given, transcribe: given },
    };
    return { model: methods, description: { name: 'test', type } };
  };
  return { model } as unknown as Pick<Models, 'model'>;
}
