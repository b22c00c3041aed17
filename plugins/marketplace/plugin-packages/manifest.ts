import type { JsonSchema } from '#kernel';
import type { ModelDescription, ModelType } from '#plugins/models/contract.ts';
import type { ToolParameter } from '#plugins/tools/contract.ts';

/** What a package brings. */
export const PACKAGE_KINDS = ['tool', 'model', 'extension', 'bundle'] as const;
export type PackageKind = (typeof PACKAGE_KINDS)[number];

/** Shelves of the catalogue. */
export const PACKAGE_CATEGORIES = [
  ...['search', 'productivity', 'data', 'media', 'weather', 'finance', 'developer', 'social', 'models', 'other'],
] as const;

/** What events of runs a package may hear of. */
export const PACKAGE_EVENTS = ['run.succeeded', 'run.failed', 'run.stopped', 'run.paused'] as const;

/**
 * What a package says of itself: `weft` in its package.json. Plain data, known before any code of it runs. All texts are
 * of foreigners: shown as text, never as markup.
 */
export interface PackageManifest {
  readonly api: 1;
  readonly kind: PackageKind;
  readonly title: string;
  /** One sentence. */
  readonly about: string;
  /** Name of an icon of the studio; one it does not have is shown as the default. */
  readonly icon?: string;
  readonly categories: readonly string[];
  /** Path of the one file of code, an ES module that imports nothing. Absent: a bundle. */
  readonly entry?: string;
  /** Where the code runs: in an interpreter (`sandbox`), or as a confined process of Node, which the operator must allow. */
  readonly runtime: 'sandbox' | 'node';
  /** Plugin ids of other platforms that documents name, and that this one answers for: `langgenius/firecrawl`. */
  readonly aliases: readonly string[];
  readonly tools: readonly PackageTool[];
  readonly providers: readonly PackageProvider[];
  readonly endpoint?: PackageEndpoint;
  readonly events: readonly string[];
  /**
   * What a workspace sets: an object schema of texts, of which a form is made (`title`, `description`, `placeholder`,
   * `enum`, `format`). Properties marked `"secret": true` are sealed, and never given to the code.
   */
  readonly settings?: JsonSchema;
  readonly inject: readonly Injection[];
  readonly permissions: PackagePermissions;
  /** Of a bundle: names of packages, and the range of versions of each. */
  readonly packages: Readonly<Record<string, string>>;
}

export interface PackageTool {
  readonly name: string;
  readonly title: string;
  readonly about: string;
  /** Last part of the provider in documents; default: that of the plugin id. */
  readonly provider?: string;
  /** Further names in documents. */
  readonly aliases?: readonly string[];
  readonly parameters: readonly ToolParameter[];
  /** JSON Schema of the variables it returns. */
  readonly output?: JsonSchema;
  /** Default true: not called again when nobody knows whether a call went through. */
  readonly sideEffects?: boolean;
  readonly timeoutSeconds?: number;
}

export interface PackageProvider {
  readonly id: string;
  readonly title: string;
  /** Names documents use. */
  readonly aliases?: readonly string[];
  readonly types: readonly ModelType[];
  readonly models: readonly ModelDescription[];
  /** Takes model names that are not listed. */
  readonly openCatalogue?: boolean;
  /** As `settings`; sets of them are kept as those of any provider. */
  readonly credentials: JsonSchema;
  readonly inject?: readonly Injection[];
  /** Works without credentials. */
  readonly keyless?: boolean;
}

/** An address of the package's own under `/e/`. */
export interface PackageEndpoint {
  readonly about: string;
  /** Default GET and POST. */
  readonly methods?: readonly string[];
}

/**
 * Where a secret goes: the server puts it into requests to this origin, the code never sees it. In `origin` and `value`
 * `{name}` stands for a setting, in `value` `{name:name}` for two of them joined by a colon, in base64.
 */
export interface Injection {
  readonly origin: string;
  readonly header?: string;
  /** Name of a parameter of the query. */
  readonly query?: string;
  readonly value: string;
}

/** What a package may do, shown before it is installed, and granted then. Absent: not at all. */
export interface PackagePermissions {
  /** Origins: `https://api.example.com`, `https://*.example.com`, or `{base_url}`, the origin that a setting names. */
  readonly network?: readonly string[];
  /** Bytes it may keep in each workspace. */
  readonly storage?: number;
  /** Kinds of the workspace's models it may call. */
  readonly models?: readonly ModelType[];
  /** Memory of a call; default 64. */
  readonly memoryMb?: number;
  /** Milliseconds of a call; default 30,000. */
  readonly timeMs?: number;
}

/** What a call gets where the manifest says nothing. */
export const CALL_DEFAULTS = { memoryMb: 64, timeMs: 30_000 } as const;
