import { type DocumentLinter, mappingOf } from '#engine';

/** Documents say that the reply is on, but annotations don't travel with them. */
export const replyLinter: DocumentLinter = {
  id: 'annotations.feature',
  lint: ({ annotation_reply: feature }) =>
    mappingOf(feature).enabled === true
      ? [
          'The document has the annotation reply on (annotation_reply), but no annotations: import them with `weft annotations import`, then `weft annotations reply enable`.',
        ]
      : [],
};
