import type { ReactNode } from 'react';
import type { Answer } from '#plugins/studio/web/session/answers.ts';
import { studioTexts } from '#plugins/studio/web/studio-texts.ts';
import { ApiError, Button, Loading, Notice, OfflineError } from '#plugins/ui/web/contract.ts';

/** What an answer holds; while it is on its way a sign of that, and why it did not come, with a button to ask again. */
export function Shown<Value>({
  answer,
  children,
}: {
  readonly answer: Answer<Value>;
  readonly children: (value: Value) => ReactNode;
}) {
  const t = studioTexts();
  const { value, error, isLoading, again } = answer;
  return (
    <>
      {error !== undefined && <Failure error={error} again={again} />}
      {value === undefined && error === undefined && isLoading && <Loading label={t.loading} />}
      {value !== undefined && children(value)}
    </>
  );
}

/** Why something failed, in the words of the server. */
export function Failure({ error, again }: { readonly error: unknown; again?(): void }) {
  const t = studioTexts();
  return (
    <Notice
      look="bad"
      action={
        again !== undefined && (
          <Button small onClick={again}>
            {t.tryAgain}
          </Button>
        )
      }
    >
      {failureText(error)}
    </Notice>
  );
}

/** What people read of a failure. */
export function failureText(error: unknown): string {
  const t = studioTexts();
  if (error instanceof ApiError) return error.message;
  return error instanceof OfflineError ? t.offline : t.failed;
}

/** The field that an error is about, as the server names it. */
export function wrongField(error: unknown): string | null {
  const field = error instanceof ApiError ? error.params.field : undefined;
  return typeof field === 'string' ? field : null;
}
