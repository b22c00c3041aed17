import { type FormEvent, type ReactNode, useState } from 'react';
import { Button } from '#plugins/ui/web/contract.ts';
import styles from './form.module.css';
import { ErrorAlert, errorField } from './query-boundary.tsx';

/** The state of something that is sent: whether it is on its way, and why it was refused. */
export interface SubmitState {
  readonly isBusy: boolean;
  readonly error: unknown;
  /** What is wrong with a field, as the server says it; undefined: nothing. */
  fieldError(field: string): string | undefined;
  /** Does it, one at a time; false: it failed, and `error` says why. */
  run(work: () => Promise<unknown>): Promise<boolean>;
  reset(): void;
}

/** For buttons and forms that send something. */
export function useSubmit(): SubmitState {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(undefined);
  return {
    isBusy,
    error,
    fieldError: (field) => (errorField(error) === field && error instanceof Error ? error.message : undefined),
    async run(work) {
      if (isBusy) return false;
      setBusy(true);
      setError(undefined);
      try {
        await work();
        return true;
      } catch (failure) {
        setError(failure);
        return false;
      } finally {
        setBusy(false);
      }
    },
    reset: () => setError(undefined),
  };
}

/** Fields below each other, what was refused, and the button that sends them. */
export function Form({
  sending,
  action,
  actions,
  emptiesAfter = false,
  onSubmit,
  children,
}: {
  readonly sending: SubmitState;
  /** The word on its button. */
  readonly action: string;
  /** Further buttons, before it. */
  readonly actions?: ReactNode;
  /** Whether it is empty again once it was sent, with the focus in its first field: for the next of several. */
  readonly emptiesAfter?: boolean;
  onSubmit(fields: FormData): Promise<unknown> | unknown;
  readonly children: ReactNode;
}) {
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const form = event.currentTarget;
    const fields = new FormData(form);
    void sending.run(async () => {
      await onSubmit(fields);
      if (!emptiesAfter) return;
      form.reset();
      form.querySelector<HTMLElement>('input, textarea, select')?.focus();
    });
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      {children}
      {sending.error !== undefined && <ErrorAlert error={sending.error} />}
      <div className={styles.actions}>
        {actions}
        <Button type="submit" variant="primary" busy={sending.isBusy}>
          {action}
        </Button>
      </div>
    </form>
  );
}
