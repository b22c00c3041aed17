import { type Api, visitorCalls } from '#plugins/ui/web/contract.ts';
import { type FileLimits, type InputField, readFields } from '#plugins/ui/web/input-form/contract.ts';
import { isMapping, numberOf } from './frames.ts';

/** What an app asks for. */
export interface AppForm {
  readonly fields: readonly InputField[];
  readonly limits: FileLimits;
}

export async function loadForm(api: Api, signal: AbortSignal): Promise<AppForm> {
  const parameters: unknown = await visitorCalls(api).get('/v1/parameters', { signal });
  const all = isMapping(parameters) ? parameters : {};
  const given = isMapping(all.system_parameters) ? all.system_parameters : {};
  return {
    fields: readFields(all.user_input_form),
    limits: {
      image_file_size_limit: numberOf(given.image_file_size_limit) || 10,
      audio_file_size_limit: numberOf(given.audio_file_size_limit) || 50,
      video_file_size_limit: numberOf(given.video_file_size_limit) || 100,
      file_size_limit: numberOf(given.file_size_limit) || 15,
      workflow_file_upload_limit: numberOf(given.workflow_file_upload_limit) || 10,
    },
  };
}
