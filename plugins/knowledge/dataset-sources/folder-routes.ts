import { json, jsonAnswer, listOf, type MultipartBody, objectSchema, type Route, route, schemas } from '#http';
import { compileSchema } from '#kernel';
import { processRuleSchema } from '#plugins/chunking/contract.ts';
import type { KeptFile } from '#plugins/dataset-documents/contract.ts';
import { type Dataset, type Datasets, viewerOf } from '#plugins/datasets/contract.ts';
import { ManagementAccess, type ManagementCaller } from '#plugins/management-access/contract.ts';
import { type FolderSettings, type FolderSync, invalid } from './folder-sync.ts';

const uuid = { type: 'string', format: 'uuid' } as const;
const manage = { access: ManagementAccess, permission: 'knowledge.manage' } as const;
const base = '/console/api/datasets/:dataset_id/synced-folders';
const params = { type: 'object', properties: { dataset_id: uuid } } as const;
const tag = 'Knowledge sources';
const noControls = '^[^\\u0000-\\u001f\\u007f]+$';
const folder = {
  type: 'string',
  minLength: 1,
  maxLength: 100,
  pattern: '^[^/\\u0000-\\u001f\\u007f]+$',
  description: 'Name of the folder. Distinguishes several synchronised folders of one knowledge base.',
} as const;
const path = {
  type: 'string',
  minLength: 1,
  maxLength: 500,
  pattern: noControls,
  description: 'Path relative to the folder, with `/` between segments.',
} as const;
const dataSchema = {
  type: 'object',
  required: ['folder', 'path'],
  additionalProperties: false,
  properties: {
    folder,
    path,
    process_rule: processRuleSchema,
    doc_form: { type: 'string', enum: ['text_model', 'hierarchical_model', 'qa_model'] },
    indexing_technique: { type: 'string', enum: ['high_quality', 'economy'] },
  },
} as const;
const PLAN_BYTES = 16 * 1_048_576;
const FORM_BYTES = 1_100 * 1_048_576;

const { integer, text } = schemas;
const texts = { type: 'array', items: text } as const;

/** Folders that `weft knowledge sync` keeps in step with a base. */
export function folderRoutes(folders: FolderSync, datasets: Datasets): Route[] {
  const baseOf = (caller: ManagementCaller, id: string) => datasets.get(caller.workspaceId, id, viewerOf(caller));
  return [
    route({
      ...manage,
      id: 'dataset-sources.plan-folder',
      method: 'POST',
      path: `${base}/plan`,
      params,
      summary: 'Compare a folder with its documents in a knowledge base; nothing is changed',
      audit: 'path',
      docs: {
        tag,
        bodyExample: { folder: 'handbook', files: [{ path: 'guides/start.md', sha256: '0'.repeat(64) }] },
        answers: {
          200: jsonAnswer(
            'The changes that would bring the knowledge base in line with the folder.',
            objectSchema('SyncedFolderPlan', {
              added: texts,
              changed: texts,
              unchanged: integer,
              vanished: listOf(objectSchema('VanishedFile', { document_id: uuid, path: text })),
            }),
            { added: ['guides/start.md'], changed: [], unchanged: 12, vanished: [] },
          ),
        },
        errors: { 400: ['invalid_param'], 404: ['not_found'] },
      },
      bodyLimit: PLAN_BYTES,
      body: {
        type: 'object',
        required: ['folder', 'files'],
        additionalProperties: false,
        properties: {
          folder,
          files: {
            type: 'array',
            maxItems: 10_000,
            items: {
              type: 'object',
              required: ['path', 'sha256'],
              additionalProperties: false,
              properties: {
                path,
                sha256: {
                  type: 'string',
                  pattern: '^[0-9a-f]{64}$',
                  description: 'SHA-256 of the content, in hexadecimal.',
                },
              },
            },
          },
        },
      },
      async handle({ principal, params: { dataset_id: id }, body }) {
        const plan = await folders.plan(await baseOf(principal, id), body.folder, body.files);
        const vanished = plan.vanished.map(({ documentId, path: of }) => ({ document_id: documentId, path: of }));
        return json({ ...plan, vanished });
      },
    }),
    fileRoute(folders, baseOf),
  ];
}

function fileRoute(
  folders: FolderSync,
  baseOf: (caller: ManagementCaller, id: string) => ReturnType<Datasets['get']>,
): Route {
  return route({
    ...manage,
    id: 'dataset-sources.put-file',
    method: 'POST',
    path: `${base}/files`,
    params,
    summary: 'Create or update the document of a file of a synchronised folder',
    audit: { answer: ['document_id'] },
    docs: {
      tag,
      description: 'If the content has not changed, nothing is changed.',
      body: {
        type: 'object',
        required: ['data', 'file'],
        properties: {
          data: { type: 'string', description: 'JSON: `{"folder": "handbook", "path": "guides/start.md"}`' },
          file: { type: 'string', format: 'binary' },
        },
      },
      answers: {
        200: jsonAnswer(
          'The document.',
          objectSchema('SyncedFile', {
            document_id: uuid,
            status: { type: 'string', enum: ['added', 'changed', 'unchanged'] },
          }),
          { document_id: '0196f5c0-0000-7000-8000-000000000073', status: 'added' },
        ),
      },
      errors: {
        400: ['invalid_param', 'document_indexing'],
        403: ['plan_limit', 'archived_document_immutable'],
        404: ['not_found'],
        413: ['file_too_large'],
        415: ['unsupported_file_type'],
      },
    },
    bodyType: 'multipart',
    bodyLimit: FORM_BYTES,
    async handle({ principal, params: { dataset_id: id }, multipart }) {
      const dataset = await baseOf(principal, id);
      const viewer = viewerOf(principal);
      const { kept, data } = await receivedFile(folders, dataset, multipart);
      const put = async () => folders.put(dataset, readData(data), kept, viewer);
      const { document, status } = await put().catch(async (error: unknown) => {
        await folders.discard(kept);
        throw error;
      });
      return json({ document_id: document.id, status });
    },
  });
}

/** The one file of a form, kept; nothing is left of it where the form is none of this route. */
async function receivedFile(
  folders: FolderSync,
  dataset: Dataset,
  form: MultipartBody,
): Promise<{ readonly kept: KeptFile; readonly data: string | undefined }> {
  let kept: KeptFile | undefined;
  try {
    const fields = await form.read(async ({ name, filename, content }) => {
      if (name !== 'file' || kept !== undefined) throw invalid('file', 'Send one file, as the part named file.');
      kept = await folders.keep(dataset, { filename, content });
    });
    if (kept === undefined) throw invalid('file', 'The form has no file: send one as the part named file.');
    return { kept, data: fields.get('data') };
  } catch (error) {
    if (kept !== undefined) await folders.discard(kept);
    throw error;
  }
}

let validate: ReturnType<typeof compileSchema<SentData>> | undefined;

interface SentData {
  readonly folder: string;
  readonly path: string;
  readonly process_rule?: unknown;
  readonly doc_form?: NonNullable<FolderSettings['docForm']>;
  readonly indexing_technique?: NonNullable<FolderSettings['indexingTechnique']>;
}

function readData(text: string | undefined): Parameters<FolderSync['put']>[1] {
  validate ??= compileSchema<SentData>(dataSchema);
  const result = validate(parsed(text));
  if (!result.ok) {
    const [error] = result.errors;
    throw invalid('data', `data${error?.path ? `.${error.path}` : ''} ${error?.message ?? 'is not valid'}`);
  }
  const {
    folder: name,
    path: of,
    process_rule: processRule,
    doc_form: docForm,
    indexing_technique: technique,
  } = result.value;
  const settings = {
    ...(processRule !== undefined && { processRule }),
    ...(docForm !== undefined && { docForm }),
    ...(technique !== undefined && { indexingTechnique: technique }),
  };
  return { folder: name, path: of, settings };
}

function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    throw invalid('data', 'data is JSON that says folder and path.');
  }
}
