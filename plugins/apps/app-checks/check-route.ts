import { type Documents, documentBodyLimit } from '#engine';
import { json, jsonAnswer, listOf, objectSchema, type Route, route } from '#http';
import type { ImportSources } from '#plugins/import-sources/contract.ts';
import { ManagementAccess } from '#plugins/management-access/contract.ts';
import type { AppChecks } from './contract.ts';
import { problemItem, problemSchema } from './problem-schema.ts';

const answer = objectSchema('CheckedDocument', { problems: listOf(problemSchema) });
const example = {
  problems: [
    {
      ...{ code: 'unknown_variable', severity: 'error', node_id: '2', node_title: 'Shorten' },
      field: 'variables.0.value_selector',
      ...{ message: "'Start' gives no 'topic': choose another of its variables.", fix: null, is_refused: false },
    },
  ],
};

interface CheckRouteParts {
  readonly documents: Documents;
  readonly sources: ImportSources;
  readonly checks: AppChecks;
}

/** The check of a document that is no app yet. */
export function checkRoute(parts: CheckRouteParts): Route {
  return route({
    id: 'app-checks.document',
    method: 'POST',
    path: '/console/api/apps/check',
    access: ManagementAccess,
    permission: 'apps.edit',
    summary: 'Check a document: everything that a run of it needs',
    audit: 'path',
    docs: {
      tag: 'Importing and exporting apps',
      description:
        'Nothing is imported or run. If the document is sent as `url` (an https address), it is downloaded. Errors come first.',
      bodyExample: { yaml: 'kind: app\nversion: 0.6.0\napp:\n  name: Fern Desk\n  mode: workflow\n…' },
      answers: { 200: jsonAnswer('What is wrong with it.', answer, example) },
      errors: { 400: ['invalid_document', 'no_document'] },
    },
    body: {
      type: 'object',
      additionalProperties: false,
      properties: {
        yaml: { type: 'string', minLength: 1, description: 'The document.' },
        url: { type: 'string', minLength: 1, maxLength: 2_000, description: 'An https address of the document.' },
      },
    },
    bodyLimit: documentBodyLimit(parts.documents.limits),
    async handle({ principal: { workspaceId }, body: { yaml, url }, signal }) {
      const text = await parts.sources.text({ yaml, url }, signal);
      const { tree } = await parts.documents.parseSent(text, { workspaceId });
      const problems = await parts.checks.check(tree, { workspaceId });
      return json({ problems: problems.map(problemItem) });
    },
  });
}
