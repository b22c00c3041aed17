import { useState } from 'react';
import styles from '#plugins/datasets/web/adding/adding.module.css';
import { cutBody, formsOf, usualCut } from '#plugins/datasets/web/adding/cut-rule.ts';
import { CutSettings } from '#plugins/datasets/web/adding/cut-settings.tsx';
import { type Base, basePath } from '#plugins/datasets/web/base-frame.tsx';
import { baseChanged } from '#plugins/datasets/web/documents/document-actions.ts';
import { knowledgeTexts } from '#plugins/datasets/web/texts/en.ts';
import {
  BranchChooser,
  type ChosenBranch,
  FolderChooser,
  filesIn,
} from '#plugins/repository-files/web/chooser/contract.tsx';
import { call, choiceOf, ErrorAlert, Section, textOf, useSubmit } from '#plugins/studio/web/contract.tsx';
import {
  Button,
  Checkbox,
  Columns,
  Muted,
  Notice,
  navigate,
  Select,
  Stack,
  TextField,
  Toolbar,
  toast,
} from '#plugins/ui/web/contract.ts';
import { intervals, vanishing } from './source-form.ts';

/** Endings of files with something to read in them. */
const endings = 'md mdx markdown rst adoc txt html htm pdf docx odt csv xlsx pptx epub'.split(' ');

/** Documentation in a git repository becomes documents, and stays in step. */
export function RepositorySource({ base }: { readonly base: Base }) {
  const t = knowledgeTexts();
  const [chosen, setChosen] = useState<ChosenBranch | null>(null);
  const [folder, setFolder] = useState('');
  const [without, setWithout] = useState<readonly string[]>([]);
  const forms = formsOf(base);
  const [cut, setCut] = useState(() => usualCut(forms[0] ?? 'text_model'));
  const sending = useSubmit();
  const readable = (chosen?.files ?? []).filter((path) => endingOf(path) !== null);
  const kinds = countsOf(filesIn(readable, folder));
  const taken = kinds.filter(([ending]) => !without.includes(ending));

  async function add(fields: FormData, { place, branch }: ChosenBranch): Promise<void> {
    const name = textOf(fields, 'name');
    await call.post('/console/api/datasets/{dataset_id}/sources', {
      path: { dataset_id: base.id },
      body: {
        kind: 'repository',
        url: webAddress(place.url),
        ...{ branch, folder },
        ...(place.account_id !== undefined && { account_id: place.account_id }),
        options: {
          ...(place.repository_id !== undefined && { link: place.repository_id }),
          ...(place.repository !== undefined && { repository: place.repository }),
        },
        ...(name !== '' && { name }),
        refresh: choiceOf(fields, 'refresh', intervals),
        on_vanished: choiceOf(fields, 'on_vanished', vanishing),
        include_paths: taken.length === kinds.length ? [] : taken.map(([ending]) => `**/*.${ending}`),
        ...cutBody(cut),
      },
    });
    baseChanged(base.id);
    toast(t.sourceAdded);
    navigate(basePath(base.id, 'sources'));
  }

  return (
    <div className={styles.columns}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const fields = new FormData(event.currentTarget);
          if (chosen !== null) void sending.run(() => add(fields, chosen));
        }}
      >
        <Stack>
          <BranchChooser
            onChange={(next) => {
              setChosen(next);
              setFolder('');
              setWithout([]);
            }}
          />
          {chosen !== null && readable.length === 0 && <Muted>{t.noReadableFiles}</Muted>}
          {readable.length > 0 && (
            <>
              <FolderChooser files={readable} value={folder} onChange={setFolder} />
              <fieldset>
                <legend>{t.kindsOfFiles}</legend>
                {kinds.map(([ending, count]) => (
                  <Checkbox
                    key={ending}
                    label={`.${ending} (${count})`}
                    checked={!without.includes(ending)}
                    onChange={(event) =>
                      setWithout(
                        event.currentTarget.checked ? without.filter((each) => each !== ending) : [...without, ending],
                      )
                    }
                  />
                ))}
              </fieldset>
              <Columns>
                <Select
                  label={t.refreshes}
                  name="refresh"
                  defaultValue="hourly"
                  options={intervals.map((value) => ({ value, label: t.intervals[value] }))}
                />
                <Select
                  label={t.vanishedFiles}
                  name="on_vanished"
                  defaultValue="remove"
                  options={vanishing.map((value) => ({ value, label: t.vanishing[value] }))}
                />
              </Columns>
              <TextField label={t.name} note={t.optional} name="name" maxLength={100} />
              <Muted small>{t.repositoryLimits}</Muted>
              {chosen?.place.account_id !== undefined && <Notice variant="warning">{t.accountSources.shown}</Notice>}
            </>
          )}
          {sending.error !== undefined && <ErrorAlert error={sending.error} />}
          <Toolbar end>
            <Button onClick={() => navigate(basePath(base.id, 'sources'))}>{t.cancel}</Button>
            <Button variant="primary" type="submit" disabled={taken.length === 0} busy={sending.isBusy}>
              {t.addSource}
            </Button>
          </Toolbar>
        </Stack>
      </form>
      <Section title={t.howCut}>
        <CutSettings cut={cut} forms={forms} onChange={setCut} />
      </Section>
    </div>
  );
}

/** null: it is for programs, or has nothing to read. */
function endingOf(path: string): string | null {
  if (path.split('/').some((step) => step.startsWith('.'))) return null;
  const ending = path.slice(path.lastIndexOf('.') + 1);
  return endings.includes(ending) ? ending : null;
}

function countsOf(paths: readonly string[]): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const path of paths) {
    const ending = endingOf(path) ?? '';
    counts.set(ending, (counts.get(ending) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a);
}

/** Sources are named by an address of the web; what is reached by ssh is known by its link. */
function webAddress(url: string): string {
  const { protocol, hostname, pathname } = new URL(url);
  return protocol === 'ssh:' ? `https://${hostname}${pathname}` : url;
}
