import { useMemo } from 'react';
import { useEditor } from '#plugins/drafts/web/editor/editor-state.ts';
import { formTitle } from '#plugins/human-input/web/form-title/contract.ts';
import { call, errorField, errorText } from '#plugins/studio/web/contract.tsx';
import { Muted } from '#plugins/ui/web/contract.ts';
import { HumanForm, withoutFields } from '#plugins/ui/web/input-form/contract.ts';
import { Markdown } from '#plugins/ui/web/markdown/contract.tsx';
import { draftUploads } from './draft-uploads.ts';
import type { RunForm } from './run-events.ts';
import styles from './run-form.module.css';
import { runTexts } from './texts/en.ts';
import { uploadLimits } from './upload-limits.ts';

/** Forms that a run asks somebody to fill in, where it is tried: who tries it answers them. */
export function RunForms({ forms }: { readonly forms: readonly RunForm[] }) {
  return (
    <>
      {forms.map((form) => (
        <RunFormView key={form.id} form={form} />
      ))}
    </>
  );
}

function RunFormView({ form }: { readonly form: RunForm }) {
  const t = runTexts();
  const title = formTitle(form.title, t.inputNeeded);
  const { appId } = useEditor();
  const uploads = useMemo(() => draftUploads(appId), [appId]);
  const content = <Markdown text={withoutFields(form.content)} />;
  const answer = async (inputs: Record<string, unknown>, action: string) => {
    try {
      await call.post('/console/api/forms/{form_id}/answer', { path: { form_id: form.id }, body: { action, inputs } });
    } catch (error) {
      throw Object.assign(new Error(errorText(error)), { field: errorField(error) ?? undefined });
    }
  };
  return (
    <fieldset className={styles.form} aria-label={title}>
      <h3 dir="auto">{title}</h3>
      {form.state === 'open' ? (
        <HumanForm
          content={content}
          label={title}
          inputs={form.inputs}
          defaults={form.defaults}
          actions={form.actions}
          limits={uploadLimits}
          uploads={uploads}
          answer={answer}
        />
      ) : (
        <>
          {content}
          <Muted small>{form.state === 'filled' ? t.formFilled(form.answer) : t.formExpired}</Muted>
        </>
      )}
    </fieldset>
  );
}
