import type { ErrorTexts } from '#http';

/** What its errors say besides English. */
export const errorTexts: ErrorTexts = {
  in_use: {
    zh: '有应用将此工作流用作工具。确认后仍会移除。',
    es: 'Hay aplicaciones que usan este flujo de trabajo como herramienta. Confirme para quitarlo.',
    fr: 'Des applications utilisent ce workflow comme outil. Confirmez pour le retirer.',
    de: 'Apps nutzen diesen Workflow als Werkzeug. Bestätigen Sie, um es zu entfernen.',
  },
  name_taken: {
    zh: '已有同名的工作流工具。请换一个名称。',
    es: 'Otro flujo de trabajo ya es una herramienta con este nombre. Elija otro.',
    fr: 'Un autre workflow est déjà un outil de ce nom. Choisissez-en un autre.',
    de: 'Ein anderer Workflow ist schon ein Werkzeug dieses Namens. Wählen Sie einen anderen.',
  },
  not_a_workflow: {
    zh: '只有工作流应用可以用作工具。',
    es: 'Solo los flujos de trabajo pueden ser herramientas.',
    fr: 'Seuls les workflows peuvent être des outils.',
    de: 'Nur Workflows können Werkzeuge sein.',
  },
  not_found: {
    zh: '此应用不是工具。请先将其设为工具。',
    es: 'La aplicación no es una herramienta. Hágala antes.',
    fr: 'L’application n’est pas un outil. Faites-en d’abord un.',
    de: 'Die App ist kein Werkzeug. Machen Sie sie zuerst dazu.',
  },
};
