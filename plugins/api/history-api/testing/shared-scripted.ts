import { sharedPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import type { Script } from '#plugins/provider-openai/testing/fake-openai.ts';
import { type ScriptedPlatform, scripted } from './scripted-platform.ts';

export type { ScriptedPlatform } from './scripted-platform.ts';

/** The platform of this test worker with a scripted model server as its provider `openai_api_compatible`. */
export const sharedScripted = (scripts: Readonly<Record<string, Script>>): Promise<ScriptedPlatform> =>
  scripted(scripts, sharedPlatform);
