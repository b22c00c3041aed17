/** Author of the plugins that documents name without one. */
const official = 'langgenius';

/** `a/b/c` (or `a~b~c`) belongs to the plugin `a/b`; bare names to the official author, some of them moved. */
export function pluginOfProvider(provider: string): string {
  const [author, plugin] = provider.split(/[/~]/);
  if (plugin !== undefined) return `${author}/${plugin}`;
  return `${official}/${provider === 'google' ? 'gemini' : provider}`;
}

/** Tools whose plugins were renamed when their names were taken by plugins of models. */
const renamedTools = ['jina', 'siliconflow', 'stepfun', 'gitee_ai'];

/** The same for tools. */
export function pluginOfTool(provider: string): string {
  const [author = '', plugin, name] = provider.split(/[/~]/);
  const last = plugin === undefined ? author : name;
  if (last !== undefined && renamedTools.includes(last) && (plugin === undefined || author === official)) {
    return `${official}/${last}_tool`;
  }
  return `${plugin === undefined ? official : author}/${plugin ?? author}`;
}
