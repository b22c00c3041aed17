import type { ErrorTexts } from '#http';

/** What its errors say besides English. */
export const errorTexts: ErrorTexts = {
  log_too_slow: {
    zh: '运行日志查询过慢。请缩短时间范围或更换筛选。',
    es: 'La consulta tardó demasiado. Acorte el periodo o cambie el filtro.',
    fr: 'La recherche a été trop longue. Réduisez la période ou changez le filtre.',
    de: 'Die Abfrage dauerte zu lange. Verkürzen Sie den Zeitraum, oder ändern Sie den Filter.',
  },
  not_forkable: {
    zh: '无法从此节点分叉运行：{message}',
    es: 'La ejecución no se puede bifurcar en ese nodo: {message}',
    fr: 'L’exécution ne peut pas bifurquer à ce nœud : {message}',
    de: 'Der Lauf lässt sich an diesem Knoten nicht abzweigen: {message}',
  },
  not_found: {
    zh: '没有这个运行，或它已超过保存期限。',
    es: 'Esa ejecución no existe o es más antigua de lo que se guarda.',
    fr: 'Cette exécution n’existe pas, ou est plus ancienne que ce qui est gardé.',
    de: 'Diesen Lauf gibt es nicht, oder er ist älter als das, was aufbewahrt wird.',
  },
  not_resumable: {
    zh: '此运行无法继续。',
    es: 'La ejecución no puede continuar.',
    fr: 'L’exécution ne peut pas continuer.',
    de: 'Der Lauf kann nicht fortgesetzt werden.',
  },
  secret_value: {
    zh: '分叉不能替换机密环境变量。请在应用中更改它。',
    es: 'Una bifurcación no puede cambiar una variable secreta. Cámbiela en la aplicación.',
    fr: 'Une bifurcation ne peut pas changer une variable secrète. Changez-la dans l’application.',
    de: 'Eine Abzweigung kann keine geheime Umgebungsvariable ersetzen. Ändern Sie sie in der App.',
  },
  unknown_value: {
    zh: '该运行没有所给的某些值：{message}',
    es: 'La ejecución no tiene alguno de los valores dados: {message}',
    fr: 'L’exécution n’a pas certaines des valeurs données : {message}',
    de: 'Der Lauf hat manche der angegebenen Werte nicht: {message}',
  },
  too_many_requests: {
    zh: '服务器正在执行的运行已达上限。请稍后重试。',
    es: 'El servidor ejecuta cuanto puede. Inténtelo en un momento.',
    fr: 'Le serveur exécute autant qu’il peut. Réessayez dans un moment.',
    de: 'Der Server führt so viele Läufe aus, wie er kann. Versuchen Sie es gleich noch einmal.',
  },
  value_lost: {
    zh: '运行的一个较大的值已丢失，其余部分可以查看。',
    es: 'Se perdió un valor grande de la ejecución; lo demás puede leerse.',
    fr: 'Une grande valeur de l’exécution est perdue ; le reste peut être lu.',
    de: 'Ein großer Wert des Laufs ist verloren; das Übrige ist lesbar.',
  },
  server_stopping: {
    zh: '服务器正在停止，不再开始新的操作。请稍后重试。',
    es: 'El servidor se está deteniendo y no empieza nada nuevo. Inténtelo de nuevo en un momento.',
    fr: 'Le serveur s’arrête et ne commence plus rien. Réessayez dans un moment.',
    de: 'Der Server wird beendet und beginnt nichts Neues. Versuchen Sie es gleich noch einmal.',
  },
};
