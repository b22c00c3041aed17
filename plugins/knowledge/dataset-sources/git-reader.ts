import type { Egress } from '#plugins/egress/contract.ts';
import { archiveAddress, hostOf } from './archive-address.ts';
import type { ArchiveStep } from './archive-step.ts';
import type { GitHost, SourceSettings } from './contract.ts';
import { checkedEgress, nameOfAddress } from './source-address.ts';
import { invalidSource } from './source-errors.ts';
import type { SourceReader } from './source-reader.ts';

/** Files of a repository, out of the archive its host makes. */
export function gitReader(egress: Egress, archive: ArchiveStep): SourceReader {
  return {
    id: 'git',
    documentsAs: 'upload_file',
    takes: ['includePaths', 'excludePaths', 'maxPages', 'branch', 'folder', 'host'],
    defaults: { maxPages: 1_000, maxDepth: 0, delay: 0 },
    mostPages: 5_000,
    async settle({ settings: wanted, token, hasToken }) {
      const settings = { ...wanted, host: gitHost(wanted) };
      if (hasToken && !settings.url.startsWith('https:')) {
        throw invalidSource('url', 'A token is sent over https alone: give an https address.');
      }
      await checkedEgress(egress, archiveAddress(settings, token).url);
      return settings;
    },
    nameOf: nameOfAddress,
    async begin() {},
    step: (run) => archive.run(run),
    end: async () => ({ areUnseenGone: true }),
  };
}

function gitHost({ host, branch, url }: SourceSettings): GitHost {
  const address = new URL(url);
  const known = host ?? hostOf(address);
  if (known === null) {
    const message = `Nothing tells which software ${address.host} runs: name it (github, gitlab, gitea, bitbucket), or give the address of a tar.gz.`;
    throw invalidSource('host', message);
  }
  if (known === 'archive') {
    if (branch !== '')
      throw invalidSource('branch', 'An archive has no branches: its address says which one it is of.');
  } else if (address.pathname.replace(/^\/+|\/+$/g, '').split('/').length < 2) {
    throw invalidSource('url', 'url must be that of a repository: https://host/owner/name.');
  }
  if (known === 'gitea' && branch === '')
    throw invalidSource('branch', 'Name the branch: this host gives archives of named ones alone.');
  if (!/^[\w./@+-]{0,200}$/.test(branch) || branch.includes('..')) {
    throw invalidSource('branch', 'branch is the name of a branch or tag, or a commit.');
  }
  return known;
}
