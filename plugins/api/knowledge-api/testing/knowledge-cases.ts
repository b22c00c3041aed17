import type { KnowledgeKind, KnowledgeObjects } from './knowledge-owner.ts';

export const strangers = ["another base's", "another workspace's"] as const;
export type Stranger = (typeof strangers)[number];

export interface Expected {
  readonly status: number;
  readonly code?: string;
}

/** A place in a request that takes an id. Ids of strangers and unknown ones are answered with 404 `not_found` where nothing else is said. */
export interface IdPosition {
  readonly at: string;
  readonly of: KnowledgeKind | { readonly nothing: string };
  /** Keys open all of their workspace: what belongs to no single base is theirs as well. */
  readonly isOfWorkspace?: true;
  readonly instead?: Expected;
  readonly because?: string;
}

export interface RequestValues {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
  /** Sent as a form: a file, and these settings. */
  readonly form?: Readonly<Record<string, unknown>>;
}

/** A request that is right, and where ids stand in it. */
export interface KnowledgeCase {
  readonly route: string;
  readonly request: (own: KnowledgeObjects) => RequestValues;
  /** What is answered to that; default 200. */
  readonly answer?: number;
  readonly ids: readonly IdPosition[];
}

const one = '/v1/datasets/:dataset_id';
const ofBase = `${one}/documents`;
const ofDocument = `${ofBase}/:document_id`;
const ofSegment = `${ofDocument}/segments/:segment_id`;

const dataset: IdPosition = { at: 'params.dataset_id', of: 'dataset' };
/** Alone in a path: any base of the workspace. */
const anyDataset: IdPosition = { ...dataset, isOfWorkspace: true };
const inDataset = [dataset, { at: 'params.document_id', of: 'document' }] as const satisfies readonly IdPosition[];
const inDocument = [...inDataset, { at: 'params.segment_id', of: 'segment' }] as const satisfies readonly IdPosition[];
const inSegment = [
  ...inDocument,
  { at: 'params.child_chunk_id', of: 'childChunk' },
] as const satisfies readonly IdPosition[];
const field: IdPosition = { at: 'params.metadata_id', of: 'field' };
const original: IdPosition = { at: 'body.original_document_id', of: 'document' };
const external: IdPosition = { at: 'body.external_knowledge_api_id', of: 'externalApi', isOfWorkspace: true };
const target: IdPosition = { at: 'body.target_id', of: 'dataset', isOfWorkspace: true };
const ignoredTag = (at: string): IdPosition => ({
  at,
  of: 'tag',
  isOfWorkspace: true,
  instead: { status: 204 },
  because: 'the contract has unknown tags ignored',
});
const theirWords: IdPosition = {
  at: 'body.external_knowledge_id',
  of: { nothing: 'what another system calls its knowledge' },
};

const wrongValue = (at: string, kind: KnowledgeKind): IdPosition => ({
  at: `body.operation_data.0.${at}`,
  of: kind,
  instead: { status: 400, code: 'invalid_param' },
  because: 'the contract calls unknown documents and fields wrong parameters here',
});

const params = (own: KnowledgeObjects) => ({
  dataset_id: own.dataset,
  document_id: own.document,
  segment_id: own.segment,
  child_chunk_id: own.childChunk,
  metadata_id: own.field,
});
const plain =
  (body?: Readonly<Record<string, unknown>>): KnowledgeCase['request'] =>
  (own) => ({ params: params(own), ...(body !== undefined && { body }) });

const rule = { mode: 'automatic' };
let made = 0;
const fresh = (name: string) => `${name} ${++made}`;

const reading: readonly KnowledgeCase[] = [
  {
    route: 'GET /v1/datasets',
    request: ({ tag }) => ({ query: { tag_ids: tag } }),
    ids: [
      {
        at: 'query.tag_ids',
        of: 'tag',
        isOfWorkspace: true,
        instead: { status: 200 },
        because: 'no base of the workspace has it, so none is listed',
      },
    ],
  },
  { route: `GET ${one}`, request: plain(), ids: [anyDataset] },
  { route: 'GET /v1/datasets/tags', request: () => ({}), ids: [] },
  { route: `GET ${one}/tags`, request: plain(), ids: [anyDataset] },
  { route: `GET ${one}/metadata`, request: plain(), ids: [anyDataset] },
  { route: `GET ${one}/metadata/built-in`, request: plain(), ids: [anyDataset] },
  { route: `GET ${ofBase}`, request: plain(), ids: [anyDataset] },
  { route: `GET ${ofDocument}`, request: plain(), ids: inDataset },
  {
    route: `GET ${ofBase}/:batch/indexing-status`,
    request: (own) => ({ params: { dataset_id: own.dataset, batch: own.batch } }),
    ids: [dataset, { at: 'params.batch', of: 'batch' }],
  },
  ...['download', 'upload-file'].map(
    (name): KnowledgeCase => ({ route: `GET ${ofDocument}/${name}`, request: plain(), ids: inDataset }),
  ),
  {
    route: `POST ${ofBase}/download-zip`,
    request: (own) => ({ params: params(own), body: { document_ids: [own.document] } }),
    ids: [dataset, { at: 'body.document_ids.0', of: 'document' }],
  },
  { route: `GET ${ofDocument}/segments`, request: plain(), ids: inDataset },
  { route: `GET ${ofSegment}`, request: plain(), ids: inDocument },
  { route: `GET ${ofSegment}/child_chunks`, request: plain(), ids: inDocument },
  {
    route: 'GET /v1/workspaces/current/models/model-types/:model_type',
    request: () => ({ params: { model_type: 'text-embedding' } }),
    ids: [{ at: 'params.model_type', of: { nothing: 'a kind of models' } }],
  },
  ...['retrieve', 'hit-testing'].map(
    (name): KnowledgeCase => ({ route: `POST ${one}/${name}`, request: plain({ query: 'ferns' }), ids: [anyDataset] }),
  ),
  {
    route: 'POST /v1/external-knowledge/retrieval',
    request: (own) => ({ body: { knowledge_id: own.dataset, query: 'ferns' } }),
    ids: [{ at: 'body.knowledge_id', of: 'dataset', isOfWorkspace: true }],
  },
];

const writing: readonly KnowledgeCase[] = [
  {
    route: 'POST /v1/datasets',
    request: ({ externalApi }) => ({
      body: {
        name: fresh('External'),
        provider: 'external',
        external_knowledge_api_id: externalApi,
        external_knowledge_id: 'handbook',
      },
    }),
    ids: [external, theirWords],
  },
  {
    route: `PATCH ${one}`,
    request: plain({ permission: 'all_team_members', retrieval_model: { top_k: 3 } }),
    ids: [
      anyDataset,
      {
        at: 'body.partial_member_list.0.user_id',
        of: { nothing: 'a person: who is no member of the workspace is a wrong parameter' },
      },
      external,
      theirWords,
    ],
  },
  { route: 'POST /v1/datasets/tags', request: () => ({ body: { name: fresh('Tag') } }), ids: [] },
  {
    route: 'PATCH /v1/datasets/tags',
    request: ({ tag }) => ({ body: { tag_id: tag, name: fresh('Renamed') } }),
    ids: [{ at: 'body.tag_id', of: 'tag', isOfWorkspace: true }],
  },
  {
    route: 'POST /v1/datasets/tags/binding',
    request: (own) => ({ body: { tag_ids: [own.tag], target_id: own.dataset } }),
    answer: 204,
    ids: [ignoredTag('body.tag_ids.0'), target],
  },
  {
    route: 'POST /v1/datasets/tags/unbinding',
    request: (own) => ({ body: { tag_id: own.tag, target_id: own.dataset } }),
    answer: 204,
    ids: [
      ignoredTag('body.tag_id'),
      { at: 'body.tag_ids.0', of: { nothing: 'looked up as `tag_id` is, which stands for a list of one' } },
      target,
    ],
  },
  {
    route: `POST ${one}/metadata`,
    request: (own) => ({ params: params(own), body: { type: 'number', name: fresh('field') } }),
    answer: 201,
    ids: [anyDataset],
  },
  {
    route: `PATCH ${one}/metadata/:metadata_id`,
    request: (own) => ({ params: params(own), body: { name: fresh('renamed') } }),
    ids: [dataset, field],
  },
  ...['enable', 'disable'].map(
    (action): KnowledgeCase => ({
      route: `POST ${one}/metadata/built-in/${action}`,
      request: plain(),
      ids: [anyDataset],
    }),
  ),
  {
    route: `POST ${ofBase}/metadata`,
    request: (own) => ({
      params: params(own),
      body: {
        operation_data: [
          { document_id: own.document, metadata_list: [{ id: own.field, value: 'x' }], partial_update: true },
        ],
      },
    }),
    // In another base of the workspace the document is as unknown as in none.
    ids: [anyDataset, wrongValue('document_id', 'document'), wrongValue('metadata_list.0.id', 'field')],
  },
  {
    route: `PATCH ${ofBase}/status/:action`,
    request: (own) => ({
      params: { dataset_id: own.dataset, action: 'enable' },
      body: { document_ids: [own.document] },
    }),
    ids: [
      dataset,
      { at: 'params.action', of: { nothing: 'enable, disable, archive or un_archive' } },
      { at: 'body.document_ids.0', of: 'document' },
    ],
  },
  {
    route: `POST ${ofDocument}/segments`,
    request: plain({ segments: [{ content: 'Ivy climbs.' }] }),
    ids: inDataset,
  },
  { route: `POST ${ofSegment}`, request: plain({ segment: { keywords: ['fern'] } }), ids: inDocument },
  { route: `POST ${ofSegment}/child_chunks`, request: plain({ content: 'Ivy climbs.' }), ids: inDocument },
  {
    route: `PATCH ${ofSegment}/child_chunks/:child_chunk_id`,
    request: plain({ content: 'Ivy climbs walls.' }),
    ids: inSegment,
  },
];

const asText = { name: 'a.txt', text: 'ferns', process_rule: { mode: 'automatic' } };
const documents: readonly KnowledgeCase[] = [
  ...['create-by-text', 'create_by_text'].map(
    (name): KnowledgeCase => ({
      route: `POST ${one}/document/${name}`,
      request: plain(asText),
      ids: [anyDataset, original],
    }),
  ),
  ...['create-by-file', 'create_by_file'].map(
    (name): KnowledgeCase => ({
      route: `POST ${one}/document/${name}`,
      request: (own) => ({ params: params(own), form: { process_rule: rule } }),
      ids: [anyDataset],
    }),
  ),
];

/** Each takes a document that nobody works on: they come one after the other, and the test waits between them. */
const replacing: readonly KnowledgeCase[] = [
  ...['update-by-text', 'update_by_text'].map(
    (name): KnowledgeCase => ({
      route: `POST ${ofDocument}/${name}`,
      request: plain({ name: 'b.txt', text: 'mosses' }),
      ids: [
        ...inDataset,
        { at: 'body.original_document_id', of: { nothing: 'not looked at: the path names the document' } },
      ],
    }),
  ),
  ...[`PATCH ${ofDocument}`, `POST ${ofDocument}/update-by-file`, `POST ${ofDocument}/update_by_file`].map(
    (route): KnowledgeCase => ({
      route,
      request: (own) => ({ params: params(own), form: { name: 'c.txt' } }),
      ids: inDataset,
    }),
  ),
];

const ending: readonly KnowledgeCase[] = [
  { route: `DELETE ${ofSegment}/child_chunks/:child_chunk_id`, request: plain(), answer: 204, ids: inSegment },
  { route: `DELETE ${ofSegment}`, request: plain(), answer: 204, ids: inDocument },
  ...replacing,
  { route: `DELETE ${ofDocument}`, request: plain(), answer: 204, ids: inDataset },
  { route: `DELETE ${one}/metadata/:metadata_id`, request: plain(), answer: 204, ids: [dataset, field] },
  {
    route: 'DELETE /v1/datasets/tags',
    request: ({ tag }) => ({ body: { tag_id: tag } }),
    answer: 204,
    ids: [{ at: 'body.tag_id', of: 'tag', isOfWorkspace: true }],
  },
  { route: `DELETE ${one}`, request: plain(), answer: 204, ids: [anyDataset] },
];

/** Every route that a key of knowledge bases opens, in an order in which each finds what it needs. */
export const knowledgeCases: readonly KnowledgeCase[] = [...reading, ...writing, ...documents, ...ending];
