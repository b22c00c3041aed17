import { call } from '#plugins/studio/web/contract.tsx';

/** Changes a base; what is shown of bases is asked for anew. */
export async function changeBase(id: string, body: object): Promise<void> {
  await call.patch('/console/api/datasets/{dataset_id}', {
    path: { dataset_id: id },
    body,
    invalidates: ['/console/api/datasets'],
  });
}
