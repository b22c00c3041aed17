import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  appOf,
  type Command,
  type CommandContext,
  CommandError,
  counted,
  identifier,
  positional,
  print,
  queryOf,
  received,
  type Schemas,
  table,
  UsageError,
} from '#plugins/commands/contract.ts';

const annotations = '/console/api/apps/{app_id}/annotations';
const replies = '/console/api/apps/{app_id}/annotation-reply';

const text = { type: 'string' } as const;
/** Characters of a text in a list. */
const SHOWN = 60;
/** Milliseconds between two looks at a job. */
const LOOK = 300;

/** Questions that an app's owner has answered themselves. */
export const commands: readonly Command[] = [
  {
    name: 'annotations list',
    positionals: ['ID'],
    options: { keyword: text, page: text, limit: text },
    usage: 'weft annotations list ID [--keyword TEXT] [--page N] [--limit N]',
    summary: "list an app's annotations, newest first",
    run: list,
  },
  {
    name: 'annotations add',
    positionals: ['ID'],
    options: { question: text, answer: text },
    usage: 'weft annotations add ID --question TEXT --answer TEXT',
    summary: 'answer a question yourself',
    async run(context) {
      const body = { question: required(context, 'question'), answer: required(context, 'answer') };
      const params = { path: appOf(context) };
      const added = await received(context.client.api.POST(annotations, { params, body }));
      print(context, added, () => [`Added ${added.id}.`]);
    },
  },
  {
    name: 'annotations change',
    positionals: ['ID', 'ANNOTATION'],
    options: { question: text, answer: text },
    usage: 'weft annotations change ID ANNOTATION --question TEXT --answer TEXT',
    summary: 'change the question and the answer of an annotation',
    async run(context) {
      const body = { question: required(context, 'question'), answer: required(context, 'answer') };
      const id = identifier(positional(context, 1), 'annotation');
      const params = { path: { ...appOf(context), annotation_id: id } };
      const changed = await received(context.client.api.PUT(`${annotations}/{annotation_id}`, { params, body }));
      print(context, changed, () => ['Changed.']);
    },
  },
  {
    name: 'annotations delete',
    positionals: ['ID', 'ANNOTATION'],
    options: {},
    usage: 'weft annotations delete ID ANNOTATION',
    summary: 'delete an annotation',
    async run(context) {
      const id = identifier(positional(context, 1), 'annotation');
      const params = { path: { ...appOf(context), annotation_id: id } };
      await context.client.api.DELETE(`${annotations}/{annotation_id}`, { params });
      print(context, { deleted: id }, () => ['Deleted.']);
    },
  },
  {
    name: 'annotations import',
    positionals: ['ID', 'FILE'],
    options: {},
    usage: 'weft annotations import ID FILE.csv',
    summary: 'import a CSV file with the columns question and answer, all of it or nothing',
    run: importFile,
  },
  {
    name: 'annotations reply',
    positionals: ['ID'],
    options: {},
    usage: 'weft annotations reply ID',
    summary: 'show whether the app answers from its annotations',
    async run(context) {
      const answer = await reply(context);
      print(context, answer, () => replyLines(answer));
    },
  },
  {
    name: 'annotations reply enable',
    positionals: ['ID'],
    options: { provider: text, model: text, threshold: text },
    usage: 'weft annotations reply enable ID --provider PROVIDER --model MODEL [--threshold 0.9]',
    summary: 'have near questions answered by annotations; the model embeds them',
    run: enable,
  },
  {
    name: 'annotations reply disable',
    positionals: ['ID'],
    options: {},
    usage: 'weft annotations reply disable ID',
    summary: 'have the app answer everything itself',
    async run(context) {
      const answer = await received(context.client.api.DELETE(replies, { params: { path: appOf(context) } }));
      print(context, answer, () => ['The annotation reply is off.']);
    },
  },
];

async function list(context: CommandContext): Promise<void> {
  const { keyword, page, limit } = context.options;
  const query = queryOf<typeof annotations>({ keyword, page, limit });
  const answer = await received(context.client.api.GET(annotations, { params: { path: appOf(context), query } }));
  print(context, answer, () => {
    if (answer.data.length === 0) return ['No annotations: weft annotations add ID --question TEXT --answer TEXT'];
    const rows = answer.data.map(({ id, question, answer: given, hit_count: hits }) => {
      return [id, String(hits), short(question), short(given)];
    });
    const more = answer.has_more ? [`${answer.total} in all; --page ${answer.page + 1} shows more.`] : [];
    return [...table([['ID', 'HITS', 'QUESTION', 'ANSWER'], ...rows]), ...more];
  });
}

async function importFile(context: CommandContext): Promise<void> {
  const file = resolve(context.terminal.directory, positional(context, 1));
  const bytes = await readFile(file).catch((error) => {
    throw new CommandError('no_file', `${file} can't be read: ${error.message}`);
  });
  const csv = decoded(bytes, file);
  const request = { params: { path: appOf(context) }, body: { csv } };
  const counts = await received(context.client.api.POST(`${annotations}/import`, request));
  const { added, changed, unchanged } = counts;
  print(context, counts, () => [`Added ${added}, changed ${changed}, left ${unchanged} as they were.`]);
}

function decoded(bytes: Uint8Array, file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new CommandError('not_utf8', `${file} is no UTF-8 text; save it as "CSV UTF-8".`);
  }
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
