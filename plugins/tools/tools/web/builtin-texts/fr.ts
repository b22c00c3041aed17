import type { texts as english } from './en.ts';

export const texts: typeof english = {
  providers: {
    google_drive: 'Google Drive',
    maths: 'Calculatrice',
    chart: 'Graphiques',
    echarts: 'Graphiques (ECharts)',
    code: 'Code',
    md_exporter: 'Markdown en fichiers',
    google: 'Google',
    jina: 'Jina',
    json: 'JSON',
    json_process: 'JSONPath',
    email: 'E-mail',
    pdf: 'PDF',
    rss: 'Flux',
    searxng: 'SearXNG',
    database: 'Base de données',
    db_query: 'Base de données indiquée par le nœud',
    tavily: 'Tavily',
    time: 'Heure',
    weather: 'Météo',
    webscraper: 'Pages web',
    duckduckgo: 'DuckDuckGo',
    wikipedia: 'Wikipédia',
  },
  tools: {
    'google_drive/drive_read': {
      label: 'Lire un fichier de Google Drive',
      about: 'Lit le texte d’un fichier du Google Drive de la personne qui demande.',
    },
    'google_drive/drive_search': {
      label: 'Chercher dans Google Drive',
      about: 'Trouve des fichiers dans le Google Drive de la personne qui demande.',
    },
    'google_drive/drive_write': {
      label: 'Écrire un fichier dans Google Drive',
      about: 'Crée un fichier, ou réécrit un fichier créé ou choisi ici.',
    },
    'google_drive/sheets_append': {
      label: 'Ajouter des lignes à une feuille Google',
      about: 'Met des lignes sous la dernière d’une feuille, sans formules.',
    },
    'google_drive/sheets_read': {
      label: 'Lire une feuille Google',
      about: 'Lit des lignes d’une feuille de calcul Google : une plage ou toutes les feuilles.',
    },
    'google_drive/sheets_update': {
      label: 'Écrire des cellules d’une feuille Google',
      about: 'Réécrit les cellules d’une plage, sans formules.',
    },
    'maths/eval_expression': {
      label: 'Calculatrice',
      about:
        'Calcule une expression avec exactitude. Opérateurs : + - * / // % ** et parenthèses ; fonctions comme sqrt, round, log, sin ; constantes : pi, e.',
    },
    'chart/bar_chart': { label: 'Diagramme en barres', about: 'Dessine un diagramme en barres sous forme d’image.' },
    'chart/line_chart': { label: 'Graphique en courbes', about: 'Dessine un graphique en courbes sous forme d’image.' },
    'chart/pie_chart': { label: 'Diagramme circulaire', about: 'Dessine un diagramme circulaire sous forme d’image.' },
    'echarts/bar_chart': {
      label: 'Diagramme en barres (ECharts)',
      about: 'Écrit un diagramme en barres comme option d’ECharts, pour les réponses sur des pages qui le dessinent.',
    },
    'echarts/line_chart': {
      label: 'Graphique en courbes (ECharts)',
      about: 'Écrit un graphique en courbes comme option d’ECharts, pour les réponses sur des pages qui le dessinent.',
    },
    'echarts/pie_chart': {
      label: 'Diagramme circulaire (ECharts)',
      about: 'Écrit un diagramme circulaire comme option d’ECharts, pour les réponses sur des pages qui le dessinent.',
    },
    'code/simple_code': {
      label: 'Interpréteur de code',
      about:
        'Exécute un script en Python 3 ou JavaScript et répond par ce qu’il affiche : print() ou console.log(). Seule la bibliothèque standard est là.',
    },
    'md_exporter/md_to_docx': { label: 'Markdown en Word', about: 'Fait du Markdown un document Word (docx).' },
    'md_exporter/md_to_xlsx': {
      label: 'Markdown en Excel',
      about: 'Fait des tableaux du Markdown un classeur (xlsx), une feuille pour chacun.',
    },
    'md_exporter/md_to_pptx': {
      label: 'Markdown en PowerPoint',
      about: 'Fait du Markdown des diapositives (pptx) : chaque titre en commence une, comme une ligne ---.',
    },
    'md_exporter/md_to_pdf': { label: 'Markdown en PDF', about: 'Fait du Markdown un PDF.' },
    'md_exporter/md_to_html': { label: 'Markdown en HTML', about: 'Fait du Markdown une page (html).' },
    'md_exporter/md_to_csv': {
      label: 'Markdown en CSV',
      about: 'Fait des tableaux du Markdown du CSV, un fichier pour chacun.',
    },
    'md_exporter/md_to_json': {
      label: 'Markdown en JSON',
      about: 'Fait des tableaux du Markdown du JSON : une liste de lignes, ou une liste de telles listes.',
    },
    'md_exporter/md_to_md': { label: 'Markdown en fichier', about: 'Enregistre le Markdown dans un fichier (md).' },
    'md_exporter/md_to_txt': { label: 'Texte en fichier', about: 'Enregistre le texte dans un fichier (txt).' },
    'google/google_search': {
      label: 'Recherche Google',
      about: 'Cherche sur le web avec Google et donne le titre, l’adresse et un extrait des pages trouvées.',
    },
    'jina/jina_reader': {
      label: 'Jina : lire une page',
      about: 'Lit comme Markdown la page web ou le PDF d’une adresse.',
    },
    'jina/jina_search': {
      label: 'Recherche Jina',
      about: 'Cherche sur le web et donne le titre, l’adresse et le texte des pages trouvées.',
    },
    'json/json_parse': { label: 'Lire du JSON', about: 'Lit un texte JSON et répond par sa valeur.' },
    'json_process/parse': {
      label: 'Trouver une valeur dans du JSON',
      about: 'Trouve dans un texte JSON la valeur d’un JSONPath, comme $.items[0].name.',
    },
    'email/send_mail': { label: 'Envoyer un e-mail', about: 'Envoie un e-mail à une ou plusieurs adresses.' },
    'pdf/pdf_page_count': { label: 'Nombre de pages d’un PDF', about: 'Dit combien de pages a un PDF.' },
    'pdf/pdf_extract_pages': { label: 'Pages d’un PDF', about: 'Fait un PDF des pages choisies.' },
    'pdf/pdf_split': { label: 'Diviser un PDF', about: 'Fait d’un PDF plusieurs, 50 au plus.' },
    'pdf/pdf_merge': { label: 'Fusionner des PDF', about: 'Fait de plusieurs PDF un seul.' },
    'pdf/pdf_rotate': { label: 'Faire pivoter un PDF', about: 'Fait pivoter des pages d’un PDF.' },
    'pdf/pdf_to_text': { label: 'Texte d’un PDF', about: 'Lit le texte de chaque page, 50 au plus.' },
    'rss/rss_reader': {
      label: 'Lecteur de flux',
      about: 'Lit les dernières entrées d’un flux (RSS, Atom, JSON) : titre, adresse, date et résumé.',
    },
    'searxng/searxng_search': {
      label: 'Recherche SearXNG',
      about: 'Cherche sur le web et donne le titre, l’adresse et un extrait des pages trouvées.',
    },
    'database/sql_execute': {
      label: 'Exécuter du SQL',
      about:
        'Exécute une instruction SQL dans une base de données PostgreSQL et renvoie ses lignes. Consultez d’abord les tables et les colonnes.',
    },
    'database/table_schema': {
      label: 'Tables et colonnes',
      about: 'Donne les tables d’une base de données PostgreSQL avec leurs colonnes, types, clés et commentaires.',
    },
    'db_query/sql_query': {
      label: 'Requête SQL',
      about: 'Lit dans une base de données PostgreSQL que le nœud indique par hôte, utilisateur et mot de passe.',
    },
    'tavily/tavily_search': {
      label: 'Recherche Tavily',
      about: 'Cherche sur le web et donne le titre, l’adresse et l’essentiel des pages trouvées.',
    },
    'tavily/tavily_extract': {
      label: 'Tavily : lire des pages',
      about: 'Lit le texte de pages web à des adresses connues.',
    },
    'time/current_time': { label: 'Heure actuelle', about: 'Dit la date et l’heure actuelles.' },
    'time/timezone_conversion': {
      label: 'Conversion de fuseau horaire',
      about: 'Convertit une date et une heure d’un fuseau horaire à un autre.',
    },
    'time/localtime_to_timestamp': {
      label: 'Heure locale en horodatage',
      about: 'Convertit une date et une heure locales en horodatage Unix en secondes.',
    },
    'time/timestamp_to_localtime': {
      label: 'Horodatage en heure locale',
      about: 'Convertit un horodatage Unix en secondes en date et heure locales.',
    },
    'time/weekday': { label: 'Jour de la semaine', about: 'Dit le jour de la semaine d’une date.' },
    'weather/weather': {
      label: 'Météo',
      about: 'Dit le temps qu’il fait dans une ville : ciel, température, humidité, vent.',
    },
    'webscraper/webscraper': {
      label: 'Lire une page web',
      about: 'Lit le texte de la page web ou du document d’une adresse.',
    },
    'duckduckgo/ddgo_search': {
      label: 'Recherche web',
      about: 'Cherche sur le web et donne le titre, l’adresse et un extrait des pages trouvées.',
    },
    'wikipedia/wikipedia_search': {
      label: 'Wikipédia',
      about:
        'Trouve des pages de Wikipédia sur des personnes, des lieux, des événements et d’autres sujets, et lit comment elles commencent.',
    },
  },
};
