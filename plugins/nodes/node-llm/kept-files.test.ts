import { describe, expect, it } from 'vitest';
import { PlatformError } from '#kernel';
import { FilesRead, type FilesReadRequest } from '#plugins/files/contract.ts';
import type { ChatMessage, LlmRequest, ReadyLlm } from '#plugins/models/contract.ts';
import { withKeptFiles } from './kept-files.ts';

const id = '0190a0b0-0000-7000-8000-000000000001';
const kept = `http://127.0.0.1:3000/files/${id}/file-preview?timestamp=1&nonce=a&sign=b`;

/** A model that notes what it is shown. */
function recordingModel(seen: (readonly ChatMessage[])[]): ReadyLlm {
  return {
    replacement: null,
    provider: 'test',
    description: { name: 'm', type: 'llm' } as unknown as ReadyLlm['description'],
    usage: () => ({}) as ReturnType<ReadyLlm['usage']>,
    async *stream(request) {
      seen.push(request.messages);
      yield [];
    },
  };
}

const requestOf = (content: ChatMessage): LlmRequest => ({
  model: 'm',
  mode: 'chat',
  messages: [{ role: 'system', content: kept }, content],
  parameters: {},
  signal: new AbortController().signal,
});

async function ask(content: ChatMessage, answer: () => Promise<unknown>, times = 1) {
  const [seen, calls]: [(readonly ChatMessage[])[], FilesReadRequest[]] = [[], []];
  const call = (async (name: string, input: FilesReadRequest) => {
    expect(name).toBe(FilesRead);
    calls.push(input);
    return answer();
  }) as Parameters<typeof withKeptFiles>[1]['call'];
  const model = withKeptFiles(recordingModel(seen), { call });
  for (let time = 0; time < times; time += 1) {
    for await (const parts of model.stream(requestOf(content))) expect(parts).toEqual([]);
  }
  return { shown: seen.at(-1)?.[1], calls };
}

const bytes = async () => ({ bytes: Buffer.from('pixels'), mediaType: 'image/png' });

describe('files that are kept here', () => {
  it('are shown to models by their content, read once', async () => {
    const content: ChatMessage = {
      role: 'user',
      content: [
        { type: 'text', text: kept },
        { type: 'image', url: kept, detail: 'low' },
        { type: 'file', mediaType: 'text/plain', url: kept, name: 'a.txt' },
        { type: 'image', url: 'https://host.test/a.png' },
      ],
    };
    const data = `data:image/png;base64,${Buffer.from('pixels').toString('base64')}`;
    const { shown, calls } = await ask(content, bytes, 2);
    expect(shown?.content).toEqual([
      { type: 'text', text: kept },
      { type: 'image', url: data, detail: 'low' },
      { type: 'file', mediaType: 'text/plain', url: data, name: 'a.txt' },
      { type: 'image', url: 'https://host.test/a.png' },
    ]);
    expect(calls.map(({ file }) => [file.transfer_method, file.related_id])).toEqual([['local_file', id]]);
  });

  it('are asked for only when a message shows one', async () => {
    const texts: ChatMessage = { role: 'user', content: kept };
    expect(await ask(texts, bytes)).toEqual({ shown: texts, calls: [] });
  });

  it('of other apps, or servers, stay addresses; what can not be read fails the call', async () => {
    const refuse = (code: string) => async () => {
      throw new PlatformError('not-found', code, 'no');
    };
    const content: ChatMessage = { role: 'user', content: [{ type: 'image', url: kept }] };
    expect((await ask(content, refuse('files.file_not_found'))).shown).toEqual(content);
    await expect(ask(content, refuse('files.too_large'))).rejects.toMatchObject({ code: 'files.too_large' });
  });
});
