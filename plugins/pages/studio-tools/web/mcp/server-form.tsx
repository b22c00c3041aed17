import { useState } from 'react';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { call, changed, Form, textOf, useSending } from '#plugins/studio/web/contract.tsx';
import styles from '#plugins/studio-tools/web/tools.module.css';
import { toolsTexts } from '#plugins/studio-tools/web/tools-texts.ts';
import { Button, Checkbox, IconButton, Select, TextField, toast } from '#plugins/ui/web/contract.ts';
import { Cross, Plus } from '#plugins/ui/web/icons.tsx';
import { headersIn } from './headers.ts';

type Server = Schemas['McpServer'];

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
  const sending = useSending();
  const [auth, setAuth] = useState<string>(server?.auth ?? 'none');
  const [rows, setRows] = useState<readonly number[]>([]);
  const save = async (form: FormData) => {
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
      ...(url !== '' && { url }),
      ...(givesHeaders && { headers }),
      ...oauth,
      timeout_seconds: Number(textOf(form, 'timeout_seconds')) || 60,
    };
    const saved =
      server === null
        ? await call.post('/console/api/mcp-servers', {
            body: { ...settings, identifier: textOf(form, 'identifier') },
          })
        : await call.patch('/console/api/mcp-servers/{id}', { path: { id: server.id }, body: settings });
    changed('/console/api/mcp-servers', '/console/api/tools');
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
        wrong={sending.wrong('name')}
      />
      {server === null && (
        <TextField
          label={t.identifier}
          hint={t.identifierHint}
          name="identifier"
          required
          spellCheck={false}
          autoCapitalize="off"
          wrong={sending.wrong('identifier')}
        />
      )}
      <TextField
        label={t.address}
        name="url"
        type="url"
        required={server === null}
        placeholder={server?.address ?? 'https://mcp.example.com/mcp'}
        {...(server !== null && { hint: t.addressKept })}
        wrong={sending.wrong('url')}
      />
      <Headers stored={server?.headers ?? []} rows={rows} onRows={setRows} />
      <Select
        label={t.authentication}
        value={auth}
        options={[
          { value: 'none', label: t.noAuthentication },
          { value: 'oauth', label: 'OAuth' },
        ]}
        onChange={(event) => setAuth(event.currentTarget.value)}
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
            wrong={sending.wrong('client_id')}
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
        wrong={sending.wrong('timeout_seconds')}
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
    <fieldset className={styles.group}>
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
    </fieldset>
  );
}
