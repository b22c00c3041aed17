import type { TestPlatform } from '#plugins/delivery-api/testing/platform.ts';
import { ExternalKnowledge } from '#plugins/external-knowledge/contract.ts';
import type { KnowledgeClient } from './knowledge-client.ts';

/** Ids of one object of each kind that the routes of knowledge bases take. */
export interface KnowledgeObjects {
  readonly dataset: string;
  readonly document: string;
  readonly batch: string;
  readonly segment: string;
  readonly childChunk: string;
  readonly field: string;
  readonly tag: string;
  readonly externalApi: string;
}

export type KnowledgeKind = keyof KnowledgeObjects;

export interface KnowledgeOwner {
  readonly client: KnowledgeClient;
  readonly objects: KnowledgeObjects;
}

const rules = {
  segmentation: { separator: '\\n\\n', max_tokens: 500 },
  parent_mode: 'paragraph',
  subchunk_segmentation: { separator: '\\n', max_tokens: 200 },
};

/** A base of parents and children with all that belongs to it; what it says begins with "a secret of" and the name. */
export async function knowledgeOwner(
  platform: TestPlatform,
  client: KnowledgeClient,
  { workspaceId, name }: { readonly workspaceId: string; readonly name: string },
): Promise<KnowledgeOwner> {
  const secret = `a secret of ${name}`;
  const dataset = await client.base(secret);
  const document = await client.document(dataset, `${secret}.txt`, `${secret}: ferns\nand mosses`, {
    doc_form: 'hierarchical_model',
    process_rule: { mode: 'hierarchical', rules },
  });
  const waiting = await client.done('POST', `/datasets/${dataset}/document/create-by-text`, {
    name: 'batch.txt',
    text: secret,
  });
  await client.indexed(dataset, waiting.batch as string);
  const at = `/datasets/${dataset}/documents/${document}/segments`;
  const [segment] = (await client.done('GET', at)).data as [{ id: string; child_chunks: [{ id: string }] }];
  const tag = await client.done('POST', '/datasets/tags', { name: secret });
  await client.send('POST', '/datasets/tags/binding', { tag_ids: [tag.id], target_id: dataset });
  const field = await client.done('POST', `/datasets/${dataset}/metadata`, { type: 'string', name: secret });
  const settings = { name: secret, endpoint: 'http://127.0.0.1:9/knowledge', apiKey: 'external-secret-key' };
  const { id: externalApi } = await platform.kernel.resolve(ExternalKnowledge).create(workspaceId, settings);
  return {
    client,
    objects: {
      dataset,
      document,
      batch: waiting.batch as string,
      segment: segment.id,
      childChunk: segment.child_chunks[0].id,
      field: field.id as string,
      tag: tag.id as string,
      externalApi,
    },
  };
}
