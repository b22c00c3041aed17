import type { ConsoleRequest, ObjectMaker } from '#plugins/management-api/testing/console-owner.ts';

export const ownedObjects: readonly ObjectMaker[] = [
  {
    kinds: ['annotation'],
    async make({ call, id, mark }) {
      const body = { question: `${mark}?`, answer: `${mark}.` };
      return { annotation: (await call(`apps/${await id('app')}/annotations`, body)).id };
    },
  },
];

export const consoleRequests: Readonly<Record<string, ConsoleRequest>> = {
  'POST /console/api/apps/:app_id/annotations': { body: { question: 'Q?', answer: 'A.' } },
  'POST /console/api/apps/:app_id/annotations/import': { body: { csv: 'question,answer\nQ,A\n' } },
  'PUT /console/api/apps/:app_id/annotation-reply': {
    body: { score_threshold: 0.9, embedding_provider_name: 'demo', embedding_model_name: 'demo-embedding' },
  },
  'PUT /console/api/apps/:app_id/annotations/:annotation_id': { body: { question: 'Q?', answer: 'A.' } },
};
