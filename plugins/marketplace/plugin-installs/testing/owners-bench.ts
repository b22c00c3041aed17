import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { startPlatform, type TestPlatform } from '#plugins/delivery-api/testing/platform.ts';
import { newWorkspace } from '#plugins/members/testing/people.ts';
import { InstallChanging, PluginInstalls, PluginTrust, type Wanted } from '#plugins/plugin-installs/contract.ts';
import { newSigningKey, readPackage, signPackage } from '#plugins/plugin-packages/contract.ts';
import { examplePackage } from '#plugins/plugin-packages/testing/example-package.ts';
import { PluginRunner } from '#plugins/plugin-runner/contract.ts';

const refused = { code: 'plugin-installs.refused' };

export type Key = ReturnType<typeof newSigningKey>;

/** A package whose tool says its version, or what is given. */
export interface Made {
  readonly manifest?: Readonly<Record<string, unknown>>;
  readonly says?: string;
  readonly key?: Key;
}

export function made(name: string, version: string, { manifest = {}, says = version }: Made = {}): Uint8Array {
  const code = `export default { tools: { today: async () => ({ text: ${JSON.stringify(says)} }) } };`;
  return examplePackage({ name, version }, manifest, code).bytes;
}

/** A file that somebody sends, signed with a key or by nobody. */
export function upload(name: string, version = '1.0.0', given: Made = {}): Wanted {
  const bytes = made(name, version, given);
  return { bytes, signature: given.key === undefined ? null : signPackage(readPackage(bytes), given.key.privateKey) };
}

/** Two workspaces and two folders that packages come from, on a server that installs also what nobody signed. */
export class OwnersBench {
  readonly platform: TestPlatform;
  readonly #folder: string;
  here = '';
  there = '';

  private constructor(platform: TestPlatform, folder: string) {
    this.platform = platform;
    this.#folder = folder;
  }

  static async start(): Promise<OwnersBench> {
    const folder = mkdtempSync(join(tmpdir(), 'owners-'));
    const names = ['ours', 'theirs'];
    for (const name of names) mkdirSync(join(folder, name));
    const sources = Object.fromEntries(names.map((name) => [name, { kind: 'folder', path: join(folder, name) }]));
    const env = { WEFT_PLUGIN_SOURCES: JSON.stringify(sources), WEFT_PLUGINS_ALLOW_UNSIGNED: 'true' };
    return new OwnersBench(await startPlatform({ threads: 0, env }), folder);
  }

  /** Nothing of one attempt is there for the next. */
  async fresh(): Promise<void> {
    [this.here, this.there] = [await newWorkspace(this.platform), await newWorkspace(this.platform)];
  }

  get changes() {
    return this.platform.kernel.resolve(InstallChanging);
  }

  get installs() {
    return this.platform.kernel.resolve(PluginInstalls);
  }

  get trust() {
    return this.platform.kernel.resolve(PluginTrust);
  }

  /** A key that is trusted for these. */
  async key(...scopes: readonly string[]): Promise<Key> {
    const key = newSigningKey();
    await this.trust.addKey({ kind: 'publisher', publicKey: key.publicKey, scopes, label: 'Test', expiresAt: null });
    return key;
  }

  /** Where a source has a package. */
  file(source: 'ours' | 'theirs', name: string, version: string): string {
    return join(this.#folder, source, `${name.replace(/[@/]/g, '')}-${version}.tgz`);
  }

  offer(source: 'ours' | 'theirs', name: string, version = '1.0.0', given: Made = {}): void {
    const bytes = made(name, version, given);
    const file = this.file(source, name, version);
    writeFileSync(file, bytes);
    const { key } = given;
    if (key === undefined) return;
    writeFileSync(`${file}.weft-signature.json`, JSON.stringify(signPackage(readPackage(bytes), key.privateKey)));
  }

  /** As somebody who looked at it would. `isOwner`: who consents to a change of who stands for it, too. */
  async install(wanted: Wanted, workspace = this.here, isOwner = false) {
    const { consent, changeConsent } = await this.changes.plan(workspace, wanted);
    const given = { consent, accountId: null, ...(isOwner && { changeConsent, isOwner }) };
    return this.changes.install(workspace, wanted, given);
  }

  byOwner(wanted: Wanted, workspace = this.here) {
    return this.install(wanted, workspace, true);
  }

  async shelf(name: string, workspace = this.here) {
    const found = (await this.changes.shelves(workspace)).find(({ current }) => current.name === name);
    if (found === undefined) throw new Error(`${name} is not installed`);
    return found;
  }

  /** What its tool says; null: it is not installed. */
  async says(pluginId: string, workspace = this.here): Promise<string | null> {
    const installed = await this.installs.find(workspace, pluginId);
    if (installed === null) return null;
    const call = { installed, target: { kind: 'tool', name: 'today' }, input: { arguments: {} } } as const;
    const signal = AbortSignal.timeout(60_000);
    const answer = await this.platform.kernel.resolve(PluginRunner).call({ ...call, signal });
    return (answer as { readonly text: string }).text;
  }

  /** Neither an owner nor anybody else gets it in. */
  async neverTaken(wanted: Wanted, why: RegExp): Promise<void> {
    const plan = await this.changes.plan(this.here, wanted);
    expect(plan.refusals.join(' ')).toMatch(why);
    expect(plan.changeConsent).toBeNull();
    await expect(this.install(wanted)).rejects.toMatchObject(refused);
    await expect(this.byOwner(wanted)).rejects.toMatchObject(refused);
  }

  /** Nobody but an owner gets it in, who sees what changes. */
  async onlyByOwner(wanted: Wanted, told: object, workspace = this.here): Promise<void> {
    const plan = await this.changes.plan(workspace, wanted);
    expect(plan.changes).toMatchObject(told);
    expect(plan.refusals).toEqual([expect.stringMatching(/owner of the workspace/)]);
    await expect(this.install(wanted, workspace)).rejects.toMatchObject(refused);
    const { consent, changeConsent } = plan;
    const byAdmin = this.changes.install(workspace, wanted, { consent, changeConsent, accountId: null });
    await expect(byAdmin).rejects.toMatchObject({ code: 'plugin-installs.owner_needed' });
    await this.byOwner(wanted, workspace);
  }
}
