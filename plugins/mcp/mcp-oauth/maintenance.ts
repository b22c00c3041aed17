import type { Logger } from '#kernel';
import { startRechecks } from '#plugins/accounts/contract.ts';
import type { ClientStore } from './client-store.ts';
import type { GrantStore } from './grant-store.ts';
import type { Grants } from './grants.ts';

const SWEEP_MS = 600_000;

/** What goes on beside requests; the result ends it. */
export function startMaintenance(parts: {
  readonly grants: Grants;
  readonly grantStore: GrantStore;
  readonly clientStore: ClientStore;
  readonly logger: Logger;
}): () => void {
  const { grants, grantStore, clientStore, logger } = parts;
  const failed = (error: unknown) => logger.warn({ err: error }, 'maintenance of grants failed; it is tried again');
  const sweep = async () => {
    await grantStore.sweep();
    await clientStore.sweep();
  };
  const stopRechecks = startRechecks(() => grants.recheck(), failed);
  const timer = setInterval(() => void sweep().catch(failed), SWEEP_MS);
  timer.unref();
  return () => {
    stopRechecks();
    clearInterval(timer);
  };
}
