import { useState } from 'react';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { call, changed, Form, Shown, textOf, useAnswer, useSending } from '#plugins/studio/web/contract.tsx';
import styles from '#plugins/studio-tools/web/tools.module.css';
import { toolsTexts } from '#plugins/studio-tools/web/tools-texts.ts';
import { Button, Dialog, Notice, Select, TextArea, TextField, toast } from '#plugins/ui/web/contract.ts';

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

function NewTool({ onClose }: { onClose(): void }) {
  const t = toolsTexts();
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState('');
  const query = { mode: 'workflow', limit: 100, ...(search.trim() !== '' && { name: search.trim() }) };
  const answer = useAnswer('/console/api/apps', { query });
  return (
    <div className={styles.group}>
      <Shown answer={answer}>
        {({ data, total }) => (
          <>
            {(total > 100 || search !== '') && (
              <TextField
                label={t.searchWorkflows}
                type="search"
                value={search}
                onChange={(event) => setSearch(event.currentTarget.value)}
              />
            )}
            <Select
              label={t.workflow}
              empty={t.choose}
              value={chosen}
              options={data.map(({ id, name }) => ({ value: id, label: name }))}
              hint={data.length === 0 ? t.noWorkflowApps : t.workflowHint}
              onChange={(event) => setChosen(event.currentTarget.value)}
            />
            {data.some(({ id }) => id === chosen) && (
              <Described
                key={chosen}
                app={data.find(({ id }) => id === chosen) as App & { description: string }}
                tool={null}
                onClose={onClose}
              />
            )}
          </>
        )}
      </Shown>
    </div>
  );
}

function KnownTool({ app, onClose }: { readonly app: App; onClose(): void }) {
  const answer = useAnswer(one, { path: { app_id: app.id } });
  return (
    <Shown answer={answer}>
      {(tool) => <Described key={tool.id} app={{ ...app, description: '' }} tool={tool} onClose={onClose} />}
    </Shown>
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
  const sending = useSending();
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
    const saved = await call.put(one, { path: { app_id: app.id }, body });
    changed('/console/api/workflow-tools', '/console/api/tools', `/console/api/apps/${app.id}/workflow-tool`);
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
        wrong={sending.wrong('label')}
      />
      <TextField
        label={t.calledAs}
        hint={t.calledAsHint}
        note={tool === null ? t.optional : undefined}
        name="name"
        required={tool !== null}
        pattern="[A-Za-z0-9_\-]{1,64}"
        defaultValue={tool?.name ?? ''}
        wrong={sending.wrong('name')}
      />
      <TextArea
        label={t.description}
        hint={t.forModels}
        name="description"
        rows={3}
        required
        maxLength={2000}
        defaultValue={tool?.description ?? app.description}
        wrong={sending.wrong('description')}
      />
      {tool !== null && parameters.length === 0 && <Notice>{t.noParameters}</Notice>}
      {parameters.map((parameter) => (
        <fieldset key={parameter.name} className={styles.group}>
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
        </fieldset>
      ))}
    </Form>
  );
}
