import { unixSeconds } from '#http';
import { formOf } from '#plugins/models/contract.ts';
import type { InstallPlan } from '#plugins/plugin-installs/contract.ts';
import { type PackageManifest, permissionsOf } from '#plugins/plugin-packages/contract.ts';
import type { PackageDetails, PackageSummary } from '#plugins/plugin-sources/contract.ts';

/** The settings of a manifest as a form of credentials. */
export function settingsForm({ title, settings }: PackageManifest) {
  return { label: title, credentials: settings ?? {} };
}

export function planItem(plan: InstallPlan) {
  const { name, version, license, author, integrity, size, hasScripts, manifest } = plan.package;
  const { title, about, kind, runtime } = manifest;
  const { trust, signer, source, permissions, changes, current, refusals, consent, changeConsent } = plan;
  return {
    ...{ name, version, title, about, kind, license, publisher: author, trust, signer, source, integrity, size },
    ...{ runtime, has_scripts: hasScripts, permissions, changes, current_version: current?.version ?? null },
    ...{ refusals, consent, change_consent: changeConsent },
  };
}

export function summaryItem(summary: PackageSummary) {
  const { name, version, kind, title, about, icon, categories, publisher, source } = summary;
  return { name, version, kind, title, about, icon, categories, publisher, source };
}

/** What a catalogue tells of a package. `isBlocked`: whether the operator forbids a version. */
export function packageItem(details: PackageDetails, isBlocked: (version: string) => boolean) {
  const { manifest, license, readme, versions } = details;
  const { tools, providers, events, endpoint, settings, packages } = manifest;
  return {
    ...summaryItem(details),
    license,
    readme,
    versions: versions.map(({ version, integrity, publishedAt, size }) => ({
      ...{ version, integrity, size, is_blocked: isBlocked(version) },
      published_at: unixSeconds(publishedAt),
    })),
    permissions: permissionsOf(manifest),
    settings: settings === undefined ? null : formOf(settingsForm(manifest)),
    tools: tools.map(({ name, title, about }) => ({ name, title, about })),
    providers: providers.map(({ id, title, types }) => ({ id, title, types })),
    events,
    has_endpoint: endpoint !== undefined,
    packages: Object.entries(packages).map(([name, range]) => ({ name, range })),
  };
}
