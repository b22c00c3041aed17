import { emptyAnswer, jsonAnswer, listOf, objectSchema, orNull, type RouteDocs, schemas } from '#http';
import { ids, tagExample } from './examples.ts';
import { KNOWLEDGE_TAG as tag } from './schemas.ts';

const { uuid, text, integer } = schemas;
const tagSchema = objectSchema('KnowledgeTag', {
  id: uuid,
  name: text,
  type: { const: 'knowledge' },
  binding_count: orNull({ type: 'string', description: 'How many bases have it, as a text.' }),
});
const ofTag = { 404: ['not_found'] } as const;
const ofDataset = { 403: ['forbidden'], 404: ['not_found'] } as const;

/** What is told of the tags of knowledge bases. */
export const tagDocs = {
  list: { tag, answers: { 200: jsonAnswer('All of the workspace.', listOf(tagSchema), [tagExample]) } },
  create: {
    tag,
    bodyExample: { name: 'garden' },
    answers: { 200: jsonAnswer('The tag.', tagSchema, { ...tagExample, binding_count: '0' }) },
  },
  rename: {
    tag,
    bodyExample: { tag_id: tagExample.id, name: 'balcony' },
    answers: { 200: jsonAnswer('The tag as it is now.', tagSchema, { ...tagExample, name: 'balcony' }) },
    errors: ofTag,
  },
  remove: {
    tag,
    bodyExample: { tag_id: tagExample.id },
    answers: { 204: emptyAnswer('It is gone.') },
    errors: ofTag,
  },
  bind: {
    tag,
    description: 'Unknown tags are ignored.',
    bodyExample: { tag_ids: [tagExample.id], target_id: ids.dataset },
    answers: { 204: emptyAnswer('The base has them.') },
    errors: ofDataset,
  },
  unbind: {
    tag,
    description: 'Takes `tag_ids`, or one `tag_id`. Unknown tags are ignored.',
    bodyExample: { tag_ids: [tagExample.id], target_id: ids.dataset },
    answers: { 204: emptyAnswer('The base has them no more.') },
    errors: ofDataset,
  },
  ofDataset: {
    tag,
    answers: {
      200: jsonAnswer(
        'Those of the base.',
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
