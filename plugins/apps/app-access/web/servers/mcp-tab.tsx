import { useState } from 'react';
import styles from '#plugins/app-access/web/access.module.css';
import { accessTexts } from '#plugins/app-access/web/texts/en.ts';
import { changing, useAppChange } from '#plugins/app-access/web/use-app-change.ts';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import {
  CopyField,
  call,
  confirm,
  ErrorAlert,
  Form,
  QueryBoundary,
  SecretDialog,
  Section,
  studioTexts,
  textOf,
  useApi,
  useSubmit,
} from '#plugins/studio/web/contract.tsx';
import {
  Button,
  Fold,
  Muted,
  Notice,
  Panel,
  Switch,
  TextArea,
  TextField,
  Toolbar,
  toast,
} from '#plugins/ui/web/contract.ts';

interface TabProps {
  readonly app: Schemas['App'];
  readonly server: Schemas['McpAppServer'];
}

const mcp = '/console/api/apps/{app_id}/mcp';

/** The app as a tool for clients of the Model Context Protocol. */
export function McpTab({ app }: { readonly app: Schemas['App'] }) {
  const answer = useApi(mcp, { path: { app_id: app.id } });
  return (
    <QueryBoundary answer={answer}>
      {(server) => (
        <>
          <McpSwitch app={app} server={server} />
          {server.enabled && (
            <>
              <Connecting app={app} server={server} />
              <Tool app={app} server={server} />
            </>
          )}
        </>
      )}
    </QueryBoundary>
  );
}

function McpSwitch({ app, server }: TabProps) {
  const t = accessTexts();
  const { sending, run } = useAppChange(app.id);
  const set = (enabled: boolean) =>
    run(async () => {
      await call.patch(mcp, { path: { app_id: app.id }, body: { enabled } });
      toast(enabled ? t.mcpIsOn : t.mcpIsOff, { label: studioTexts().undo, run: () => void set(!enabled) });
    });
  return (
    <Section title={t.mcpTitle} about={t.mcpAbout}>
      <Panel>
        <Switch
          label={t.mcpOn}
          checked={server.enabled}
          disabled={sending.isBusy}
          onChange={(event) => void set(event.currentTarget.checked)}
        />
        {sending.error !== undefined && <ErrorAlert error={sending.error} />}
      </Panel>
    </Section>
  );
}

/** How clients come in: signing in as a person, with a key, or by an address with a code in it. */
function Connecting({ app, server }: TabProps) {
  const t = accessTexts();
  const { sending, run } = useAppChange(app.id);
  const [code, setCode] = useState<Schemas['McpCode'] | null>(null);
  const path = { app_id: app.id };
  const name = server.name || 'weft';
  async function renew(): Promise<void> {
    if (server.has_code && !(await confirm({ title: t.renewCode, about: t.renewCodeAbout, action: t.renew }))) return;
    await run(async () => setCode(await call.post(`${mcp}/code`, { path })));
  }
  async function remove(): Promise<void> {
    if (!(await confirm({ title: t.removeCode, about: t.removeCodeAbout, action: t.remove }))) return;
    await run(() => call.delete(`${mcp}/code`, { path }));
  }
  return (
    <>
      <Section title={t.mcpSignIn} about={t.mcpSignInAbout}>
        <CopyField label={t.address} value={server.url} />
        <Fold title={t.clientSettings}>
          <CopyField label={t.clientSettings} value={clientSettings(name, { url: server.url })} />
          <Muted>{t.withKey}</Muted>
          <CopyField
            label={t.withKey}
            value={clientSettings(name, { url: server.url, headers: { Authorization: 'Bearer app-…' } })}
          />
        </Fold>
      </Section>
      <Section title={t.mcpCode} about={t.mcpCodeAbout}>
        <Panel>
          <Toolbar>
            <span className={styles.name}>{server.has_code ? t.codeEndsIn(server.code_end ?? '') : t.noCode}</span>
            {server.has_code && (
              <Button busy={sending.isBusy} onClick={() => void remove()}>
                {t.removeCode}
              </Button>
            )}
            <Button busy={sending.isBusy} onClick={() => void renew()}>
              {server.has_code ? t.renewCode : t.makeCode}
            </Button>
          </Toolbar>
          {sending.error !== undefined && <ErrorAlert error={sending.error} />}
        </Panel>
      </Section>
      {code !== null && (
        <SecretDialog
          title={t.mcpCode}
          values={[
            { label: t.address, value: code.url },
            { label: t.clientSettings, value: clientSettings(name, { url: code.url }) },
          ]}
          onClose={() => setCode(null)}
        />
      )}
    </>
  );
}

/** What models are told of the app: its name, what it is good for, what its inputs mean. */
function Tool({ app, server }: TabProps) {
  const t = accessTexts();
  const sending = useSubmit();
  const inputs = Object.keys((server.tool?.inputSchema.properties ?? {}) as Readonly<Record<string, unknown>>).filter(
    (name) => name !== 'conversation_id' && name !== 'run_id',
  );
  const description = (name: string) => server.parameters[name] ?? '';
  return (
    <Section title={t.tool} about={t.toolAbout}>
      <Panel>
        <Form
          sending={sending}
          action={studioTexts().save}
          onSubmit={(fields) =>
            changing(app.id, async () => {
              const parameters = Object.fromEntries(inputs.map((name) => [name, textOf(fields, `input.${name}`)]));
              const given = Object.entries({ ...server.parameters, ...parameters }).filter(([, text]) => text !== '');
              const body = {
                name: textOf(fields, 'name'),
                description: textOf(fields, 'description'),
                parameters: Object.fromEntries(given),
              };
              await call.patch(mcp, { path: { app_id: app.id }, body });
              toast(studioTexts().saved);
            })
          }
        >
          <TextField
            label={t.name}
            name="name"
            required
            dir="ltr"
            spellCheck={false}
            defaultValue={server.name}
            wrong={sending.fieldError('name')}
          />
          <TextArea
            label={t.description}
            name="description"
            hint={t.toolDescriptionHint}
            rows={3}
            defaultValue={server.description}
            wrong={sending.fieldError('description')}
          />
          {server.tool === null && <Notice>{t.inputsWhenPublished}</Notice>}
          {inputs.map((name) => (
            <TextField
              key={name}
              label={t.inputNamed(name)}
              name={`input.${name}`}
              defaultValue={description(name)}
              placeholder={describedBy(server, name)}
            />
          ))}
        </Form>
      </Panel>
    </Section>
  );
}

function describedBy({ tool }: Schemas['McpAppServer'], name: string): string {
  const properties = (tool?.inputSchema.properties ?? {}) as Readonly<
    Record<string, { readonly description?: unknown }>
  >;
  const text = properties[name]?.description;
  return typeof text === 'string' ? text : '';
}

/** As files of settings of clients have it. */
function clientSettings(name: string, server: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({ mcpServers: { [name]: server } }, null, 2);
}
