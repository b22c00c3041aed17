import { readEvents, visitorCalls } from '#plugins/ui/web/contract.ts';
import { readFrame, textOf } from '#plugins/web-app/web/workflow/frames.ts';
import { StepList } from '#plugins/web-app/web/workflow/run-steps.ts';
import type { ChatApi } from './chat-api.ts';
import type { TurnState } from './turn.ts';

/** What was done for an answer, read again from the events that are kept of its run. */
export async function pastSteps(
  { api }: ChatApi,
  runId: string,
  signal: AbortSignal,
): Promise<Pick<TurnState, 'steps' | 'reasoning'>> {
  const path = { task_id: runId };
  const answer = await visitorCalls(api).open('GET', '/v1/runs/{task_id}/events', { path, signal });
  const list = new StepList();
  let reasoning = '';
  for await (const { data } of readEvents<unknown>(answer)) {
    const frame = readFrame(data);
    if (frame === null) continue;
    if (frame.event === 'reasoning_chunk') reasoning += textOf(frame.data.reasoning);
    list.apply(frame.event, frame.data);
    // What follows, of a run that waits, is not of the past.
    if (frame.event === 'workflow_finished' || frame.event === 'workflow_paused') break;
  }
  return { steps: list.top, reasoning };
}
