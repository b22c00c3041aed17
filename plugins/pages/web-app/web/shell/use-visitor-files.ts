import { useMemo, useSyncExternalStore } from 'react';
import { ApiError } from '#plugins/ui/web/contract.ts';
import { type RemoteFiles, UploadError } from '#plugins/ui/web/input-form/contract.ts';
import { useSession } from './app-session.ts';

const never = () => () => {};

/** Where the files of a form may come from besides the visitor's machine; undefined: nowhere. `isWanted`: it takes files. */
export function useVisitorFiles(form: string, isWanted: boolean): RemoteFiles | undefined {
  const { accounts, isEmbedded } = useSession();
  // In frames of other sites browsers keep nothing that would bind what comes back to this visitor.
  const isOff = isEmbedded || !isWanted;
  const state = useSyncExternalStore(isOff ? never : accounts.subscribe, accounts.snapshot);
  return useMemo(() => {
    if (isOff || !state.hasPicker) return undefined;
    const still = state.accounts.find((each) => each.state === 'broken');
    return {
      form,
      label: 'Google Drive',
      trouble: still === undefined ? null : { label: still.label, reason: still.reason ?? '' },
      begin: (returnTo, picking) => accounts.begin(returnTo, picking),
      async fetch({ account, id }, signal) {
        try {
          return await accounts.fetch(account, id, signal);
        } catch (error) {
          throw error instanceof ApiError ? new UploadError('refused', error.message) : error;
        }
      },
    };
  }, [accounts, form, isOff, state]);
}
