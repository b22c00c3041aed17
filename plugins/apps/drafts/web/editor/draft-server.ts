import type { DraftServer, Problem } from '#plugins/drafts/web/document/draft-store.ts';
import type { DocumentOperation } from '#plugins/drafts/web/document/operations.ts';
import { call } from '#plugins/studio/web/contract.tsx';
import { ApiError } from '#plugins/ui/web/contract.ts';

type Operations = readonly DocumentOperation[];

/** The draft of an app, over HTTP. */
export function draftServer(appId: string, clientId: string): DraftServer {
  const path = { app_id: appId };
  const told = (change: { hash: string; operations: unknown; client_id: string; author_name: string }) => ({
    ...change,
    operations: change.operations as Operations | null,
  });
  return {
    async read() {
      const { problems, ...rest } = await call.get('/console/api/apps/{app_id}/draft/tree', { path });
      return { ...rest, problems: problems as unknown as readonly Problem[] };
    },
    async send(base, operations) {
      const body = { base, client_id: clientId, operations };
      const { others, hidden, problems, ...rest } = await call.patch('/console/api/apps/{app_id}/draft/tree', {
        path,
        body,
      });
      return {
        ...rest,
        problems: problems as unknown as readonly Problem[],
        others: others.map(told),
        hidden: hidden as unknown as Operations,
      };
    },
    async changesSince(since) {
      const { hash, changes } = await call.get('/console/api/apps/{app_id}/draft/changes', { path, query: { since } });
      return { hash, changes: changes?.map(told) ?? null };
    },
    isConflict: (error) => error instanceof ApiError && error.code === 'draft_changed',
  };
}
