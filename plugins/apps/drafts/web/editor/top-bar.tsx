import { useSyncExternalStore } from 'react';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { useRun } from '#plugins/drafts/web/run/run-store.ts';
import { buildTexts } from '#plugins/drafts/web/texts/en.ts';
import { errorText } from '#plugins/studio/web/contract.tsx';
import { Button, IconButton } from '#plugins/ui/web/contract.ts';
import { Braces, CirclePlay, Redo, TriangleAlert, Undo } from '#plugins/ui/web/icons.tsx';
import type { Commands } from './commands.ts';
import type { AppAsks } from './editor-keys.ts';
import { useDraft, useEditor } from './editor-state.ts';
import styles from './workbench.module.css';

/** The name of the app, whether all is saved, who else is there, and what is done with the whole. */
export function TopBar({
  app,
  asks,
  onProblems,
}: {
  readonly app: Schemas['App'];
  readonly asks: AppAsks;
  readonly commands: Commands;
  onProblems(): void;
}) {
  const t = buildTexts();
  const { store, watch, runs } = useEditor();
  const { saving, error, problems, canUndo, canRedo } = useDraft();
  const people = useSyncExternalStore(watch.subscribe, () => watch.people);
  const { isRunning } = useRun(runs);
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  const hints = problems.filter(({ severity }) => severity === 'hint').length;
  return (
    <header className={styles.bar}>
      <h1 dir="auto">{app.name}</h1>
      <span className={styles.state} role="status">
        {t.savingStates[saving]}
        {saving === 'failed' && `: ${errorText(error)}`}
      </span>
      {saving === 'failed' && (
        <Button small onClick={() => void store.flush()}>
          {t.tryAgain}
        </Button>
      )}
      <span className={styles.space} />
      {people.length > 0 && (
        <ul className={styles.people} aria-label={t.alsoHere}>
          {people.slice(0, 5).map(({ client_id: id, name }) => (
            <li key={id} title={name}>
              <span aria-hidden="true">{name.slice(0, 1).toUpperCase()}</span>
              <span className="said">{name}</span>
            </li>
          ))}
        </ul>
      )}
      {problems.length > 0 && (
        <Button small variant="quiet" onClick={onProblems}>
          {hints < problems.length && <TriangleAlert />}
          {hints < problems.length ? t.problemCount(problems.length - hints) : t.hintCount(hints)}
          {errors > 0 && <span className="said">, {t.errorCount(errors)}</span>}
        </Button>
      )}
      <IconButton small label={t.undo} disabled={!canUndo} onClick={() => store.undo()}>
        <Undo />
      </IconButton>
      <IconButton small label={t.redo} disabled={!canRedo} onClick={() => store.redo()}>
        <Redo />
      </IconButton>
      {asks.app !== undefined && (
        <Button small variant="quiet" title={t.openApp} onClick={asks.app}>
          <Braces /> {t.appPanel}
        </Button>
      )}
      <Button small busy={isRunning} onClick={asks.run}>
        {!isRunning && <CirclePlay />} {t.run}
      </Button>
      <Button small variant="primary" onClick={asks.publish}>
        {t.publish}
      </Button>
    </header>
  );
}
