import { json, type Route, type RouteRequest, route } from '#http';
import { PlatformError } from '#kernel';
import { type AppCaller, AppUserAccess, optionalUser } from '#plugins/app-access/contract.ts';
import type { Models } from '#plugins/models/contract.ts';
import { FORM_LIMIT, readAudioForm } from './audio-form.ts';
import { AudioMemory, type AudioRoom } from './audio-memory.ts';
import { featureOf } from './feature.ts';
import { speechDocs } from './speech-docs.ts';
import { speechModel } from './speech-model.ts';

/** `POST /v1/audio-to-text` (runtime API, audio). */
export function transcriptionRoute(models: Models): Route {
  const memory = new AudioMemory();
  return route({
    id: 'speech-api.audio-to-text',
    method: 'POST',
    path: '/v1/audio-to-text',
    access: AppUserAccess,
    summary: 'Transcribe a recording',
    docs: speechDocs.hear,
    bodyType: 'multipart',
    bodyLimit: FORM_LIMIT,
    async handle(request) {
      checkFeature(request.principal);
      using room = memory.open();
      return await hear(models, request, room);
    },
  });
}

async function hear(models: Models, { principal, multipart, signal }: RouteRequest<AppCaller>, room: AudioRoom) {
  const { recording, user } = await readAudioForm(multipart, room);
  optionalUser(principal, { user });
  const found = await speechModel(models, principal, 'speech-to-text');
  if (found === null) {
    const message = 'No model provider of this workspace has a speech-to-text model; set one up.';
    throw new PlatformError('invalid', 'speech-api.provider_not_support_speech_to_text', message);
  }
  const { text } = await found.model.transcribe({ ...recording, model: found.name, signal });
  return json({ text });
}

function checkFeature(caller: AppCaller): void {
  if (featureOf(caller, 'speech_to_text').enabled === true) return;
  const message = `'${caller.app.name}' takes no recordings; switch on speech_to_text and publish it.`;
  throw new PlatformError('invalid', 'speech-api.speech_to_text_disabled', message);
}
