import { emptyAnswer, jsonAnswer, listOf, objectSchema, type RouteDocs, schemas, successAnswer } from '#http';
import { builtInFields } from '#plugins/knowledge-api/wire/document-metadata.ts';
import { fieldExample, ids } from './examples.ts';
import { KNOWLEDGE_TAG as tag } from './schemas.ts';

const { uuid, text, boolean } = schemas;
const type = { type: 'string', enum: ['string', 'number', 'time'] };
const field = objectSchema('KnowledgeField', { id: uuid, type, name: text });
const ofOne = { 403: ['forbidden'], 404: ['not_found'] } as const;

/** What is told of metadata. */
export const metadataDocs = {
  create: {
    tag,
    bodyExample: { type: 'string', name: 'author' },
    answers: { 201: jsonAnswer('The field.', field, fieldExample) },
    errors: ofOne,
  },
  list: {
    tag,
    answers: {
      200: jsonAnswer(
        'The metadata fields, and whether the built-in ones are shown.',
        objectSchema('KnowledgeFields', {
          doc_metadata: listOf(
            objectSchema('CountedKnowledgeField', {
              id: uuid,
              type,
              name: text,
              count: { type: 'integer', description: 'Number of documents with a value.' },
            }),
          ),
          built_in_field_enabled: boolean,
        }),
        { doc_metadata: [{ ...fieldExample, count: 2 }], built_in_field_enabled: false },
      ),
    },
    errors: ofOne,
  },
  rename: {
    tag,
    bodyExample: { name: 'writer' },
    answers: { 200: jsonAnswer('The updated metadata field.', field, { ...fieldExample, name: 'writer' }) },
    errors: ofOne,
  },
  remove: { tag, answers: { 204: emptyAnswer('Deleted.') }, errors: ofOne },
  builtIn: {
    tag,
    answers: {
      200: jsonAnswer(
        'The names and types of the fields.',
        objectSchema('BuiltInKnowledgeFields', {
          fields: listOf(objectSchema('BuiltInKnowledgeField', { name: text, type: text })),
        }),
        { fields: builtInFields },
      ),
    },
    errors: ofOne,
  },
  toggleBuiltIn: { tag, answers: { 200: successAnswer }, errors: ofOne },
  setValues: {
    tag,
    description:
      'Values by the id of a metadata field; null removes a value. Without `partial_update`, the values of other fields are removed.',
    bodyExample: {
      operation_data: [
        {
          document_id: ids.document,
          metadata_list: [{ id: fieldExample.id, name: 'author', value: 'Ada' }],
          partial_update: true,
        },
      ],
    },
    answers: { 200: successAnswer },
    errors: ofOne,
  },
} as const satisfies Readonly<Record<string, RouteDocs>>;
