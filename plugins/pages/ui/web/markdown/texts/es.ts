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
  openAddress: 'Abrir en otra pestaña',
  openMail: 'Escribir un correo',
  leadsTo: 'Esto lleva a',
  pictureFrom: (host) => `Imagen de ${host}`,
  linkTo: (host) => `Enlace a ${host}`,
  allRows: (count) => `Mostrar las ${count} filas`,
};
