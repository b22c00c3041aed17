import { promptApp } from '#engine/testing/app-document.ts';
import type { ExampleCalls, ExampleParts } from '#plugins/openapi/testing/called-examples.ts';
import type { DescribedCall } from '#plugins/openapi/testing/described-api.ts';

export const exampleCalls: readonly ExampleCalls[] = [
  { what: 'when drafts hear and speak', make: (parts) => draftSpeechCalls(parts) },
];

/** What is said to drafts, and by them. */
async function draftSpeechCalls({ api, token }: ExampleParts): Promise<void> {
  const call = (name: string, status: number, more: DescribedCall = {}) => {
    const [method, path] = name.split(' ');
    return api.call(`${method} /console/api/apps/${path}`, status, { token, ...more });
  };
  const document = JSON.parse(promptApp('chat'));
  Object.assign(document.model_config, { speech_to_text: { enabled: true }, text_to_speech: { enabled: true } });
  const made = await call('POST import', 201, { body: { yaml: JSON.stringify(document) } });
  const params = { app_id: (made.body as { app: { id: string } }).app.id };
  const recording = (name: string, type: string) => {
    const form = new FormData();
    form.append('file', new File(['ID3'], name, { type }));
    return form;
  };
  const hear = 'POST {app_id}/draft/audio-to-text';
  await call(hear, 200, { params, form: recording('a.mp3', 'audio/mpeg') });
  await call(hear, 415, { params, form: recording('a.txt', 'text/plain') });
  await call(hear, 400, { params, form: new FormData() });
  const say = 'POST {app_id}/draft/text-to-audio';
  await call(say, 200, { params, body: { text: 'Hello' } });
  await call(say, 400, { params, body: { text: ' ' } });
}
