import { json } from '#http';
import { type AppPlace, annotationItem } from './annotation.ts';
import type { AnnotationsService } from './annotations-service.ts';
import { type ListQuery, listPage } from './schemas.ts';

/** A page of annotations, newest first (runtime API, annotations; pagination). */
export async function annotationList(annotations: AnnotationsService, place: AppPlace, query: ListQuery) {
  const { page, limit, keyword } = listPage(query);
  const { items, total } = await annotations.list(place, { page, limit, keyword });
  return json({ data: items.map(annotationItem), has_more: page * limit < total, limit, total, page });
}
