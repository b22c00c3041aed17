import type { ReactNode } from 'react';
import type { QueryState } from '#plugins/studio/web/session/queries.ts';
import { studioTexts } from '#plugins/studio/web/texts/en.ts';
import { ApiError, Button, Loading, Notice, OfflineError } from '#plugins/ui/web/contract.ts';

/** What an answer holds; while it is on its way a sign of that, and why it did not come, with a button to ask refetch. */
export function QueryBoundary<Value>({
  answer,
  height,
  children,
}: {
  readonly answer: QueryState<Value>;
  /** Of what comes, where something stands below it. */
  readonly height?: number;
  readonly children: (value: Value) => ReactNode;
}) {
  const t = studioTexts();
  const { value, error, isLoading, refetch } = answer;
  return (
    <>
      {error !== undefined && <ErrorAlert error={error} refetch={refetch} />}
      {value === undefined && error === undefined && isLoading && <Loading label={t.loading} height={height} />}
      {value !== undefined && children(value)}
    </>
  );
}

/** Why something failed, in the words of the server. */
export function ErrorAlert({ error, refetch }: { readonly error: unknown; refetch?(): void }) {
  const t = studioTexts();
  return (
    <Notice
      variant="danger"
      action={
        refetch !== undefined && (
          <Button small onClick={refetch}>
            {t.tryAgain}
          </Button>
        )
      }
    >
      {errorText(error)}
    </Notice>
  );
}

/** What people read of a failure. */
export function errorText(error: unknown): string {
  const t = studioTexts();
  if (error instanceof ApiError) return error.message;
  return error instanceof OfflineError ? t.offline : t.failed;
}

/** The field that an error is about, as the server names it. */
export function errorField(error: unknown): string | null {
  const field = error instanceof ApiError ? error.params.field : undefined;
  return typeof field === 'string' ? field : null;
}
