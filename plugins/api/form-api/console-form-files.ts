import { consoleUser } from '#plugins/app-access/contract.ts';
import type { EndUsers } from '#plugins/end-users/contract.ts';
import type { StoredFiles } from '#plugins/files/contract.ts';
import type { FormFileSource } from '#plugins/human-input/contract.ts';

/** Uploads of the console are of whoever runs the app there: the draft, or what is published. */
export function consoleFormFiles({
  files,
  endUsers,
}: {
  readonly files: Pick<StoredFiles, 'resolver'>;
  readonly endUsers: Pick<EndUsers, 'identify'>;
}): FormFileSource {
  return {
    resolver(caller, { isDraft, ...place }) {
      const type = isDraft ? 'debugging' : 'console';
      const { user } = endUsers.identify({ ...place, type, sessionId: consoleUser(caller) });
      return files.resolver({ ...place, endUserId: user.id });
    },
  };
}
