import { plural } from '#plugins/ui/web/contract.ts';

export const texts = {
  name: 'Nombre',
  create: 'Añadir',
  save: 'Guardar',
  saved: 'Guardado.',
  cancel: 'Cancelar',
  remove: 'Eliminar',
  deleted: (name: string) => `${name} está eliminado.`,
  tags: 'Etiquetas',
  tagsAbout: 'Lo que distingue a las aplicaciones.',
  tag: 'Etiqueta',
  addTag: 'Añadir una etiqueta',
  renameTag: 'Cambiar el nombre de la etiqueta',
  noTags: 'Aún no hay etiquetas',
  noTagsAbout: 'Las etiquetas agrupan aplicaciones y filtran su lista.',
  apps: 'Aplicaciones',
  deleteTag: (name: string) => `¿Eliminar la etiqueta ${name}?`,
  deleteTagAbout: (count: number) =>
    count === 0
      ? 'Ninguna aplicación la tiene.'
      : plural(count, { one: 'Se quita de 1 aplicación.', other: `Se quita de ${count} aplicaciones.` }),
  actionsOf: (name: string) => `Acciones de ${name}`,
};
