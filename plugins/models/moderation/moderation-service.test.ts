import { describe, expect, it } from 'vitest';
import type { RunEvent } from '#engine';
import { Float, fromJson, toJson } from '#engine';
import { chunk, nodeFinished, runFinished } from '#engine/testing/run-events.ts';
import { PlatformError } from '#kernel';
import type { Moderator } from './contract.ts';
import { keywordModerator } from './keywords.ts';
import { modelModerator } from './model-moderator.ts';
import { ModerationService } from './moderation-service.ts';
import { ModerationFilter } from './output-filter.ts';
import { textsOf, withTexts } from './texts.ts';

const app = { workspaceId: 'w', appId: 'a', keyId: null };
const on = (preset: string) => ({ enabled: true, preset_response: preset });
const keywords = (words: string, more: object = {}) => ({
  enabled: true,
  type: 'keywords',
  config: { keywords: words, inputs_config: on('No.'), outputs_config: on('Gone.'), ...more },
});

function service(...moderators: readonly Moderator[]) {
  const errors: object[] = [];
  const all = [keywordModerator, ...moderators];
  const logger = { error: (fields: object) => void errors.push(fields) };
  return { moderation: new ModerationService((id) => all.find((item) => item.id === id), logger), errors };
}
const ask = (
  feature: unknown,
  inputs: Readonly<Record<string, unknown>>,
  query = '',
  moderators: readonly Moderator[] = [],
) => service(...moderators).moderation.input({ ...app, feature }, { inputs, query });

describe('the moderation of a request', () => {
  it('finds keywords in the query and in any input, whatever their case and width', async () => {
    const feature = keywords('bomb\n\n  Ｓｅｃｒｅｔ word \n');
    expect(await ask(feature, {}, 'How to build a BOMB?')).toBe('No.');
    expect(await ask(feature, { a: { b: ['the secret WORD'] } })).toBe('No.');
    expect(await ask(feature, {}, 'bo\u200bmb')).toBe('No.');
    expect(await ask(feature, { a: 7, b: null, c: new Float(1) }, 'secret words are two words')).toBe('No.');
    expect(await ask(feature, { a: 'bom b' }, 'a word that is secret')).toBeNull();
    expect(await ask(feature, {}, '')).toBeNull();
  });

  it('takes keywords by their letters, whatever stands in them', async () => {
    const odd = ['a.b', 'c*', '(d', '[e]', 'f|g', '\\h', '$i^', '{j}', 'k+?', 'l/m', '-n', '😀'];
    const feature = keywords(odd.join('\n'));
    for (const word of odd) expect(await ask(feature, {}, `x ${word} y`)).toBe('No.');
    expect(await ask(feature, {}, 'aXb c d e f g h i j k l m n')).toBeNull();
  });

  it('looks at the names of files, and at nothing else of them', async () => {
    const file = {
      dify_model_identity: '__dify__file__',
      type: 'document',
      url: 'https://x.example/bomb',
      filename: 'plan.txt',
    };
    expect(await ask(keywords('bomb\ndify'), { file })).toBeNull();
    expect(await ask(keywords('plan'), { files: [file] })).toBe('No.');
  });

  it.each([
    ['the feature is off', { ...keywords('bomb'), enabled: false }],
    ['it is absent', undefined],
    ['it is no mapping', 'on'],
    ['inputs are not checked', keywords('bomb', { inputs_config: { enabled: false } })],
    ['there are no keywords', keywords('')],
    ['keywords are no text', keywords('', { keywords: ['bomb'] })],
    ['its type is not available', { ...keywords('bomb'), type: 'api' }],
  ])('lets everything pass when %s', async (_, feature) => {
    expect(await ask(feature, { a: 'bomb' }, 'bomb')).toBeNull();
  });

  it('reads settings under the name clients see, and has a text of its own', async () => {
    const feature = {
      enabled: true,
      type: 'keywords',
      configs: { keywords: 'bomb', inputs_config: { enabled: true } },
    };
    expect(await ask(feature, {}, 'bomb')).toBe('This can not be answered.');
  });

  it('refuses a request that can not be checked', async () => {
    const broken: Moderator = {
      id: 'broken',
      isFlagged: async () => {
        throw new PlatformError('invalid', 'models.provider_not_initialize', 'no credentials');
      },
    };
    await expect(ask({ ...keywords(''), type: 'broken' }, {}, 'hi', [broken])).rejects.toThrow('no credentials');
  });
});

describe('a moderation model', () => {
  const asked: { model: string; texts: readonly string[] }[] = [];
  const names: object[] = [];
  const models = {
    defaults: async () => new Map(),
    async model(_workspace: string, _type: string, name: { provider: string; model: string }) {
      names.push(name);
      const moderate = async (request: { model: string; texts: readonly string[] }) => {
        asked.push(request);
        return { flagged: request.texts.some((text) => text.includes('hate')), categories: [] };
      };
      return { provider: name.provider, description: { name: name.model }, model: { moderate } };
    },
  } as unknown as Parameters<typeof modelModerator>[0];
  const moderator = modelModerator(models);
  const judge = (texts: readonly string[], config = {}) =>
    moderator.isFlagged({ ...app, isRefusable: true, config, texts, signal: new AbortController().signal });

  it('judges all of a text, in pieces', async () => {
    expect(await judge(['', '  '])).toBe(false);
    expect(asked).toEqual([]);
    expect(await judge(['fine', 'x'.repeat(45_000)])).toBe(false);
    expect(asked.map(({ texts }) => texts.map((text) => text.length))).toEqual([[4, 20_000, 20_000, 5_000]]);
    expect(await judge(Array.from({ length: 90 }, () => 'ok').concat('hate'))).toBe(true);
    expect(asked.slice(1).map(({ texts }) => texts.length)).toEqual([40, 40, 11]);
  });

  it('is the one the settings name', async () => {
    names.length = 0;
    await judge(['a']);
    await judge(['a'], { model: { provider: 'demo', name: 'demo-moderation' } });
    expect(names).toEqual([
      { provider: 'openai', model: 'omni-moderation-latest' },
      { provider: 'demo', model: 'demo-moderation' },
    ]);
  });
});

describe('the moderation of an answer', () => {
  const textsTold = (events: readonly RunEvent[]) =>
    events.map((event) =>
      event.kind === 'chunk' ? event.deltas.join('') : event.kind === 'text-replaced' ? `=${event.text}` : event.kind,
    );
  const filterFor = (word: string) => {
    const checked: string[] = [];
    const outputFilter = new ModerationFilter('Gone.', async (texts) => {
      checked.push(texts.join('|'));
      return texts.some((text) => text.includes(word));
    });
    return { outputFilter, checked };
  };
  const stops: string[] = [];
  const pass = (outputFilter: ModerationFilter, ...events: readonly RunEvent[]) =>
    outputFilter.filter(events, (reason) => stops.push(reason));

  it('lets a good answer pass as it is', async () => {
    const { outputFilter, checked } = filterFor('bomb');
    const events = [chunk(['Hello']), nodeFinished(), runFinished({ answer: 'Hello', outputs: '{"answer":"Hello"}' })];
    expect(await pass(outputFilter, ...events)).toEqual(events);
    expect(checked).toEqual(['Hello|Hello|Hello']);
  });

  it('replaces a short one at its end, in the stream and in the outputs', async () => {
    const { outputFilter } = filterFor('bomb');
    expect(textsTold(await pass(outputFilter, chunk(['a bo'])))).toEqual(['a bo']);
    const outputs = '{"answer":"a bomb","count":1.0,"list":["x",{"y":"z"}]}';
    const end = runFinished({ answer: 'a bomb', outputs });
    const told = await pass(outputFilter, chunk(['mb']), end);
    expect(told).toEqual([
      { kind: 'text-replaced', text: 'Gone.', reason: 'output_moderation' },
      { ...end, answer: 'Gone.', outputs: '{"answer":"Gone.","count":1.0,"list":["Gone.",{"y":"Gone."}]}' },
    ]);
    expect(stops).toEqual([]);
  });

  it('replaces a long one while it grows, stops the run and tells nothing more of it', async () => {
    const { outputFilter, checked } = filterFor('bomb');
    expect(textsTold(await pass(outputFilter, chunk(['x'.repeat(299)])))).toEqual(['x'.repeat(299)]);
    expect(checked).toEqual([]);
    expect(textsTold(await pass(outputFilter, chunk([' bomb']), nodeFinished()))).toEqual(['node-finished', '=Gone.']);
    expect(stops.splice(0)).toEqual(['Stopped by the moderation of its output.']);
    expect(textsTold(await pass(outputFilter, chunk(['more'])))).toEqual([]);
    const end = runFinished({ status: 'stopped', answer: 'x bomb more', outputs: '{}' });
    expect(await pass(outputFilter, chunk(['more']), end)).toEqual([{ ...end, answer: 'Gone.' }]);
    expect(checked).toHaveLength(1);
    expect(stops).toEqual([]);
  });

  it('checks rarely, however long the answer grows', async () => {
    const { outputFilter, checked } = filterFor('bomb');
    for (let index = 0; index < 2_000; index += 1) await pass(outputFilter, chunk(['0123456789']));
    expect(checked.length).toBeLessThan(25);
  });

  it('is checked before a log entry of an agent repeats it', async () => {
    const log: RunEvent = { kind: 'agent-log', nodeId: 'a', executionId: 'e', data: '{"thought":"a bomb"}' };
    const { outputFilter, checked } = filterFor('bomb');
    expect(await pass(outputFilter, log)).toEqual([log]);
    expect(textsTold(await pass(outputFilter, chunk(['fine ']), log))).toEqual(['fine ', 'agent-log']);
    expect(await pass(outputFilter, log)).toEqual([log]);
    expect(checked).toEqual(['fine ']);
    expect(textsTold(await pass(outputFilter, chunk(['a bomb']), log))).toEqual(['=Gone.']);
    expect(await pass(outputFilter, log)).toEqual([]);
    expect(stops.splice(0)).toHaveLength(1);
  });

  it('counts what a resumed run told anew', async () => {
    const { outputFilter } = filterFor('bomb');
    await pass(outputFilter, chunk(['a bomb']));
    const replaced = { kind: 'text-replaced', text: 'fine' } as const;
    const end = runFinished({ answer: 'fine', outputs: '{}' });
    expect(await pass(outputFilter, replaced, end)).toEqual([replaced, end]);
  });

  it('replaces an answer that can not be checked, and logs why', async () => {
    const broken: Moderator = {
      id: 'broken',
      isFlagged: async () => {
        throw new Error('away');
      },
    };
    const { moderation, errors } = service(broken);
    const outputFilter = moderation.output({ ...app, feature: { ...keywords(''), type: 'broken' } });
    const told = await outputFilter?.filter([runFinished({ answer: 'x', outputs: '{}' })], () => {});
    expect(told).toMatchObject([{ kind: 'text-replaced' }, { answer: 'Gone.' }]);
    expect(errors).toMatchObject([{ workspaceId: 'w', moderator: 'broken' }]);
  });

  it('is left out where nothing checks', () => {
    const { moderation } = service();
    const output = (feature: unknown) => moderation.output({ ...app, feature });
    expect(output(keywords('a'))).toBeDefined();
    expect(output(keywords('a', { outputs_config: { enabled: false } }))).toBeUndefined();
    expect(output({ ...keywords('a'), enabled: 'true' })).toBeUndefined();
    expect(output({ ...keywords('a'), type: 'api' })).toBeUndefined();
    expect(output(null)).toBeUndefined();
  });
});

describe('the texts of a value', () => {
  it('are found and replaced at any depth, everything else stays', () => {
    const json = '{"a":"x","b":[1.0,10,"y",null,true,""],"__proto__":"z"}';
    expect(textsOf(fromJson(json))).toEqual(['x', 'y', 'z']);
    expect(withTexts(json, 'n')).toBe(toJson(fromJson('{"a":"n","b":[1.0,10,"n",null,true,""],"__proto__":"n"}')));
  });

  it('are not looked for without end', () => {
    let deep: unknown = 'x';
    for (let index = 0; index < 5_000; index += 1) deep = [deep];
    expect(textsOf(deep)).toEqual([]);
  });
});

describe('warnings about the feature', () => {
  it('names what will not work', () => {
    const { moderation } = service();
    expect(moderation.lint(keywords('a'))).toEqual([]);
    expect(moderation.lint({ enabled: false, type: 'api' })).toEqual([]);
    expect(moderation.lint(undefined)).toEqual([]);
    expect(moderation.lint({ ...keywords('a'), type: 'api' })).toEqual([
      expect.stringMatching(/type 'api', which is not available/),
    ]);
    expect(moderation.lint(keywords(''))).toEqual([expect.stringMatching(/has no keywords/)]);
    expect(moderation.lint({ enabled: true, type: 'keywords', configs: [] })).toEqual([
      expect.stringMatching(/checks neither/),
    ]);
    const many = Array.from({ length: 201 }, (_, index) => `word${index}`).join('\n');
    expect(moderation.lint(keywords(many))).toEqual([expect.stringMatching(/has 201 keywords: only the first 200/)]);
  });
});
