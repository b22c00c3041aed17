import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  appOf,
  type Command,
  type CommandContext,
  CommandError,
  counted,
  print,
  received,
  routeCommand,
  type Schemas,
  UsageError,
} from '#plugins/commands/contract.ts';
import { readText } from '#plugins/text-extraction/contract.ts';

const annotations = '/console/api/apps/{app_id}/annotations';
const one = '/console/api/apps/{app_id}/annotations/{annotation_id}';
const replies = '/console/api/apps/{app_id}/annotation-reply';

const text = { type: 'string' } as const;
const takes = { app_id: 'ID', annotation_id: 'ANNOTATION' };
/** Characters of a text in a list. */
const SHOWN = 60;
/** Milliseconds between two looks at a job. */
const LOOK = 300;

/** Questions that an app's owner has answered themselves. */
export const commands: readonly Command[] = [
  routeCommand('annotations list', 'GET', annotations, {
    takes: { app_id: 'ID' },
    table: {
      ID: 'id',
      HITS: 'hit_count',
      QUESTION: ({ question }) => short(question),
      ANSWER: ({ answer }) => short(answer),
    },
    none: 'No annotations: weft annotations add ID --question TEXT --answer TEXT',
  }),
  routeCommand('annotations add', 'POST', annotations, { takes: { app_id: 'ID' }, say: ({ id }) => `Added ${id}.` }),
  routeCommand('annotations change', 'PUT', one, { takes, say: 'Changed.' }),
  routeCommand('annotations delete', 'DELETE', one, { takes, json: { deleted: 'annotation_id' }, say: 'Deleted.' }),
  routeCommand('annotations import', 'POST', '/console/api/apps/{app_id}/annotations/import', {
    takes: { app_id: 'ID', csv: 'FILE' },
    read: { csv: decodedFile },
    say: ({ added, changed, unchanged }) => `Added ${added}, changed ${changed}, left ${unchanged} as they were.`,
  }),
  routeCommand('annotations reply', 'GET', replies, {
    summary: 'show whether the app answers from its annotations',
    takes: { app_id: 'ID' },
    say: replyLines,
  }),
  {
    name: 'annotations reply enable',
    positionals: ['ID'],
    options: { provider: text, model: text, threshold: text },
    usage: 'weft annotations reply enable ID --provider PROVIDER --model MODEL [--threshold 0.9]',
    summary: 'have near questions answered by annotations; the model embeds them',
    run: enable,
  },
  routeCommand('annotations reply disable', 'DELETE', replies, {
    takes: { app_id: 'ID' },
    say: 'The annotation reply is off.',
  }),
];

async function decodedFile(name: string, { terminal }: CommandContext): Promise<string> {
  const file = resolve(terminal.directory, name);
  const bytes = await readFile(file).catch((error) => {
    throw new CommandError('no_file', `${file} can't be read: ${error.message}`);
  });
  return decoded(bytes, file);
}

function decoded(bytes: Uint8Array, file: string): string {
  const { text, isCertain } = readText(bytes);
  if (isCertain) return text;
  throw new CommandError(
    'not_utf8',
    `${file} does not say how it is encoded, and it can't be told; save it as "CSV UTF-8".`,
  );
}

/** Waits for the job: what it says is on is on. */
async function enable(context: CommandContext): Promise<void> {
  const threshold = Number(context.options.threshold ?? '0.9');
  if (!(threshold >= 0 && threshold <= 1)) throw new UsageError('--threshold takes a number from 0 to 1');
  const body = {
    score_threshold: threshold,
    embedding_provider_name: required(context, 'provider'),
    embedding_model_name: required(context, 'model'),
  };
  const params = { path: appOf(context) };
  let answer = await received(context.client.api.PUT(replies, { params, body }));
  while (answer.job?.status === 'waiting' || answer.job?.status === 'processing') {
    await sleep(LOOK);
    answer = await reply(context);
  }
  if (answer.job?.status === 'error') throw new CommandError('job_failed', answer.job.error_msg);
  print(context, answer, () => replyLines(answer));
}

function replyLines(answer: Schemas['AnnotationReplyState']): string[] {
  const { enabled, annotations, embedded, job } = answer;
  const model = `${answer.embedding_provider_name} ${answer.embedding_model_name}`;
  const trouble = job === null || job.error_msg === '' ? [] : [`The last job (${job.action}) failed: ${job.error_msg}`];
  if (!enabled) return ['The annotation reply is off.', ...trouble];
  const state = `The annotation reply is on: ${model}, from a score of ${answer.score_threshold}.`;
  return [state, `${embedded} of ${counted(annotations, 'annotation')} can answer.`, ...trouble];
}

async function reply(context: CommandContext): Promise<Schemas['AnnotationReplyState']> {
  return received(context.client.api.GET(replies, { params: { path: appOf(context) } }));
}

function required({ options }: CommandContext, name: string): string {
  const value = options[name];
  if (typeof value !== 'string' || value === '') throw new UsageError(`--${name} is needed`);
  return value;
}

function short(value: string): string {
  const line = value.replaceAll(/\s+/g, ' ');
  return line.length > SHOWN ? `${line.slice(0, SHOWN - 1)}…` : line;
}
