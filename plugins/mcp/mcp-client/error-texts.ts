import type { ErrorTexts } from '#http';

/** What its errors say besides English. */
export const errorTexts: ErrorTexts = {
  address_refused: {
    zh: 'MCP 服务器的地址不允许访问。请换一个，或请运维人员允许它。',
    es: 'No se permite la dirección del servidor MCP. Elija otra o pida que se permita.',
    fr: 'L’adresse du serveur MCP n’est pas autorisée. Choisissez-en une autre, ou faites-la autoriser.',
    de: 'Die Adresse des MCP-Servers ist nicht erlaubt. Wählen Sie eine andere, oder lassen Sie sie erlauben.',
  },
  attempt_over: {
    zh: '授权已过期、已使用，或是在另一个浏览器中开始的。请重新开始。',
    es: 'La autorización caducó, se usó o empezó en otro navegador. Empiece de nuevo.',
    fr: 'L’autorisation a expiré, a servi ou a commencé dans un autre navigateur. Recommencez.',
    de: 'Die Autorisierung ist abgelaufen, benutzt oder begann in einem anderen Browser. Beginnen Sie von vorn.',
  },
  authorization_failed: {
    zh: 'MCP 服务器授权失败：{message}',
    es: 'No se pudo autorizar el servidor MCP: {message}',
    fr: 'Le serveur MCP n’a pas pu être autorisé : {message}',
    de: 'Der MCP-Server ließ sich nicht autorisieren: {message}',
  },
  changed: {
    zh: '要接受的更改已不再等待。请查看服务器当前提供的内容。',
    es: 'Los cambios que quería aceptar ya no esperan. Mire lo que el servidor ofrece ahora.',
    fr: 'Les changements à accepter n’attendent plus. Regardez ce que le serveur offre maintenant.',
    de: 'Die Änderungen warten nicht mehr. Sehen Sie nach, was der Server jetzt anbietet.',
  },
  failed: {
    zh: 'MCP 服务器返回了错误：{message}',
    es: 'El servidor MCP respondió con un error: {message}',
    fr: 'Le serveur MCP a répondu par une erreur : {message}',
    de: 'Der MCP-Server antwortete mit einem Fehler: {message}',
  },
  identifier_taken: {
    zh: '已有使用此标识的 MCP 服务器。请换一个。',
    es: 'Ya hay un servidor MCP con este identificador. Elija otro.',
    fr: 'Un serveur MCP a déjà cet identifiant. Choisissez-en un autre.',
    de: 'Ein MCP-Server hat diese Kennung schon. Wählen Sie eine andere.',
  },
  in_use: {
    zh: '有应用正在使用此 MCP 服务器。确认后仍会移除。',
    es: 'Hay aplicaciones que usan el servidor MCP. Confirme para quitarlo igualmente.',
    fr: 'Des applications utilisent ce serveur MCP. Confirmez pour le retirer tout de même.',
    de: 'Apps nutzen diesen MCP-Server. Bestätigen Sie, um ihn trotzdem zu entfernen.',
  },
  invalid_answer: {
    zh: 'MCP 服务器的回应无效。请检查地址：{message}',
    es: 'La respuesta del servidor MCP no es válida. Compruebe su dirección: {message}',
    fr: 'La réponse du serveur MCP n’est pas valable. Vérifiez son adresse : {message}',
    de: 'Die Antwort des MCP-Servers ist ungültig. Prüfen Sie seine Adresse: {message}',
  },
  invalid_arguments: {
    zh: '参数不符合工具的要求：{message}',
    es: 'Los argumentos no encajan en la herramienta: {message}',
    fr: 'Les arguments ne conviennent pas à l’outil : {message}',
    de: 'Die Argumente passen nicht zum Werkzeug: {message}',
  },
  invalid_server: {
    zh: 'MCP 服务器的设置不正确：{message}',
    es: 'Un ajuste del servidor MCP no es correcto: {message}',
    fr: 'Un paramètre du serveur MCP n’est pas correct : {message}',
    de: 'Eine Einstellung des MCP-Servers ist nicht richtig: {message}',
  },
  no_oauth: {
    zh: '此 MCP 服务器未设置为需要授权。',
    es: 'El servidor MCP no está configurado para autorizarse.',
    fr: 'Le serveur MCP n’est pas réglé pour être autorisé.',
    de: 'Der MCP-Server ist nicht auf Autorisierung eingestellt.',
  },
  no_tools: {
    zh: 'MCP 服务器尚未提供工具。请授权并刷新。',
    es: 'El servidor MCP aún no dio sus herramientas. Autorícelo y actualice.',
    fr: 'Le serveur MCP n’a pas encore donné ses outils. Autorisez-le et actualisez.',
    de: 'Der MCP-Server hat seine Werkzeuge noch nicht genannt. Autorisieren und aktualisieren Sie ihn.',
  },
  not_authorized: {
    zh: 'MCP 服务器需要授权：{message}',
    es: 'El servidor MCP pide autorización: {message}',
    fr: 'Le serveur MCP demande une autorisation : {message}',
    de: 'Der MCP-Server verlangt eine Autorisierung: {message}',
  },
  not_found: {
    zh: '工作空间没有这个 MCP 服务器。',
    es: 'El espacio de trabajo no tiene ese servidor MCP.',
    fr: 'L’espace de travail n’a pas ce serveur MCP.',
    de: 'Der Arbeitsbereich hat keinen solchen MCP-Server.',
  },
  timed_out: {
    zh: 'MCP 服务器未及时回应。请重试，或延长超时时间。',
    es: 'El servidor MCP no respondió a tiempo. Reintente o amplíe el tiempo.',
    fr: 'Le serveur MCP n’a pas répondu à temps. Réessayez ou allongez le délai.',
    de: 'Der MCP-Server antwortete nicht rechtzeitig. Versuchen Sie es erneut, oder verlängern Sie die Frist.',
  },
  too_many_servers: {
    zh: 'MCP 服务器已达上限。请移除一个。',
    es: 'Hay tantos servidores MCP como se permiten. Quite uno.',
    fr: 'Il y a autant de serveurs MCP que permis. Retirez-en un.',
    de: 'Es gibt so viele MCP-Server wie erlaubt. Entfernen Sie einen.',
  },
  tool_error: {
    zh: 'MCP 服务器的工具失败：{message}',
    es: 'La herramienta del servidor MCP falló: {message}',
    fr: 'L’outil du serveur MCP a échoué : {message}',
    de: 'Das Werkzeug des MCP-Servers schlug fehl: {message}',
  },
  unknown_tool: {
    zh: 'MCP 服务器没有这个工具。请刷新。',
    es: 'El servidor MCP no tiene esa herramienta. Actualícelo.',
    fr: 'Le serveur MCP n’a pas cet outil. Actualisez-le.',
    de: 'Der MCP-Server hat dieses Werkzeug nicht. Aktualisieren Sie ihn.',
  },
  unreachable: {
    zh: '无法连接 MCP 服务器。请检查地址。',
    es: 'No se puede conectar con el servidor MCP. Compruebe su dirección.',
    fr: 'Le serveur MCP est injoignable. Vérifiez son adresse.',
    de: 'Der MCP-Server ist nicht erreichbar. Prüfen Sie seine Adresse.',
  },
};
