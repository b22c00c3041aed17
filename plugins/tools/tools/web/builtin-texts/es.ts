import type { texts as english } from './en.ts';

export const texts: typeof english = {
  providers: {
    google_drive: 'Google Drive',
    maths: 'Calculadora',
    chart: 'Gráficos',
    echarts: 'Gráficos (ECharts)',
    code: 'Código',
    md_exporter: 'Markdown a archivos',
    google: 'Google',
    jina: 'Jina',
    json: 'JSON',
    json_process: 'JSONPath',
    email: 'Correo electrónico',
    pdf: 'PDF',
    rss: 'Canales',
    searxng: 'SearXNG',
    database: 'Base de datos',
    db_query: 'Base de datos que indica el nodo',
    tavily: 'Tavily',
    time: 'Hora',
    weather: 'Tiempo',
    webscraper: 'Páginas web',
    duckduckgo: 'DuckDuckGo',
    wikipedia: 'Wikipedia',
  },
  tools: {
    'google_drive/drive_read': {
      label: 'Leer un archivo de Google Drive',
      about: 'Lee el texto de un archivo del Google Drive de quien pregunta.',
    },
    'google_drive/drive_search': {
      label: 'Buscar en Google Drive',
      about: 'Encuentra archivos en el Google Drive de quien pregunta.',
    },
    'google_drive/drive_write': {
      label: 'Escribir un archivo en Google Drive',
      about: 'Crea un archivo o reescribe uno creado o elegido aquí.',
    },
    'google_drive/sheets_append': {
      label: 'Añadir filas a una hoja de Google',
      about: 'Pone filas debajo de la última de una hoja, sin fórmulas.',
    },
    'google_drive/sheets_read': {
      label: 'Leer una hoja de Google',
      about: 'Lee filas de una hoja de cálculo de Google: un rango o todas las hojas.',
    },
    'google_drive/sheets_update': {
      label: 'Escribir celdas de una hoja de Google',
      about: 'Reescribe las celdas de un rango, sin fórmulas.',
    },
    'maths/eval_expression': {
      label: 'Calculadora',
      about:
        'Calcula una expresión con exactitud. Operadores: + - * / // % ** y paréntesis; funciones como sqrt, round, log, sin; constantes: pi, e.',
    },
    'chart/bar_chart': { label: 'Gráfico de barras', about: 'Dibuja un gráfico de barras como imagen.' },
    'chart/line_chart': { label: 'Gráfico de líneas', about: 'Dibuja un gráfico de líneas como imagen.' },
    'chart/pie_chart': { label: 'Gráfico circular', about: 'Dibuja un gráfico circular como imagen.' },
    'echarts/bar_chart': {
      label: 'Gráfico de barras (ECharts)',
      about: 'Escribe un gráfico de barras como opción de ECharts, para respuestas en páginas que lo dibujan.',
    },
    'echarts/line_chart': {
      label: 'Gráfico de líneas (ECharts)',
      about: 'Escribe un gráfico de líneas como opción de ECharts, para respuestas en páginas que lo dibujan.',
    },
    'echarts/pie_chart': {
      label: 'Gráfico circular (ECharts)',
      about: 'Escribe un gráfico circular como opción de ECharts, para respuestas en páginas que lo dibujan.',
    },
    'code/simple_code': {
      label: 'Intérprete de código',
      about:
        'Ejecuta un script en Python 3 o JavaScript y responde con lo que imprime: print() o console.log(). Solo tiene la biblioteca estándar.',
    },
    'md_exporter/md_to_docx': { label: 'Markdown a Word', about: 'Hace de Markdown un documento de Word (docx).' },
    'md_exporter/md_to_xlsx': {
      label: 'Markdown a Excel',
      about: 'Hace de las tablas de Markdown un libro (xlsx), con una hoja para cada una.',
    },
    'md_exporter/md_to_pptx': {
      label: 'Markdown a PowerPoint',
      about: 'Hace de Markdown diapositivas (pptx): cada título empieza una, y también una línea ---.',
    },
    'md_exporter/md_to_pdf': { label: 'Markdown a PDF', about: 'Hace de Markdown un PDF.' },
    'md_exporter/md_to_html': { label: 'Markdown a HTML', about: 'Hace de Markdown una página (html).' },
    'md_exporter/md_to_csv': {
      label: 'Markdown a CSV',
      about: 'Hace de las tablas de Markdown CSV, con un archivo para cada una.',
    },
    'md_exporter/md_to_json': {
      label: 'Markdown a JSON',
      about: 'Hace de las tablas de Markdown JSON: una lista de filas, o una lista de esas listas.',
    },
    'md_exporter/md_to_md': { label: 'Markdown a archivo', about: 'Guarda Markdown como archivo (md).' },
    'md_exporter/md_to_txt': { label: 'Texto a archivo', about: 'Guarda texto como archivo (txt).' },
    'google/google_search': {
      label: 'Búsqueda de Google',
      about: 'Busca en la web con Google y da título, dirección y un fragmento de las páginas que encuentra.',
    },
    'jina/jina_reader': {
      label: 'Jina: leer página',
      about: 'Lee como Markdown la página web o el PDF de una dirección.',
    },
    'jina/jina_search': {
      label: 'Búsqueda de Jina',
      about: 'Busca en la web y da título, dirección y texto de las páginas que encuentra.',
    },
    'json/json_parse': { label: 'Leer JSON', about: 'Lee un texto JSON y responde con su valor.' },
    'json_process/parse': {
      label: 'Buscar un valor en JSON',
      about: 'Encuentra en un texto JSON el valor de un JSONPath, como $.items[0].name.',
    },
    'email/send_mail': {
      label: 'Enviar correo electrónico',
      about: 'Envía un correo electrónico a una o varias direcciones.',
    },
    'pdf/pdf_page_count': { label: 'Número de páginas de un PDF', about: 'Dice cuántas páginas tiene un PDF.' },
    'pdf/pdf_extract_pages': { label: 'Páginas de un PDF', about: 'Hace un PDF con las páginas elegidas.' },
    'pdf/pdf_split': { label: 'Dividir un PDF', about: 'Hace de un PDF varios, 50 como máximo.' },
    'pdf/pdf_merge': { label: 'Unir varios PDF', about: 'Hace de varios PDF uno solo.' },
    'pdf/pdf_rotate': { label: 'Girar un PDF', about: 'Gira páginas de un PDF.' },
    'pdf/pdf_to_text': { label: 'Texto de un PDF', about: 'Lee el texto de cada página, 50 como máximo.' },
    'rss/rss_reader': {
      label: 'Lector de canales',
      about: 'Lee las entradas más recientes de un canal (RSS, Atom, JSON): título, dirección, fecha y resumen.',
    },
    'searxng/searxng_search': {
      label: 'Búsqueda de SearXNG',
      about: 'Busca en la web y da título, dirección y un fragmento de las páginas que encuentra.',
    },
    'database/sql_execute': {
      label: 'Ejecutar SQL',
      about:
        'Ejecuta una instrucción SQL en una base de datos PostgreSQL y devuelve sus filas. Consulte antes las tablas y columnas.',
    },
    'database/table_schema': {
      label: 'Tablas y columnas',
      about: 'Da las tablas de una base de datos PostgreSQL con sus columnas, tipos, claves y comentarios.',
    },
    'db_query/sql_query': {
      label: 'Consulta SQL',
      about: 'Lee de una base de datos PostgreSQL que el nodo indica con host, usuario y contraseña.',
    },
    'tavily/tavily_search': {
      label: 'Búsqueda de Tavily',
      about: 'Busca en la web y da título, dirección y lo relevante de las páginas que encuentra.',
    },
    'tavily/tavily_extract': {
      label: 'Tavily: leer páginas',
      about: 'Lee el texto de páginas web de direcciones conocidas.',
    },
    'time/current_time': { label: 'Hora actual', about: 'Dice la fecha y la hora actuales.' },
    'time/timezone_conversion': {
      label: 'Conversión de zona horaria',
      about: 'Convierte una fecha y hora de una zona horaria a otra.',
    },
    'time/localtime_to_timestamp': {
      label: 'Hora local a marca de tiempo',
      about: 'Convierte una fecha y hora local en una marca de tiempo Unix en segundos.',
    },
    'time/timestamp_to_localtime': {
      label: 'Marca de tiempo a hora local',
      about: 'Convierte una marca de tiempo Unix en segundos en una fecha y hora local.',
    },
    'time/weekday': { label: 'Día de la semana', about: 'Dice el día de la semana de una fecha.' },
    'weather/weather': {
      label: 'Tiempo',
      about: 'Dice el tiempo que hace ahora en una ciudad: cielo, temperatura, humedad, viento.',
    },
    'webscraper/webscraper': {
      label: 'Leer página web',
      about: 'Lee el texto de la página web o del documento de una dirección.',
    },
    'duckduckgo/ddgo_search': {
      label: 'Búsqueda web',
      about: 'Busca en la web y da título, dirección y un fragmento de las páginas que encuentra.',
    },
    'wikipedia/wikipedia_search': {
      label: 'Wikipedia',
      about: 'Encuentra páginas de Wikipedia sobre personas, lugares, sucesos y otros temas, y lee cómo empiezan.',
    },
  },
};
