/** Plays the people a run waits for: fills in their forms, chooses the first button, and follows the run (runtime API, human input). */
import { setTimeout as pause } from 'node:timers/promises';
import { listAt, type Mapping, mappingAt, textAt } from '#engine/dsl/tree.ts';
import type { ApiClient } from './api-client.ts';
import type { StreamedEvent } from './read-frames.ts';
import { type RunStory, readContinuation } from './run-story.ts';
import { sampleFile } from './sample-files.ts';

export interface PausedRun {
  readonly client: ApiClient;
  readonly key: string;
  readonly mode: string;
  readonly user: string;
  /** Origin of the stand-ins. */
  readonly standIns: string;
}

/** Nobody is asked more often in one run. */
const mostPauses = 5;

export interface Continuation {
  /** The last part of the run; null when it waits for somebody who can't be reached here. */
  readonly story: RunStory | null;
  readonly problems: readonly string[];
}

export async function answerForms(
  run: PausedRun,
  runId: string,
  events: readonly StreamedEvent[],
): Promise<Continuation> {
  const answered = new Set<string>();
  let told = events;
  for (let count = 0; count < mostPauses; count += 1) {
    const forms = formsIn(told).filter((form) => !answered.has(textAt(form, 'form_id')));
    if (forms.length === 0) return { story: null, problems: [] };
    for (const form of forms) {
      const refusal = await answerForm(run, form);
      if (refusal !== null) return { story: null, problems: [`a form is refused: ${refusal}`] };
      answered.add(textAt(form, 'form_id'));
    }
    const stream = await follow(run, runId, answered);
    if (stream === null) return { story: null, problems: ['hung: the run did not go on after its form was answered'] };
    const story = readContinuation(stream, run.mode);
    if (story.status !== 'paused') return { story, problems: story.problems };
    told = stream;
  }
  return { story: null, problems: [] };
}

function formsIn(events: readonly StreamedEvent[]): Mapping[] {
  return events
    .filter(({ event }) => event === 'human_input_required')
    .map((event) => mappingAt(event, 'data'))
    .filter((form) => textAt(form, 'form_token') !== '');
}

async function answerForm({ client, key, user, standIns }: PausedRun, form: Mapping): Promise<string | null> {
  const inputs = Object.fromEntries(
    listAt(form, 'inputs').map((input) => [textAt(input, 'output_variable_name'), inputValue(input, standIns)]),
  );
  const action = textAt(listAt(form, 'actions')[0], 'id');
  const path = `/v1/form/human_input/${textAt(form, 'form_token')}`;
  const answer = await client.call({ path, token: key, body: { inputs, action, user } });
  return answer.status === 200 ? null : textAt(answer.body, 'message', `answer ${answer.status}`);
}

function inputValue(input: unknown, standIns: string): unknown {
  const rules = mappingAt({ input }, 'input');
  switch (textAt(input, 'type')) {
    case 'select':
      return firstOption(input);
    case 'file':
      return sampleFile(rules, standIns);
    case 'file-list':
      return [sampleFile(rules, standIns)];
    default:
      return 'Looks good.';
  }
}

/** Variable options are in the value too, once the form is sent. */
export function firstOption(input: unknown): unknown {
  return listAt(mappingAt(input, 'option_source'), 'value')[0] ?? '';
}

/** What is told after the answers; a stream that only repeats the old pause came too early. */
async function follow(
  { client, key, user }: PausedRun,
  runId: string,
  answered: ReadonlySet<string>,
): Promise<readonly StreamedEvent[] | null> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const stream = await client.stream({ path: `/v1/workflow/${runId}/events?user=${user}`, token: key });
    if (stream.isCut) return null;
    const last = stream.events.at(-1);
    const reasons = listAt(mappingAt(last, 'data'), 'reasons').map((reason) => textAt(reason, 'form_id'));
    const isOldPause = last?.event === 'workflow_paused' && reasons.every((id) => answered.has(id));
    if (!isOldPause) return stream.events;
    await pause(100);
  }
  return null;
}
