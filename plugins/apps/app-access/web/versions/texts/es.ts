import type { texts as english } from './en.ts';

export const texts: typeof english = {
  graph: 'Las diferencias, en el lienzo',
  loadingGraph: 'Cargando el lienzo…',
  by: (names: string) => `por ${names}`,
  show: (name: string) => `Mostrar ${name} en el lienzo`,
  counts: {
    added: (count: number) => `${count} ${count === 1 ? 'nuevo' : 'nuevos'}`,
    changed: (count: number) => `${count} ${count === 1 ? 'cambiado' : 'cambiados'}`,
    removed: (count: number) => `${count} ${count === 1 ? 'quitado' : 'quitados'}`,
  },
  backToStudio: 'Volver al estudio',
  toApi: 'API y claves',
  toEmbed: 'Incrustar en otros sitios',
  openPage: 'Abrir la página',
  copyLink: 'Copiar enlace',
  linkCopied: 'El enlace está copiado.',
  switchPageOn: 'Activar la página web',
  changedMeanwhile:
    'El borrador cambió mientras lo revisaba, así que no se publicó nada. Mire lo que es nuevo y publique después.',
  restoreTitle: '¿Restaurar esta versión?',
  restoreAbout:
    'El borrador tiene variables que esta versión no tiene, u otros valores secretos. Los valores secretos del borrador se pierden: al deshacer vuelve todo menos ellos.',
};
