import { expect, it } from 'vitest';
import { authenticationIn, secretFields } from './authentication.ts';

const formOf = (values: Readonly<Record<string, string>>): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.set(name, value);
  return form;
};

it('says of an authentication only what its type has', () => {
  const all = {
    'auth.in': 'header',
    'auth.name': ' X-Key ',
    'auth.prefix': '',
    'auth.token_url': 'https://id.example/token',
    'auth.authorization_url': 'https://id.example/authorize',
    'auth.scopes': ' read  write ',
  };
  const of = (authentication: string) => authenticationIn(formOf({ ...all, authentication }));
  expect(of('none')).toEqual({ type: 'none' });
  expect(of('api_key')).toEqual({ type: 'api_key', in: 'header', name: 'X-Key' });
  expect(of('oauth2_client_credentials')).toEqual({
    ...{ type: 'oauth2_client_credentials', token_url: 'https://id.example/token', scopes: ['read', 'write'] },
  });
  expect(of('oauth2_authorization_code')).toMatchObject({ authorization_url: 'https://id.example/authorize' });
});

it('asks for the secrets of a type', () => {
  const fields = secretFields('basic', { username: 'User' });
  expect(fields.map(({ name, label, required, type }) => [name, label, required, type])).toEqual([
    ['username', 'User', true, 'text'],
    ['password', 'password', false, 'secret'],
  ]);
  expect(secretFields('none', {})).toEqual([]);
});
