import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { knowledgeTexts } from '#plugins/datasets/web/texts/en.ts';
import type { SubmitState } from '#plugins/studio/web/contract.tsx';
import { Columns, Select, TextArea, TextField } from '#plugins/ui/web/contract.ts';
import { hosts, intervals, type SourceKind, vanishing } from './source-form.ts';

type Source = Schemas['DatasetSource'];

interface Props {
  readonly kind: SourceKind;
  /** null: a new one. */
  readonly source: Source | null;
  readonly sending: SubmitState;
}

/** Where a source is, what is taken of it, and how it is kept up to date. */
export function SourceFields({ kind, source, sending }: Props) {
  const t = knowledgeTexts();
  return (
    <>
      <TextField
        label={kind === 'git' ? t.repository : t.address}
        hint={t.addressHints[kind]}
        name="url"
        type="url"
        required
        placeholder="https://"
        defaultValue={source?.url ?? ''}
        wrong={sending.fieldError('url')}
      />
      {kind === 'git' && <GitFields source={source} sending={sending} />}
      <Columns>
        <Select
          label={t.refreshes}
          name="refresh"
          defaultValue={source?.refresh ?? 'never'}
          options={intervals.map((value) => ({ value, label: t.intervals[value] }))}
        />
        <Select
          label={t.vanished}
          name="on_vanished"
          defaultValue={source?.on_vanished ?? 'disable'}
          options={vanishing.map((value) => ({ value, label: t.vanishing[value] }))}
        />
      </Columns>
      {kind !== 'web_page' && <Limits kind={kind} source={source} sending={sending} />}
      <TextField
        label={t.name}
        note={t.optional}
        name="name"
        maxLength={100}
        defaultValue={source?.name ?? ''}
        wrong={sending.fieldError('name')}
      />
    </>
  );
}

/** What of several pages or files becomes documents. */
function Limits({ kind, source, sending }: Props) {
  const t = knowledgeTexts();
  const lines = (paths: readonly string[] | undefined) => (paths ?? []).join('\n');
  return (
    <>
      <Columns>
        <TextArea
          label={t.include}
          note={t.optional}
          hint={t.patternsHint}
          name="include_paths"
          rows={3}
          spellCheck={false}
          defaultValue={lines(source?.include_paths)}
          wrong={sending.fieldError('include_paths')}
        />
        <TextArea
          label={t.exclude}
          note={t.optional}
          name="exclude_paths"
          rows={3}
          spellCheck={false}
          defaultValue={lines(source?.exclude_paths)}
          wrong={sending.fieldError('exclude_paths')}
        />
      </Columns>
      <Columns>
        <TextField
          label={t.maxPages}
          name="max_pages"
          type="number"
          min={1}
          max={5000}
          placeholder={{ sitemap: '500', website: '100', git: '1000', web_page: '1' }[kind]}
          defaultValue={source?.max_pages ?? ''}
          wrong={sending.fieldError('max_pages')}
        />
        {kind === 'website' && (
          <TextField
            label={t.maxDepth}
            name="max_depth"
            type="number"
            min={0}
            placeholder="3"
            defaultValue={source?.max_depth ?? ''}
            wrong={sending.fieldError('max_depth')}
          />
        )}
        {kind !== 'git' && (
          <TextField
            label={t.delay}
            name="delay_ms"
            type="number"
            min={0}
            step={0.1}
            placeholder={kind === 'sitemap' ? '0.2' : '1'}
            defaultValue={source === null ? '' : source.delay_ms / 1000}
            wrong={sending.fieldError('delay_ms')}
          />
        )}
      </Columns>
    </>
  );
}

function GitFields({ source, sending }: Omit<Props, 'kind'>) {
  const t = knowledgeTexts();
  return (
    <>
      <Columns>
        <TextField
          label={t.branch}
          note={t.optional}
          name="branch"
          defaultValue={source?.branch ?? ''}
          wrong={sending.fieldError('branch')}
        />
        <TextField
          label={t.folder}
          note={t.optional}
          name="folder"
          placeholder="docs"
          defaultValue={source?.folder ?? ''}
          wrong={sending.fieldError('folder')}
        />
      </Columns>
      <Columns>
        <Select
          label={t.host}
          hint={t.hostHint}
          name="host"
          empty={t.hostByAddress}
          defaultValue={source?.host ?? ''}
          options={hosts.map((value) => ({ value, label: t.hosts[value] }))}
        />
        <TextField
          label={t.token}
          note={t.optional}
          hint={source?.token ? t.tokenKept(source.token) : t.tokenHint}
          name="token"
          type="password"
          autoComplete="off"
          wrong={sending.fieldError('token')}
        />
      </Columns>
    </>
  );
}
