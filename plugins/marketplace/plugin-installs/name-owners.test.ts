import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newMember, newWorkspace } from '#plugins/members/testing/people.ts';
import { integrityOf, newSigningKey } from '#plugins/plugin-packages/contract.ts';
import type { Wanted } from './contract.ts';
import { type Key, made, OwnersBench, upload } from './testing/owners-bench.ts';

let bench: OwnersBench;
let acme: Key;
let other: Key;
beforeAll(async () => {
  bench = await OwnersBench.start();
  [acme, other] = [await bench.key('@acme', '@both'), await bench.key('@other', '@both')];
});
afterAll(() => bench.platform.dispose());

const refused = { code: 'plugin-installs.refused' };
const neverTaken = (wanted: Wanted, why: RegExp) => bench.neverTaken(wanted, why);
const onlyByOwner = (wanted: Wanted, told: object, workspace?: string) => bench.onlyByOwner(wanted, told, workspace);

describe('attack T12: a name of the server’s own plugins', () => {
  beforeAll(() => bench.fresh());
  it.each<[string, () => Wanted]>([
    ['signed by a key that is trusted for others', () => upload('@weft/firecrawl', '77.0.0', { key: acme })],
    ['signed by nobody', () => upload('@weft/audio', '99.0.0')],
    ['that no source serves', () => upload('@weft/brand-new', '1.0.0', { key: acme })],
    ['without a scope, which documents call the same', () => upload('weft', '1.0.0')],
    ['as an alias', () => upload('@acme/alias', '1.0.0', { key: acme, manifest: { aliases: ['weft/firecrawl'] } })],
    ['as an alias in capitals', () => upload('@acme/alias', '1.0.0', { manifest: { aliases: ['WEFT/FireCrawl'] } })],
  ])('is taken by no upload: %s', async (_how, wanted) => {
    await neverTaken(wanted(), /belongs to the plugins that come with this server/);
  });

  it('is taken by no upload over what is installed, and the real one stays', async () => {
    const real = await bench.install({ name: '@weft/audio' });
    await neverTaken(upload('@weft/audio', '99.0.0'), /belongs to the plugins/);
    await neverTaken(upload('@weft/audio', '99.0.0', { key: acme }), /belongs to the plugins/);
    const { version, integrity } = real;
    expect(await bench.installs.find(bench.here, 'weft/audio')).toMatchObject({ version, integrity });
  });

  it('is taken by no other source', async () => {
    bench.offer('ours', '@weft/wecom', '88.0.0');
    await neverTaken({ name: '@weft/wecom', source: 'ours' }, /belongs to the plugins/);
    const plan = await bench.changes.plan(bench.here, { name: '@weft/wecom' });
    expect(plan).toMatchObject({ source: 'weft', refusals: [] });
  });

  it('is given to no key', async () => {
    const key = { kind: 'publisher', publicKey: newSigningKey().publicKey, label: 'E', expiresAt: null } as const;
    for (const scopes of [['@weft'], ['@acme', '@weft']]) {
      const code = 'plugin-installs.scope_reserved';
      await expect(bench.trust.addKey({ ...key, scopes })).rejects.toMatchObject({ code });
    }
    await expect(bench.trust.addKey(key)).rejects.toMatchObject({ code: 'plugin-installs.scopes_needed' });
    for (const scope of ['@WEFT', 'weft', '@weft/', '@weft/firecrawl', '@ｗeft', '@weft ', '*', '@*', '']) {
      const body = { public_key: key.publicKey, scopes: [scope] };
      const answer = await bench.platform.management.request('/console/api/installation/plugin-keys', { body });
      expect([scope, answer.status]).toEqual([scope, 400]);
    }
  });

  it.each(['@Weft/firecrawl', '@weft/Firecrawl', '@wеft/firecrawl', '@weft/ﬁrecrawl', '@weft//firecrawl'])(
    'is taken in no other spelling: %s',
    (name) => {
      expect(() => made(name, '1.0.0')).toThrow(/package/);
    },
  );
});

describe('attack T12: a key', () => {
  beforeAll(() => bench.fresh());
  it('signs nothing outside its scopes', async () => {
    await neverTaken(upload('@other/tool', '1.0.0', { key: acme }), /scope @other, which belongs to/);
    const plan = await bench.changes.plan(bench.here, upload('@nobody/tool', '1.0.0', { key: acme }));
    expect(plan).toMatchObject({ trust: 'unsigned', signer: null });
  });

  it('of a scope keeps it from what nobody signed', async () => {
    await neverTaken(upload('@acme/unsigned'), /scope @acme, which belongs to/);
    await neverTaken(upload('acme'), /scope @acme, which belongs to/);
    await neverTaken(upload('@nobody/alias', '1.0.0', { manifest: { aliases: ['acme/weather'] } }), /scope @acme/);
  });

  it('whose scope is taken back signs nothing there any more, and what is installed runs on', async () => {
    const key = await bench.key('@lent', '@kept');
    await bench.install(upload('@lent/tool', '1.0.0', { key }));
    await bench.trust.addKey({
      kind: 'publisher',
      publicKey: key.publicKey,
      scopes: ['@kept'],
      label: '',
      expiresAt: null,
    });
    expect(await bench.says('lent/tool')).toBe('1.0.0');
    const told = { signer: { before: key.id, after: null }, trust: { before: 'trusted', after: 'unsigned' } };
    const plan = await bench.changes.plan(bench.here, upload('@lent/tool', '1.1.0', { key }));
    expect(plan.changes).toMatchObject(told);
    await expect(bench.install(upload('@lent/tool', '1.1.0', { key }))).rejects.toMatchObject(refused);
    await bench.trust.removeKey(key.id);
    await expect(bench.install(upload('@lent/tool', '1.1.0', { key }))).rejects.toMatchObject(refused);
    await expect(bench.install(upload('@kept/tool', '1.0.0', { key }))).resolves.toMatchObject({ trust: 'unsigned' });
    expect(await bench.says('lent/tool')).toBe('1.0.0');
  });

  it('that is new to a publisher is an owner’s to accept', async () => {
    await bench.install(upload('@both/rotated', '1.0.0', { key: acme }));
    const signer = { before: acme.id, after: other.id };
    await onlyByOwner(upload('@both/rotated', '1.1.0', { key: other }), { signer, source: null, trust: null });
    expect(await bench.says('both/rotated')).toBe('1.1.0');
  });

  it('under the same bytes is another signer', async () => {
    await bench.install(upload('@both/same', '1.0.0', { key: acme }));
    const signer = { before: acme.id, after: other.id };
    await onlyByOwner(upload('@both/same', '1.0.0', { key: other }), { signer });
  });
});

describe('attack T12: an update', () => {
  beforeAll(() => bench.fresh());
  it('by nobody of what somebody signed is an owner’s to accept, and told', async () => {
    const key = await bench.key('@short');
    await bench.install(upload('@short/tool', '1.0.0', { key }));
    await bench.trust.removeKey(key.id);
    const told = { signer: { before: key.id, after: null }, trust: { before: 'trusted', after: 'unsigned' } };
    await onlyByOwner(upload('@short/tool', '9.0.0'), told);
  });

  it('from another source is an owner’s to accept, from the same one everybody’s', async () => {
    bench.offer('ours', '@lone/tool');
    await bench.install({ name: '@lone/tool' });
    bench.offer('ours', '@lone/tool', '1.1.0');
    bench.offer('theirs', '@lone/tool', '5.0.0');
    expect(await bench.install({ name: '@lone/tool' })).toMatchObject({ version: '1.1.0' });
    const source = { before: 'ours', after: 'theirs' };
    await onlyByOwner({ name: '@lone/tool', source: 'theirs' }, { source, signer: null, trust: null });
    // And from then on it comes from there.
    expect(await bench.changes.plan(bench.here, { name: '@lone/tool' })).toMatchObject({
      source: 'theirs',
      refusals: [],
    });
  });

  it('is not led to another source, nor to an upload, when its own has the name no longer', async () => {
    bench.offer('ours', '@gone/tool');
    await bench.install({ name: '@gone/tool' });
    rmSync(bench.file('ours', '@gone/tool', '1.0.0'));
    await expect(bench.changes.plan(bench.here, { name: '@gone/tool' })).rejects.toMatchObject({
      code: 'plugin-sources.not_found',
    });
    const told = { source: { before: 'ours', after: 'upload' }, trust: { before: 'trusted', after: 'unsigned' } };
    await onlyByOwner(upload('@gone/tool', '2.0.0'), told);
  });

  it('is consented to as it was shown, and to no other change', async () => {
    await bench.install(upload('@both/exact', '1.0.0', { key: acme }));
    const [first, second] = [
      upload('@both/exact', '1.1.0', { key: other }),
      upload('@both/exact', '1.2.0', { key: other }),
    ];
    const shown = await bench.changes.plan(bench.here, first);
    const { consent } = await bench.changes.plan(bench.here, second);
    const given = { changeConsent: shown.changeConsent, isOwner: true, accountId: null };
    for (const one of [consent, shown.consent]) {
      await expect(bench.changes.install(bench.here, second, { consent: one, ...given })).rejects.toMatchObject({
        code: 'plugin-installs.consent_changed',
      });
    }
    expect(await bench.says('both/exact')).toBe('1.0.0');
  });

  it('of two owners at once leaves one of them', async () => {
    const both = [
      upload('@both/raced', '1.0.0', { key: acme, says: 'a' }),
      upload('@both/raced', '1.0.0', { key: other, says: 'o' }),
    ];
    const plans = await Promise.all(both.map((wanted) => bench.changes.plan(bench.here, wanted)));
    const done = await Promise.allSettled(
      both.map((wanted, index) =>
        bench.changes.install(bench.here, wanted, { consent: plans[index]?.consent ?? '', accountId: null }),
      ),
    );
    expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const shelf = await bench.shelf('@both/raced');
    expect(shelf.row.versions).toHaveLength(1);
  });

  it('is rolled back to no version of somebody else', async () => {
    await bench.install(upload('@both/back', '1.0.0', { key: acme }));
    const { id } = await bench.byOwner(upload('@both/back', '1.1.0', { key: other }));
    await expect(bench.changes.rollBack(bench.here, id, null)).rejects.toMatchObject({
      code: 'plugin-installs.no_earlier_version',
    });
  });

  it('in a bundle is an owner’s to accept too', async () => {
    bench.offer('ours', '@kit/member', '1.0.0');
    await bench.install({ name: '@kit/member' });
    rmSync(bench.file('ours', '@kit/member', '1.0.0'));
    await bench.byOwner(upload('@kit/member', '1.1.0'));
    bench.offer('ours', '@kit/member', '2.0.0');
    const nothing = {
      entry: undefined,
      tools: undefined,
      settings: undefined,
      inject: undefined,
      permissions: undefined,
    };
    bench.offer('ours', '@kit/all', '1.0.0', {
      manifest: { kind: 'bundle', ...nothing, packages: { '@kit/member': '^2.0.0' } },
    });
    const plan = await bench.changes.plan(bench.here, { name: '@kit/all' });
    expect(plan.refusals).toEqual([expect.stringMatching(/^@kit\/member: .*owner of the workspace/)]);
    await expect(bench.install({ name: '@kit/all' })).rejects.toMatchObject(refused);
    await bench.byOwner({ name: '@kit/all' });
    expect(await bench.says('kit/member')).toBe('2.0.0');
  });
});

describe('attack T11: what was given to somebody’s plugin', () => {
  beforeAll(() => bench.fresh());
  const settings = { properties: { api_key: { type: 'string', secret: true } }, type: 'object' };
  const manifest = { settings, permissions: { network: ['https://api.example.com'], storage: 1000 } };
  const given = { settings: { api_key: 'of-the-first-one-4711' } };

  it('is not the next one’s who gets its name by consent', async () => {
    const first = await bench.install(upload('@both/heir', '1.0.0', { key: acme, manifest }));
    await bench.changes.configure(bench.here, first.id, given);
    const next = await bench.byOwner(upload('@both/heir', '1.1.0', { key: other, manifest }));
    expect(next.id).not.toBe(first.id);
    expect(await bench.installs.secrets(next)).toEqual({});
    expect(await bench.installs.byId(bench.here, first.id)).toBeNull();
  });

  it('is not the next one’s who comes when it is removed, and the name is not free', async () => {
    const first = await bench.install(upload('@both/left', '1.0.0', { key: acme, manifest }));
    await bench.changes.configure(bench.here, first.id, given);
    await bench.changes.remove(bench.here, first.id);
    const signer = { before: acme.id, after: other.id };
    await onlyByOwner(upload('@both/left', '1.0.0', { key: other, manifest }), { signer });
    const shelf = await bench.shelf('@both/left');
    expect(bench.changes.settingsOf(shelf)).toEqual({});
  });

  it('stays with who had it: the same signer, from elsewhere', async () => {
    const key = await bench.key('@moves');
    const first = await bench.install(upload('@moves/tool', '1.0.0', { key, manifest }));
    await bench.changes.configure(bench.here, first.id, given);
    bench.offer('ours', '@moves/tool', '1.1.0', { key, manifest });
    await onlyByOwner({ name: '@moves/tool' }, { source: { before: 'upload', after: 'ours' }, signer: null });
    const next = await bench.installs.find(bench.here, 'moves/tool');
    expect([next?.id, next === null ? null : await bench.installs.secrets(next)]).toEqual([first.id, given.settings]);
  });
});

describe('attack T13: what one workspace installs', () => {
  beforeAll(() => bench.fresh());
  it('blocks and replaces nothing in another, whoever signed it', async () => {
    await bench.install(upload('@free/tool', '1.0.0', { says: 'b' }), bench.there);
    await bench.install(upload('@free/tool', '1.0.0', { says: 'a' }));
    await bench.install(upload('@both/apart', '1.0.0', { key: other, says: 'b' }), bench.there);
    await bench.install(upload('@both/apart', '1.0.0', { key: acme, says: 'a' }));
    await bench.install(upload('@acme/apart', '1.0.0', { key: acme, says: 'b' }), bench.there);
    await bench.install(upload('@acme/apart', '1.0.0', { key: acme, says: 'a' }));
    for (const id of ['free/tool', 'both/apart', 'acme/apart']) {
      expect([await bench.says(id), await bench.says(id, bench.there)]).toEqual(['a', 'b']);
    }
  });

  it('blocks no version of a source for others, also after it is removed', async () => {
    const squatted = await bench.install(upload('@later/tool', '1.0.0', { says: 'squatted' }), bench.there);
    bench.offer('ours', '@later/tool', '1.0.0', { says: 'real' });
    await bench.install({ name: '@later/tool' });
    await bench.changes.remove(bench.there, squatted.id);
    await bench.install({ name: '@later/tool' }, await newWorkspace(bench.platform));
    expect(await bench.says('later/tool')).toBe('real');
    await onlyByOwner({ name: '@later/tool' }, { source: { before: 'upload', after: 'ours' } }, bench.there);
  });

  it('is pinned by its bytes there, by whose it is', async () => {
    await bench.install(upload('@acme/pinned', '1.0.0', { key: acme }));
    const again = upload('@acme/pinned', '1.0.0', { key: acme, says: 'other' });
    await expect(bench.install(again)).rejects.toThrow(/with other contents/);
    const [{ id } = { id: '' }] = (await bench.installs.list(bench.here)).filter(({ name }) => name === '@acme/pinned');
    await bench.changes.remove(bench.here, id);
    await expect(bench.install(again)).rejects.toThrow(/with other contents/);
  });
});

describe('attack T12: the name of a package', () => {
  beforeAll(() => bench.fresh());
  it('that a source serves is taken by no upload, by whatever key and in whatever version', async () => {
    bench.offer('ours', '@acme/served', '1.0.0');
    for (const version of ['0.9.0', '1.0.0', '7.0.0'])
      await neverTaken(upload('@acme/served', version, { key: acme }), /The source ours has plugins of the name/);
  });

  it('that two sources serve is the first one’s, and the other one’s by an owner’s consent', async () => {
    bench.offer('ours', '@twice/tool', '1.0.0');
    bench.offer('theirs', '@twice/tool', '9.0.0');
    expect(await bench.changes.plan(bench.here, { name: '@twice/tool' })).toMatchObject({
      source: 'ours',
      refusals: [],
    });
    await onlyByOwner({ name: '@twice/tool', source: 'theirs' }, { source: { before: 'ours', after: 'theirs' } });
  });

  it('is not taken by what another one answers to', async () => {
    await bench.install(upload('@first/tool', '1.0.0', { manifest: { aliases: ['shared/name'] } }));
    await neverTaken(
      upload('@aaa/tool', '1.0.0', { manifest: { aliases: ['Shared/Name'] } }),
      /Documents mean @first\/tool/,
    );
    await neverTaken(
      upload('@aaa/tool', '1.0.0', { manifest: { aliases: ['first/tool'] } }),
      /Documents mean @first\/tool/,
    );
    await neverTaken(upload('@shared/name'), /Documents mean @first\/tool/);
    await bench.install(upload('@plain/plain'));
    await neverTaken(upload('plain'), /Documents mean @plain\/plain/);
  });
});

describe('attack T12: a lock', () => {
  let owner: Awaited<ReturnType<typeof newMember>>;
  type Entry = { readonly name: string; readonly signer: string | null; readonly source: string };
  const ask = async (method: string, body?: object) => {
    const headers = { 'x-workspace-id': bench.here };
    return (await owner.client.request('/console/api/plugins/lock', { method, headers, ...(body && { body }) })).body;
  };
  const apply = (packages: readonly object[]) => ask('POST', { lock_version: 1, packages, consent: true });
  let entry: Entry;
  beforeAll(async () => {
    await bench.fresh();
    owner = await newMember(bench.platform, 'owner', bench.here);
    bench.offer('ours', '@acme/locked', '1.0.0', { key: acme });
    await bench.install({ name: '@acme/locked' });
    const { packages } = (await ask('GET')) as { packages: readonly Entry[] };
    entry = packages.find(({ name }) => name === '@acme/locked') as Entry;
  });

  it('names who signed, and is unchanged where it is just so', async () => {
    expect(entry).toMatchObject({ signer: acme.id, source: 'ours' });
    expect(await apply([entry])).toEqual({ installed: [], unchanged: ['@acme/locked'], failed: [] });
  });

  it.each<[string, object, string]>([
    ['a name that is not there', { name: '@evil/none' }, 'plugin-sources.not_found'],
    ['a name that is none', { name: '../../x' }, 'plugin-sources.not_found'],
    ['another signer', { signer: '0123456789abcdef' }, 'plugin-management.other_signer'],
    ['no signer', { signer: null }, 'plugin-management.other_signer'],
    ['another source', { source: 'theirs' }, 'plugin-management.other_source'],
    ['a source that is not there', { source: 'https://evil.example' }, 'plugin-management.other_source'],
    ['a version that is not there', { version: '1.0.1' }, 'plugin-sources.not_found'],
    ['other bytes', { integrity: integrityOf(new Uint8Array([1])) }, 'plugin-management.other_bytes'],
  ])('fails on %s', async (_what, change, code) => {
    expect(await apply([{ ...entry, ...change }])).toMatchObject({ installed: [], unchanged: [], failed: [{ code }] });
  });

  it('brings nothing of another signer or source over what is there', async () => {
    bench.offer('theirs', '@acme/locked', '2.0.0');
    const { package: read } = await bench.changes.plan(bench.here, { name: '@acme/locked', source: 'theirs' });
    const { version, integrity, manifest } = read;
    const next = { name: read.name, version, integrity, source: 'theirs', signer: null, granted: manifest.permissions };
    expect(await apply([next])).toMatchObject({ installed: [], failed: [{ code: 'plugin-installs.refused' }] });
    expect(await bench.says('acme/locked')).toBe('1.0.0');
  });
});

it('attack T12: an admin, and a key of theirs, can’t consent for an owner over the console', async () => {
  await bench.fresh();
  bench.offer('ours', '@console/tool', '1.0.0');
  await bench.install({ name: '@console/tool' });
  bench.offer('theirs', '@console/tool', '2.0.0');
  const [owner, admin] = [
    await newMember(bench.platform, 'owner', bench.here),
    await newMember(bench.platform, 'admin', bench.here),
  ];
  const send = (person: typeof owner, path: string, body: object) =>
    person.client.request(`/console/api/plugins${path}`, { headers: { 'x-workspace-id': bench.here }, body });
  const wanted = { name: '@console/tool', source: 'theirs' };
  const { body } = await send(admin, '/plan', wanted);
  const { consent, change_consent } = body as { consent: string; change_consent: string };
  expect(body).toMatchObject({ changes: { source: { before: 'ours', after: 'theirs' }, signer: null, trust: null } });
  expect(await send(admin, '', { ...wanted, consent })).toMatchObject({ status: 403, body: { code: 'refused' } });
  const both = { ...wanted, consent, change_consent };
  expect(await send(admin, '', both)).toMatchObject({ status: 403, body: { code: 'owner_needed' } });
  expect(await send(owner, '', { ...wanted, consent })).toMatchObject({ status: 403, body: { code: 'refused' } });
  expect(await send(owner, '', both)).toMatchObject({ status: 201, body: { version: '2.0.0', source: 'theirs' } });
});

it('a plan says what would be, without a change where nothing was before', async () => {
  await bench.fresh();
  const plan = await bench.changes.plan(bench.here, upload('@quiet/tool'));
  const changes = { signer: null, source: null, trust: null };
  expect(plan).toMatchObject({ changes, refusals: [], changeConsent: null });
});
