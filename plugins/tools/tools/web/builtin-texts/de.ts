import type { texts as english } from './en.ts';

export const texts: typeof english = {
  providers: {
    google_drive: 'Google Drive',
    maths: 'Rechner',
    chart: 'Diagramme',
    echarts: 'Diagramme (ECharts)',
    code: 'Code',
    md_exporter: 'Markdown in Dateien',
    google: 'Google',
    jina: 'Jina',
    json: 'JSON',
    json_process: 'JSONPath',
    email: 'E-Mail',
    pdf: 'PDF',
    rss: 'Feeds',
    searxng: 'SearXNG',
    database: 'Datenbank',
    db_query: 'Datenbank, die der Knoten nennt',
    tavily: 'Tavily',
    time: 'Zeit',
    weather: 'Wetter',
    webscraper: 'Webseiten',
    duckduckgo: 'DuckDuckGo',
    wikipedia: 'Wikipedia',
  },
  tools: {
    'google_drive/drive_read': {
      label: 'Datei aus Google Drive lesen',
      about: 'Liest den Text einer Datei im Google Drive der Person, die fragt.',
    },
    'google_drive/drive_search': {
      label: 'Google Drive durchsuchen',
      about: 'Findet Dateien im Google Drive der Person, die fragt.',
    },
    'google_drive/drive_write': {
      label: 'Datei in Google Drive schreiben',
      about: 'Legt eine Datei an oder schreibt eine neu, die hier entstand oder ausgewählt wurde.',
    },
    'google_drive/sheets_append': {
      label: 'Zeilen an eine Google-Tabelle anhängen',
      about: 'Setzt Zeilen unter die letzte Zeile eines Blatts, ohne Formeln.',
    },
    'google_drive/sheets_read': {
      label: 'Google-Tabelle lesen',
      about: 'Liest Zeilen einer Google-Tabelle: einen Bereich oder alle Blätter.',
    },
    'google_drive/sheets_update': {
      label: 'Zellen einer Google-Tabelle schreiben',
      about: 'Schreibt Zellen eines Bereichs neu, ohne Formeln.',
    },
    'maths/eval_expression': {
      label: 'Rechner',
      about:
        'Berechnet einen Ausdruck genau. Operatoren: + - * / // % ** und Klammern; Funktionen wie sqrt, round, log, sin; Konstanten: pi, e.',
    },
    'chart/bar_chart': { label: 'Balkendiagramm', about: 'Zeichnet ein Balkendiagramm als Bild.' },
    'chart/line_chart': { label: 'Liniendiagramm', about: 'Zeichnet ein Liniendiagramm als Bild.' },
    'chart/pie_chart': { label: 'Kreisdiagramm', about: 'Zeichnet ein Kreisdiagramm als Bild.' },
    'echarts/bar_chart': {
      label: 'Balkendiagramm (ECharts)',
      about: 'Schreibt ein Balkendiagramm als Option von ECharts, für Antworten auf Seiten, die sie zeichnen.',
    },
    'echarts/line_chart': {
      label: 'Liniendiagramm (ECharts)',
      about: 'Schreibt ein Liniendiagramm als Option von ECharts, für Antworten auf Seiten, die sie zeichnen.',
    },
    'echarts/pie_chart': {
      label: 'Kreisdiagramm (ECharts)',
      about: 'Schreibt ein Kreisdiagramm als Option von ECharts, für Antworten auf Seiten, die sie zeichnen.',
    },
    'code/simple_code': {
      label: 'Code-Interpreter',
      about:
        'Führt ein Skript in Python 3 oder JavaScript aus und antwortet mit dem, was es ausgibt: print() oder console.log(). Nur die Standardbibliothek ist da.',
    },
    'md_exporter/md_to_docx': { label: 'Markdown in Word', about: 'Macht aus Markdown ein Word-Dokument (docx).' },
    'md_exporter/md_to_xlsx': {
      label: 'Markdown in Excel',
      about: 'Macht aus den Tabellen in Markdown eine Arbeitsmappe (xlsx), ein Blatt für jede.',
    },
    'md_exporter/md_to_pptx': {
      label: 'Markdown in PowerPoint',
      about: 'Macht aus Markdown Folien (pptx): Jede Überschrift beginnt eine, und ebenso eine Zeile ---.',
    },
    'md_exporter/md_to_pdf': { label: 'Markdown in PDF', about: 'Macht aus Markdown ein PDF.' },
    'md_exporter/md_to_html': { label: 'Markdown in HTML', about: 'Macht aus Markdown eine Seite (html).' },
    'md_exporter/md_to_csv': {
      label: 'Markdown in CSV',
      about: 'Macht aus den Tabellen in Markdown CSV, eine Datei für jede.',
    },
    'md_exporter/md_to_json': {
      label: 'Markdown in JSON',
      about: 'Macht aus den Tabellen in Markdown JSON: eine Liste von Zeilen, oder eine Liste solcher Listen.',
    },
    'md_exporter/md_to_md': { label: 'Markdown in Datei', about: 'Speichert Markdown als Datei (md).' },
    'md_exporter/md_to_txt': { label: 'Text in Datei', about: 'Speichert Text als Datei (txt).' },
    'google/google_search': {
      label: 'Google-Suche',
      about: 'Durchsucht das Web mit Google und nennt Titel, Adresse und einen Ausschnitt der gefundenen Seiten.',
    },
    'jina/jina_reader': {
      label: 'Jina: Seite lesen',
      about: 'Liest die Webseite oder das PDF an einer Adresse als Markdown.',
    },
    'jina/jina_search': {
      label: 'Jina-Suche',
      about: 'Durchsucht das Web und nennt Titel, Adresse und Text der gefundenen Seiten.',
    },
    'json/json_parse': { label: 'JSON lesen', about: 'Liest einen JSON-Text und antwortet mit seinem Wert.' },
    'json_process/parse': {
      label: 'Wert in JSON finden',
      about: 'Findet in einem JSON-Text den Wert an einem JSONPath, etwa $.items[0].name.',
    },
    'email/send_mail': { label: 'E-Mail senden', about: 'Sendet eine E-Mail an eine oder mehrere Adressen.' },
    'pdf/pdf_page_count': { label: 'PDF-Seitenzahl', about: 'Sagt, wie viele Seiten ein PDF hat.' },
    'pdf/pdf_extract_pages': { label: 'PDF-Seiten', about: 'Macht aus gewählten Seiten ein PDF.' },
    'pdf/pdf_split': { label: 'PDF teilen', about: 'Macht aus einem PDF mehrere, höchstens 50.' },
    'pdf/pdf_merge': { label: 'PDFs zusammenfügen', about: 'Macht aus mehreren PDFs eines.' },
    'pdf/pdf_rotate': { label: 'PDF drehen', about: 'Dreht Seiten eines PDF.' },
    'pdf/pdf_to_text': { label: 'PDF-Text', about: 'Liest den Text jeder Seite, höchstens 50.' },
    'rss/rss_reader': {
      label: 'Feed-Leser',
      about: 'Liest die neuesten Einträge eines Feeds (RSS, Atom, JSON): Titel, Adresse, Datum und Zusammenfassung.',
    },
    'searxng/searxng_search': {
      label: 'SearXNG-Suche',
      about: 'Durchsucht das Web und nennt Titel, Adresse und einen Ausschnitt der gefundenen Seiten.',
    },
    'database/sql_execute': {
      label: 'SQL ausführen',
      about:
        'Führt eine SQL-Anweisung in einer PostgreSQL-Datenbank aus und gibt ihre Zeilen zurück. Schlagen Sie Tabellen und Spalten vorher nach.',
    },
    'database/table_schema': {
      label: 'Tabellen und Spalten',
      about: 'Nennt Tabellen einer PostgreSQL-Datenbank mit ihren Spalten, Typen, Schlüsseln und Kommentaren.',
    },
    'db_query/sql_query': {
      label: 'SQL-Abfrage',
      about: 'Liest aus einer PostgreSQL-Datenbank, die der Knoten mit Host, Benutzer und Passwort nennt.',
    },
    'tavily/tavily_search': {
      label: 'Tavily-Suche',
      about: 'Durchsucht das Web und nennt Titel, Adresse und Wichtiges der gefundenen Seiten.',
    },
    'tavily/tavily_extract': {
      label: 'Tavily: Seiten lesen',
      about: 'Liest den Text von Webseiten an bekannten Adressen.',
    },
    'time/current_time': { label: 'Aktuelle Zeit', about: 'Sagt das aktuelle Datum und die Uhrzeit.' },
    'time/timezone_conversion': {
      label: 'Zeitzone umrechnen',
      about: 'Rechnet Datum und Uhrzeit einer Zeitzone in eine andere um.',
    },
    'time/localtime_to_timestamp': {
      label: 'Ortszeit in Zeitstempel',
      about: 'Rechnet Datum und Uhrzeit eines Ortes in einen Unix-Zeitstempel in Sekunden um.',
    },
    'time/timestamp_to_localtime': {
      label: 'Zeitstempel in Ortszeit',
      about: 'Rechnet einen Unix-Zeitstempel in Sekunden in Datum und Uhrzeit eines Ortes um.',
    },
    'time/weekday': { label: 'Wochentag', about: 'Sagt den Wochentag eines Datums.' },
    'weather/weather': {
      label: 'Wetter',
      about: 'Sagt, wie das Wetter in einer Stadt jetzt ist: Himmel, Temperatur, Feuchte, Wind.',
    },
    'webscraper/webscraper': {
      label: 'Webseite lesen',
      about: 'Liest den Text der Webseite oder des Dokuments an einer Adresse.',
    },
    'duckduckgo/ddgo_search': {
      label: 'Websuche',
      about: 'Durchsucht das Web und nennt Titel, Adresse und einen Ausschnitt der gefundenen Seiten.',
    },
    'wikipedia/wikipedia_search': {
      label: 'Wikipedia',
      about: 'Findet Seiten der Wikipedia über Menschen, Orte, Ereignisse und anderes und liest, wie sie beginnen.',
    },
  },
};
