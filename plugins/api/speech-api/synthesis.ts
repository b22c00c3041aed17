import { type Reply, type Route, type RouteRequest, route, type SchemaValue } from '#http';
import { isUuid, PlatformError } from '#kernel';
import {
  type AppCaller,
  AppUserAccess,
  invalidParameter,
  optionalUser,
  userKind,
} from '#plugins/app-access/contract.ts';
import type { Conversations } from '#plugins/conversations/contract.ts';
import type { EndUsers } from '#plugins/end-users/contract.ts';
import type { Models } from '#plugins/models/contract.ts';
import { featureOf, type SpeechCaller, switchOn } from './feature.ts';
import { speechDocs } from './speech-docs.ts';
import { speechModel } from './speech-model.ts';

interface Parts {
  readonly models: Models;
  readonly conversations: Conversations;
  readonly endUsers: EndUsers;
}

/** Characters that are spoken at most. */
const MAX_TEXT = 10_000;

const optionalText = { type: ['string', 'null'] } as const;
const speakBody = {
  type: 'object',
  properties: { message_id: optionalText, text: optionalText, voice: { ...optionalText, maxLength: 200 } },
} as const;

type SpeakBody = SchemaValue<typeof speakBody>;
type SentBody = Pick<SpeakRequest, 'body' | 'bodyText'>;
type SpeakRequest = RouteRequest<AppCaller, unknown, SpeakBody>;

/** `POST /v1/text-to-audio` (runtime API, audio). */
export function synthesisRoute(parts: Parts): Route {
  return route({
    id: 'speech-api.text-to-audio',
    method: 'POST',
    path: '/v1/text-to-audio',
    access: AppUserAccess,
    summary: 'Convert text or a message to speech',
    docs: speechDocs.speak,
    body: speakBody,
    handle: (request) => speak(parts, request),
  });
}

async function speak(parts: Parts, { principal, body, bodyText, signal }: SpeakRequest): Promise<Reply> {
  const says = () => textOf(parts, principal, { body, bodyText });
  return sayText(parts.models, principal, { says, voice: body.voice, signal });
}

interface Saying {
  /** The text, asked for when the app may speak. */
  says(): string | Promise<string>;
  readonly voice: string | null | undefined;
  readonly signal: AbortSignal;
}

/** Says a text as the app is set to speak. */
export async function sayText(models: Models, caller: SpeechCaller, { says, voice: wanted, signal }: Saying) {
  const feature = featureOf(caller, 'text_to_speech');
  if (feature.enabled !== true) {
    throw invalidParameter(`'${caller.app.name}' does not speak; ${switchOn(caller, 'text_to_speech')}`);
  }
  const text = checkText(await says());
  const found = await speechModel(models, caller, 'text-to-speech');
  if (found === null) throw invalidParameter('No model provider of this workspace has a voice; set one up');
  const voice = wanted || (typeof feature.voice === 'string' ? feature.voice : '');
  const { audio, mediaType } = await found.model.speak({ model: found.name, text, voice, signal });
  // A provider that calls its answer something else gets no page shown under our name.
  const contentType = /^audio\/[\w.+-]+$/i.test(mediaType) ? mediaType : 'audio/mpeg';
  return {
    status: 200,
    headers: { 'x-content-type-options': 'nosniff' },
    body: { kind: 'bytes', stream: audio, contentType },
  } satisfies Reply;
}

/** A message wins over a text. */
async function textOf(parts: Parts, principal: AppCaller, sent: SentBody): Promise<string> {
  const { message_id: id, text: given } = sent.body;
  return id ? answerOf(parts, principal, id, sent) : (given ?? '');
}

function checkText(said: string): string {
  const text = said.trim();
  if (text === '') throw invalidParameter('text is required, or a message_id with an answer', 'text');
  if (text.length > MAX_TEXT) {
    throw invalidParameter(`text is longer than the ${MAX_TEXT} characters that are spoken`, 'text');
  }
  return text;
}

async function answerOf(parts: Parts, principal: AppCaller, id: string, sent: SentBody): Promise<string> {
  const { workspaceId, app } = principal;
  if (!isUuid(id)) throw invalidParameter('message_id must be a UUID', 'message_id');
  const sessionId = optionalUser(principal, sent.body, sent.bodyText);
  const type = userKind(principal);
  const { user } = parts.endUsers.identify({ workspaceId, appId: app.id, type, sessionId });
  const owner = { workspaceId, appId: app.id, endUserId: user.id };
  const message = await parts.conversations.message(owner, id.toLowerCase());
  if (message !== null) return message.answer;
  throw new PlatformError('not-found', 'speech-api.not_found', `There is no message ${id} for this user.`);
}
