import { useMemo } from 'react';
import { call, invalidate, useApi } from '#plugins/studio/web/contract.tsx';
import { ApiError, useLatest } from '#plugins/ui/web/contract.ts';
import { type RemoteFiles, UploadError } from '#plugins/ui/web/input-form/contract.ts';

const accountsPath = '/console/api/connected-accounts';
const PICK = 'drive.pick';

interface DriveWishes {
  /** Of the app whose draft runs. */
  readonly appId: string;
  /** Tells the form from the others of its page. */
  readonly form: string;
  /** The form takes files. */
  readonly when: boolean;
  /** The page is about to be left: what is to be kept is kept. False: it may not be. */
  leaving(): Promise<boolean>;
}

/** Files of Google Drive for runs of a draft, picked with an account of whoever builds it; undefined: Google is not set up. */
export function useDraftDrive({ appId, form, when, leaving }: DriveWishes): RemoteFiles | undefined {
  const services = useApi('/console/api/account-services', { when });
  const accounts = useApi(accountsPath, { when });
  const latest = useLatest(leaving);
  const google = services.value?.data.find(({ id }) => id === 'google');
  const isOffered = google?.ready === true && google.capabilities.some(({ id }) => id === PICK);
  const still = accounts.value?.data.find(
    ({ service, owner, state, capabilities }) =>
      service === 'google' && owner === 'me' && state === 'broken' && capabilities.includes(PICK),
  );
  const trouble = useMemo(
    () => (still === undefined ? null : { label: still.label, reason: still.reason ?? '' }),
    [still],
  );
  const stillId = still?.id;
  return useMemo(() => {
    if (!isOffered) return undefined;
    return {
      ...{ form, label: 'Google Drive', trouble },
      async begin(returnTo, picking) {
        if (!(await latest.current())) throw new Error('the draft is not saved');
        if (!picking && stillId !== undefined) {
          const path = { id: stillId };
          return (await call.post(`${accountsPath}/{id}/reconnect`, { path, body: { return_to: returnTo } })).url;
        }
        const body = { service: 'google', capabilities: [PICK], return_to: returnTo, picking };
        return (await call.post(`${accountsPath}/connect`, { body })).url;
      },
      async fetch({ account, id }, signal) {
        const body = { account_id: account, file_id: id };
        try {
          return await call.post('/console/api/apps/{app_id}/draft/account-files', {
            ...{ path: { app_id: appId }, body, signal },
          });
        } catch (error) {
          invalidate(accountsPath);
          throw error instanceof ApiError ? new UploadError('refused', error.message) : error;
        }
      },
    };
  }, [appId, form, isOffered, trouble, stillId]);
}
