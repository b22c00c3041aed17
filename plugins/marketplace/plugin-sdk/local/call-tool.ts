import type { PluginPackage } from '#plugins/plugin-packages/contract.ts';
import { type LocalCall, type LocalOptions, openPackage } from './open-package.ts';
import { badProject } from './sdk-error.ts';
import { assertSettings } from './settings.ts';

/** Calls a tool with arguments as they were typed: each becomes what its parameter takes. */
export async function callTool(
  read: PluginPackage,
  name: string,
  typed: Readonly<Record<string, string>>,
  options: LocalOptions,
): Promise<LocalCall> {
  const tool = read.manifest.tools.find((one) => one.name === name);
  if (tool === undefined) {
    const names = read.manifest.tools.map((one) => one.name).join(', ');
    throw badProject(`${read.name} has no tool ${name}; it has ${names || 'none'}.`);
  }
  const given = Object.entries(typed).map(([key, text]) => {
    const parameter = tool.parameters.find((one) => one.name === key);
    if (parameter === undefined) {
      const names = tool.parameters.map((one) => one.name).join(', ');
      throw badProject(`${name} has no parameter ${key}; it has ${names || 'none'}.`);
    }
    return [key, typedAs(parameter.type, text, key)] as const;
  });
  const missing = tool.parameters.find(
    (one) => one.required === true && one.default === undefined && typed[one.name] === undefined,
  );
  if (missing !== undefined) throw badProject(`${name} needs ${missing.name}: --input ${missing.name}=…`);
  assertSettings(read.manifest, options.settings ?? {}, (setting) => `--set ${setting}=…`);
  const opened = await openPackage(read, options);
  try {
    return await opened.tool(name, Object.fromEntries(given));
  } finally {
    await opened.close();
  }
}

function typedAs(type: string, text: string, key: string): unknown {
  if (type !== 'number' && type !== 'boolean' && type !== 'object' && type !== 'array') return text;
  try {
    return JSON.parse(text);
  } catch {
    throw badProject(
      `${key} takes ${type === 'object' ? 'an object' : `a value of the type ${type}`} in JSON, not ${text}.`,
    );
  }
}
