import { gateFaults } from '@eclusa/gateway/src/http/faults.ts'
import type { OperatorRoute } from '@eclusa/gateway/src/http/internal-api/internal-pipeline.ts'
import { describeOperation } from '@eclusa/gateway/src/http/openapi.ts'
import { type Route, successStatus } from '@eclusa/gateway/src/http/route.ts'
import type { FaultKind } from '@eclusa/gateway/src/platform/errors/fault.ts'

const opening = `# Operations

Made from the routes by \`npm run contract\`: change those. The contract in full is \`/openapi.json\` of a running gateway.

Every operation takes the same headers. \`nonce\`, a new UUID v4, is required on every call, reads included. One credential
is required: \`Authorization: Bearer\` with a platform token, or the deprecated \`x-api-key\`. \`x-product-uuid\`,
\`x-product-target-user-uuid\` and \`x-wallet-uuid\` say for whom the call runs, \`x-lang\` chooses the language,
\`x-include-replay-protection-schema\` and \`x-transaction-uuid\` refine what counts as a repeat. Errors are
\`application/problem+json\`, and the \`type\` of each leads to a page that says what to do about it, in both languages.
`

/** Every operation: its name, method, path and summary, and its own errors. */
export function operationsPage(routes: Route[], operatorRoutes: OperatorRoute[]): string {
  const areas = [...Map.groupBy(routes, areaOf)].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return [
    opening,
    `Any of them may be refused with ${links(gateFaults)}.\n`,
    ...areas.flatMap(([area, operations]) => [`## ${area}\n`, ...operations.map(describeRoute)]),
    health,
    '## On the internal port of the worker\n',
    ...operatorRoutes.map(({ name, method, path, errors }) =>
      section(name, `\`${method} ${path.replace(/:(\w+)/g, '{$1}')}\``, errors),
    ),
  ].join('\n')
}

const health = `## On the internal port of every process

\`GET /livez\` is 200 while the process runs. \`GET /readyz\` is 503 when this process can serve nobody (\`not ready\`: its database is
away or only reads, the schema is behind, writes find no partition, it is stopping) and 200 otherwise: \`ready\`, or \`degraded\` with
\`away\`, the names of what it serves around. Both answers list every check with its \`name\` and \`status\`, and with \`reason\` and
\`action\` where it is not ready. \`GET /metrics\` is for Prometheus.
`

function areaOf(route: Route): string {
  return describeOperation(route).tags![0]!
}

function describeRoute(route: Route): string {
  const path = route.path.replace(/:(\w+)/g, '{$1}')
  return section(
    route.name,
    `\`${route.method} ${path}\`: ${route.summary['en-US']}. Answers ${successStatus(route)}.`,
    route.errors,
  )
}

function section(name: string, call: string, errors: FaultKind[]): string {
  return `### ${name}\n\n${call}\n${errors.length > 0 ? `\nErrors of its own: ${links(errors)}.\n` : ''}`
}

function links(errors: FaultKind[]): string {
  const codes = [...new Set(errors.map(({ code }) => code))].toSorted()
  return codes.map((code) => `[${code}](../errors/${code}.md)`).join(', ')
}
