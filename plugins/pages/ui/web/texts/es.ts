import type { texts as english } from './en.ts';

export const texts: typeof english = {
  close: 'Cerrar',
  cancel: 'Cancelar',
  loading: 'Cargando',
  tryAgain: 'Reintentar',
  panelFailed: 'Esta parte de la página no se pudo mostrar. El resto funciona.',
  somethingWrong: 'Algo ha fallado',
  somethingWrongAbout: 'Esta página no pudo continuar. Nada de lo que se ejecuta en el servidor se ha detenido.',
  reload: 'Recargar la página',
  offline: 'Sin conexión. Lo que está en marcha continúa; esta página se vuelve a unir en cuanto pueda.',
  theme: 'Aspecto',
  themeLight: 'Claro',
  themeDark: 'Oscuro',
  themeSystem: 'Como el sistema',
  showMore: (count) => `Mostrar ${count} más`,
};
