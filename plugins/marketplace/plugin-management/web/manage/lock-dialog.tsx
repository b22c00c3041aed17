import { useState } from 'react';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { type Plan, pluginsChanged } from '#plugins/plugin-management/web/package-answers.ts';
import { PlanView } from '#plugins/plugin-management/web/plan-view.tsx';
import styles from '#plugins/plugin-management/web/plugins.module.css';
import { call, ErrorAlert, errorText, QueryBoundary, useOnce, useSubmit } from '#plugins/studio/web/contract.tsx';
import { Button, Checkbox, Dialog, Muted, Notice, TextField } from '#plugins/ui/web/contract.ts';
import { manageTexts } from './texts/en.ts';

type Lock = Schemas['PluginLock'];
type Applied = Awaited<ReturnType<typeof apply>>;

/** Installs what was written down elsewhere, after showing what each of it may do. */
export function LockDialog({ onClose }: { onClose(): void }) {
  const t = manageTexts();
  const [lock, setLock] = useState<Lock | null>(null);
  const [wrong, setWrong] = useState<string | undefined>(undefined);
  const read = async (file: File | undefined) => {
    if (file === undefined) return;
    const found = lockIn(await file.text());
    setLock(found === null || found.packages.length === 0 ? null : found);
    setWrong(found === null ? t.notALock : found.packages.length === 0 ? t.emptyLock : undefined);
  };
  if (lock !== null) return <LockPlans lock={lock} onClose={onClose} />;
  return (
    <Dialog open title={t.applyLock} onClose={onClose} actions={<Button onClick={onClose}>{t.cancel}</Button>}>
      <div className={styles.plan}>
        <Muted>{t.applyLockAbout}</Muted>
        <TextField
          label={t.lockFile}
          type="file"
          accept=".json,application/json"
          wrong={wrong}
          onChange={(event) => void read(event.currentTarget.files?.[0])}
        />
      </div>
    </Dialog>
  );
}

/** null: it is none. What it says is checked by the server. */
function lockIn(text: string): Lock | null {
  try {
    const read = JSON.parse(text) as Lock | null;
    return read?.lock_version === 1 && Array.isArray(read.packages) ? read : null;
  } catch {
    return null;
  }
}

const apply = (lock: Lock) => call.post('/console/api/plugins/lock', { body: { ...lock, consent: true } });

interface Planned {
  readonly name: string;
  readonly version: string;
  readonly plan: Plan | null;
  readonly problem: string;
}

/**
 * What a list says of permissions may be anything: plans of the packages themselves are shown. Other bytes than those that
 * the list names are refused by the server.
 */
async function plansOf(lock: Lock, signal: AbortSignal): Promise<readonly Planned[]> {
  const plans: Planned[] = [];
  for (const { name, version, source } of lock.packages) {
    const isFrom = source !== '' && source !== 'upload';
    const body = { name, version, ...(isFrom && { source }) };
    const plan = call.post('/console/api/plugins/plan', { body, signal });
    plans.push(
      await plan.then(
        (found) => ({ name, version, plan: found, problem: '' }),
        (error: unknown) => ({ name, version, plan: null, problem: errorText(error) }),
      ),
    );
  }
  return plans;
}

function LockPlans({ lock, onClose }: { readonly lock: Lock; onClose(): void }) {
  const t = manageTexts();
  const sending = useSubmit();
  const answer = useOnce('plans', (signal) => plansOf(lock, signal));
  const [isAllowed, allow] = useState(false);
  const [done, setDone] = useState<Applied | null>(null);
  const install = () =>
    sending.run(async () => {
      setDone(await apply(lock));
      pluginsChanged();
    });
  const mayInstall = done === null && answer.value?.some(({ plan }) => plan !== null) === true;
  return (
    <Dialog
      open
      shape="wide"
      title={t.applyLock}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{mayInstall ? t.cancel : t.close}</Button>
          {mayInstall && (
            <Button variant="primary" disabled={!isAllowed} busy={sending.isBusy} onClick={() => void install()}>
              {t.install}
            </Button>
          )}
        </>
      }
    >
      {done !== null ? (
        <Done applied={done} />
      ) : (
        <QueryBoundary answer={answer}>
          {(plans) => (
            <div className={styles.plan}>
              <ul className={styles.members}>
                {plans.map(({ name, version, plan, problem }) => (
                  <li key={name}>
                    <h3 dir="auto">
                      {plan?.title ?? name}{' '}
                      <span className={styles.path}>
                        {name} {version}
                      </span>
                    </h3>
                    {plan === null ? <Notice variant="danger">{problem}</Notice> : <PlanView plan={plan} />}
                  </li>
                ))}
              </ul>
              {mayInstall && (
                <Checkbox
                  label={t.lockConsent}
                  checked={isAllowed}
                  onChange={(event) => allow(event.currentTarget.checked)}
                />
              )}
            </div>
          )}
        </QueryBoundary>
      )}
      {sending.error !== undefined && <ErrorAlert error={sending.error} />}
    </Dialog>
  );
}

function Done({ applied: { installed, unchanged, failed } }: { readonly applied: Applied }) {
  const t = manageTexts();
  const parts = [
    [t.installedOf, installed.map(({ title, version }) => `${title} ${version}`)],
    [t.unchanged, unchanged],
    [t.failed, failed.map(({ name, version, message }) => `${name} ${version}: ${message}`)],
  ] as const;
  return (
    <div className={styles.plan} role="status">
      {parts.map(
        ([label, items]) =>
          items.length > 0 && (
            <div key={label}>
              <h3>{label}</h3>
              <ul className={styles.permissions}>
                {items.map((item) => (
                  <li key={item}>{item}</li>
                ))}
              </ul>
            </div>
          ),
      )}
    </div>
  );
}
