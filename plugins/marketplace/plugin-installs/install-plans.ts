import { createHash } from 'node:crypto';
import {
  type PackageReader,
  type PackageSignature,
  type Permission,
  type PluginPackage,
  permissionChanges,
  permissionsOf,
} from '#plugins/plugin-packages/contract.ts';
import { isOlder, type PluginSources } from '#plugins/plugin-sources/contract.ts';
import type { BlockList } from './block-list.ts';
import type { Installed } from './contract.ts';
import type { InstallStore, Pin } from './install-store.ts';
import type { Installs } from './installs.ts';
import {
  claimedIds,
  foreignNames,
  type Identity,
  type IdentityChanges,
  identityChanges,
  ownerOf,
} from './name-owners.ts';
import { type Policy, type Provenance, refusalsOf, trustOf } from './policy.ts';
import type { TrustStore } from './trust-store.ts';

export interface PlansParts {
  readonly installs: Pick<Installs, 'list'>;
  readonly store: Pick<InstallStore, 'pins'>;
  readonly trust: Pick<TrustStore, 'keys'>;
  readonly blocks: Pick<BlockList, 'find'>;
  readonly sources: Pick<PluginSources, 'fetch' | 'names' | 'servedBy'>;
  readonly policy: Policy;
  readonly read: PackageReader;
}

/** What is wanted: by name from a source, or the bytes of an upload. */
export type Wanted =
  | {
      readonly name: string;
      readonly version?: string;
      /** Absent: the one it was installed from, else the first that has it. */
      readonly source?: string;
      /** A bundle without its members: whoever asks names those that are wanted. */
      readonly isAlone?: boolean;
    }
  | { readonly bytes: Uint8Array; readonly signature: PackageSignature | null };

/** What an installation would be, shown before anybody consents. Nothing of the package has run. */
export interface InstallPlan extends Identity {
  readonly package: PluginPackage;
  readonly permissions: readonly Permission[];
  /** What is installed now; null: nothing. */
  readonly current: Installed | null;
  /** Who stood for the name in this workspace until now, also when it is removed; null: it was never installed. */
  readonly before: Identity | null;
  /** Against what is installed, and who stood for it. */
  readonly changes: IdentityChanges & {
    readonly added: readonly Permission[];
    readonly removed: readonly Permission[];
  };
  /** Why it can't be installed with `consent` alone; none: it can. */
  readonly refusals: readonly string[];
  /** Of a bundle: its members, each as it would be installed. */
  readonly members: readonly InstallPlan[];
  /** What is consented to: another package, other permissions, or others who stand for it, have another one. */
  readonly consent: string;
  /** What an owner of the workspace consents to besides: all that is in the way is a change of who stands for it. Null: nothing is, or more. */
  readonly changeConsent: string | null;
}

/** Looks at packages before they are installed. */
export class InstallPlans {
  readonly #parts: PlansParts;

  constructor(parts: PlansParts) {
    this.#parts = parts;
  }

  /** Of a bundle with its members, which one consent is given to. */
  async plan(workspaceId: string, wanted: Wanted): Promise<InstallPlan> {
    const plan = await this.#planOne(workspaceId, wanted);
    const packages = Object.entries(plan.package.manifest.packages);
    if (packages.length === 0 || ('name' in wanted && wanted.isAlone === true)) return plan;
    const members = await Promise.all(packages.map(([name, version]) => this.#planOne(workspaceId, { name, version })));
    const nested = members.filter((member) => member.package.manifest.kind === 'bundle');
    const all = [plan, ...members];
    const isChange = nested.length === 0 && all.every((one) => one.refusals.length === 0 || one.changeConsent !== null);
    const consents = all.map(({ changeConsent }) => changeConsent);
    return {
      ...plan,
      members,
      permissions: [],
      refusals: [
        ...plan.refusals,
        ...members.flatMap(({ package: { name }, refusals }) => refusals.map((refusal) => `${name}: ${refusal}`)),
        ...nested.map(({ package: { name } }) => `${name}: a bundle holds no other bundle.`),
      ],
      consent: hashOf([plan.consent, ...members.map(({ consent }) => consent)]),
      changeConsent: isChange && consents.some((consent) => consent !== null) ? hashOf(consents) : null,
    };
  }

  async #planOne(workspaceId: string, wanted: Wanted): Promise<InstallPlan> {
    const all = await this.#parts.installs.list(workspaceId);
    const { bytes, ...provenance } = await this.#fetched(workspaceId, wanted);
    const read = await this.#parts.read(bytes, workspaceId);
    const keys = await this.#parts.trust.keys();
    const trusted = trustOf(read, provenance, keys);
    const identity: Identity = { trust: trusted.trust, signer: trusted.signer, source: provenance.source };
    const pins = await this.#parts.store.pins(workspaceId, read.name);
    const former = pins.at(-1) ?? null;
    const current = all.find(({ name }) => name === read.name) ?? null;
    const served = await this.#served(read.name, identity, former);
    const before = former ?? served.before;
    const changes = identityChanges(before, identity);
    const refusals = [
      ...refusalsOf(read, provenance, trusted, this.#parts.policy),
      ...foreignNames(read, provenance, trusted.signer, keys),
      ...served.refusals,
      ...this.#clashes(read, { identity, current, former, pins, all }),
    ];
    const told = changeTold(changes, former !== null);
    const consent = hashOf([
      ...[read.name, read.version, read.integrity, permissionsOf(read.manifest)],
      ...[identity.trust, identity.signer, identity.source],
    ]);
    return {
      ...{ package: read, ...identity, permissions: permissionsOf(read.manifest), current, before: former },
      changes: {
        ...(current === null
          ? { added: permissionsOf(read.manifest), removed: [] }
          : permissionChanges(current.manifest, read.manifest)),
        ...changes,
      },
      refusals: [...refusals, ...told],
      ...{ members: [], consent },
      changeConsent: refusals.length === 0 && told.length > 0 ? hashOf([consent, changes]) : null,
    };
  }

  /** What is known of the name in this workspace, and stands against another one under it. */
  #clashes(
    read: PluginPackage,
    known: {
      readonly identity: Identity;
      readonly current: Installed | null;
      readonly former: Identity | null;
      readonly pins: readonly Pin[];
      readonly all: readonly Installed[];
    },
  ): readonly string[] {
    const { identity, current, former, pins, all } = known;
    const refusals: string[] = [];
    const block = this.#parts.blocks.find(read);
    if (block !== null) refusals.push(`The operator of this server has blocked it: ${block.reason}`);
    const owner = ownerOf(identity);
    const pin = pins.find((one) => one.owner === owner && one.version === read.version);
    if (pin !== undefined && pin.integrity !== read.integrity) {
      refusals.push(
        `Another package of the same name and version is known here, with other contents. Its publisher must give a new version to what has changed.`,
      );
    }
    // Versions of others are not counted together.
    const isSameOwner = former !== null && ownerOf(former) === owner;
    if (current !== null && isSameOwner && isOlder(read.version, current.version)) {
      refusals.push(`The newer version ${current.version} is installed. Go back with a roll-back, or remove it first.`);
    }
    const had = current === null ? [] : claimedIds({ id: current.pluginId, manifest: current.manifest });
    const claimed = claimedIds(read).filter((id) => !had.includes(id));
    for (const other of all.filter(({ name }) => name !== read.name)) {
      const taken = claimedIds({ id: other.pluginId, manifest: other.manifest }).find((id) => claimed.includes(id));
      if (taken !== undefined) {
        refusals.push(`Documents mean ${other.name} by ${taken}, which is installed: remove that one first.`);
      }
    }
    return refusals;
  }

  /** Which source has the name: an upload can't take it, nor one source what another one, which comes before it, serves. */
  async #served(
    name: string,
    { trust, signer, source }: Identity,
    former: Identity | null,
  ): Promise<{ readonly before: Identity | null; readonly refusals: readonly string[] }> {
    const isUpload = source === 'upload';
    if (!isUpload && former?.source === source) return { before: null, refusals: [] };
    const { source: first, silent } = await this.#parts.sources.servedBy(name, isUpload ? undefined : source);
    const refusals = silent.map(
      (each) =>
        `The source ${each} does not answer, so that nobody can say whether it has the name ${name}. Try again later; the operator of this server can take the source out of its configuration.`,
    );
    if (!isUpload) {
      return { before: first === null || first === source ? null : { trust, signer, source: first }, refusals };
    }
    if (first === null) return { before: null, refusals };
    const taken = `The source ${first} has plugins of the name ${name}: what is sent as a file can't take it. Install it from there, or give it another name.`;
    return { before: null, refusals: [...refusals, taken] };
  }

  async #fetched(workspaceId: string, wanted: Wanted): Promise<Provenance & { readonly bytes: Uint8Array }> {
    const { sources, store } = this.#parts;
    if ('bytes' in wanted) {
      const { bytes, signature } = wanted;
      return { bytes, signature, source: 'upload', sourceKind: 'upload', publishedAt: null, registrySignatures: [] };
    }
    if (wanted.source !== undefined) return sources.fetch(wanted);
    const former = (await store.pins(workspaceId, wanted.name)).at(-1)?.source;
    const isThere = sources.names.some(({ name }) => name === former);
    return sources.fetch({ ...wanted, ...(former !== undefined && isThere && { source: former }) });
  }
}

/** A change of who stands for a plugin, in words; `isOwn`: against what this workspace had. */
function changeTold({ signer, source, trust }: IdentityChanges, isOwn: boolean): readonly string[] {
  const parts = [
    ...(signer === null ? [] : [`its signer from ${signer.before ?? 'nobody'} to ${signer.after ?? 'nobody'}`]),
    ...(source === null ? [] : [`its source from ${source.before} to ${source.after}`]),
    ...(trust === null ? [] : [`its trust from ${trust.before} to ${trust.after}`]),
  ];
  if (parts.length === 0) return [];
  if (!isOwn && source !== null) {
    return [
      `The source ${source.before}, which comes before ${source.after}, has this name too: an owner of the workspace has to consent to the other one.`,
    ];
  }
  return [`It changes ${parts.join(', ')}: an owner of the workspace has to consent to exactly that.`];
}

function hashOf(facts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(facts)).digest('base64url');
}
