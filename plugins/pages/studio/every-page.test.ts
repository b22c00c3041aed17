import { readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { testClient } from '#http/testing/client.ts';
import { pluginFiles } from '#kernel/testing/plugin-files.ts';
import type { Role } from '#plugins/members/contract.ts';
import { describePages } from '#plugins/pages/testing/open-pages.ts';
import { notesWorkflow } from '#plugins/web-app/testing/workflow-documents.ts';
import { type Visit, visitAll } from './testing/every-page.ts';
import { ownServer, studioPerson } from './testing/studio-bench.ts';

/** The addresses of all pages, as sections have them. */
const patterns = sectionPaths();

const PHONE = 390;
/** What a desktop of 1360 pixels has room for at 200 %. */
const ZOOMED = 680;

describePages('every page of the studio', (pages) => {
  let addresses: ReadonlyMap<string, string>;
  beforeAll(async () => {
    await ownServer(pages);
    addresses = await filledIn();
  });

  /** What the names in addresses stand for: things that are there, as far as they are made without another server. */
  async function filledIn(): Promise<ReadonlyMap<string, string>> {
    const { appId, key } = await pages.app(notesWorkflow(0));
    const { management, workspaceId } = pages.platform;
    const run = await testClient(pages.platform.url, key).request('/v1/workflows/run', {
      body: { inputs: { topic: 'Ferns' }, response_mode: 'blocking', user: 'ada' },
    });
    const base = await management.request('/console/api/datasets', {
      body: { name: 'Plant notes', indexing_technique: 'economy', permission: 'all_team_members' },
    });
    expect([run.status, base.status]).toEqual([200, 201]);
    const nobody = crypto.randomUUID();
    const values: Readonly<Record<string, string>> = {
      ...{ app_id: appId, run_id: (run.body as { workflow_run_id: string }).workflow_run_id, id: nobody },
      ...{ dataset_id: (base.body as { id: string }).id, document_id: nobody, form_id: nobody },
      ...{
        connection_id: nobody,
        provider: 'demo',
        kind: 'builtin',
        workspace_id: workspaceId,
        scope: '@weft',
        name: 'run-journal',
      },
    };
    return new Map(
      patterns.map((pattern) => [
        pattern,
        pattern.replace(/:(\w+)/g, (_, name: string) => {
          const value = values[name];
          if (value === undefined) throw new Error(`give ":${name}" of ${pattern} a value here`);
          return value;
        }),
      ]),
    );
  }

  async function visit(role: Role, widths: readonly number[] = []): Promise<readonly Visit[]> {
    const person = await studioPerson(pages, role);
    // What is not there is said by the server, and shown by the page.
    const page = await person.open('/apps', { expected: [/40[034]/] });
    await page.getByRole('heading', { level: 1, name: 'Apps' }).waitFor();
    return visitAll(page, addresses, widths);
  }

  /** Calls that were refused, links to pages that are, pages without a heading: none of it is offered. */
  function faults(role: Role, visits: readonly Visit[]): readonly string[] {
    const refused = refusedOf(visits);
    return visits.flatMap(({ pattern, forbidden, links, hasHeading }) =>
      [
        ...forbidden,
        ...links.filter((link) => refused.has(link)).map((link) => `a link to ${link}`),
        ...(hasHeading ? [] : ['no heading']),
      ].map((what) => `${role} at ${pattern}: ${what}`),
    );
  }

  it('attack T02: asks for nothing that a role may not have, and leads nowhere that it may not go', async () => {
    const others = ['admin', 'editor', 'member'] as const;
    const visited = await Promise.all(others.map((role) => visit(role)));
    expect(others.flatMap((role, at) => faults(role, visited[at] ?? []))).toEqual([]);
    // Who may less is refused more.
    const [admin = [], editor = [], member = []] = visited.map((visits) => [...refusedOf(visits)]);
    expect(admin.toSorted()).toEqual(
      ['/billing', '/settings/sso', '/settings/sso/:connection_id', '/usage/budgets'].sort(),
    );
    expect(editor).toEqual(expect.arrayContaining(admin));
    expect(member).toEqual(expect.arrayContaining(editor));
    expect(member.length).toBeGreaterThan(25);
  });

  it('refuses nothing to the owner, and scrolls no page sideways on a phone or at 200 %', async () => {
    expect(patterns.length).toBeGreaterThan(40);
    const visits = await visit('owner', [PHONE, ZOOMED]);
    expect(faults('owner', visits)).toEqual([]);
    expect(refusedOf(visits)).toEqual(new Set());
    expect(visits.flatMap(({ pattern, beyond }) => beyond.map((what) => `${pattern}: ${what}`))).toEqual([]);
  });
});

function refusedOf(visits: readonly Visit[]): ReadonlySet<string> {
  return new Set(visits.flatMap(({ pattern, isRefused }) => (isRefused ? [pattern] : [])));
}

function sectionPaths(): readonly string[] {
  // These files run in browsers: what they say is read, not imported.
  return pluginFiles('web/*.section.tsx')
    .flatMap(({ url }) => [...readFileSync(url, 'utf8').matchAll(/path: '([^']+)',[^{}]*?load:/g)])
    .flatMap(([, path]) => (path === undefined ? [] : [path]));
}
