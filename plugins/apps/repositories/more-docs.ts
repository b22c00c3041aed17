import { jsonAnswer, listOf, objectSchema, type RouteDocs, schemas, successAnswer } from '#http';
import { item, repositoryDocs } from './repository-docs.ts';

const { text } = schemas;
const tag = 'Repositories';
const reaching = { 404: ['not_found'], 409: ['no_account', 'refused'] };

/** What is told of the routes for webhooks of repositories. */
export const hookDocs = {
  receive: {
    tag,
    description:
      'The request is signed with the webhook secret as by GitHub, Bitbucket, Gitea and Forgejo (HMAC-SHA256 of the body), or carries the secret in `X-Gitlab-Token`. Its content is ignored; the repository itself is read.',
    answers: { 200: successAnswer },
    errors: { 404: ['no_hook'], 413: ['request_too_large'], 429: ['too_many_guesses'] },
  },
  secret: {
    tag,
    description: 'The secret is returned once. Without a webhook, the repository is checked every few minutes.',
    answers: {
      200: jsonAnswer(
        'The address that the code host calls on pushes and pull requests, and the secret it signs with.',
        objectSchema('RepositoryHook', { url: text, secret: text }),
        {
          url: 'https://weft.example.com/repositories/webhook/4d3c2b1a-0f9e-4d8c-b7a6-958473625140',
          secret: 'M2pKc0pZ7uVYx3nq…',
        },
      ),
    },
    errors: { 404: ['not_found'] },
  },
  add: {
    tag,
    description: 'The connected account must be allowed to change the settings of the repository at its code host.',
    answers: { 200: successAnswer },
    errors: { 404: ['not_found'], 409: ['no_account', 'refused', 'no_interface'] },
  },
} as const satisfies Readonly<Record<string, RouteDocs>>;

/** What is told of the routes that look into a linked repository. */
export const lookDocs = {
  branches: { tag, answers: repositoryDocs.branches.answers, errors: reaching },
  folders: {
    tag,
    answers: repositoryDocs.folders.answers,
    errors: { ...reaching, 400: ['invalid'] },
  },
  plan: {
    tag,
    description: 'Nothing is changed.',
    bodyExample: { branch: 'feature/answers' },
    answers: {
      200: jsonAnswer(
        'What merging the branch would change, app by app, compared with the branch of the link.',
        objectSchema('RepositoryBranchPlan', { commit: text, data: listOf(item), skipped: listOf(text) }),
        {
          commit: '0a1b2c3d4e5f60718293a4b5c6d7e8f901234567',
          data: [{ key: 'fern-desk', name: 'Fern Desk', action: 'update', details: ['~ node Answer: template'] }],
          skipped: [],
        },
      ),
    },
    errors: {
      400: ['invalid', 'too_many_documents', 'no_environment'],
      404: ['not_found', 'unknown_branch'],
      409: ['no_account', 'refused'],
    },
  },
} as const satisfies Readonly<Record<string, RouteDocs>>;
