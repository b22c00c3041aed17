import { type ReactNode, useEffect } from 'react';
import {
  Form,
  forgetOperator,
  PageFrame,
  type PageFrameProps,
  textOf,
  useSubmit,
} from '#plugins/studio/web/contract.tsx';
import { Button, TextField } from '#plugins/ui/web/contract.ts';
import { forget, give, useHasToken } from './operator.ts';
import { installationTexts } from './texts/en.ts';

/** A page of the installation; until the page has the token of the operator, it asks for it. */
export function OperatorFrame({ children, actions, ...props }: PageFrameProps) {
  const t = installationTexts();
  const hasToken = useHasToken();
  if (!hasToken) {
    return (
      <PageFrame title={props.title} about={t.tokenAbout}>
        <TokenForm />
      </PageFrame>
    );
  }
  const buttons: ReactNode = (
    <>
      {actions}
      <Button onClick={forget}>{t.forget}</Button>
    </>
  );
  return (
    <PageFrame {...props} actions={buttons}>
      {children}
    </PageFrame>
  );
}

function TokenForm() {
  const t = installationTexts();
  const sending = useSubmit();
  useEffect(forgetOperator, []);
  return (
    <Form sending={sending} action={t.open} onSubmit={(fields) => give(textOf(fields, 'token'))}>
      {/* Not kept by browsers either: it is no password of this person. */}
      <TextField
        label={t.token}
        hint={t.tokenHint}
        name="token"
        type="password"
        autoComplete="off"
        required
        pattern=" *[!-~]+ *"
        maxLength={200}
        spellCheck={false}
      />
    </Form>
  );
}
