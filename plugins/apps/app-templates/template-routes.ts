import type { Documents, ParsedApp } from '#engine';
import { json, jsonAnswer, listOf, nameOf, objectSchema, orNull, type Route, route, schemas } from '#http';
import { PlatformError } from '#kernel';
import type { Apps } from '#plugins/apps/contract.ts';
import { authorOf, ManagementAccess } from '#plugins/management-access/contract.ts';
import type { Models } from '#plugins/models/contract.ts';
import { type BlankMode, blankDocument, blankModes, type FirstModel } from './blank-documents.ts';
import type { Templates } from './templates.ts';

const { uuid, text } = schemas;
const tag = 'Importing and exporting apps';
const template = objectSchema('AppTemplate', {
  id: text,
  name: text,
  mode: text,
  description: text,
  icon: text,
  icon_background: text,
  picture: {
    ...objectSchema('TemplatePicture', {
      nodes: listOf(objectSchema('PictureNode', { x: schemas.number, y: schemas.number })),
      edges: listOf(objectSchema('PictureEdge', { from: schemas.integer, to: schemas.integer })),
    }),
    description:
      'Its graph, to be drawn small: places of nodes, and edges by the places of nodes in that list. Empty without a graph.',
  },
});
const created = {
  ...orNull(objectSchema('FirstModel', { provider: text, name: text })),
  description: 'The model that was chosen for a blank app. null: the default of the workspace, or none.',
};
const id = '4d3c2b1a-0f9e-4d8c-b7a6-958473625140';

export interface TemplateParts {
  readonly apps: Apps;
  readonly documents: Documents;
  readonly templates: Templates;
  readonly models: Pick<Models, 'available' | 'defaults'>;
}

/** Beginning an app: with nothing, or with a template. */
export function templateRoutes(parts: TemplateParts): Route[] {
  return [
    route({
      id: 'app-templates.list',
      method: 'GET',
      path: '/console/api/app-templates',
      access: ManagementAccess,
      permission: 'apps.use',
      summary: 'List the app templates',
      docs: {
        tag,
        answers: {
          200: jsonAnswer('The complete list.', objectSchema('AppTemplates', { data: listOf(template) }), {
            data: [
              {
                id: 'greeting-workflow',
                name: 'Greeting',
                mode: 'workflow',
                description: 'Greets somebody in the chosen tone.',
                icon: '👋',
                icon_background: '#FFEAD5',
                picture: { nodes: [{ x: 80, y: 280 }], edges: [] },
              },
            ],
          }),
        },
      },
      async handle() {
        const data = (await parts.templates.all()).map(({ id, parsed, picture }) => ({
          id,
          name: parsed.name,
          mode: parsed.mode,
          description: parsed.description,
          icon: parsed.icon,
          icon_background: parsed.iconBackground,
          picture,
        }));
        return json({ data });
      },
    }),
    route({
      id: 'app-templates.create-app',
      method: 'POST',
      path: '/console/api/apps',
      access: ManagementAccess,
      permission: 'apps.edit',
      summary: 'Create an app from a mode or a template',
      audit: { body: ['template'], answer: ['id', 'name', 'mode'] },
      docs: {
        tag,
        description:
          'The app is created as a draft. Send either `mode` or `template`. To import a document, use `POST /console/api/apps/import`.',
        bodyExample: { name: 'Fern Desk', mode: 'advanced-chat' },
        answers: {
          201: jsonAnswer(
            'The app.',
            objectSchema('CreatedApp', { id: uuid, name: text, mode: text, model: created }),
            {
              id,
              name: 'Fern Desk',
              mode: 'advanced-chat',
              model: { provider: 'openai', name: 'gpt-4o' },
            },
          ),
        },
        errors: { 400: ['invalid_choice'], 404: ['no_template'] },
      },
      body: {
        type: 'object',
        required: ['name'],
        additionalProperties: false,
        properties: {
          name: nameOf(255),
          description: { type: 'string', maxLength: 4000 },
          mode: {
            type: 'string',
            enum: [...blankModes],
            description:
              'Mode of the blank app. `agent` is not accepted: agent apps are created by importing an agent package.',
          },
          template: { type: 'string', minLength: 1, maxLength: 100 },
        },
      },
      async handle({ principal, body }) {
        const { workspaceId } = principal;
        const { name, description } = body;
        const first = await firstModel(parts.models, workspaceId);
        const parsed = await begun(parts, body, first ?? noModel);
        // The document tells of its app, too.
        const said = { name, ...(description !== undefined && { description }) };
        const tree = parts.documents.withApp(parsed.tree, said);
        const app = await parts.apps.import(workspaceId, { ...parsed, ...said, tree }, authorOf(principal));
        return json({ id: app.id, name: app.name, mode: app.mode, model: first }, { status: 201 });
      },
    }),
  ];
}

interface Beginning {
  readonly mode?: BlankMode | undefined;
  readonly template?: string | undefined;
}

/** The document of a new app. Templates are written with the demo model; what the workspace has takes its place. */
async function begun(
  { documents, templates }: TemplateParts,
  { mode, template: id }: Beginning,
  first: FirstModel,
): Promise<ParsedApp> {
  if ((mode === undefined) === (id === undefined)) throw badChoice();
  if (mode !== undefined) return documents.parse(JSON.stringify(blankDocument(mode, first)));
  const found = (await templates.all()).find((one) => one.id === id);
  if (found === undefined) throw noTemplate();
  const tree = documents.withModels(found.parsed.tree, ({ provider, type }) =>
    provider === 'demo' && type === 'language' ? { provider: first.provider, model: first.name } : null,
  );
  return { ...found.parsed, tree };
}

const noModel: FirstModel = { provider: '', name: '' };

/**
 * What a new app asks: nothing where the workspace has a default, which counts there; else a model of a provider that the workspace has set up, else
 * one that needs no credentials. null: there is none, or the default counts.
 */
async function firstModel(models: TemplateParts['models'], workspaceId: string): Promise<FirstModel | null> {
  if ((await models.defaults(workspaceId)).has('llm')) return null;
  const [found] = await models.available(workspaceId, 'llm');
  return found === undefined ? null : { provider: found.provider, name: found.name };
}

function badChoice(): PlatformError {
  const message = 'Name either a mode, for a blank app, or a template.';
  return new PlatformError('invalid', 'app-templates.invalid_choice', message, { field: 'mode' });
}

function noTemplate(): PlatformError {
  const message = 'There is no such template; GET /console/api/app-templates lists them.';
  return new PlatformError('not-found', 'app-templates.no_template', message, { field: 'template' });
}
