/** Documents of the shapes that people have, one of each version, over the same API. */

/** Swagger 2.0: host and basePath, body and formData, collectionFormat, oauth2 of its time. */
export const swagger2 = (host: string) => ({
  swagger: '2.0',
  info: { title: 'Swagger Petstore', version: '1.0.0', description: 'A sample.' },
  host,
  basePath: '/v2',
  schemes: ['http'],
  consumes: ['application/json'],
  securityDefinitions: {
    petstore_auth: {
      type: 'oauth2',
      flow: 'accessCode',
      authorizationUrl: `http://${host}/oauth/authorize`,
      tokenUrl: `http://${host}/oauth/token`,
      scopes: { 'read:pets': 'read', 'write:pets': 'write' },
    },
    api_key: { type: 'apiKey', name: 'api_key', in: 'header' },
  },
  security: [{ api_key: [] }],
  paths: {
    '/pet': {
      post: {
        operationId: 'addPet',
        summary: 'Add a pet',
        parameters: [{ in: 'body', name: 'body', required: true, schema: { $ref: '#/definitions/Pet' } }],
        responses: {},
      },
    },
    '/pet/findByStatus': {
      get: {
        operationId: 'findPetsByStatus',
        parameters: [
          {
            name: 'status',
            in: 'query',
            required: true,
            type: 'array',
            items: { type: 'string', enum: ['available', 'sold'] },
            collectionFormat: 'multi',
          },
          { name: 'tags', in: 'query', type: 'array', items: { type: 'string' }, collectionFormat: 'pipes' },
        ],
        responses: {},
      },
    },
    '/pet/{petId}': {
      parameters: [{ name: 'petId', in: 'path', required: true, type: 'integer', format: 'int64' }],
      get: { operationId: 'getPetById', responses: {} },
      post: {
        operationId: 'updatePetWithForm',
        consumes: ['application/x-www-form-urlencoded'],
        parameters: [
          { name: 'name', in: 'formData', type: 'string' },
          { name: 'status', in: 'formData', type: 'string' },
        ],
        responses: {},
      },
    },
    '/pet/{petId}/uploadImage': {
      post: {
        operationId: 'uploadFile',
        consumes: ['multipart/form-data'],
        parameters: [
          { name: 'petId', in: 'path', required: true, type: 'integer' },
          { name: 'file', in: 'formData', type: 'file', required: true },
          { name: 'additionalMetadata', in: 'formData', type: 'string' },
        ],
        responses: {},
      },
    },
  },
  definitions: {
    Category: { type: 'object', properties: { id: { type: 'integer' }, name: { type: 'string' } } },
    Pet: {
      type: 'object',
      required: ['name', 'photoUrls'],
      properties: {
        id: { type: 'integer', format: 'int64', readOnly: true },
        category: { $ref: '#/definitions/Category' },
        name: { type: 'string', example: 'doggie' },
        photoUrls: { type: 'array', items: { type: 'string' } },
      },
    },
  },
});

/** OpenAPI 3.0 as YAML: servers with variables and a relative one, styles, a circle of references, allOf, clashes of names. */
export const openapi30 = `openapi: 3.0.3
info: {title: Orders, version: "1"}
servers:
  - url: https://{region}.orders.example/{base}
    description: Production
    variables:
      region: {default: eu, enum: [eu, us]}
      base: {default: v1}
  - url: ../api
components:
  securitySchemes:
    client:
      type: oauth2
      flows:
        clientCredentials: {tokenUrl: https://id.orders.example/token, scopes: {orders: all of it}}
    basic: {type: http, scheme: basic}
    secret: {type: apiKey, in: query, name: api_key}
    oidc: {type: openIdConnect, openIdConnectUrl: https://id.orders.example/.well-known/openid-configuration}
  parameters:
    Limit: {name: limit, in: query, schema: {type: integer, default: 20}}
  schemas:
    Node:
      type: object
      required: [id]
      properties:
        id: {type: string}
        children: {type: array, items: {$ref: '#/components/schemas/Node'}}
    Order:
      allOf:
        - {$ref: '#/components/schemas/Node'}
        - type: object
          required: [total]
          properties:
            total: {type: number}
            state: {type: string, enum: [open, paid]}
            secret: {type: string, readOnly: true}
paths:
  /orders/{id}:
    parameters:
      - {name: id, in: path, required: true, schema: {type: string}, description: Of the path.}
      - {name: X-Trace, in: header, schema: {type: string}}
    get:
      operationId: orders.get
      parameters:
        - {name: id, in: path, required: true, schema: {type: string}, description: Of the operation.}
        - {name: filter, in: query, style: deepObject, explode: true, schema: {type: object, properties: {color: {type: string}}}}
        - {name: 'ids[]', in: query, style: form, explode: false, schema: {type: array, items: {type: integer}}}
        - {$ref: '#/components/parameters/Limit'}
        - {name: Authorization, in: header, schema: {type: string}}
        - {name: Host, in: header, schema: {type: string}}
        - {name: session, in: cookie, schema: {type: string}}
    put:
      description: Puts an order.
      requestBody:
        required: true
        content:
          application/xml: {schema: {type: string}}
          application/json: {schema: {$ref: '#/components/schemas/Order'}}
  /orders:
    get: {}
    post:
      operationId: ""
      requestBody:
        content:
          multipart/form-data:
            schema:
              type: object
              properties:
                attachments: {type: array, items: {type: string, format: binary}}
                note: {type: object, properties: {text: {type: string}}}
            encoding: {note: {contentType: application/json}}
`;

/** OpenAPI 3.1: types in lists, a file by contentMediaType, a body that is one value; no server. */
export const openapi31 = {
  openapi: '3.1.0',
  info: { title: 'Notes' },
  paths: {
    '/notes': {
      post: {
        operationId: 'createNote',
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['title'],
                properties: {
                  title: { type: ['string', 'null'], maxLength: 10 },
                  tags: { type: 'array', items: { type: 'string' } },
                  meta: { type: 'object', additionalProperties: { type: 'string' } },
                },
              },
            },
          },
        },
      },
    },
    '/raw': {
      put: { operationId: 'putRaw', requestBody: { content: { 'text/markdown': { schema: { type: 'string' } } } } },
      post: { operationId: 'postAny', requestBody: { required: true, content: { '*/*': {} } } },
    },
  },
};

/** OpenAPI 3.2: the method QUERY, further methods, a query as one parameter. */
export const openapi32 = {
  openapi: '3.2.0',
  info: { title: 'Search' },
  servers: [{ url: 'https://search.example', name: 'prod' }],
  paths: {
    '/search': {
      query: {
        operationId: 'search',
        requestBody: {
          content: { 'application/json': { schema: { type: 'object', properties: { q: { type: 'string' } } } } },
        },
      },
      get: {
        parameters: [
          {
            in: 'querystring',
            content: {
              'application/x-www-form-urlencoded': {
                schema: { type: 'object', properties: { q: { type: 'string' } } },
              },
            },
          },
        ],
      },
      additionalOperations: { PURGE: { operationId: 'purge' } },
    },
  },
};
