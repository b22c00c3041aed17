/** Importing documents: what they need, and who knows where to get it. */
import { type Contribution, extensionPoint } from '#kernel';

/** A plugin that would bring what a document lacks. */
export interface FoundPackage {
  /** `author/name`, as the document calls it. */
  readonly pluginId: string;
  /** `installed`: it is there, and switched off or not set up. `available`: it can be installed. */
  readonly state: 'installed' | 'available';
  /** What it is installed by. */
  readonly name: string;
  readonly version: string;
  readonly title: string;
}

/** Knows plugins that can be installed. */
export interface PackageFinder extends Contribution {
  /** Those that these plugin ids mean; of others nothing. Must not throw for a source that does not answer. */
  find(workspaceId: string, pluginIds: readonly string[]): Promise<readonly FoundPackage[]>;
}

/** Where who installs plugins contributes itself. */
export const PackageFinders = extensionPoint<PackageFinder>('import-plans.package-finders');
