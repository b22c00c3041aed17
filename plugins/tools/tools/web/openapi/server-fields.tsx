import { useState } from 'react';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { type SubmitState, textOf } from '#plugins/studio/web/contract.tsx';
import { toolsTexts } from '#plugins/tools/web/texts/en.ts';
import { FieldGroup, Select, TextField } from '#plugins/ui/web/contract.ts';

type Server = Schemas['ApiServer'];

/** Where calls go: a server of the document with its variables, or another address. */
export function ServerFields({
  servers,
  sending,
}: {
  readonly servers: readonly Server[];
  readonly sending: SubmitState;
}) {
  const t = toolsTexts();
  const first = servers.find(({ problem }) => problem === '') ?? servers[0];
  const [chosen, setChosen] = useState(first === undefined || first.problem !== '' ? '' : String(first.index));
  const server = servers.find(({ index }) => String(index) === chosen);
  return (
    <FieldGroup>
      <legend>{t.server}</legend>
      <Select
        label={t.serverOfDocument}
        name="server"
        value={chosen}
        empty={t.otherAddress}
        options={servers.map(({ index, url, template, description, problem }) => ({
          value: String(index),
          label: [url || template, description, problem].filter((part) => part !== '').join(' – '),
        }))}
        onChange={(event) => setChosen(event.currentTarget.value)}
        wrong={sending.fieldError('server')}
      />
      {server === undefined && (
        <TextField label={t.address} name="server.url" type="url" required placeholder="https://api.example.com/v1" />
      )}
      {server?.variables.map(({ name, default: preset, values, description }) => {
        const frame = { label: name, name: `variable.${name}`, ...(description !== '' && { hint: description }) };
        return values.length > 0 ? (
          <Select key={name} {...frame} defaultValue={preset} options={values.map((value) => ({ value }))} />
        ) : (
          <TextField key={name} {...frame} defaultValue={preset} />
        );
      })}
    </FieldGroup>
  );
}

/** The server that a form chooses. */
export function serverIn(form: FormData, servers: readonly Server[]) {
  const server = servers.find(({ index }) => String(index) === textOf(form, 'server'));
  if (server === undefined) return { url: textOf(form, 'server.url') };
  const variables = Object.fromEntries(
    server.variables.map(({ name }) => [name, textOf(form, `variable.${name}`)] as const),
  );
  return { index: server.index, ...(server.variables.length > 0 && { variables }) };
}
