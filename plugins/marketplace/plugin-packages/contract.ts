/**
 * Packages of plugins: what a tarball holds, known without running anything of it. Functions without state, for the
 * plugins of this group.
 *
 * Glossary
 * - package: a plugin of others, a tarball as `npm pack` makes it, installed into a workspace and run confined.
 * - plugin id: what documents name it by, `author/name`.
 * - integrity: SHA-512 of the tarball, `sha512-<base64>`.
 */
export {
  CALL_DEFAULTS,
  type Injection,
  PACKAGE_CATEGORIES,
  PACKAGE_EVENTS,
  PACKAGE_KINDS,
  type PackageEndpoint,
  type PackageKind,
  type PackageManifest,
  type PackagePermissions,
  type PackageProvider,
  type PackageTool,
} from './manifest.ts';
export { filled, isGranted, originOf, settingNamed, settingsIn } from './network-permission.ts';
export { packFiles } from './pack-files.ts';
export { type Permission, permissionChanges, permissionsOf } from './permission-changes.ts';
export { plainSettings } from './plain-settings.ts';
export { type PackageFacts, readFacts } from './read-manifest.ts';
export { integrityOf, type PluginPackage, pluginIdOf, providerOf, readPackage, scopeOf } from './read-package.ts';
export { type PackageReader, packageReader } from './read-task.ts';
export {
  checkRegistryKey,
  keyIdOf,
  newSigningKey,
  type PackageSignature,
  publicKeyFrom,
  type RegistrySignature,
  readSignature,
  registrySignerOf,
  type SignedFacts,
  signerOf,
  signPackage,
  type TrustedKey,
} from './signatures.ts';
export { PACKAGE_LIMITS, type PackageFile } from './tarball.ts';
