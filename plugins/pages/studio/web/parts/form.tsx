import { type FormEvent, type ReactNode, useState } from 'react';
import { Button } from '#plugins/ui/web/contract.ts';
import styles from './form.module.css';
import { Failure, wrongField } from './shown.tsx';

/** The state of something that is sent: whether it is on its way, and why it was refused. */
export interface Sending {
  readonly isBusy: boolean;
  readonly error: unknown;
  /** What is wrong with a field, as the server says it; undefined: nothing. */
  wrong(field: string): string | undefined;
  /** Does it, one at a time; false: it failed, and `error` says why. */
  run(work: () => Promise<unknown>): Promise<boolean>;
  forget(): void;
}

/** For buttons and forms that send something. */
export function useSending(): Sending {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(undefined);
  return {
    isBusy,
    error,
    wrong: (field) => (wrongField(error) === field && error instanceof Error ? error.message : undefined),
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
    forget: () => setError(undefined),
  };
}

/** Fields below each other, what was refused, and the button that sends them. */
export function Form({
  sending,
  action,
  actions,
  onSubmit,
  children,
}: {
  readonly sending: Sending;
  /** The word on its button. */
  readonly action: string;
  /** Further buttons, before it. */
  readonly actions?: ReactNode;
  onSubmit(fields: FormData): Promise<unknown> | unknown;
  readonly children: ReactNode;
}) {
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    void sending.run(async () => onSubmit(fields));
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      {children}
      {sending.error !== undefined && <Failure error={sending.error} />}
      <div className={styles.actions}>
        {actions}
        <Button type="submit" look="main" busy={sending.isBusy}>
          {action}
        </Button>
      </div>
    </form>
  );
}

/** The text of a field, without blanks around it. */
export function textOf(fields: FormData, name: string): string {
  const value = fields.get(name);
  return typeof value === 'string' ? value.trim() : '';
}
