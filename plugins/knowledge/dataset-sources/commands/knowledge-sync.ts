import { openAsBlob } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type Command,
  type CommandContext,
  CommandError,
  confirmed,
  counted,
  identifier,
  positional,
  print,
  printable,
  received,
  type Schemas,
} from '#plugins/commands/contract.ts';
import { folderFiles } from './parts/folder-files.ts';

const base = '/console/api/datasets/{dataset_id}';
const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
/** Files on their way at a time. */
const AT_ONCE = 4;
/** Documents that are removed with one call. */
const REMOVED_AT_ONCE = 100;
/** A document that is being indexed can't be replaced: until then it is tried again. */
const TRIES = 20;
const SHOWN = 50;

type Plan = Schemas['SyncedFolderPlan'];
interface Failure {
  readonly path: string;
  readonly message: string;
}

/** Keeps a folder in step with a knowledge base. */
export const commands: readonly Command[] = [
  {
    name: 'knowledge sync',
    positionals: ['DIR', 'BASE'],
    options: { name: text, prune: flag, 'dry-run': flag, technique: text, form: text, yes: flag },
    usage:
      'weft knowledge sync DIR BASE [--name NAME] [--dry-run] [--prune] [--technique high_quality|economy] [--form text_model|hierarchical_model|qa_model] [--yes]',
    summary:
      'bring a knowledge base into step with a folder: adds new files and replaces changed ones; with --prune removes documents whose files are gone (asks before unless --yes is given). --dry-run shows what would happen',
    async run(context) {
      const directory = resolve(context.terminal.directory, positional(context, 0));
      const { name, prune, 'dry-run': isDry } = context.options;
      const folder = typeof name === 'string' ? name : basename(directory);
      const path = baseOf(context);
      const files = await folderFiles(directory);
      const request = { params: { path }, body: { folder, files: [...files] } };
      const plan = await received(context.client.api.POST(`${base}/synced-folders/plan`, request));
      if (isDry === true) return print(context, plan, () => planLines(plan, prune === true));
      const removed = prune === true ? plan.vanished : [];
      if (removed.length > 0) {
        await confirmed(context, `Remove ${counted(removed.length, 'document')} whose files are gone?`);
      }
      const failed = await sendAll(context, { directory, folder, plan });
      for (let start = 0; start < removed.length; start += REMOVED_AT_ONCE) {
        const selected = removed.slice(start, start + REMOVED_AT_ONCE).map(({ document_id: id }) => id);
        await context.client.api.POST(`${base}/documents/delete`, { params: { path }, body: { selected } });
      }
      const result = {
        added: plan.added.length,
        changed: plan.changed.length,
        unchanged: plan.unchanged,
        removed: removed.length,
        kept: plan.vanished.length - removed.length,
        failed,
      };
      print(context, result, () => resultLines(result));
      return failed.length > 0 ? 1 : undefined;
    },
  },
];

/** What was sent before stays: a sync that is broken off goes on where it was. */
async function sendAll(
  context: CommandContext,
  { directory, folder, plan }: { readonly directory: string; readonly folder: string; readonly plan: Plan },
): Promise<readonly Failure[]> {
  const waiting = [...plan.added, ...plan.changed];
  const failed: Failure[] = [];
  const work = async () => {
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      try {
        await send(context, { file: join(directory, path), folder, path });
      } catch (error) {
        if (!(error instanceof CommandError) || endsAll.has(error.code)) {
          waiting.length = 0;
          throw error;
        }
        failed.push({ path, message: error.message });
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return failed.sort((one, other) => (one.path < other.path ? -1 : 1));
}

/** What would be said of every other file, too. */
const endsAll: ReadonlySet<string> = new Set(['unreachable', 'plan_limit', 'forbidden', 'unauthorized', 'not_found']);

async function send(
  context: CommandContext,
  { file, folder, path }: { readonly file: string; readonly folder: string; readonly path: string },
): Promise<void> {
  const { technique, form: docForm } = context.options;
  const data = {
    folder,
    path,
    ...(typeof technique === 'string' && { indexing_technique: technique }),
    ...(typeof docForm === 'string' && { doc_form: docForm }),
  };
  for (let count = 1; ; count += 1) {
    const form = new FormData();
    form.append('data', JSON.stringify(data));
    form.append('file', await blobOf(file), basename(path));
    try {
      const sent = { params: { path: baseOf(context) }, body: {} as never, bodySerializer: () => form };
      await received(context.client.api.POST(`${base}/synced-folders/files`, sent));
      return;
    } catch (error) {
      const isBusy = error instanceof CommandError && error.code === 'document_indexing';
      if (!isBusy || count >= TRIES) throw error;
      await pause(500);
    }
  }
}

async function blobOf(file: string): Promise<Blob> {
  return openAsBlob(file).catch((error: Error) => {
    throw new CommandError('no_file', `${file} can't be read: ${error.message}`);
  });
}

function planLines({ added, changed, unchanged, vanished }: Plan, isPruned: boolean): readonly string[] {
  const paths = vanished.map(({ path }) => path);
  return [
    ...listed('add', added),
    ...listed('change', changed),
    ...listed(isPruned ? 'remove' : 'keep, although its file is gone (--prune removes it)', paths),
    `${counted(added.length, 'file')} to add, ${changed.length} to change, ${unchanged} unchanged, ${vanished.length} gone.`,
  ];
}

function listed(what: string, paths: readonly string[]): readonly string[] {
  const more = paths.length > SHOWN ? [`${what}: ${paths.length - SHOWN} more`] : [];
  return [...paths.slice(0, SHOWN).map((path) => `${what}: ${printable(path)}`), ...more];
}

function resultLines(result: {
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly removed: number;
  readonly kept: number;
  readonly failed: readonly Failure[];
}): readonly string[] {
  const { added, changed, unchanged, removed, kept, failed } = result;
  return [
    ...failed.map(({ path, message }) => `failed: ${printable(path)}: ${printable(message)}`),
    `${added + changed - failed.length} sent (${added} new, ${changed} changed), ${unchanged} unchanged, ${removed} removed, ${failed.length} failed.`,
    ...(kept > 0 ? [`${counted(kept, 'document')} kept whose files are gone: --prune removes them.`] : []),
  ];
}

function baseOf(context: CommandContext) {
  return { dataset_id: identifier(positional(context, 1), 'dataset') };
}
