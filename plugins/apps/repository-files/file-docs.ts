import { jsonAnswer, listOf, objectSchema, orNull, type RouteDocs, schemas } from '#http';

const { boolean, text } = schemas;
const tag = 'Repositories';
const url = 'https://github.com/fern/handbook.git';
const commit = '0a1b2c3d4e5f60718293a4b5c6d7e8f901234567';
const errors = {
  400: ['invalid'],
  404: ['no_repository', 'no_branch'],
};

/** What is told of the routes. */
export const fileDocs = {
  list: {
    tag,
    description: 'Nothing is kept, and no file is read.',
    bodyExample: { url, branch: 'main' },
    answers: {
      200: jsonAnswer(
        'The branches, the default one first, and the files of one of them.',
        objectSchema('RepositoryBranchFiles', {
          branches: listOf(text),
          branch: { ...text, description: 'The one that was listed. Empty: the repository is empty.' },
          commit: orNull(text),
          data: { ...listOf(text), description: 'Paths of files, at most 20,000.' },
          has_more: boolean,
          skipped: { ...listOf(text), description: 'What was passed over and why: links, submodules.' },
        }),
        {
          branches: ['main'],
          branch: 'main',
          commit,
          data: ['README.md', 'guides/start.md'],
          has_more: false,
          skipped: [],
        },
      ),
    },
    errors,
  },
  read: {
    tag,
    description: 'Each file has at most 10 MB, and all at most 20 MB. They must be UTF-8.',
    bodyExample: { url, branch: 'main', paths: ['README.md'] },
    answers: {
      200: jsonAnswer(
        'The texts, in the order of `paths`.',
        objectSchema('RepositoryTexts', {
          branch: text,
          commit: text,
          data: listOf(objectSchema('RepositoryText', { path: text, text })),
        }),
        { branch: 'main', commit, data: [{ path: 'README.md', text: '# Handbook' }] },
      ),
    },
    errors: { ...errors, 404: [...errors[404], 'no_file'] },
  },
} as const satisfies Readonly<Record<string, RouteDocs>>;
