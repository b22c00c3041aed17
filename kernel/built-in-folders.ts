const root = new URL('../', import.meta.url);

/** The folders of the plugins that come with the program. */
export const builtInFolders: readonly URL[] = ['engine/', 'http/', 'plugins/'].map((folder) => new URL(folder, root));
