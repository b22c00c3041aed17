import { connect, registerService } from '#plugins/connected-accounts/testing/connecting.ts';
import { startOAuthService } from '#plugins/connected-accounts/testing/oauth-service.ts';
import { browserOf, newMember } from '#plugins/members/testing/people.ts';
import type { ExampleCalls, ExampleParts } from '#plugins/openapi/testing/called-examples.ts';
import { FakeDrive } from './fake-drive.ts';

export const exampleCalls: readonly ExampleCalls[] = [
  { what: 'when a folder of a connected account is chosen', make: placesCalls },
];

async function placesCalls({ api, token, platform }: ExampleParts): Promise<void> {
  await using service = await startOAuthService();
  service.handlers.push(new FakeDrive().handle);
  const headers = { 'x-workspace-id': platform.workspaceId };
  await registerService(platform.management, service, { headers });
  const person = await newMember(platform, 'admin', platform.workspaceId);
  const { id } = await connect(await browserOf(platform, person), service, { capabilities: ['drive.read'] });
  const of = { token: person.token, params: { kind: 'drive' }, query: { account_id: id } };
  await api.call('GET /console/api/dataset-sources/{kind}/places', 200, of);
  const client = { token, params: { service: 'google' }, query: { base_url: service.url } };
  await api.call('DELETE /console/api/account-services/{service}/client', 204, client);
}
