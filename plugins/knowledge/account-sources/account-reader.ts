import type { AccountOwner, ConnectedAccount, ConnectedAccounts } from '#plugins/connected-accounts/contract.ts';
import {
  type DatasetSource,
  invalidSource,
  RunFailure,
  type SourceReader,
  type SourceRun,
  type SourceSettings,
} from '#plugins/dataset-sources/contract.ts';
import type { DatasetViewer } from '#plugins/datasets/contract.ts';
import { RemoteCaller, RemoteError, RemoteLater } from './remote-caller.ts';
import type { RemoteStore } from './remote-store.ts';
import { TreeReader } from './tree-reader.ts';

const MAX_FILES = 50_000;

/** A kind of source that is read with an account of whoever adds it, or of the workspace. */
export function accountReader(store: RemoteStore, accounts: ConnectedAccounts): SourceReader {
  const consumer = ({ id, name }: Pick<DatasetSource, 'id' | 'name'>) => ({
    kind: 'source' as const,
    id,
    name: `${store.label}: ${name}`,
  });

  async function account(workspaceId: string, id: string | null): Promise<ConnectedAccount> {
    const found = id === null ? null : await accounts.get(workspaceId, id);
    if (found === null)
      throw invalidSource('account_id', 'There is no such account: list them with weft accounts list.');
    if (found.provider !== store.provider) {
      throw invalidSource('account_id', `${found.label} is no account at ${store.label}.`);
    }
    return found;
  }

  /** As whoever is asking, before anything is lent. */
  function callerOf(found: ConnectedAccount, viewer: DatasetViewer, settings: Pick<SourceSettings, 'options'>) {
    const onBehalfOf = ownerOf(viewer);
    const use = { capability: capabilityOf(store, found, settings), onBehalfOf, consumer: consumer(nobody) };
    return new RemoteCaller({ accounts, account: found, use, ...knownOf(store) });
  }

  async function callerOfRun({ source, signal }: SourceRun): Promise<RemoteCaller> {
    const found = source.accountId === null ? null : await accounts.get(source.workspaceId, source.accountId);
    if (found === null) {
      const message = `The ${store.label} account that this source was read with is connected no more. Choose another account for it, or connect that one again and choose it.`;
      throw new RunFailure(message, { isOfAccount: true });
    }
    const capability = String(source.settings.options?.capability ?? store.capabilities(source.settings)[0] ?? '');
    const use = { capability, onBehalfOf: null, consumer: consumer(source) };
    return new RemoteCaller({ accounts, account: found, use, signal, ...knownOf(store) });
  }

  const tree = new TreeReader(store, callerOfRun);
  return {
    id: store.kind,
    documentsAs: 'upload_file',
    takes: ['includePaths', 'excludePaths', 'maxPages'],
    defaults: { maxPages: 10_000, maxDepth: 0, delay: 0 },
    mostPages: MAX_FILES,
    options: store.options,
    hasAccount: true,
    async settle({ workspaceId, settings, before, accountId, hasToken, viewer }) {
      if (hasToken) throw invalidSource('token', 'A token is for a repository (kind git).');
      const isSame =
        before !== null && before.accountId === accountId && placeOf(before.settings) === placeOf(settings);
      // Whoever lent the account lent it for this place: nobody else says what else it is to show.
      if (isSame) return { ...settings, options: before.settings.options ?? {} };
      const found = await account(workspaceId, accountId);
      checkOwner(found, viewer, store);
      const capability = capabilityOf(store, found, settings);
      const settled = await told(store, () => store.settle(callerOf(found, viewer, settings), settings));
      return { ...settled, options: { ...settled.options, capability } };
    },
    nameOf: ({ url, options }) => String(options?.title ?? url).slice(0, 100),
    async attach(source, viewer) {
      const by = ownerOf(viewer);
      if (source.accountId === null || by === null) return;
      const { workspaceId, accountId } = source;
      await accounts.lend({ workspaceId, accountId, to: consumer(source), by });
    },
    detach: ({ workspaceId, id }) => accounts.giveBack(workspaceId, { kind: 'source', id }),
    async places(ask) {
      const found = await account(ask.workspaceId, ask.accountId);
      checkOwner(found, ask.viewer, store);
      const options = ask.picked.length > 0 ? { files: ask.picked } : {};
      return await told(store, () => store.places(callerOf(found, ask.viewer, { options }), ask));
    },
    begin: (run) => tree.begin(run),
    step: (run) => tree.step(run),
    end: (run) => tree.end(run),
  };
}

const nobody = { id: '00000000-0000-0000-0000-000000000000', name: 'a new source' };

function knownOf({ pace, failure }: RemoteStore) {
  return { failure, ...(pace !== undefined && { pace }) };
}

/** What of the settings says which things of the account are shown. */
function placeOf({ url, options = {} }: SourceSettings): string {
  return JSON.stringify([url, options.files ?? []]);
}

function ownerOf({ accountId }: DatasetViewer): AccountOwner | null {
  return accountId === null ? null : `account:${accountId}`;
}

function checkOwner({ owner, label }: ConnectedAccount, viewer: DatasetViewer, { label: service }: RemoteStore): void {
  if (owner === 'workspace' || owner === ownerOf(viewer)) return;
  const message = `${label} is somebody else's account: only they say what of it others see. Connect an account at ${service} of your own under Integrations.`;
  throw invalidSource('account_id', message);
}

function capabilityOf(
  store: RemoteStore,
  account: ConnectedAccount,
  settings: Pick<SourceSettings, 'options'>,
): string {
  const capability = store.capabilities(settings).find((id) => account.capabilities.includes(id));
  if (capability !== undefined) return capability;
  const message = `${account.label} has not allowed this here. Connect it again under Integrations, and allow reading files at ${store.label}.`;
  throw invalidSource('account_id', message);
}

/** For people who are waiting for the answer. */
async function told<T>(store: RemoteStore, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RunFailure) throw invalidSource('account_id', error.message);
    if (error instanceof RemoteError) {
      const message = `${store.label} does not show this to the account: ${error.message}. Check the address, and that the account may see it.`;
      throw invalidSource('url', message);
    }
    if (error instanceof RemoteLater) {
      throw invalidSource('url', `${store.label} is too busy to answer; try again in a minute.`);
    }
    throw error;
  }
}
