import { PlatformError } from '#kernel';
import type { AppCaller } from '#plugins/app-access/contract.ts';

/** The app that hears or speaks; a draft is told by its number, 0. */
export type SpeechCaller = Pick<AppCaller, 'workspaceId' | 'appId' | 'keyId' | 'app' | 'version'>;

/** A feature's settings in the version that is asked (runtime API, app metadata). */
export function featureOf(
  { app, version }: SpeechCaller,
  name: 'speech_to_text' | 'text_to_speech',
): Readonly<Record<string, unknown>> {
  if (version !== null) return (version.compiled.parameters[name] ?? {}) as Readonly<Record<string, unknown>>;
  const message = `'${app.name}' has no published version; publish it first.`;
  throw new PlatformError('invalid', 'speech-api.app_unavailable', message);
}

/** What is to be done about a feature that is off. */
export function switchOn({ version }: SpeechCaller, name: string): string {
  return version?.number === 0 ? `switch on ${name}` : `switch on ${name} and publish it`;
}
