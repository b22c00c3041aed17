import { currentTime, newId } from '#kernel';
import type { Egress } from '#plugins/egress/contract.ts';
import type { Secrets } from '#plugins/secrets/contract.ts';
import { isLocal } from '#plugins/sso/addresses.ts';
import { type SamlConnection, type SamlSettings, SECRET } from '#plugins/sso/connection.ts';
import { invalidConnection } from '#plugins/sso/failures.ts';
import { certificatesOf } from './certificates.ts';
import { makeOwnCertificate } from './own-certificate.ts';
import { entityIdOf, fetchMetadata, readMetadata, ssoUrlOf } from './provider-metadata.ts';

/** What an owner may set of a SAML provider; absent: as it was, or the default. */
export interface SamlChanges {
  /** XML. */
  readonly metadata?: string;
  /** null: what was read stays, and is not read again. */
  readonly metadataUrl?: string | null;
  readonly entityId?: string;
  readonly ssoUrl?: string;
  readonly certificates?: readonly string[];
  readonly emailAttribute?: string | null;
  readonly nameAttribute?: string | null;
  readonly allowsUnasked?: boolean;
  readonly wantsEncryption?: boolean;
}

type Provider = Pick<SamlSettings, 'entityId' | 'ssoUrl' | 'certificates' | 'metadataUrl' | 'readAt'>;

const nobody: Provider = { entityId: null, ssoUrl: null, certificates: [], metadataUrl: null, readAt: 0 };

/** SAML providers as owners set them up. */
export class SamlSetup {
  readonly #egress: Egress;
  readonly #secrets: Secrets;

  constructor(egress: Egress, secrets: Secrets) {
    this.#egress = egress;
    this.#secrets = secrets;
  }

  /** `isElsewhere`: another provider than the one that was approved may stand behind it. */
  async values(
    {
      id,
      workspaceId,
      mayApprove,
    }: { readonly id: string; readonly workspaceId: string; readonly mayApprove: boolean },
    known: SamlConnection | null,
    changes: SamlChanges,
  ): Promise<{ settings: SamlSettings; sealedSecret: string | null; isElsewhere: boolean }> {
    const before = known?.settings;
    const provider = await this.#provider(before ?? nobody, changes);
    const isElsewhere = before !== undefined && !isSame(before, provider);
    // A certificate that an operator put there is vouched for; a provider of another name is another all the same.
    const keepsTrust = !isElsewhere || (mayApprove && provider.entityId === before?.entityId);
    const own = before === undefined ? await makeOwnCertificate(`weft ${id}`) : null;
    const pick = <T>(given: T | undefined, kept: T | undefined, otherwise: T): T =>
      given === undefined ? (kept ?? otherwise) : given;
    const settings: SamlSettings = {
      ...provider,
      emailAttribute: pick(changes.emailAttribute, before?.emailAttribute, null),
      nameAttribute: pick(changes.nameAttribute, before?.nameAttribute, null),
      allowsUnasked: pick(changes.allowsUnasked, before?.allowsUnasked, false),
      wantsEncryption: pick(changes.wantsEncryption, before?.wantsEncryption, false),
      trust: before !== undefined && keepsTrust ? before.trust : newId(),
      ownCertificate: own?.certificate ?? before?.ownCertificate ?? '',
    };
    const sealedSecret =
      own === null ? (known?.sealedSecret ?? null) : this.#secrets.seal(workspaceId, `${SECRET}/${id}`, own.privateKey);
    return { settings, sealedSecret, isElsewhere };
  }

  async #provider(before: Provider, changes: SamlChanges): Promise<Provider> {
    const { metadata, metadataUrl, entityId, ssoUrl, certificates } = changes;
    const isByHand = [entityId, ssoUrl, certificates].some((value) => value !== undefined);
    if ([metadata !== undefined, typeof metadataUrl === 'string', isByHand].filter(Boolean).length > 1) {
      const message =
        'Give metadata, or metadata_url, or idp_entity_id, sso_url and certificates: not several of these.';
      throw invalidConnection(message, 'metadata');
    }
    if (metadata !== undefined) return { ...readMetadata(metadata), metadataUrl: null, readAt: 0 };
    if (typeof metadataUrl === 'string') {
      const found = await fetchMetadata(this.#egress, metadataUrlOf(metadataUrl));
      return { ...found, metadataUrl, readAt: currentTime() };
    }
    if (!isByHand) return metadataUrl === null ? { ...before, metadataUrl: null } : before;
    return {
      entityId: entityId === undefined ? before.entityId : entityIdOf(entityId),
      ssoUrl: ssoUrl === undefined ? before.ssoUrl : ssoUrlOf(ssoUrl),
      certificates: certificates === undefined ? before.certificates : certificatesOf(certificates),
      metadataUrl: null,
      readAt: 0,
    };
  }
}

/** Whether everything is told that a sign-in takes. */
export function isComplete({ entityId, ssoUrl, certificates }: Provider): boolean {
  return entityId !== null && ssoUrl !== null && certificates.length > 0;
}

/** Whether nobody but the provider that was known can sign for it now: another key, or another place to get keys from, may. */
function isSame(before: Provider, now: Provider): boolean {
  if (before.entityId !== now.entityId) return false;
  if (now.metadataUrl !== null) return now.metadataUrl === before.metadataUrl;
  return now.certificates.every((certificate) => before.certificates.includes(certificate));
}

function metadataUrlOf(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : null;
  if (url !== null && `${url.username}${url.password}` === '' && (url.protocol === 'https:' || isLocal(given)))
    return given;
  throw invalidConnection("Give the https address of the provider's metadata.", 'metadata_url');
}
