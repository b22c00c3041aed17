/** What a file is to an app, by its extension (runtime API, file types); anything else is `custom`. */
const extensionsByType = {
  image: 'jpg jpeg png webp gif svg',
  audio: 'mp3 m4a wav amr mpga',
  video: 'mp4 mov mpeg webm',
  document:
    'txt md mdx markdown pdf html htm xlsx xls doc docx csv eml msg pptx ppt xml epub vtt properties odt json yaml yml',
} as const;

export type FileType = keyof typeof extensionsByType | 'custom';

export interface FileRules {
  /** Empty: any type. */
  readonly types: readonly string[];
  /** What `custom` stands for. */
  readonly extensions: readonly string[];
  /** Empty: both. */
  readonly methods: readonly string[];
}

/** The sizes that count here (`system_parameters`), in megabytes. */
export interface FileLimits {
  readonly image_file_size_limit: number;
  readonly audio_file_size_limit: number;
  readonly video_file_size_limit: number;
  readonly file_size_limit: number;
  readonly workflow_file_upload_limit: number;
}

const known = Object.entries(extensionsByType).map(([type, names]) => [type as FileType, names.split(' ')] as const);

export function isFileType(value: unknown): value is FileType {
  return value === 'custom' || (typeof value === 'string' && Object.hasOwn(extensionsByType, value));
}

/** In lower case without the dot; empty for a name without one. */
export function extensionOf(name: string): string {
  return /\.([A-Za-z0-9_-]{1,20})$/.exec(name)?.[1]?.toLowerCase() ?? '';
}

export function typeOfName(name: string): FileType {
  const extension = extensionOf(name);
  return known.find(([, names]) => names.includes(extension))?.[0] ?? 'custom';
}

/** Extensions that a field takes, with their dots; empty: it takes any. */
export function extensionsOf({ types, extensions }: FileRules): string[] {
  if (types.length === 0) return [];
  const own = types.includes('custom') ? extensions.map((each) => each.replace(/^\./, '').toLowerCase()) : [];
  const names = known.flatMap(([type, all]) => (types.includes(type) ? all : []));
  return [...new Set([...names, ...own])].map((name) => `.${name}`);
}

/** As the server judges it, so that nobody waits for an upload to hear of it. */
export function isAccepted(name: string, rules: FileRules): boolean {
  if (rules.types.length === 0 || rules.types.includes(typeOfName(name))) return true;
  return extensionsOf(rules).includes(`.${extensionOf(name)}`);
}

/** The megabytes that a file of this name may have. */
export function largestOf(name: string, limits: FileLimits): number {
  const type = typeOfName(name);
  return type === 'image' || type === 'audio' || type === 'video'
    ? limits[`${type}_file_size_limit`]
    : limits.file_size_limit;
}
