/** Whether a header `If-None-Match` names an entity tag: who asks has what it stands for. */
export function namesTag(header: string | undefined, etag: string): boolean {
  return header?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag) === true;
}
