import { describe, expect, it } from 'vitest';
import { openEgress } from '#plugins/egress/testing/open-egress.ts';
import type { LlmPart, LlmRequest } from '#plugins/models/contract.ts';
import { minimalValue } from './minimal-object.ts';
import { provider } from './provider.ts';

const signal = new AbortController().signal;

async function ask(request: Partial<LlmRequest> = {}): Promise<{ batches: (readonly LlmPart[])[]; text: string }> {
  await using egress = openEgress();
  const batches: (readonly LlmPart[])[] = [];
  const full: LlmRequest = {
    model: 'demo-chat',
    mode: 'chat',
    messages: [{ role: 'user', content: 'Good morning' }],
    parameters: { pace_ms: 0 },
    signal,
    ...request,
  };
  for await (const batch of provider.llm?.({}, { egress }).stream(full) ?? []) batches.push(batch);
  const text = batches
    .flat()
    .map((part) => (part.type === 'text' ? part.text : ''))
    .join('');
  return { batches, text };
}

describe('the demo model', () => {
  it('says what it is and repeats the last user message, the same each time', async () => {
    const messages: LlmRequest['messages'] = [
      { role: 'user', content: 'first' },
      { role: 'assistant', content: 'x' },
      { role: 'user', content: 'Good morning' },
    ];
    const first = await ask({ messages });
    expect(first.text).toMatch(/^This is the demo model: .* You said: Good morning$/);
    expect((await ask({ messages })).text).toBe(first.text);
    expect(first.batches.flat().at(-1)).toEqual({ type: 'finish', reason: 'stop' });
    expect(first.batches.flat().at(-2)).toMatchObject({ type: 'usage', promptTokens: 4 });
  });

  it('streams word by word at its pace, and all at once without one', async () => {
    expect((await ask()).batches).toHaveLength(2);
    const paced = await ask({ parameters: { pace_ms: 1 } });
    expect(paced.batches.length).toBe(paced.text.split(' ').length + 1);
  });

  it('stops at max_tokens, at a stop word and when it is stopped', async () => {
    const short = await ask({ parameters: { pace_ms: 0, max_tokens: 3 } });
    expect(short.text).toBe('This is the');
    expect(short.batches.flat().at(-1)).toEqual({ type: 'finish', reason: 'length' });
    expect((await ask({ parameters: { pace_ms: 0, stop: [' model'] } })).text).toBe('This is the demo');
    const controller = new AbortController();
    const running = ask({ parameters: { pace_ms: 5_000 }, signal: controller.signal });
    controller.abort(new Error('stopped'));
    await expect(running).rejects.toThrow('stopped');
  });

  it('calls a calculator when the message has something to calculate', async () => {
    const parameters = { type: 'object', properties: { expression: { type: 'string' } }, required: ['expression'] };
    const tools = [{ name: 'maths', description: '', parameters }];
    const given = async (content: string) => {
      const answer = await ask({ tools, messages: [{ role: 'user', content }] });
      return answer.batches.flat().find((part) => part.type === 'tool-call')?.call.arguments;
    };
    expect(await given('What is (2 + 3) * 4?')).toBe('{"expression":"(2 + 3) * 4"}');
    expect(await given('I have 3 apples. Add: -7+12.')).toBe('{"expression":"-7+12"}');
    expect(await given('2 ** 10')).toBe('{"expression":"2 ** 10"}');
    expect(await given('Call me at 5 - or not')).toBeUndefined();
    expect(await given('+-'.repeat(50_000))).toBeUndefined();
  });

  it('calls a tool whose name the message has, and answers once the tool has', async () => {
    const parameters = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
    const tools = [{ name: 'get_weather', description: '', parameters }];
    const call = await ask({ tools, messages: [{ role: 'user', content: 'Please get weather' }] });
    expect(call.batches.flat()[0]).toEqual({
      type: 'tool-call',
      call: { id: 'call_demo', name: 'get_weather', arguments: '{"city":"demo"}' },
    });
    const after = await ask({
      tools,
      messages: [
        { role: 'user', content: 'get weather' },
        { role: 'tool', toolCallId: 'call_demo', content: 'sun' },
      ],
    });
    expect(after.text).toContain('The tool answered: sun');
    expect((await ask({ tools })).text).toContain('Good morning');
  });

  it('fills a schema with the smallest value', async () => {
    const answer = await ask({
      jsonSchema: {
        type: 'object',
        properties: { a: { type: 'integer', minimum: 2 }, b: { type: 'string' } },
        required: ['a'],
      },
    });
    expect(JSON.parse(answer.text)).toEqual({ a: 2 });
    const node = { type: 'object', properties: { next: { $ref: '#/$defs/node' } }, required: ['next'] };
    expect(JSON.stringify(minimalValue({ $ref: '#/$defs/node', $defs: { node } })).length).toBeLessThan(500);
  });
});

describe('a choice of the demo model', () => {
  const rules = 'Classes:\n{"class_id": "7", "class_name": "Billing"}\n{"class_id": "8", "class_name": "返品と返金"}';
  const jsonSchema = { type: 'object', properties: { class_id: { enum: ['7', '8', 'Shipping'] } } };
  const choice = async (content: string) => {
    const { text } = await ask({
      jsonSchema,
      messages: [
        { role: 'system', content: rules },
        { role: 'user', content },
      ],
    });
    return JSON.parse(text).class_id;
  };

  it.each([
    ['Where is my bill? I mean billing!', '7'],
    ['返金をお願いします', '8'],
    ['how long does SHIPPING take', 'Shipping'],
    ['nothing of this', '7'],
    ['', '7'],
  ])('for %j is %j: the option whose words occur, else the first', async (said, expected) => {
    expect(await choice(said)).toBe(expected);
  });
});

describe('the other demo models', () => {
  it('embed texts with common words near each other', async () => {
    await using egress = openEgress();
    const texts = ['the cat sat', 'a cat sat down', 'stock market prices', ''];
    const vectors =
      (await provider.embedding?.({}, { egress }).embed({ model: 'demo-embedding', texts, signal }))?.vectors ?? [];
    const near = (left: number, right: number) =>
      [...(vectors[left] ?? [])].reduce((sum, value, index) => sum + value * (vectors[right]?.[index] ?? 0), 0);
    expect(near(0, 1)).toBeGreaterThan(near(0, 2));
    expect(near(0, 0)).toBeCloseTo(1);
    expect(near(3, 3)).toBeCloseTo(1);
  });

  it('rerank, speak, listen and moderate', async () => {
    await using egress = openEgress();
    const context = { egress };
    const ranked = await provider
      .rerank?.({}, context)
      .rerank({ model: '', query: 'red fish', documents: ['blue', 'red fish', 'fish'], topN: 2, signal });
    expect(ranked).toEqual([
      { index: 1, score: 1 },
      { index: 2, score: 0.5 },
    ]);
    const speech = await provider.textToSpeech?.({}, context).speak({ model: '', text: 'hello', voice: '', signal });
    const pieces: Uint8Array[] = [];
    for await (const piece of speech?.audio ?? []) pieces.push(piece);
    const wav = Buffer.concat(pieces);
    expect(wav.toString('latin1', 0, 4)).toBe('RIFF');
    expect(wav.readUInt32LE(4)).toBe(wav.length - 8);
    const heard = await provider
      .speechToText?.({}, context)
      .transcribe({ model: '', audio: wav, mediaType: 'audio/wav', fileName: 'a.wav', signal });
    expect(heard?.text).toContain('can not listen');
    expect(
      await provider.moderation?.({}, context).moderate({ model: '', texts: ['skill', 'I hate it'], signal }),
    ).toEqual({ flagged: true, categories: ['hate'] });
  });
});
