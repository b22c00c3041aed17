import type { ErrorTexts } from '#http';

/** What its errors say besides English. */
export const errorTexts: ErrorTexts = {
  budget_not_found: {
    zh: '没有这个预算。',
    es: 'Ese presupuesto no existe.',
    fr: 'Ce budget n’existe pas.',
    de: 'Dieses Budget gibt es nicht.',
  },
  invalid_budget: {
    zh: '预算的设置不正确：{message}',
    es: 'El presupuesto no es correcto: {message}',
    fr: 'Le budget n’est pas correct : {message}',
    de: 'Das Budget ist nicht richtig: {message}',
  },
  invalid_range: {
    zh: '时间范围不正确，或超过 400 天。',
    es: 'El periodo no es correcto o pasa de 400 días.',
    fr: 'La période n’est pas correcte ou dépasse 400 jours.',
    de: 'Der Zeitraum ist nicht richtig oder länger als 400 Tage.',
  },
  rate_limit_error: {
    zh: '预算已用完，暂不开始运行。',
    es: 'Un presupuesto está agotado: no empiezan ejecuciones.',
    fr: 'Un budget est épuisé : aucune exécution ne commence.',
    de: 'Ein Budget ist aufgebraucht: Es beginnen keine Läufe.',
  },
  too_many_budgets: {
    zh: '预算已达上限。请先移除一个。',
    es: 'Hay tantos presupuestos como se permiten. Quite uno.',
    fr: 'Il y a autant de budgets que permis. Retirez-en un.',
    de: 'Es gibt so viele Budgets wie erlaubt. Entfernen Sie eines.',
  },
};
