import { useState } from 'react';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import {
  appSource,
  call,
  Form,
  Picker,
  QueryBoundary,
  textOf,
  useApi,
  useSubmit,
} from '#plugins/studio/web/contract.tsx';
import { toolsTexts } from '#plugins/tools/web/texts/en.ts';
import {
  Button,
  Dialog,
  FieldGroup,
  Notice,
  Select,
  Stack,
  TextArea,
  TextField,
  toast,
} from '#plugins/ui/web/contract.ts';

type Tool = Schemas['WorkflowTool'];
interface App {
  readonly id: string;
  readonly name: string;
}
const one = '/console/api/apps/{app_id}/workflow-tool';

/** A workflow becomes a tool, or is described anew. `app` null: it is chosen first. */
export function WorkflowForm({ app, onClose }: { readonly app: App | null; onClose(): void }) {
  const t = toolsTexts();
  return (
    <Dialog open title={app === null ? t.publishWorkflow : app.name} onClose={onClose}>
      {app === null ? <NewTool onClose={onClose} /> : <KnownTool app={app} onClose={onClose} />}
    </Dialog>
  );
}

const workflows = appSource('workflow');

function NewTool({ onClose }: { onClose(): void }) {
  const t = toolsTexts();
  const [chosen, setChosen] = useState('');
  const answer = useApi('/console/api/apps/{app_id}', { path: { app_id: chosen }, when: chosen !== '' });
  return (
    <Stack>
      <Picker
        label={t.workflow}
        hint={t.workflowHint}
        nothing={t.noWorkflowApps}
        required
        source={workflows}
        value={chosen}
        onChange={setChosen}
      />
      {chosen !== '' && (
        <QueryBoundary answer={answer}>
          {(app) => <Described key={app.id} app={app} tool={null} onClose={onClose} />}
        </QueryBoundary>
      )}
    </Stack>
  );
}

function KnownTool({ app, onClose }: { readonly app: App; onClose(): void }) {
  const answer = useApi(one, { path: { app_id: app.id } });
  return (
    <QueryBoundary answer={answer}>
      {(tool) => <Described key={tool.id} app={{ ...app, description: '' }} tool={tool} onClose={onClose} />}
    </QueryBoundary>
  );
}

function Described({
  app,
  tool,
  onClose,
}: {
  readonly app: App & { readonly description: string };
  readonly tool: Tool | null;
  onClose(): void;
}) {
  const t = toolsTexts();
  const sending = useSubmit();
  const parameters = tool?.parameters ?? [];
  const save = async (form: FormData) => {
    const name = textOf(form, 'name');
    const settings = parameters.map((parameter) => [
      parameter.name,
      {
        description: textOf(form, `about.${parameter.name}`),
        form: textOf(form, `form.${parameter.name}`) === 'form' ? 'form' : 'llm',
      },
    ]);
    const body = {
      ...(name !== '' && { name }),
      label: textOf(form, 'label'),
      description: textOf(form, 'description'),
      ...(settings.length > 0 && { parameters: Object.fromEntries(settings) as Record<string, object> }),
    };
    const saved = await call.put(one, {
      path: { app_id: app.id },
      body,
      invalidates: ['/console/api/workflow-tools', '/console/api/tools', [one, { app_id: app.id }]],
    });
    toast(t.isTool(saved.label));
    onClose();
  };
  return (
    <Form sending={sending} action={t.save} actions={<Button onClick={onClose}>{t.cancel}</Button>} onSubmit={save}>
      <TextField
        label={t.name}
        name="label"
        required
        maxLength={100}
        defaultValue={tool?.label ?? app.name.slice(0, 100)}
        wrong={sending.fieldError('label')}
      />
      <TextField
        label={t.calledAs}
        hint={t.calledAsHint}
        note={tool === null ? t.optional : undefined}
        name="name"
        required={tool !== null}
        pattern="[A-Za-z0-9_\-]{1,64}"
        defaultValue={tool?.name ?? ''}
        wrong={sending.fieldError('name')}
      />
      <TextArea
        label={t.description}
        hint={t.forModels}
        name="description"
        rows={3}
        required
        maxLength={2000}
        defaultValue={tool?.description ?? app.description}
        wrong={sending.fieldError('description')}
      />
      {tool !== null && parameters.length === 0 && <Notice>{t.noParameters}</Notice>}
      {parameters.map((parameter) => (
        <FieldGroup key={parameter.name}>
          <legend>{parameter.name}</legend>
          <TextField
            label={t.description}
            name={`about.${parameter.name}`}
            maxLength={2000}
            defaultValue={parameter.description}
          />
          <Select
            label={t.filledBy}
            name={`form.${parameter.name}`}
            defaultValue={parameter.form}
            options={[
              { value: 'llm', label: t.byModel },
              { value: 'form', label: t.byBuilder },
            ]}
          />
        </FieldGroup>
      ))}
    </Form>
  );
}
