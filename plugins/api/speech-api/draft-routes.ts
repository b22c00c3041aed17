import { type Route, route, type SchemaValue } from '#http';
import { refuseUser } from '#plugins/app-access/contract.ts';
import type { Apps } from '#plugins/apps/contract.ts';
import { ManagementAccess } from '#plugins/management-access/contract.ts';
import { FORM_LIMIT } from './audio-form.ts';
import type { SpeechCaller } from './feature.ts';
import { speechDocs } from './speech-docs.ts';
import { sayText } from './synthesis.ts';
import { hear, type Listening } from './transcription.ts';

interface Parts extends Listening {
  readonly apps: Pick<Apps, 'draft'>;
}

const params = { type: 'object', properties: { app_id: { type: 'string', format: 'uuid' } } } as const;
const sayBody = {
  type: 'object',
  required: ['text'],
  additionalProperties: false,
  properties: { text: { type: 'string' }, voice: { type: ['string', 'null'], maxLength: 200 } },
} as const;
const noCommand = 'for the preview of the editor';

/**
 * Speech of a draft, as under `/v1` but with the features the draft has; the calls of models count as the app's. The text is
 * given, for answers of a draft are of whoever tries it.
 */
export function draftSpeechRoutes(parts: Parts): Route[] {
  const callerOf = async (workspaceId: string, appId: string): Promise<SpeechCaller> => {
    const { app, version } = await parts.apps.draft(workspaceId, appId);
    return { workspaceId, appId: app.id, keyId: null, app, version };
  };
  return [
    route({
      id: 'speech-api.audio-to-text-of-draft',
      method: 'POST',
      path: '/console/api/apps/:app_id/draft/audio-to-text',
      access: ManagementAccess,
      permission: 'apps.edit',
      summary: 'Transcribe a recording for the draft of an app',
      noCommand,
      audit: 'path',
      docs: speechDocs.hearForDraft,
      params,
      bodyType: 'multipart',
      bodyLimit: FORM_LIMIT,
      async handle({ principal, params: { app_id: appId }, multipart, signal }) {
        const caller = await callerOf(principal.workspaceId, appId);
        return hear(parts, caller, { multipart, checkUser: (user) => refuseUser({ user }), signal });
      },
    }),
    route({
      id: 'speech-api.text-to-audio-of-draft',
      method: 'POST',
      path: '/console/api/apps/:app_id/draft/text-to-audio',
      access: ManagementAccess,
      permission: 'apps.edit',
      summary: 'Convert text to speech with the voice of the draft of an app',
      noCommand,
      audit: 'path',
      docs: speechDocs.speakForDraft,
      params,
      body: sayBody,
      async handle({ principal, params: { app_id: appId }, body, signal }) {
        const { text, voice }: SchemaValue<typeof sayBody> = body;
        const caller = await callerOf(principal.workspaceId, appId);
        return sayText(parts.models, caller, { says: () => text, voice, signal });
      },
    }),
  ];
}
