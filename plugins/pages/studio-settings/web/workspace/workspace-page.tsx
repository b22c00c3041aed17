import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import {
  call,
  can,
  changed,
  Form,
  PageFrame,
  Section,
  Shown,
  studioSession,
  studioTexts,
  textOf,
  useAnswer,
  useSending,
} from '#plugins/studio/web/contract.tsx';
import styles from '#plugins/studio-settings/web/settings.module.css';
import { settingsTexts } from '#plugins/studio-settings/web/settings-texts.ts';
import { Checkbox, Notice, TextArea, TextField, toast } from '#plugins/ui/web/contract.ts';
import { DangerZone } from './danger-zone.tsx';

const workspace = '/console/api/workspace';

/** What the workspace is called, what it may, and how it is taken away, given away or ended. */
export function Page() {
  const t = settingsTexts();
  const answer = useAnswer(workspace);
  return (
    <PageFrame title={t.workspace} about={t.workspaceAbout}>
      <Shown answer={answer}>{(value) => <WorkspaceForm workspace={value} />}</Shown>
      {studioSession().workspace.role === 'owner' && <DangerZone />}
    </PageFrame>
  );
}

function WorkspaceForm({ workspace: shown }: { readonly workspace: Schemas['Workspace'] }) {
  const t = settingsTexts();
  const sending = useSending();
  const mayManage = can('workspace.manage');
  const fields = (
    <>
      <TextField
        label={t.name}
        name="name"
        required
        maxLength={100}
        disabled={!mayManage}
        defaultValue={shown.name}
        wrong={sending.wrong('name')}
      />
      <TextArea
        label={t.description}
        name="description"
        rows={2}
        maxLength={1000}
        disabled={!mayManage}
        defaultValue={shown.description}
        wrong={sending.wrong('description')}
      />
      <Checkbox
        label={t.codeNetwork}
        hint={t.codeNetworkHint}
        name="code_network"
        disabled={!mayManage}
        defaultChecked={shown.code_network}
      />
    </>
  );
  return (
    <Section title={t.general}>
      {!mayManage && <Notice>{t.ownerManages}</Notice>}
      <div className={styles.panel}>
        {mayManage ? (
          <Form
            sending={sending}
            action={studioTexts().save}
            onSubmit={async (form) => {
              const body = {
                name: textOf(form, 'name'),
                description: textOf(form, 'description'),
                ...((form.get('code_network') !== null) !== shown.code_network && {
                  code_network: form.get('code_network') !== null,
                }),
              };
              await call.patch(workspace, { body });
              changed(workspace);
              // Its name stands in the frame, which came with the page.
              if (body.name !== shown.name) location.reload();
              toast(studioTexts().saved);
            }}
          >
            {fields}
          </Form>
        ) : (
          fields
        )}
      </div>
    </Section>
  );
}
