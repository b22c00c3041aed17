import { expect, it } from 'vitest';
import { connectionBody } from './connection-body.ts';

function form(values: Readonly<Record<string, string>>): FormData {
  const made = new FormData();
  for (const [name, value] of Object.entries(values)) made.set(name, value);
  return made;
}

const common = {
  ...{ id: 'c', name: 'Example', domains: [], default_role: null, role_claim: null, role_mapping: [] },
  ...{ enabled: true, start_url: 's', created_at: 1, updated_at: 1 },
};
const oidc = {
  ...{ ...common, kind: 'oidc' as const, issuer: 'https://a.example', client_id: 'weft', has_secret: true },
  ...{ scopes: ['openid', 'email'], redirect_uri: 'r' },
};
const pem = (body: string) => `-----BEGIN CERTIFICATE-----\n${body}\n-----END CERTIFICATE-----`;
const saml = {
  ...{ ...common, kind: 'saml' as const, idp_entity_id: 'e', sso_url: 'https://a.example/sso' },
  certificates: [{ sha256: 'x', expires_at: 2, pem: `${pem('AB+/')}\n` }],
  ...{ metadata_url: 'https://a.example/m', email_attribute: null, name_attribute: null },
  ...{ allow_idp_initiated: true, want_encryption: false, sp_entity_id: 'p', acs_url: 'a' },
};

it('tells all of a new connection, and nothing that is empty', () => {
  const fields = form({
    name: ' Example ',
    issuer: 'https://a.example',
    client_id: 'weft',
    client_secret: '',
    scopes: '',
  });
  expect(connectionBody(fields, null)).toEqual({ name: 'Example', issuer: 'https://a.example', client_id: 'weft' });
});

it('tells again only what is another: a stored secret stays, so does the issuer', () => {
  const fields = { name: 'Example', issuer: 'https://a.example', client_id: 'weft', scopes: 'openid  email' };
  expect(connectionBody(form({ ...fields, client_secret: '' }), oidc)).toEqual({});
  const changed = form({ ...fields, client_secret: 'new', scopes: 'openid' });
  expect(connectionBody(changed, oidc)).toEqual({ client_secret: 'new', scopes: ['openid'] });
});

it('does not tell certificates again that only have other line breaks, and takes settings away', () => {
  const fields = {
    ...{ name: 'Example', metadata_url: 'https://a.example/m', metadata: '', idp_entity_id: 'e' },
    ...{ sso_url: 'https://a.example/sso', email_attribute: '', name_attribute: '', allow_idp_initiated: 'on' },
  };
  const same = pem('AB+/').replaceAll('\n', '\r\n');
  expect(connectionBody(form({ ...fields, certificates: same }), saml)).toEqual({});
  const more = `${same}\r\n${pem('CD')}`;
  const { allow_idp_initiated: _, ...off } = fields;
  expect(connectionBody(form({ ...off, certificates: more, metadata_url: '' }), saml)).toEqual({
    metadata_url: null,
    allow_idp_initiated: false,
    certificates: [same, pem('CD')],
  });
});
