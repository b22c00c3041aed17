import { attachment, json, type Reply, type Route, type RouteRequest, rawJson, route, type SchemaValue } from '#http';
import { type AppCaller, AppUserAccess, requiredUser } from '#plugins/app-access/contract.ts';
import { batchOwner, publishedVersion, requireRows, rowRequest } from './batch-caller.ts';
import { batchDocs } from './batch-docs.ts';
import { FORM_OVERHEAD, readForm } from './batch-form.ts';
import { batchItem } from './batch-item.ts';
import { shownName } from './batch-routes.ts';
import { type CheckedTable, readTable, type TableFile, wrongRows } from './read-table.ts';
import type { RouteParts } from './route-parts.ts';
import { tableInputs } from './table-inputs.ts';
import { templateCsv, templateWorkbook } from './template.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
/** Rows a preview shows. */
const SHOWN = 20;

const templateQuery = {
  type: 'object',
  properties: { user: { type: 'string' }, format: { enum: ['csv', 'xlsx'], default: 'csv' } },
} as const;

/** Files with rows: what they look like, what is in them, and batches that are made of them. */
export function tableRoutes(parts: RouteParts): Route[] {
  const form = {
    method: 'POST',
    access: AppUserAccess,
    bodyType: 'multipart',
    bodyLimit: parts.maxBytes + FORM_OVERHEAD,
    guard: ({ principal }: RouteRequest<AppCaller>) => requireRows(principal),
  } as const;
  return [
    route({
      id: 'batch-api.template',
      method: 'GET',
      path: '/v1/batches/template',
      access: AppUserAccess,
      summary: 'Get a template file for rows',
      docs: batchDocs.template,
      query: templateQuery,
      guard: ({ principal }) => requireRows(principal),
      handle: ({ principal, query }) => template(principal, query),
    }),
    route({
      ...form,
      id: 'batch-api.preview',
      path: '/v1/batches/preview',
      summary: 'Preview the rows of a file',
      docs: batchDocs.preview,
      async handle({ principal, multipart, signal }) {
        const { file, fields } = await readForm(multipart, parts.maxBytes);
        const table = await tableOf(parts, { principal, file, fields, signal });
        return json({ ...previewOf(table), estimate: await estimateOf(parts, { principal, fields, table }) });
      },
    }),
    route({
      ...form,
      id: 'batch-api.create',
      path: '/v1/batches',
      summary: 'Run an app for each row of a file',
      docs: batchDocs.create,
      handle(request) {
        const { principal, multipart, headers, path, signal } = request;
        const { workspaceId, appId } = principal;
        const keyed = { workspaceId, appId, headers, path, bodyText: '' };
        return parts.idempotency.upload(keyed, multipart, async (given) =>
          create(parts, { principal, multipart: given, signal }),
        );
      },
    }),
  ];
}

function template(caller: AppCaller, { format }: SchemaValue<typeof templateQuery>): Reply {
  const inputs = tableInputs(publishedVersion(caller).compiled.inputForm);
  if (format === 'csv') return attachment('template.csv', 'text/csv; charset=utf-8', only(templateCsv(inputs)));
  return attachment('template.xlsx', XLSX, only(templateWorkbook(inputs)));
}

async function* only<Chunk>(chunk: Chunk): AsyncGenerator<Chunk> {
  yield chunk;
}

interface Given {
  readonly principal: AppCaller;
  readonly file: TableFile;
  readonly fields: ReadonlyMap<string, string>;
  readonly signal: AbortSignal;
}

function tableOf(parts: RouteParts, { principal, file, fields, signal }: Given): Promise<CheckedTable> {
  const { appRuns: runs, extraction, threads, maxRows } = parts;
  const request = rowRequest(principal, { user: fields.get('user') });
  return readTable(file, { runs, extraction, threads, maxRows, signal, request });
}

/** Of the rows that can run. */
async function estimateOf(
  { batches, endUsers }: RouteParts,
  { principal, fields, table: { rows } }: Pick<Given, 'principal' | 'fields'> & { readonly table: CheckedTable },
) {
  const container = { user: fields.get('user') };
  const usable = rows.filter(({ status }) => status === 'waiting').length;
  const owner = batchOwner(endUsers, principal, container);
  const { seconds, left, refusal } = await batches.estimate(owner, rowRequest(principal, container), usable);
  return {
    seconds,
    rows_left: left?.rows ?? null,
    rows_per_day: left?.perDay ?? null,
    all_again_in: left?.seconds ?? null,
    refusal,
  };
}

function previewOf({ columns, rows, errors, errorCount }: CheckedTable) {
  return {
    columns,
    total: rows.length,
    rows: rows.slice(0, SHOWN).map(({ inputs }, index) => ({ number: index + 1, inputs: rawJson(inputs) })),
    errors,
    error_count: errorCount,
  };
}

async function create(
  parts: RouteParts,
  { principal, multipart, signal }: Pick<RouteRequest<AppCaller>, 'principal' | 'multipart' | 'signal'>,
) {
  const { file, fields } = await readForm(multipart, parts.maxBytes);
  const container = { user: fields.get('user') };
  requiredUser(principal, container);
  const owner = batchOwner(parts.endUsers, principal, container);
  await parts.batches.refuseTooMany(owner, 1);
  const table = await tableOf(parts, { principal, file, fields, signal });
  const isSkipped = /^(true|1|on|yes)$/i.test(fields.get('skip_wrong') ?? '');
  const isEveryWrong = table.rows.every(({ status }) => status === 'wrong');
  if (table.errorCount > 0 && (!isSkipped || isEveryWrong)) throw wrongRows(table.errors, table.errorCount);
  const batch = await parts.batches.create({
    owner,
    request: rowRequest(principal, container),
    name: shownName(fields.get('name') ?? '', shownName(file.name, 'Batch')),
    columns: table.columns.flatMap(({ input }) => input ?? []),
    rows: table.rows,
  });
  return json(batchItem(batch), { status: 201, headers: { Location: `/v1/batches/${batch.id}` } });
}
