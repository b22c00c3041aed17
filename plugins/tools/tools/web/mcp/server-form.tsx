import { useState } from 'react';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { call, Form, oneOf, textOf, useSubmit } from '#plugins/studio/web/contract.tsx';
import { toolsTexts } from '#plugins/tools/web/texts/en.ts';
import { mcpRoutes } from '#plugins/tools/web/tool-routes.ts';
import styles from '#plugins/tools/web/tools.module.css';
import { Button, Checkbox, FieldGroup, IconButton, Select, TextField, toast } from '#plugins/ui/web/contract.ts';
import { Cross, Plus } from '#plugins/ui/web/icons.tsx';
import { headersIn } from './headers.ts';

type Server = Schemas['McpServer'];

/** Sends what the form says; answers with the server as it is then. */
async function sent(
  form: FormData,
  {
    server,
    auth,
    rows,
  }: { readonly server: Server | null; readonly auth: Server['auth']; readonly rows: readonly number[] },
): Promise<Server> {
  const url = textOf(form, 'url');
  const headers = headersIn(form, rows);
  const givesHeaders = Object.keys(headers).length > 0 || form.get('no-headers') !== null;
  const secret = textOf(form, 'client_secret');
  const clientId = textOf(form, 'client_id');
  const oauth =
    auth === 'oauth'
      ? {
          per_user: form.get('per_user') !== null,
          scope: textOf(form, 'scope'),
          ...(clientId !== (server?.client_id ?? '') && { client_id: clientId === '' ? null : clientId }),
          ...(secret !== '' && { client_secret: secret }),
        }
      : {};
  const settings = {
    name: textOf(form, 'name'),
    auth,
    ...(givesHeaders && { headers }),
    ...oauth,
    timeout_seconds: Number(textOf(form, 'timeout_seconds')) || 60,
  };
  return server === null
    ? await call.post('/console/api/mcp-servers', {
        body: { ...settings, url, identifier: textOf(form, 'identifier') },
        invalidates: mcpRoutes,
      })
    : await call.patch('/console/api/mcp-servers/{id}', {
        path: { id: server.id },
        body: { ...settings, ...(url !== '' && { url }) },
        invalidates: mcpRoutes,
      });
}

/** A new MCP server, or the settings of one: what is secret is not shown, and stays where nothing is given. */
export function ServerForm({
  server,
  onDone,
  onClose,
}: {
  readonly server: Server | null;
  onDone(server: Server): void;
  onClose?(): void;
}) {
  const t = toolsTexts();
  const sending = useSubmit();
  const [auth, setAuth] = useState<Server['auth']>(server?.auth ?? 'none');
  const [rows, setRows] = useState<readonly number[]>([]);
  const save = async (form: FormData) => {
    const saved = await sent(form, { server, auth, rows });
    toast(server === null ? t.addedServer(saved.name || saved.identifier) : t.saved);
    onDone(saved);
  };
  return (
    <Form
      sending={sending}
      action={server === null ? t.add : t.save}
      actions={onClose !== undefined && <Button onClick={onClose}>{t.cancel}</Button>}
      onSubmit={save}
    >
      <TextField
        label={t.name}
        name="name"
        required
        maxLength={100}
        defaultValue={server?.name ?? ''}
        wrong={sending.fieldError('name')}
      />
      {server === null && (
        <TextField
          label={t.identifier}
          hint={t.identifierHint}
          name="identifier"
          required
          spellCheck={false}
          autoCapitalize="off"
          wrong={sending.fieldError('identifier')}
        />
      )}
      <TextField
        label={t.address}
        name="url"
        type="url"
        required={server === null}
        placeholder={server?.address ?? 'https://mcp.example.com/mcp'}
        {...(server !== null && { hint: t.addressKept })}
        wrong={sending.fieldError('url')}
      />
      <Headers stored={server?.headers ?? []} rows={rows} onRows={setRows} />
      <Select
        label={t.authentication}
        value={auth}
        options={[
          { value: 'none', label: t.noAuthentication },
          { value: 'oauth', label: 'OAuth' },
        ]}
        onChange={(event) => setAuth(oneOf(['none', 'oauth'], event.currentTarget.value))}
      />
      {auth === 'oauth' && (
        <>
          <Checkbox name="per_user" label={t.perUser} hint={t.perUserHint} defaultChecked={server?.per_user ?? false} />
          <TextField
            label={t.clientId}
            note={t.optional}
            hint={t.clientIdHint}
            name="client_id"
            defaultValue={server?.client_id ?? ''}
            autoComplete="off"
            wrong={sending.fieldError('client_id')}
          />
          <TextField
            label={t.clientSecret}
            note={t.optional}
            name="client_secret"
            type="password"
            autoComplete="new-password"
          />
          <TextField
            label={t.scopes}
            note={t.optional}
            hint={t.scopesHint}
            name="scope"
            defaultValue={server?.scope ?? ''}
          />
        </>
      )}
      <TextField
        label={t.timeout}
        name="timeout_seconds"
        type="number"
        min={1}
        defaultValue={String(server?.timeout_seconds ?? 60)}
        wrong={sending.fieldError('timeout_seconds')}
      />
    </Form>
  );
}

function Headers({
  stored,
  rows,
  onRows,
}: {
  readonly stored: readonly string[];
  readonly rows: readonly number[];
  onRows(rows: readonly number[]): void;
}) {
  const t = toolsTexts();
  return (
    <FieldGroup>
      <legend>{t.headers}</legend>
      {stored.length > 0 && (
        <>
          <p className={styles.text}>{t.storedHeaders(stored.join(', '))}</p>
          {rows.length === 0 && <Checkbox name="no-headers" label={t.noHeaders} />}
        </>
      )}
      {rows.map((row, at) => (
        <div key={row} className={styles.row}>
          <TextField label={t.headerName(at + 1)} name={`header.${row}.name`} required spellCheck={false} />
          <TextField
            label={t.headerValue(at + 1)}
            name={`header.${row}.value`}
            type="password"
            autoComplete="new-password"
          />
          <IconButton label={t.removeHeader(at + 1)} onClick={() => onRows(rows.filter((each) => each !== row))}>
            <Cross />
          </IconButton>
        </div>
      ))}
      <div>
        <Button small onClick={() => onRows([...rows, (rows.at(-1) ?? 0) + 1])}>
          <Plus />
          {t.addHeader}
        </Button>
      </div>
    </FieldGroup>
  );
}
