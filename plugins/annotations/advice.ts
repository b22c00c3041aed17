import { type DocumentAdviser, mappingOf } from '../../engine/contract.ts';

/** Documents say that the reply is on, but annotations don't travel with them. */
export const replyAdvice: DocumentAdviser = {
  id: 'annotations.feature',
  advise: ({ annotation_reply: feature }) =>
    mappingOf(feature).enabled === true
      ? [
          'The document has the annotation reply on (annotation_reply), but no annotations: import them with `weft annotations import`, then `weft annotations reply enable`.',
        ]
      : [],
};
