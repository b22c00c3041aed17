import { type DocumentedAnswer, type Route, schemas } from '#http';
import type { JsonSchema } from '#kernel';
import { accessDocs, permissionText, schemesOf } from './access-docs.ts';
import { errorResponses } from './error-answers.ts';
import type { NamedSchemas } from './named-schemas.ts';
import type { Content, Operation, Parameter, ResponseObject } from './openapi-document.ts';

/** The path as OpenAPI writes it. */
export function templateOf(path: string): string {
  return path.replace(/:(\w+)/g, '{$1}').replace(/\/\*$/, '/{rest}');
}

/** What is told of a route. */
export function operationOf(route: Route, named: NamedSchemas): Operation {
  const { docs } = route;
  const parameters = [
    ...pathParameters(route),
    ...queryParameters(docs?.query ?? route.query),
    ...Object.entries(docs?.requestHeaders ?? {}).map(([name, description]) => header(name, description)),
    ...(accessDocs(route.access.authenticator).isOfWorkspace ? [workspaceHeader] : []),
  ].map((parameter) => ({ ...parameter, schema: named.refer(parameter.schema) }));
  const requestBody = requestBodyOf(route, named);
  const description = [docs?.description, permissionText(route)].filter(Boolean).join('\n\n');
  return {
    operationId: route.id,
    summary: route.summary,
    ...(description !== '' && { description }),
    tags: [docs?.tag ?? 'Other'],
    security: schemesOf(route).map((scheme) => ({ [scheme]: [] })),
    ...(route.permission !== undefined && { 'x-permission': route.permission }),
    ...(route.ownPermission !== undefined && { 'x-own-permission': route.ownPermission }),
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody !== undefined && { requestBody }),
    responses: responsesOf(route, named),
  };
}

function pathParameters(route: Route): Parameter[] {
  const described = propertiesOf(route.params);
  return [...templateOf(route.path).matchAll(/\{(\w+)\}/g)].map(([, name = '']) =>
    parameter(name, 'path', { schema: described[name] ?? schemas.text, required: true }),
  );
}

function queryParameters(schema: JsonSchema | undefined): Parameter[] {
  const required = (schema?.required ?? []) as readonly string[];
  return Object.entries(propertiesOf(schema)).map(([name, value]) =>
    parameter(name, 'query', { schema: value, required: required.includes(name) }),
  );
}

const workspaceHeader = header(
  'X-Workspace-Id',
  'Id of the workspace the request applies to. Defaults to the workspace the caller used last; for the management token, to the first workspace.',
);

function header(name: string, description: string): Parameter {
  return { name, in: 'header', required: false, description, schema: schemas.text };
}

function parameter(
  name: string,
  place: Parameter['in'],
  { schema, required }: { readonly schema: JsonSchema; readonly required: boolean },
): Parameter {
  const { description, ...rest } = schema;
  return { name, in: place, required, ...(typeof description === 'string' && { description }), schema: rest };
}

function propertiesOf(schema: JsonSchema | undefined): Readonly<Record<string, JsonSchema>> {
  return (schema?.properties ?? {}) as Readonly<Record<string, JsonSchema>>;
}

const mediaTypes = {
  json: 'application/json',
  text: 'text/plain',
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data',
  bytes: '*/*',
};

function requestBodyOf(route: Route, named: NamedSchemas): Operation['requestBody'] | undefined {
  const { docs, bodyType = 'json', bodyPresence = 'required' } = route;
  const schema = docs?.body ?? route.body;
  if (schema === undefined) return undefined;
  const example = docs?.bodyExample;
  const content: Content = {
    [mediaTypes[bodyType]]: { schema: named.refer(schema), ...(example !== undefined && { example }) },
  };
  return { required: bodyPresence === 'required', content };
}

function responsesOf(route: Route, named: NamedSchemas): Operation['responses'] {
  const answers = Object.entries(route.docs?.answers ?? { 200: { description: 'Success.' } });
  const own = answers.map(([status, answer]) => [status, responseOf(answer, named)] as const);
  return { ...errorResponses(route, named), ...Object.fromEntries(own) };
}

function responseOf({ description, content, headers }: DocumentedAnswer, named: NamedSchemas): ResponseObject {
  const bodies = Object.entries(content ?? {}).map(([type, body]) => [
    type,
    { ...body, schema: named.refer(body.schema) },
  ]);
  const told = Object.entries(headers ?? {}).map(([name, text]) => [name, { description: text, schema: schemas.text }]);
  return {
    description,
    ...(told.length > 0 && { headers: Object.fromEntries(told) }),
    ...(bodies.length > 0 && { content: Object.fromEntries(bodies) }),
  };
}
