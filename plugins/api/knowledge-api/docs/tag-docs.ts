import { emptyAnswer, jsonAnswer, listOf, objectSchema, orNull, type RouteDocs, schemas } from '#http';
import { ids, tagExample } from './examples.ts';
import { KNOWLEDGE_TAG as tag } from './schemas.ts';

const { uuid, text, integer } = schemas;
const tagSchema = objectSchema('KnowledgeTag', {
  id: uuid,
  name: text,
  type: { const: 'knowledge' },
  binding_count: orNull({ type: 'string', description: 'Number of knowledge bases with the tag, as a string.' }),
});
const ofTag = { 404: ['not_found'] } as const;
const ofDataset = { 403: ['forbidden'], 404: ['not_found'] } as const;

/** What is told of the tags of knowledge bases. */
export const tagDocs = {
  list: { tag, answers: { 200: jsonAnswer('All tags of the workspace.', listOf(tagSchema), [tagExample]) } },
  create: {
    tag,
    bodyExample: { name: 'garden' },
    answers: { 200: jsonAnswer('The tag.', tagSchema, { ...tagExample, binding_count: '0' }) },
  },
  rename: {
    tag,
    bodyExample: { tag_id: tagExample.id, name: 'balcony' },
    answers: { 200: jsonAnswer('The updated tag.', tagSchema, { ...tagExample, name: 'balcony' }) },
    errors: ofTag,
  },
  remove: {
    tag,
    bodyExample: { tag_id: tagExample.id },
    answers: { 204: emptyAnswer('Deleted.') },
    errors: ofTag,
  },
  bind: {
    tag,
    description: 'Unknown tags are ignored.',
    bodyExample: { tag_ids: [tagExample.id], target_id: ids.dataset },
    answers: { 204: emptyAnswer('The tags were added.') },
    errors: ofDataset,
  },
  unbind: {
    tag,
    description: 'Accepts `tag_ids`, or a single `tag_id`. Unknown tags are ignored.',
    bodyExample: { tag_ids: [tagExample.id], target_id: ids.dataset },
    answers: { 204: emptyAnswer('The tags were removed.') },
    errors: ofDataset,
  },
  ofDataset: {
    tag,
    answers: {
      200: jsonAnswer(
        'The tags of the knowledge base.',
        objectSchema('KnowledgeDatasetTags', {
          data: listOf(objectSchema('KnowledgeTagName', { id: uuid, name: text })),
          total: integer,
        }),
        { data: [{ id: tagExample.id, name: tagExample.name }], total: 1 },
      ),
    },
    errors: ofDataset,
  },
} as const satisfies Readonly<Record<string, RouteDocs>>;
