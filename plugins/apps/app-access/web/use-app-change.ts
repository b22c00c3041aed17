import { invalidate, type SubmitState, useSubmit } from '#plugins/studio/web/contract.tsx';

/** Changes something of an app; what is shown of it is asked for anew, whether it went well or not. For forms. */
export async function changing(appId: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } finally {
    invalidate(['/console/api/apps/{app_id}', { app_id: appId }]);
  }
}

/** The same for buttons and switches. */
export function useAppChange(appId: string): {
  readonly sending: SubmitState;
  run(work: () => Promise<unknown>): Promise<boolean>;
} {
  const sending = useSubmit();
  return { sending, run: (work) => sending.run(() => changing(appId, work)) };
}
