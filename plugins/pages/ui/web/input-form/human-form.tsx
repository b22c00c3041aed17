import { type ReactNode, useMemo, useState } from 'react';
import { Button } from '#plugins/ui/web/components/button.tsx';
import { readFormFields } from './fields.ts';
import type { FileLimits } from './file-types.ts';
import { InputForm } from './input-form.tsx';
import type { UploadPlace } from './upload-file.ts';
import { useInputForm } from './use-input-form.ts';

export interface HumanFormProps {
  /** What the form shows above its fields: its Markdown, rendered. */
  readonly content: ReactNode;
  readonly label: string;
  readonly inputs: readonly unknown[];
  readonly defaults: Readonly<Record<string, unknown>>;
  /** The first of the style `primary` is what Ctrl Enter presses. */
  readonly actions: readonly { readonly id: string; readonly title: string; readonly style: string }[];
  readonly limits: FileLimits;
  readonly uploads: UploadPlace;
  /** Rejects with what is said at the form's foot; `field` names the field that is to blame. */
  answer(inputs: Record<string, unknown>, action: string): Promise<void>;
}

/** A form that a run waits for: its fields, and a button for each way to go on. */
export function HumanForm({ content, label, inputs, defaults, actions, limits, uploads, answer }: HumanFormProps) {
  const fields = useMemo(() => readFormFields(inputs, defaults), [inputs, defaults]);
  const form = useInputForm({ fields, limits, uploads });
  const [chosen, choose] = useState<string | null>(null);
  const [failure, setFailure] = useState('');
  const main = actions.find(({ style }) => style === 'primary') ?? actions[0];

  const send = async (action: string) => {
    const filled = chosen === null ? form.submit() : null;
    if (filled === null) return;
    choose(action);
    setFailure('');
    try {
      // Each field is to be there, also one that was left empty.
      const empty = Object.fromEntries(fields.map(({ kind, name }) => [name, kind === 'file-list' ? [] : '']));
      await answer({ ...empty, ...filled }, action);
    } catch (error) {
      choose(null);
      const said = error as { readonly message?: string; readonly field?: string };
      if (said.field !== undefined && fields.some(({ name }) => name === said.field)) {
        form.blame(said.field, said.message ?? '');
      } else setFailure(said.message ?? '');
    }
  };
  return (
    <>
      {content}
      <InputForm form={form} label={label} disabled={chosen !== null} onSubmit={() => main && void send(main.id)}>
        {actions.map(({ id, title, style }) => (
          <Button
            key={id}
            variant={lookOf(style, id === main?.id)}
            busy={chosen === id}
            disabled={chosen !== null && chosen !== id}
            onClick={() => void send(id)}
          >
            <span dir="auto">{title || id}</span>
          </Button>
        ))}
      </InputForm>
      {failure !== '' && <p role="alert">{failure}</p>}
    </>
  );
}

function lookOf(style: string, isMain: boolean): 'primary' | 'quiet' | 'plain' {
  if (style === 'primary' || (style === 'accent' && isMain)) return 'primary';
  return style === 'ghost' ? 'quiet' : 'plain';
}
