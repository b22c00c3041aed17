import { PlatformError } from '#kernel';
import type { AppCaller } from '#plugins/app-access/contract.ts';

/** A feature's settings in the app's published version (runtime API, app metadata). */
export function featureOf(
  { app, version }: AppCaller,
  name: 'speech_to_text' | 'text_to_speech',
): Readonly<Record<string, unknown>> {
  if (version !== null) return version.compiled.parameters[name] as Readonly<Record<string, unknown>>;
  const message = `'${app.name}' has no published version; publish it first.`;
  throw new PlatformError('invalid', 'speech-api.app_unavailable', message);
}
