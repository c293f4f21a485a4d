/** A panel with one or more series. */
export interface Panel {
  title: string
  /** Its type in Grafana. */
  unit: string
  /** The query, and the legend of each line. */
  queries: [expr: string, legend: string][]
  /** Whether exemplars link to traces. */
  exemplars?: true
}

export interface Dashboard {
  file: string
  title: string
  panels: Panel[]
}

const WIDTH = 12
const HEIGHT = 8
const datasource = { type: 'prometheus', uid: '${datasource}' }

/** In Grafana's import format, two panels in a row. The page has a selector for the Prometheus. */
export function grafanaFile({ file, title, panels }: Dashboard): object {
  return {
    uid: `eclusa-${file}`,
    title,
    tags: ['eclusa'],
    schemaVersion: 39,
    editable: true,
    timezone: 'browser',
    refresh: '1m',
    time: { from: 'now-6h', to: 'now' },
    templating: { list: [{ name: 'datasource', type: 'datasource', query: 'prometheus', label: 'Prometheus' }] },
    panels: panels.map((panel, place) => ({
      id: place + 1,
      type: 'timeseries',
      title: panel.title,
      datasource,
      gridPos: { x: (place % 2) * WIDTH, y: Math.floor(place / 2) * HEIGHT, w: WIDTH, h: HEIGHT },
      fieldConfig: {
        defaults: { unit: panel.unit, min: 0, custom: { fillOpacity: 5, showPoints: 'never' } },
        overrides: [],
      },
      options: { legend: { displayMode: 'list', placement: 'bottom' }, tooltip: { mode: 'multi', sort: 'desc' } },
      targets: panel.queries.map(([expr, legendFormat], index) => ({
        refId: String.fromCharCode(65 + index),
        datasource,
        expr,
        legendFormat,
        ...(panel.exemplars && { exemplar: true }),
      })),
    })),
  }
}
