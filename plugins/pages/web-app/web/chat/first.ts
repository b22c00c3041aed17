/** In place of a parent: the question begins the conversation anew. */
export const FIRST = '00000000-0000-0000-0000-000000000000';
