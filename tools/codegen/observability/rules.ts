import { type Alert, type Fires, guideOf, type Quiet } from './alert.ts'
import { alertGroups, alerts } from './alerts.ts'
import { objectiveRecordings } from './objectives.ts'

const made = '# Made by `npm run contract` from tools/codegen/observability: change it there.\n'
/** Every JSON string is a YAML string; one with double quotes is more readable in single ones. */
const quoted = (text: string) => (text.includes('"') && !text.includes("'") ? `'${text}'` : JSON.stringify(text))

/** Recording and alerting rules of Prometheus. */
export function rulesFile(): string {
  const recordings = objectiveRecordings.map(
    ({ record, expr }) => `      - record: ${record}\n        expr: ${quoted(expr)}`,
  )
  const groups = alertGroups.map(({ name, alerts: ofGroup }) => group(name, ofGroup.map(rule)))
  return [`${made}groups:`, group('eclusa ratios', recordings), ...groups, ''].join('\n')
}

const group = (name: string, rules: string[]) => [`  - name: ${quoted(name)}`, '    rules:', ...rules].join('\n')

function rule(alert: Alert): string {
  return `      - alert: ${alert.name}
        expr: ${quoted(alert.expr)}
        for: ${alert.for}
        labels:
          severity: ${alert.severity}
        annotations:
          summary: ${quoted(alert.summary)}
          runbook_url: ${quoted(guideOf(alert, '{{ $externalLabels.eclusa_url }}'))}`
}

const URL_IN_TESTS = 'https://pay.bank.example'

/** The same for `promtool test rules`: each alert fires with its series, and not with those below the threshold. */
export function rulesTestFile(tested = alerts): string {
  const tests = tested.flatMap((alert) => [
    ...[alert.fires].flat().map((fires) => test(alert, 'fires', fires, [expected(alert, fires)])),
    ...[alert.quiet].flat().map((quiet) => test(alert, 'stays quiet', quiet, [])),
  ])
  const head = [`${made}rule_files:`, '  - eclusa.rules.yaml', 'evaluation_interval: 5m', 'tests:']
  return [...head, ...tests, ''].join('\n')
}

function test({ name }: Alert, what: string, { given, at }: Quiet, firing: string[]): string {
  const series = Object.entries(given).flatMap(([each, values]) => [
    `      - series: ${quoted(each)}`,
    `        values: ${quoted(values)}`,
  ])
  return [
    `  - name: ${quoted(`${name} ${what}`)}`,
    '    interval: 1m',
    '    external_labels:',
    `      eclusa_url: ${quoted(URL_IN_TESTS)}`,
    '    input_series:',
    ...series,
    '    alert_rule_test:',
    `      - eval_time: ${at}`,
    `        alertname: ${name}`,
    ...(firing.length === 0 ? ['        exp_alerts: []'] : ['        exp_alerts:', ...firing]),
  ].join('\n')
}

function expected(alert: Alert, { labels = {} }: Fires): string {
  const summary = alert.summary.replaceAll(/\{\{ \$labels\.(\w+) \}\}/g, (_, label: string) => labels[label] ?? '')
  return [
    '          - exp_labels:',
    ...Object.entries({ severity: alert.severity, ...labels }).map(
      ([label, value]) => `              ${label}: ${quoted(value)}`,
    ),
    '            exp_annotations:',
    `              summary: ${quoted(summary)}`,
    `              runbook_url: ${quoted(guideOf(alert, URL_IN_TESTS))}`,
  ].join('\n')
}
