import { describe, expect, it } from 'vitest';
import { DirectAnswersService } from './direct-answers-service.ts';

const answers = new DirectAnswersService({
  moderation: undefined,
  sources: { all: () => [] },
  logger: { warn: () => expect.fail('Nothing to warn of.') },
});
const app = (moderation: unknown) => ({ workspaceId: 'w', appId: 'a', keyId: null, moderation });
const request = { inputs: {}, query: 'Hi' };

describe('without the plugin moderation', () => {
  it('an app that is to be moderated answers nothing, neither inputs nor outputs unchecked', async () => {
    const moderated = app({ enabled: true, type: 'keywords', config: {} });
    const refusal = { kind: 'invalid', code: 'direct-answers.app_unavailable' };
    await expect(answers.find(moderated, request)).rejects.toMatchObject(refusal);
    expect(() => answers.outputFilter(moderated)).toThrow(expect.objectContaining(refusal));
  });

  it.each([[undefined], [{ enabled: false, type: 'keywords' }]])('others run: %j', async (feature) => {
    expect(await answers.find(app(feature), request)).toBeNull();
    expect(answers.outputFilter(app(feature))).toBeUndefined();
  });
});
