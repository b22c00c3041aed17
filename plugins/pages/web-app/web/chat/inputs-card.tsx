import { type RefObject, useEffect, useId, useMemo } from 'react';
import { InputForm, readFields, useInputForm } from '#plugins/ui/web/input-form/contract.ts';
import { useVisitorFiles } from '#plugins/web-app/web/shell/use-visitor-files.ts';
import type { Mapping } from '#plugins/web-app/web/workflow/frames.ts';
import { useChat } from './chat-context.ts';
import styles from './opening.module.css';
import { chatTexts } from './texts/en.ts';

export interface InputsCardHandle {
  inputs(): Mapping | null;
  blame(field: string, message: string): boolean;
  fill(inputs: Mapping): void;
}

interface InputsCardProps {
  readonly handle: RefObject<InputsCardHandle | null>;
  readonly given: Mapping;
}

/** What the app wants to know before the first message. */
export function InputsCard({ handle, given }: InputsCardProps) {
  const { parameters, chat } = useChat();
  const t = chatTexts();
  const id = useId();
  const fields = useMemo(() => readFields(parameters.user_input_form), [parameters]);
  const remote = useVisitorFiles(
    'opening',
    fields.some(({ kind }) => kind === 'file' || kind === 'file-list'),
  );
  const uploads = useMemo(() => ({ url: chat.api.url, token: () => chat.api.token(), remote }), [chat, remote]);
  const form = useInputForm({ fields, given, limits: parameters.system_parameters, uploads });
  useEffect(() => {
    handle.current = {
      inputs: () => (form.isUploading ? null : form.submit()),
      blame(field, message) {
        const isKnown = fields.some(({ name }) => name === field);
        if (isKnown) form.blame(field, message);
        return isKnown;
      },
      fill: (inputs) => form.reset(inputs),
    };
  });
  useEffect(
    () => () => {
      handle.current = null;
    },
    [handle],
  );
  return (
    <section className={styles.card} aria-labelledby={id}>
      <h3 id={id}>{t.beforeWeStart}</h3>
      <InputForm form={form} label={t.beforeWeStart} onSubmit={() => {}}>
        {null}
      </InputForm>
    </section>
  );
}
