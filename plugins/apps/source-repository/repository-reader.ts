import { isPlatformError } from '#kernel';
import {
  type DatasetSource,
  invalidSource,
  RunFailure,
  type SourceReader,
  type SourceSettings,
  type WantedSettings,
} from '#plugins/dataset-sources/contract.ts';
import type { DatasetViewer } from '#plugins/datasets/contract.ts';
import type { RepositoryLinks } from '#plugins/repositories/contract.ts';
import { headOf, type RepositoryFiles } from '#plugins/repository-files/contract.ts';
import type { OpenRepository, RepositoryHosts, RepositoryPlace } from '#plugins/repository-hosts/contract.ts';
import { FilesStep } from './files-step.ts';
import { optionsOf, type RepositoryOptions, repositoryOptions } from './options.ts';

export interface ReaderParts {
  readonly hosts: RepositoryHosts;
  readonly links: RepositoryLinks;
  readonly files: RepositoryFiles;
}

const KIND = 'repository';

/** Files of a branch as documents, kept in step by git's ids of them: what has not changed is not fetched. */
export function repositoryReader(parts: ReaderParts): SourceReader {
  const { hosts } = parts;
  const step = new FilesStep((source) => openOfRun(parts, source));
  return {
    id: KIND,
    documentsAs: 'upload_file',
    takes: ['includePaths', 'excludePaths', 'maxPages', 'branch', 'folder'],
    defaults: { maxPages: 5_000, maxDepth: 0, delay: 0 },
    mostPages: 10_000,
    options: repositoryOptions,
    hasAccount: 'optional',
    settle: (wanted) => settled(parts, wanted),
    nameOf: (settings) =>
      [optionsOf(settings).repository, settings.folder]
        .filter((part) => part !== '')
        .join(': ')
        .slice(0, 100),
    async attach(source, viewer) {
      if (source.accountId === null || viewer.accountId === null) return;
      await hosts.lend(placeOf(source), `account:${viewer.accountId}`);
    },
    detach: ({ workspaceId, id }) => hosts.giveBack(workspaceId, id),
    begin: (run) => step.begin(run),
    step: (run) => step.run(run),
    end: (run) => step.end(run),
  };
}

async function settled({ hosts, files }: ReaderParts, wanted: WantedSettings): Promise<SourceSettings> {
  const { workspaceId, settings, before, accountId, viewer } = wanted;
  if (wanted.hasToken)
    throw invalidSource('token', 'Connect an account for the token under Integrations, and name that.');
  const given = optionsOf(settings);
  const isSame = before?.accountId === accountId && whatOf(before.settings) === whatOf(settings);
  // Whoever lent the account lent it for these files: nobody else says what else is shown.
  if (isSame) return { ...settings, url: before.settings.url, options: before.settings.options ?? {} };
  const wish = {
    accountId,
    repositoryId: given.link || null,
    url: settings.url,
    ...(given.repository !== '' && { repository: given.repository }),
  };
  const { owner, ...place } = await files.place(personOf(workspaceId, viewer), wish);
  const { branch } = await headOf(await hosts.open(place, owner), settings.branch);
  const { provider, repository } = place;
  const options = { link: given.link, provider, repository, at: place.url };
  return { ...settings, url: webAddress(place.url), branch, options };
}

/** What of the settings says which files are shown. */
function whatOf(settings: SourceSettings): string {
  const { link, repository } = optionsOf(settings);
  return JSON.stringify([settings.url, settings.branch, settings.folder, link, repository]);
}

function personOf(workspaceId: string, { accountId, name }: DatasetViewer) {
  return { workspaceId, accountId, name };
}

/** As sources name it: what is reached by ssh has its pages where the web is. */
function webAddress(url: string): string {
  const { protocol, hostname, pathname } = new URL(url);
  return protocol === 'ssh:' ? `https://${hostname}${pathname}` : url;
}

function placeOf({ id, workspaceId, accountId, settings }: DatasetSource): RepositoryPlace {
  const { provider, repository, at } = optionsOf(settings);
  return { id, workspaceId, provider, accountId, url: at, repository, hostKey: null, sealedKey: null };
}

/** As a job opens it, when nobody is there. */
async function openOfRun({ hosts, links }: ReaderParts, source: DatasetSource): Promise<OpenRepository> {
  const options: RepositoryOptions = optionsOf(source.settings);
  if (options.link === '') {
    if (options.provider !== 'none' && source.accountId === null) throw noAccount();
    return hosts.open(placeOf(source), null).catch((error: unknown) => {
      throw isPlatformError(error) && error.code === 'repository-hosts.no_account' ? noAccount() : error;
    });
  }
  const link = await links.place(source.workspaceId, options.link);
  if (link === null) {
    throw new RunFailure(
      'The linked repository that this source was read with is linked no more. Link it again, and add the source anew. Documents stay as they are.',
    );
  }
  return hosts.open(link, null);
}

function noAccount(): RunFailure {
  const message =
    'The account that this source was read with is connected no more. Choose another account for it, or connect that one again and choose it.';
  return new RunFailure(message, { isOfAccount: true });
}
