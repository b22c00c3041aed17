import { useState } from 'react';
import type { TakenFile } from '#plugins/repository-files/web/contract.tsx';
import { Badge, call, ErrorAlert, errorText, QueryBoundary, Section, useOnce } from '#plugins/studio/web/contract.tsx';
import { Button, Checkbox, Fold, Notice, navigate, Panel, Stack, Toolbar, toast } from '#plugins/ui/web/contract.ts';
import { type Choices, chosenBody, firstChoices, type LookedAt, lookAt, PlanDetails } from './plan-details.tsx';
import { appsTexts } from './texts/en.ts';

interface Row {
  readonly file: TakenFile;
  /** What is wrong with the document in its place. */
  readonly looked: LookedAt | Error;
}

/** Apps from several documents: each is looked at as one alone is, and those that are ticked are imported. */
export function ImportSeveral({ files, onBack }: { readonly files: readonly TakenFile[]; onBack(): void }) {
  const t = appsTexts();
  const answer = useOnce(files.map(({ path }) => path).join('\n'), () => rowsOf(files));
  return (
    <Section title={t.importSeveral(files.length)} about={t.importSeveralAbout}>
      <QueryBoundary answer={answer}>{(rows) => <Rows rows={rows} onBack={onBack} />}</QueryBoundary>
    </Section>
  );
}

async function rowsOf(files: readonly TakenFile[]): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const file of files) {
    const looked = await lookAt({ yaml: file.text }).catch((error: unknown) => error as Error);
    rows.push({ file, looked });
  }
  return rows;
}

function Rows({ rows, onBack }: { readonly rows: readonly Row[]; onBack(): void }) {
  const t = appsTexts();
  const good = rows.flatMap(({ file, looked }) => (looked instanceof Error ? [] : [{ file, looked }]));
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(good.map(({ file }) => file.path)));
  const [choices, setChoices] = useState<Readonly<Record<string, Choices>>>(() =>
    Object.fromEntries(good.map(({ file, looked }) => [file.path, firstChoices(looked.plan)])),
  );
  const [done, setDone] = useState<ReadonlySet<string>>(new Set());
  const [failures, setFailures] = useState<Readonly<Record<string, unknown>>>({});
  const [isBusy, setBusy] = useState(false);
  const waiting = good.filter(({ file: { path } }) => chosen.has(path) && !done.has(path));

  async function take(): Promise<void> {
    setBusy(true);
    const failed: Record<string, unknown> = {};
    const made = new Set(done);
    for (const { file, looked } of waiting) {
      const body = { yaml: file.text, ...chosenBody(choices[file.path] ?? firstChoices(looked.plan)) };
      try {
        await call.post('/console/api/apps/import', { body });
        made.add(file.path);
      } catch (error) {
        failed[file.path] = error;
      }
      setDone(new Set(made));
    }
    setFailures(failed);
    setBusy(false);
    if (Object.keys(failed).length > 0) return;
    toast(t.importedSeveral(made.size));
    navigate('/apps');
  }

  return (
    <Stack>
      {rows.map(({ file: { path }, looked }) =>
        looked instanceof Error ? (
          <Notice key={path} variant="warning">
            {path}: {errorText(looked)}
          </Notice>
        ) : (
          <Panel key={path}>
            <Toolbar>
              <Checkbox
                label={`${choices[path]?.name ?? looked.plan.app.name} · ${t.modes[looked.plan.app.mode] ?? looked.plan.app.mode} · ${path}`}
                checked={chosen.has(path)}
                disabled={isBusy || done.has(path)}
                onChange={({ currentTarget: { checked } }) =>
                  setChosen(new Set(checked ? [...chosen, path] : [...chosen].filter((each) => each !== path)))
                }
              />
              <RowState looked={looked} isDone={done.has(path)} />
            </Toolbar>
            {failures[path] !== undefined && <ErrorAlert error={failures[path]} />}
            <Fold title={t.whatItNeeds}>
              <PlanDetails
                {...looked}
                choices={choices[path] ?? firstChoices(looked.plan)}
                onChange={(next) => setChoices({ ...choices, [path]: next })}
              />
            </Fold>
          </Panel>
        ),
      )}
      <Toolbar end>
        <Button onClick={onBack}>{t.back}</Button>
        <Button variant="primary" busy={isBusy} disabled={waiting.length === 0} onClick={() => void take()}>
          {t.importCount(waiting.length)}
        </Button>
      </Toolbar>
    </Stack>
  );
}

function RowState({ looked: { plan, problems }, isDone }: { readonly looked: LookedAt; readonly isDone: boolean }) {
  const t = appsTexts();
  if (isDone) return <Badge variant="success">{t.imported(plan.app.name)}</Badge>;
  if (plan.is_complete) return <Badge variant="success">{t.nothingMissing}</Badge>;
  const count = Math.max(plan.missing.length, problems.filter(({ severity }) => severity !== 'hint').length, 1);
  return <Badge variant="warning">{t.problemsFound(count)}</Badge>;
}
