/** The types of the plugin's routes, which the client of the house does not know. */
interface Item {
  id: string;
  title: string;
  app_id: string;
}

declare module '#plugins/commands/generated/paths.ts' {
  interface Paths {
    '/console/api/reading-list': {
      get: { responses: { 200: { content: { 'application/json': { data: Item[] } } } } };
      post: {
        requestBody: { content: { 'application/json': { title: string; app_id: string } } };
        responses: { 201: { content: { 'application/json': Item } } };
      };
    };
  }
}

export {};
