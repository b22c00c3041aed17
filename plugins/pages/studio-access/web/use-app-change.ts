import { changed, type Sending, useSending } from '#plugins/studio/web/contract.tsx';

/** Changes something of an app; what is shown of it is asked for anew, whether it went well or not. For forms. */
export async function changing(appId: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } finally {
    changed(`/console/api/apps/${appId}`);
  }
}

/** The same for buttons and switches. */
export function useAppChange(appId: string): {
  readonly sending: Sending;
  run(work: () => Promise<unknown>): Promise<boolean>;
} {
  const sending = useSending();
  return { sending, run: (work) => sending.run(() => changing(appId, work)) };
}
