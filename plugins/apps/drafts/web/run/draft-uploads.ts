import { call } from '#plugins/studio/web/contract.tsx';
import { ApiError } from '#plugins/ui/web/contract.ts';
import { type RemoteFiles, UploadError, type UploadPlace } from '#plugins/ui/web/input-form/contract.ts';

/** Where files of a run of the draft go, and where else they may come from. */
export function draftUploads(appId: string, remote?: RemoteFiles): UploadPlace {
  return {
    remote,
    url: '',
    token: () => '',
    async upload(file, signal) {
      const body = new FormData();
      body.set('file', file);
      const path = { app_id: appId };
      try {
        return (await call.post('/console/api/apps/{app_id}/draft/files', { path, body, signal })).id;
      } catch (error) {
        throw error instanceof ApiError ? new UploadError('refused', error.message) : error;
      }
    },
  };
}
