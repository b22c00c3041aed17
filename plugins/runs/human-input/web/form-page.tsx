import { useMemo } from 'react';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { formTitle } from '#plugins/human-input/web/form-title/contract.ts';
import { formTexts } from '#plugins/human-input/web/texts/en.ts';
import {
  call,
  can,
  DescriptionList,
  dateTime,
  errorField,
  errorText,
  invalidate,
  PageFrame,
  type PageProps,
  QueryBoundary,
  Section,
  useApi,
} from '#plugins/studio/web/contract.tsx';
import { JsonTree, LinkButton, Notice, Panel, toast } from '#plugins/ui/web/contract.ts';
import { HumanForm, withoutFields } from '#plugins/ui/web/input-form/contract.ts';
import { Markdown } from '#plugins/ui/web/markdown/contract.tsx';
import { AppName, State } from './form-list-page.tsx';

type Detail = Schemas['FormDetail'];
/** Files are given in the app alone: no form with fields for them is shown here. */
const NO_FILES = {
  image_file_size_limit: 0,
  audio_file_size_limit: 0,
  video_file_size_limit: 0,
  file_size_limit: 0,
  workflow_file_upload_limit: 0,
};
const NO_UPLOADS = { url: '', token: () => '' };

/** A form that a run waits for, to be answered, or its answer. */
export function Page({ params: { form_id: id = '' } }: PageProps) {
  const t = formTexts();
  const answer = useApi('/console/api/forms/{form_id}', { path: { form_id: id }, isLive: true });
  const form = answer.value;
  return (
    <PageFrame
      title={form === undefined ? t.form : formTitle(form.node_title, t.form)}
      crumbs={can('logs.view') ? [{ label: t.forms, href: '/forms' }] : []}
      actions={
        form !== undefined && (
          <LinkButton href={`/app/${form.app_id}/run/${form.workflow_run_id}`}>{t.openRun}</LinkButton>
        )
      }
    >
      <QueryBoundary answer={answer}>
        {(shown) => (
          <>
            <DescriptionList
              facts={[
                [t.state, <State key="state" status={shown.status} />],
                [t.app, <AppName key="app" id={shown.app_id} />],
                [t.asked, dateTime(shown.created_at)],
                [t.expires, dateTime(shown.expiration_time)],
              ]}
            />
            {shown.status === 'open' ? <Open form={shown} /> : <Answered form={shown} />}
          </>
        )}
      </QueryBoundary>
    </PageFrame>
  );
}

function Open({ form }: { readonly form: Detail }) {
  const t = formTexts();
  const actions = useMemo(
    () => form.actions.map(({ id, title, button_style: style }) => ({ id, title, style })),
    [form.actions],
  );
  const content = <Markdown text={withoutFields(form.form_content)} />;
  if (form.inputs.some(({ type }) => type === 'file' || type === 'file-list')) {
    return (
      <Panel narrow>
        {content}
        <Notice>{t.needsFiles}</Notice>
      </Panel>
    );
  }
  const send = async (inputs: Record<string, unknown>, action: string) => {
    try {
      await call.post('/console/api/forms/{form_id}/answer', { path: { form_id: form.id }, body: { action, inputs } });
      toast(t.answerSent);
    } catch (error) {
      throw Object.assign(new Error(errorText(error)), { field: errorField(error) ?? undefined });
    } finally {
      // Somebody else may have answered it first.
      invalidate('/console/api/forms');
    }
  };
  return (
    <Panel narrow>
      <HumanForm
        content={content}
        label={formTitle(form.node_title, t.form)}
        inputs={form.inputs}
        defaults={form.resolved_default_values}
        actions={actions}
        limits={NO_FILES}
        uploads={NO_UPLOADS}
        answer={send}
      />
    </Panel>
  );
}

function Answered({ form }: { readonly form: Detail }) {
  const t = formTexts();
  const action = form.actions.find(({ id }) => id === form.action);
  return (
    <>
      <Panel narrow>
        <Markdown text={withoutFields(form.form_content)} />
      </Panel>
      {form.status === 'submitted' && (
        <Section title={t.answer}>
          <DescriptionList
            facts={[
              [t.answeredWith, action?.title || form.action],
              [t.answeredBy, form.answered_by],
            ]}
          />
          {form.submitted_data !== null && <JsonTree value={form.submitted_data} />}
        </Section>
      )}
    </>
  );
}
