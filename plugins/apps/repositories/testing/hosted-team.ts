import { type FakeHost, type FakeProvider, fakeHost } from '#plugins/repository-hosts/testing/host-fakes.ts';
import { newTeam, type startTeams, type Team } from './team.ts';

let made = 0;

/** A team whose repository is at a host with an interface beside its git. */
export async function hostedTeam(
  teams: Awaited<ReturnType<typeof startTeams>>,
  provider: FakeProvider,
): Promise<{ readonly team: Team; readonly host: FakeHost }> {
  const { server } = teams;
  made += 1;
  const path = `team/apps-${made}`;
  const token = `token-${made}-canary`;
  const host = fakeHost(provider, () => server.url, token);
  host.repositories.push({ path, branch: 'main', isPrivate: true });
  server.switches.besides = (request, response) => host.answer(request, response);
  const team = await newTeam(teams, server.repository(path), { service: provider, token });
  return { team, host };
}
