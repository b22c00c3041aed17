import { type Command, counted, credentialState, routeCommand } from '#plugins/commands/contract.ts';

const path = '/console/api/tools/{provider}';

/** Tools there are, and what their providers must be told. */
export const commands: readonly Command[] = [
  routeCommand('tools list', 'GET', '/console/api/tools', {
    summary: 'list tools by provider, and the credentials a provider needs',
    table: {
      PROVIDER: 'id',
      KIND: 'kind',
      NAME: ({ id, label }) => (label === id ? '' : label),
      STATE: credentialState,
      TOOLS: ({ tools }) => counted(tools.length, 'tool'),
      CREDENTIALS: ({ credentials_schema: schema }) => credentialNames(schema).join(' '),
    },
  }),
  routeCommand('tools set', 'PUT', path, {
    options: { credentials: 'credential' },
    json: { provider: 'provider', configured: true },
    say: 'Stored.',
  }),
  routeCommand('tools remove', 'DELETE', path, {
    confirm: ({ provider }) => `Forget the credentials of ${provider}? Apps that call its tools fail.`,
    json: { provider: 'provider', configured: false },
    say: 'Removed.',
  }),
];

/** The fields of a provider's schema; those it can do without in brackets. */
function credentialNames(schema: Readonly<Record<string, unknown>> | null): string[] {
  if (schema === null) return ['-'];
  const required = Array.isArray(schema.required) ? schema.required : [];
  return Object.keys(schema.properties ?? {}).map((name) => (required.includes(name) ? name : `[${name}]`));
}
