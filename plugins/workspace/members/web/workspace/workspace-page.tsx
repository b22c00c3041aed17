import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { memberTexts } from '#plugins/members/web/texts/en.ts';
import {
  call,
  can,
  Form,
  PageFrame,
  QueryBoundary,
  Section,
  studioSession,
  studioTexts,
  textOf,
  useApi,
  useSubmit,
} from '#plugins/studio/web/contract.tsx';
import { Checkbox, Notice, Panel, TextArea, TextField, toast } from '#plugins/ui/web/contract.ts';
import { DangerZone } from './danger-zone.tsx';

const workspace = '/console/api/workspace';

/** What the workspace is called, what it may, and how it is taken away, given away or ended. */
export function Page() {
  const t = memberTexts();
  const answer = useApi(workspace);
  return (
    <PageFrame title={t.workspace} about={t.workspaceAbout}>
      <QueryBoundary answer={answer} height={394}>
        {(value) => <WorkspaceForm workspace={value} />}
      </QueryBoundary>
      {studioSession().workspace.role === 'owner' && <DangerZone />}
    </PageFrame>
  );
}

function WorkspaceForm({ workspace: shown }: { readonly workspace: Schemas['Workspace'] }) {
  const t = memberTexts();
  const sending = useSubmit();
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
        wrong={sending.fieldError('name')}
      />
      <TextArea
        label={t.description}
        name="description"
        rows={2}
        maxLength={1000}
        disabled={!mayManage}
        defaultValue={shown.description}
        wrong={sending.fieldError('description')}
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
      <Panel>
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
              await call.patch(workspace, { body, invalidates: [workspace] });
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
      </Panel>
    </Section>
  );
}
