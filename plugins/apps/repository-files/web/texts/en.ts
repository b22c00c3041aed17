import { defineTexts } from '#plugins/ui/web/contract.ts';

export const texts = {
  fromRepository: 'From a repository',
  way: 'Reached with',
  wayHint:
    'Connect accounts for private repositories under Integrations. One with a deploy key is here once it is linked.',
  withKey: (repository: string) => `${repository} (deploy key)`,
  openly: 'A public repository, by its address',
  repository: 'Repository',
  address: 'Address',
  addressHint: 'As https://git.example.com/team/handbook.git',
  look: 'Show its branches',
  empty: 'The repository is empty.',
  branch: 'Branch',
  hasMore: 'The branch has more files than are listed here.',
  folder: 'Folder',
  folderWith: (path: string, count: number) => `${path} (${count})`,
  file: 'File',
  allOf: (count: number) => `All ${count} in this folder`,
  noFiles: 'The branch has no file of this kind.',
  take: 'Take it',
};

/** What taking files from repositories says. */
export const filesTexts = defineTexts(texts, import.meta.glob('./*'));
