import type { ErrorTexts } from '#http';

/** What its errors say besides English. */
export const errorTexts: ErrorTexts = {
  deleted: {
    zh: '此工作空间已经删除。',
    es: 'El espacio de trabajo ya está eliminado.',
    fr: 'L’espace de travail est déjà supprimé.',
    de: 'Der Arbeitsbereich ist schon gelöscht.',
  },
  not_deleted: {
    zh: '没有可恢复的内容：工作空间未被删除、不属于您，或期限已过。',
    es: 'No hay nada que restaurar: el espacio no está eliminado, no es suyo o su plazo terminó.',
    fr: 'Rien à restaurer : l’espace n’est pas supprimé, n’est pas à vous, ou son délai est passé.',
    de: 'Es gibt nichts wiederherzustellen: Der Arbeitsbereich ist nicht gelöscht, gehört Ihnen nicht, oder seine Frist ist um.',
  },
  workspace_closed: {
    zh: '此工作空间已删除。在彻底清除之前，所有者可以恢复或导出它。',
    es: 'El espacio de trabajo se eliminó. Su propietario puede restaurarlo o exportarlo hasta que se borre del todo.',
    fr: 'L’espace de travail a été supprimé. Son propriétaire peut le restaurer ou l’exporter jusqu’à son effacement définitif.',
    de: 'Der Arbeitsbereich wurde gelöscht. Sein Eigentümer kann ihn wiederherstellen oder exportieren, bis er endgültig entfernt wird.',
  },
  wrong_name: {
    zh: '输入的名称与工作空间的名称不符。',
    es: 'El nombre no es el del espacio de trabajo. Escríbalo tal cual.',
    fr: 'Le nom n’est pas celui de l’espace de travail. Écrivez-le à l’identique.',
    de: 'Der Name ist nicht der des Arbeitsbereichs. Schreiben Sie ihn genau so.',
  },
};
