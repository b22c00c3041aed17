import { documentBodyLimit, type ParsedApp } from '#engine';
import { json, nameOf, type Route, type RouteRequest, route, unixSeconds } from '#http';
import type { Apps } from '#plugins/apps/contract.ts';
import type { ImportSources } from '#plugins/import-sources/contract.ts';
import { authorOf, ManagementAccess, type ManagementCaller } from '#plugins/management-access/contract.ts';
import { type DatasetSwapParts, swapDatasets } from './dataset-swaps.ts';
import { importDocs } from './import-docs.ts';
import { nameOfModel, type SwapParts, swapModels } from './model-swaps.ts';

const importBody = {
  type: 'object',
  additionalProperties: false,
  properties: {
    yaml: { type: 'string', minLength: 1 },
    url: { type: 'string', minLength: 1, maxLength: 2_000, description: 'An https address of the document.' },
    import_id: {
      type: 'string',
      format: 'uuid',
      description: 'Id of an import that is waiting for confirmation. Confirms it.',
    },
    name: nameOf(255),
    publish: { type: 'boolean' },
    key_name: { ...nameOf(100), description: 'Create an app key with this name.' },
    confirm: {
      type: 'boolean',
      description: 'Import a document of an unknown version without asking for confirmation.',
    },
    move_credentials: {
      type: 'boolean',
      description: 'Move credentials typed into HTTP nodes to secret environment variables.',
    },
    swap_models: {
      type: 'object',
      maxProperties: 100,
      additionalProperties: { type: 'string', minLength: 1, maxLength: 300 },
      description: 'Replacements for models of the document, by `provider/model`. Remembered for later imports.',
    },
    swap_datasets: {
      type: 'object',
      maxProperties: 100,
      additionalProperties: { type: 'string', minLength: 1, maxLength: 200 },
      description: 'Replacements for knowledge bases of the document, by id or name. Remembered for later imports.',
    },
    swap_remembered: {
      type: 'boolean',
      description: 'Replace models and knowledge bases that the workspace lacks with those chosen in earlier imports.',
    },
  },
} as const;

interface ImportBody {
  readonly yaml?: string;
  readonly url?: string;
  readonly import_id?: string;
  readonly name?: string;
  readonly publish?: boolean;
  readonly key_name?: string;
  readonly confirm?: boolean;
  readonly move_credentials?: boolean;
  readonly swap_models?: Readonly<Record<string, string>>;
  readonly swap_datasets?: Readonly<Record<string, string>>;
  readonly swap_remembered?: boolean;
}

export interface ImportParts extends SwapParts, DatasetSwapParts {
  readonly apps: Apps;
  readonly sources: ImportSources;
}

/** Importing an app: from a text, from an address, or what waits to be confirmed. */
export function importRoute(parts: ImportParts): Route {
  return route({
    // The audit log has entries under this name from before.
    id: 'management-api.import-app',
    method: 'POST',
    path: '/console/api/apps/import',
    access: ManagementAccess,
    permission: 'apps.edit',
    summary: 'Import an app from a YAML document',
    audit: { body: ['publish', 'key_name'], answer: ['app.id', 'app.name', 'app.mode'] },
    docs: importDocs,
    body: importBody,
    bodyLimit: documentBodyLimit(parts.documents.limits),
    async handle({ principal, body: asked, signal }) {
      const { yaml, url, import_id: importId } = asked;
      const { workspaceId } = principal;
      if (importId !== undefined && yaml === undefined && url === undefined) {
        return parts.sources.confirmed(workspaceId, importId, async (kept) =>
          imported(parts, principal, asked, await parts.documents.parseSent(kept, { workspaceId })),
        );
      }
      const text = await parts.sources.text(importId === undefined ? { yaml, url } : {}, signal);
      const parsed = await parts.documents.parseSent(text, { workspaceId });
      if (parsed.status !== 'pending' || asked.confirm === true) return imported(parts, principal, asked, parsed);
      const { id, expiresAt } = await parts.sources.hold(workspaceId, text);
      return json(
        {
          import_id: id,
          status: parsed.status,
          ...versions(parts, parsed),
          expires_at: unixSeconds(expiresAt),
          app: { name: parsed.name, mode: parsed.mode },
          warnings: parsed.warnings,
        },
        { status: 202 },
      );
    },
  });
}

/** Imports, and in one go publishes and makes a key if asked. Where one of these fails, no app is left. */
async function imported(
  parts: ImportParts,
  principal: RouteRequest<ManagementCaller>['principal'],
  { name, publish, key_name: keyName, move_credentials: moves, ...asked }: ImportBody,
  sent: ParsedApp,
) {
  const { apps, documents, swaps, datasetSwaps } = parts;
  const remembered = asked.swap_remembered === true;
  const based = await swapDatasets(parts, principal.workspaceId, sent, {
    named: asked.swap_datasets ?? {},
    remembered,
  });
  const { parsed: read, swapped } = await swapModels(parts, principal.workspaceId, based.parsed, {
    named: asked.swap_models ?? {},
    remembered,
  });
  const { parsed, moved } = moves === true ? documents.withCredentialsMoved(read) : { parsed: read, moved: [] };
  const warnings = [...parsed.warnings];
  if (publish) await documents.build(parsed.tree);
  const app = await apps.import(principal.workspaceId, parsed, {
    ...(name !== undefined && { name }),
    ...authorOf(principal),
  });
  warnings.push(...app.warnings);
  const created = await madeCallable(apps, principal, app.id, {
    isPublished: publish === true,
    keyName,
    warnings,
  }).catch(async (error) => {
    // Whoever tries again would have the app twice. What went wrong first is told, also where this goes wrong too.
    await apps.delete(principal.workspaceId, app.id).catch(() => {});
    throw error;
  });
  await swaps.remember(principal.workspaceId, swapped);
  await datasetSwaps.remember(principal.workspaceId, based.swapped);
  return json(
    {
      app: { id: app.id, name: app.name, mode: app.mode },
      status: read.status === 'pending' ? 'completed' : read.status,
      ...versions(parts, read),
      warnings,
      ...(moves === true && {
        moved_credentials: moved.map(({ nodeId, title, field, variable }) => ({
          node_id: nodeId,
          title,
          field,
          variable,
        })),
      }),
      ...(swapped.length > 0 && {
        swapped_models: swapped.map(({ from, to }) => ({ from: nameOfModel(from), to: nameOfModel(to) })),
      }),
      ...(based.swapped.length > 0 && {
        swapped_datasets: based.swapped.map(({ named, to }) => ({ from: named, to })),
      }),
      ...(created !== null && { api_key: created.secret }),
    },
    { status: 201 },
  );
}

/** Publishes an app and makes a key of it, as far as that is asked; warnings of the version are added to those there are. */
async function madeCallable(
  apps: Apps,
  { workspaceId, name, accountId }: RouteRequest<ManagementCaller>['principal'],
  appId: string,
  { isPublished, keyName, warnings }: { isPublished: boolean; keyName: string | undefined; warnings: string[] },
) {
  if (isPublished) {
    const published = await apps.publish(workspaceId, appId, { publishedBy: name, accountId });
    warnings.push(...published.warnings.filter((warning) => !warnings.includes(warning)));
  }
  return keyName === undefined ? null : apps.createKey(workspaceId, appId, keyName);
}

/** What an import tells of versions (app DSL, import). */
function versions({ documents }: SwapParts, { version }: ParsedApp) {
  return { imported_dsl_version: version, current_dsl_version: documents.version };
}
