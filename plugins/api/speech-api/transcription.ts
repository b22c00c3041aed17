import { json, type MultipartBody, type Route, route } from '#http';
import { PlatformError } from '#kernel';
import { AppUserAccess, optionalUser } from '#plugins/app-access/contract.ts';
import type { Models } from '#plugins/models/contract.ts';
import { FORM_LIMIT, readAudioForm } from './audio-form.ts';
import type { AudioMemory } from './audio-memory.ts';
import { featureOf, type SpeechCaller, switchOn } from './feature.ts';
import { speechDocs } from './speech-docs.ts';
import { speechModel } from './speech-model.ts';

/** `POST /v1/audio-to-text` (runtime API, audio). */
export function transcriptionRoute(models: Models, memory: AudioMemory): Route {
  return route({
    id: 'speech-api.audio-to-text',
    method: 'POST',
    path: '/v1/audio-to-text',
    access: AppUserAccess,
    summary: 'Transcribe a recording',
    docs: speechDocs.hear,
    bodyType: 'multipart',
    bodyLimit: FORM_LIMIT,
    handle({ principal, multipart, signal }) {
      const checkUser = (user: string | undefined) => optionalUser(principal, { user });
      return hear({ models, memory }, principal, { multipart, checkUser, signal });
    },
  });
}

/** What listens; all recordings share the memory. */
export interface Listening {
  readonly models: Models;
  readonly memory: AudioMemory;
}

interface Spoken {
  readonly multipart: MultipartBody;
  /** Throws for a `user` of the form that may not stand there. */
  checkUser(user: string | undefined): unknown;
  readonly signal: AbortSignal;
}

/** Turns the recording of a form into text, for an app that takes some. */
export async function hear({ models, memory }: Listening, caller: SpeechCaller, spoken: Spoken) {
  checkFeature(caller);
  using room = memory.open();
  const { recording, user } = await readAudioForm(spoken.multipart, room);
  spoken.checkUser(user);
  const found = await speechModel(models, caller, 'speech-to-text');
  if (found === null) {
    const message = 'No model provider of this workspace has a speech-to-text model; set one up.';
    throw new PlatformError('invalid', 'speech-api.provider_not_support_speech_to_text', message);
  }
  const { text } = await found.model.transcribe({ ...recording, model: found.name, signal: spoken.signal });
  return json({ text });
}

function checkFeature(caller: SpeechCaller): void {
  if (featureOf(caller, 'speech_to_text').enabled === true) return;
  const message = `'${caller.app.name}' takes no recordings; ${switchOn(caller, 'speech_to_text')}.`;
  throw new PlatformError('invalid', 'speech-api.speech_to_text_disabled', message);
}
