import type { texts as english } from './en.ts';

export const texts: typeof english = {
  hint: 'Escriba / o {{ para insertar una variable',
  special: 'Marcadores especiales',
  unknown: 'no existe: ningún nodo anterior la tiene',
  hidden: 'Valor oculto',
  hiddenAbout: 'sellado: las ejecuciones lo usan y nadie lo ve',
  lost: 'Sin valor',
  lostAbout: 'no se guarda con esta aplicación: escríbalo de nuevo',
  moveSecret: 'Mover a una variable de entorno secreta',
};
