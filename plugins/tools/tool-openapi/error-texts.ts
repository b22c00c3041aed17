import type { ErrorTexts } from '#http';

/** What its errors say besides English. */
export const errorTexts: ErrorTexts = {
  answer_too_large: {
    zh: 'API 的回应过大。请减少请求的内容。',
    es: 'La respuesta de la API es demasiado grande. Pida menos.',
    fr: 'La réponse de l’API est trop volumineuse. Demandez-en moins.',
    de: 'Die Antwort der API ist zu groß. Fragen Sie weniger ab.',
  },
  authorization_over: {
    zh: '授权已失效。请重新授权自定义工具。',
    es: 'La autorización ya no vale. Autorice las herramientas de nuevo.',
    fr: 'L’autorisation n’est plus valable. Autorisez à nouveau les outils.',
    de: 'Die Autorisierung gilt nicht mehr. Autorisieren Sie die Werkzeuge neu.',
  },
  call_failed: {
    zh: 'API 拒绝了调用：{message}',
    es: 'La API rechazó la llamada: {message}',
    fr: 'L’API a refusé l’appel : {message}',
    de: 'Die API lehnte den Aufruf ab: {message}',
  },
  credentials_needed: {
    zh: '已保存的凭据会发往另一台服务器。请重新输入。',
    es: 'Las credenciales guardadas irían a otro servidor. Introdúzcalas de nuevo.',
    fr: 'Les identifiants gardés iraient à un autre serveur. Saisissez-les à nouveau.',
    de: 'Die gespeicherten Zugangsdaten gingen an einen anderen Server. Geben Sie sie neu ein.',
  },
  in_use: {
    zh: '有应用正在使用这些自定义工具。确认后仍会删除。',
    es: 'Hay aplicaciones que usan estas herramientas. Confirme para eliminarlas igualmente.',
    fr: 'Des applications utilisent ces outils. Confirmez pour les supprimer tout de même.',
    de: 'Apps nutzen diese Werkzeuge. Bestätigen Sie, um sie trotzdem zu löschen.',
  },
  invalid_argument: {
    zh: '参数无法发送：{message}',
    es: 'Un valor no se puede enviar: {message}',
    fr: 'Une valeur ne peut pas être envoyée : {message}',
    de: 'Ein Wert lässt sich nicht senden: {message}',
  },
  invalid_authentication: {
    zh: '认证设置不正确：{message}',
    es: 'La autenticación no es correcta: {message}',
    fr: 'L’authentification n’est pas correcte : {message}',
    de: 'Die Authentifizierung ist nicht richtig: {message}',
  },
  invalid_credentials: {
    zh: '凭据与认证方式不符：{message}',
    es: 'Las credenciales no encajan: {message}',
    fr: 'Les identifiants ne conviennent pas : {message}',
    de: 'Die Zugangsdaten passen nicht: {message}',
  },
  invalid_document: {
    zh: '这不是可用的 OpenAPI 或 Swagger 文档：{message}',
    es: 'No es un documento OpenAPI o Swagger utilizable: {message}',
    fr: 'Ce n’est pas un document OpenAPI ou Swagger utilisable : {message}',
    de: 'Das ist kein brauchbares OpenAPI- oder Swagger-Dokument: {message}',
  },
  invalid_server: {
    zh: '文档中的服务器无法调用。请选择或填写服务器地址。',
    es: 'No se puede llamar a ningún servidor del documento. Elija o indique uno.',
    fr: 'Aucun serveur du document n’est utilisable. Choisissez-en ou indiquez-en un.',
    de: 'Kein Server des Dokuments ist so aufrufbar. Wählen Sie einen, oder geben Sie einen an.',
  },
  name_taken: {
    zh: '已有同名的自定义工具。请换一个名称。',
    es: 'Ya hay herramientas con este nombre. Elija otro.',
    fr: 'Des outils portent déjà ce nom. Choisissez-en un autre.',
    de: 'Werkzeuge haben diesen Namen schon. Wählen Sie einen anderen.',
  },
  no_authorization: {
    zh: '这些自定义工具不需要通过浏览器授权。',
    es: 'Estas herramientas no necesitan autorización.',
    fr: 'Ces outils n’ont pas besoin d’autorisation.',
    de: 'Diese Werkzeuge brauchen keine Autorisierung.',
  },
  no_token: {
    zh: '授权服务器没有给出令牌：{message}',
    es: 'El servidor de autorización no dio un token: {message}',
    fr: 'Le serveur d’autorisation n’a pas donné de jeton : {message}',
    de: 'Der Autorisierungsserver gab kein Token: {message}',
  },
  not_configured: {
    zh: '自定义工具没有凭据或未授权。请进行设置。',
    es: 'Las herramientas no tienen credenciales o autorización. Configúrelas.',
    fr: 'Les outils n’ont pas d’identifiants ou d’autorisation. Configurez-les.',
    de: 'Die Werkzeuge haben keine Zugangsdaten oder Autorisierung. Richten Sie sie ein.',
  },
  not_found: {
    zh: '没有这些自定义工具。',
    es: 'Esas herramientas no existen.',
    fr: 'Ces outils n’existent pas.',
    de: 'Diese Werkzeuge gibt es nicht.',
  },
  too_many: {
    zh: '工作空间的自定义工具已达上限。请删除一些。',
    es: 'Hay tantas herramientas como se permiten. Elimine algunas.',
    fr: 'Il y a autant d’outils que permis. Supprimez-en.',
    de: 'Es gibt so viele Werkzeuge wie erlaubt. Löschen Sie welche.',
  },
  unknown_operation: {
    zh: '文档中没有这个操作。',
    es: 'El documento no tiene esa operación.',
    fr: 'Le document n’a pas cette opération.',
    de: 'Das Dokument hat keine solche Operation.',
  },
  unknown_state: {
    zh: '没有等待中的授权。请重新开始。',
    es: 'No hay ninguna autorización pendiente. Empiece de nuevo.',
    fr: 'Aucune autorisation n’est en attente. Recommencez.',
    de: 'Es wartet keine Autorisierung. Beginnen Sie von vorn.',
  },
  unknown_tool: {
    zh: '此提供商没有这个工具。',
    es: 'El proveedor no tiene esa herramienta.',
    fr: 'Le fournisseur n’a pas cet outil.',
    de: 'Der Anbieter hat dieses Werkzeug nicht.',
  },
};
