import type { ErrorTexts } from '#http';

/** What its errors say besides English. */
export const errorTexts: ErrorTexts = {
  answer_too_long: {
    zh: '模型写的内容超出了回答的上限，已停止。请一次少要求一些，或选择其他模型。',
    es: 'El modelo escribió más de lo que cabe en una respuesta y se detuvo. Pida menos de una vez o elija otro modelo.',
    fr: 'Le modèle a écrit plus qu’une réponse ne peut contenir et a été arrêté. Demandez moins à la fois, ou choisissez un autre modèle.',
    de: 'Das Modell hat mehr geschrieben, als eine Antwort fassen darf, und wurde angehalten. Verlangen Sie weniger auf einmal oder wählen Sie ein anderes Modell.',
  },
  model_timeout: {
    zh: '模型没有按时完成。请一次少要求一些，或选择更快的模型。',
    es: 'El modelo no terminó a tiempo. Pida menos de una vez o elija uno más rápido.',
    fr: 'Le modèle n’a pas terminé à temps. Demandez moins à la fois, ou choisissez un modèle plus rapide.',
    de: 'Das Modell wurde nicht rechtzeitig fertig. Verlangen Sie weniger auf einmal oder wählen Sie ein schnelleres.',
  },
  no_field: {
    zh: '草稿中没有这个节点，或该节点没有可以编写的此类字段。',
    es: 'El borrador no tiene ese nodo, o el nodo no tiene ese campo.',
    fr: 'Le brouillon n’a pas ce nœud, ou le nœud n’a pas ce champ.',
    de: 'Der Entwurf hat diesen Knoten nicht, oder der Knoten hat dieses Feld nicht.',
  },
  no_graph: {
    zh: '助手处理的是图，而此应用没有可以读取的图。',
    es: 'El asistente trabaja con grafos, y la aplicación no tiene ninguno que se pueda leer.',
    fr: 'L’assistant travaille sur des graphes, et l’application n’en a aucun qui soit lisible.',
    de: 'Der Assistent arbeitet an Graphen; die App hat keinen, der gelesen werden kann.',
  },
  no_model: {
    zh: '此工作区没有能编写应用的语言模型；演示模型不能。请在“模型”中设置提供商。',
    es: 'El espacio de trabajo no tiene ningún modelo de lenguaje que pueda escribir aplicaciones; el de demostración no puede. Configure un proveedor en Modelos.',
    fr: 'L’espace de travail n’a aucun modèle de langage capable d’écrire des applications ; celui de démonstration ne le peut pas. Configurez un fournisseur sous Modèles.',
    de: 'Der Arbeitsbereich hat kein Sprachmodell, das Apps schreiben kann; das Demo-Modell kann es nicht. Richten Sie unter Modelle einen Anbieter ein.',
  },
  no_problem: {
    zh: '草稿中已没有这些问题。请重新读取问题。',
    es: 'El borrador ya no tiene ninguno de estos problemas. Vuelva a leerlos.',
    fr: 'Le brouillon n’a plus aucun de ces problèmes. Relisez-les.',
    de: 'Der Entwurf hat keines dieser Probleme mehr. Lesen Sie sie neu.',
  },
  no_proposal: {
    zh: '模型没有给出可以作为更改读取的回答，再次询问后也没有。请换一种说法，或选择其他模型。',
    es: 'El modelo no dio ninguna respuesta que se pueda leer como un cambio, tampoco al preguntarle de nuevo. Dígalo con otras palabras o elija otro modelo.',
    fr: 'Le modèle n’a donné aucune réponse lisible comme une modification, même redemandé. Dites-le autrement, ou choisissez un autre modèle.',
    de: 'Das Modell gab auch auf Nachfrage keine Antwort, die als Änderung gelesen werden konnte. Sagen Sie es mit anderen Worten oder wählen Sie ein anderes Modell.',
  },
  no_run: {
    zh: '草稿没有这样一次失败的运行。',
    es: 'El borrador no tiene esa ejecución fallida.',
    fr: 'Le brouillon n’a pas cette exécution en échec.',
    de: 'Der Entwurf hat diesen fehlgeschlagenen Lauf nicht.',
  },
  nothing_asked: {
    zh: '请说明想要什么：一个愿望、草稿的问题，或一次失败的运行。',
    es: 'Diga qué quiere: un deseo, problemas del borrador o una ejecución fallida.',
    fr: 'Dites ce que vous voulez : un souhait, des problèmes du brouillon ou une exécution en échec.',
    de: 'Sagen Sie, was gewünscht ist: ein Wunsch, Probleme des Entwurfs oder ein fehlgeschlagener Lauf.',
  },
  too_large: {
    zh: '此图对助手来说太大。请把其中一部分放到单独的应用中。',
    es: 'El grafo es demasiado grande para el asistente. Lleve una parte a una aplicación propia.',
    fr: 'Le graphe est trop grand pour l’assistant. Placez-en une partie dans une application à part.',
    de: 'Der Graph ist für den Assistenten zu groß. Nehmen Sie einen Teil davon in eine eigene App.',
  },
  too_many_requests: {
    zh: '助手已在为此工作区处理多项任务。请等其中一项完成。',
    es: 'El asistente ya trabaja en varias cosas para este espacio de trabajo. Espere a que termine una.',
    fr: 'L’assistant travaille déjà à plusieurs choses pour cet espace de travail. Attendez que l’une soit terminée.',
    de: 'Der Assistent arbeitet für diesen Arbeitsbereich schon an mehreren Dingen. Warten Sie, bis eines fertig ist.',
  },
  unknown_model: {
    zh: '助手不能使用此模型。请选择列表中的模型。',
    es: 'El asistente no puede usar este modelo. Elija uno de la lista.',
    fr: 'L’assistant ne peut pas utiliser ce modèle. Choisissez-en un dans la liste.',
    de: 'Der Assistent kann dieses Modell nicht benutzen. Wählen Sie eines aus der Liste.',
  },
};
