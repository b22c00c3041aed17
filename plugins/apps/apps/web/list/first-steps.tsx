import { useEffect } from 'react';
import { can, Link, studioSession, useApi } from '#plugins/studio/web/contract.tsx';
import { IconButton, navigate, toast, useOnChange, useStored } from '#plugins/ui/web/contract.ts';
import { Circle, CircleCheck, Cross } from '#plugins/ui/web/icons.tsx';
import { placeToUse } from './app-link.tsx';
import { type KeptSteps, noSteps, STEPS_MARK, type Step, stepsKey } from './first-steps-memory.ts';
import styles from './list.module.css';
import { listTexts } from './texts/en.ts';

const STEPS: readonly Step[] = ['talk', 'change', 'publish', 'page'];
/** Of the examples that a new server has. */
const DEMO = 'Demo chat';

/** What shows in four steps what the studio is for; each is ticked by what was done, here or elsewhere. */
export function FirstSteps() {
  const t = listTexts();
  const [kept, keep] = useStored<KeptSteps>(stepsKey(), noSteps);
  const isAsked = new URLSearchParams(location.search).has(STEPS_MARK);
  const isShown = can('apps.edit') && can('logs.view') && (isAsked || !kept.isHidden);
  const known = kept.appId ?? '';
  const called = useApi('/console/api/apps/{app_id}', { path: { app_id: known }, when: isShown && known !== '' });
  // Lists tell who works on an app.
  const current = known === '' ? DEMO : (called.value?.name ?? '');
  const found = useApi('/console/api/apps', { query: { name: current, limit: 20 }, when: isShown && current !== '' });
  const app = found.value?.data.find(({ id }) => known === '' || id === known);
  const path = { app_id: app?.id ?? '' };
  const isThere = isShown && app !== undefined;
  const runs = useApi('/console/api/runs', { query: { app_id: path.app_id, limit: 1 }, when: isThere });
  const versions = useApi('/console/api/apps/{app_id}/versions', { path, query: { limit: 1 }, when: isThere });
  // As what somebody has done is signed.
  const { email, name } = studioSession().account;
  const hasRun = (runs.value?.data.length ?? 0) > 0;
  const seen: Readonly<Record<Step, boolean>> = {
    talk: hasRun,
    change: hasRun && app?.people.includes(name) === true,
    publish: versions.value?.data.some(({ published_by: by }) => by === email) === true,
    page: false,
  };
  const done = STEPS.filter((step) => seen[step] || kept.done.includes(step));
  useEffect(() => {
    if (known === '' && app !== undefined) keep({ ...kept, appId: app.id });
  }, [known, app, kept, keep]);
  useOnChange(done.length, () => {
    // What was done stays done, whatever becomes of the app.
    if (done.length > kept.done.length) keep({ ...kept, done });
  });
  if (!isThere || (done.length === STEPS.length && !isAsked)) return null;
  const build = `/app/${app.id}/build`;
  const steps: readonly (readonly [Step, string, string])[] = [
    ['talk', t.stepTalk, placeToUse(app.id)],
    ['change', t.stepChange, build],
    ['publish', t.stepPublish, build],
    ['page', t.stepPage, placeToUse(app.id)],
  ];
  return (
    <section className={styles.steps} aria-label={t.firstSteps}>
      <header>
        <div>
          <h2>{t.firstSteps}</h2>
          <p>
            {t.firstStepsAbout} {t.stepOf(done.length, STEPS.length)}.
          </p>
        </div>
        <IconButton
          small
          label={t.hideSteps}
          onClick={() => {
            keep({ ...kept, isHidden: true, done });
            navigate('/apps', { replace: true });
            toast(t.stepsBack);
          }}
        >
          <Cross />
        </IconButton>
      </header>
      <ol>
        {steps.map(([step, label, href]) => {
          const isDone = done.includes(step);
          const inside = (
            <>
              {isDone ? <CircleCheck /> : <Circle />}
              <span>
                {label}
                <span className="said"> ({isDone ? t.stepDone : t.stepOpen})</span>
              </span>
            </>
          );
          return (
            <li key={step} data-done={isDone || undefined}>
              {href === build ? (
                <Link href={href}>{inside}</Link>
              ) : (
                <a
                  href={href}
                  onClick={() => step === 'page' && keep({ ...kept, done: [...new Set([...done, step])] })}
                >
                  {inside}
                </a>
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
