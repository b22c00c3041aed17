import { useState } from 'react';
import { Form, useSubmit } from '#plugins/studio/web/parts/form.tsx';
import { studioTexts } from '#plugins/studio/web/texts/en.ts';
import { LinkButton, Notice, TextField, textOf } from '#plugins/ui/web/contract.ts';

/** Name and password of somebody new, and then the way in. */
export function NewPerson({
  action,
  done,
  onSubmit,
}: {
  readonly action: string;
  /** What is said when it is made. */
  readonly done: string;
  /** Makes it; true: they are on their way in. */
  onSubmit(person: { readonly name: string; readonly password: string }): Promise<boolean>;
}) {
  const t = studioTexts();
  const sending = useSubmit();
  const [isDone, setDone] = useState(false);
  if (isDone) {
    return (
      <>
        <Notice variant="success">{done}</Notice>
        <LinkButton variant="primary" href="/sign-in">
          {t.signIn}
        </LinkButton>
      </>
    );
  }
  return (
    <Form
      sending={sending}
      action={action}
      onSubmit={async (fields) => {
        const person = { name: textOf(fields, 'name'), password: String(fields.get('password') ?? '') };
        if (!(await onSubmit(person))) setDone(true);
      }}
    >
      <TextField label={t.name} name="name" autoComplete="name" required maxLength={100} autoFocus />
      <TextField
        label={t.password}
        hint={t.passwordHint}
        name="password"
        type="password"
        autoComplete="new-password"
        required
        wrong={sending.fieldError('password')}
      />
    </Form>
  );
}
