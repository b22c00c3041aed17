import type { texts as english } from './en.ts';

export const texts: typeof english = {
  copy: 'Copiar',
  copied: 'Copiado',
  code: 'Código',
  table: 'Tabla',
  done: 'Hecho',
  notDone: 'Pendiente',
  showDiagram: 'Mostrar el diagrama',
  hideDiagram: 'Mostrar el código',
  diagram: 'Diagrama',
  diagramFailed: 'Este diagrama no se puede dibujar. Su código está debajo.',
  details: 'Detalles',
  alerts: { note: 'Nota', tip: 'Consejo', important: 'Importante', warning: 'Advertencia', caution: 'Precaución' },
  footnote: (label: string) => `Nota al pie ${label}`,
  backToText: 'Volver al texto',
  openAddress: 'Abrir en otra pestaña',
  openMail: 'Escribir un correo',
  leadsTo: 'Esto lleva a',
  pictureFrom: (host) => `Imagen de ${host}`,
  linkTo: (host) => `Enlace a ${host}`,
  allRows: (count) => `Mostrar las ${count} filas`,
};
