/** Calls a published app as its clients do, and looks at everything it says. */
import { textAt, valueAt } from '#engine/dsl/tree.ts';
import { answerProblems, difference } from './answer-checks.ts';
import { answerForms } from './answer-forms.ts';
import { type ApiClient, refusalOf } from './api-client.ts';
import { formValues, messageFiles, sampleQueries } from './form-values.ts';
import { recordedFailure } from './recorded-failure.ts';
import { type RunStory, readStory } from './run-story.ts';
import { isSuccess, type Refusal } from './verdict.ts';

export interface AppRun {
  readonly client: ApiClient;
  /** An app key. */
  readonly key: string;
  /** Of the management API, which tells why a run failed. */
  readonly managementToken: string;
  readonly mode: string;
  /** Origin of the stand-ins. */
  readonly standIns: string;
}

export interface Runs {
  /** One per turn. */
  readonly stories: readonly RunStory[];
  /** When the first turn was not even begun. */
  readonly refusal: Refusal | null;
  readonly problems: readonly string[];
}

const user = 'conformance';

/** One run of a workflow or text generator; two turns of a chat, as long as they succeed. */
export async function runApp(run: AppRun): Promise<Runs> {
  const parameters = await run.client.call({ path: '/v1/parameters', token: run.key });
  const form = valueAt(parameters.body, 'user_input_form');
  const inputs = formValues(Array.isArray(form) ? form : [], run.standIns);
  const files = messageFiles(parameters.body, run.standIns);
  const isChat = run.mode !== 'workflow' && run.mode !== 'completion';
  const stories: RunStory[] = [];
  const problems: string[] = [];
  for (const query of isChat ? sampleQueries : sampleQueries.slice(0, 1)) {
    const conversation = stories.at(-1)?.conversationId ?? '';
    const body = { inputs, query, files, conversation_id: conversation, response_mode: 'streaming', user };
    const turn = await runTurn(run, body);
    if (turn.refusal !== null && stories.length > 0) problems.push(`a second turn is refused: ${turn.refusal.message}`);
    else if (turn.refusal !== null) return turn;
    stories.push(...turn.stories);
    problems.push(...turn.problems);
    const last = stories.at(-1);
    if (problems.length > 0 || last === undefined || !isSuccess(last)) break;
  }
  return { stories, refusal: null, problems };
}

async function runTurn(run: AppRun, body: object): Promise<Runs> {
  const { client, key: token, mode } = run;
  const { path, tasks } = routesOf(mode);
  const stream = await client.stream({ path, token, body });
  if (!stream.isCut && stream.body !== null) return { stories: [], refusal: refusalOf(stream), problems: [] };
  const story = readStory(stream.events, mode);
  const problems = [...stream.problems, ...story.problems];
  if (stream.isCut) {
    problems.unshift('hung: the stream did not end within the limit');
    await client.call({ path: `${tasks}/${story.taskId}/stop`, token, body: { user } });
  } else {
    problems.push(...answerProblems(story, mode), ...(await recordProblems(story, run)));
  }
  if (story.status !== 'paused') return withReasons([story], problems, run);
  const rest = await answerForms(
    { client, key: token, mode, user, standIns: run.standIns },
    story.runId,
    stream.events,
  );
  problems.push(...rest.problems);
  if (rest.story === null) return { stories: [story], refusal: null, problems };
  problems.push(...(await recordProblems(rest.story, run)));
  return withReasons([story, rest.story], problems, run);
}

/** What the record tells of a failure, and streams don't. */
async function withReasons(told: readonly RunStory[], problems: readonly string[], run: AppRun): Promise<Runs> {
  const { client, managementToken } = run;
  const stories = await Promise.all(told.map((story) => recordedFailure(story, client, managementToken)));
  return { stories, refusal: null, problems };
}

function routesOf(mode: string): { readonly path: string; readonly tasks: string } {
  if (mode === 'workflow') return { path: '/v1/workflows/run', tasks: '/v1/workflows/tasks' };
  const path = mode === 'completion' ? '/v1/completion-messages' : '/v1/chat-messages';
  return { path, tasks: path };
}

/** What was told is what is kept: the run's status, and the message's text. */
async function recordProblems(story: RunStory, { client, key, mode }: AppRun): Promise<string[]> {
  const problems: string[] = [];
  if (story.runId !== '') {
    const record = await client.call({ path: `/v1/workflows/run/${story.runId}`, token: key });
    const status = textAt(record.body, 'status', `answer ${record.status}`);
    if (status !== story.status) problems.push(`the run was told as ${story.status} and is kept as ${status}`);
  }
  if (story.conversationId !== '' && mode !== 'completion' && story.text !== null) {
    const query = `conversation_id=${story.conversationId}&user=${user}`;
    const history = await client.call({ path: `/v1/messages?${query}`, token: key });
    const messages = valueAt(history.body, 'data');
    // Oldest first within a page.
    const kept = textAt(Array.isArray(messages) ? messages.at(-1) : undefined, 'answer');
    if (kept !== story.text) problems.push(`streamed and stored message differ: ${difference(story.text, kept)}`);
  }
  return problems;
}
