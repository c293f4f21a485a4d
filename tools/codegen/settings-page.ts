import { deskClientSettings } from '@eclusa/gateway/src/cli/backoffice.ts'
import { gatewaySettings } from '@eclusa/gateway/src/cli/gateway.ts'
import { loginSettings } from '@eclusa/gateway/src/cli/login.ts'
import * as processes from '@eclusa/gateway/src/settings.ts'
import Type from 'typebox'
import { table } from './table.ts'

interface Setting {
  description?: string
  default?: unknown
  secret?: boolean
  needed_with?: [string, string?]
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  minLength?: number
  anyOf?: { const: string }[]
}
type Group = Record<string, Setting>

/** The processes that read the settings exported under this name. Others use their own name. */
const readers: Record<string, string> = {
  apiSettings: 'api',
  workerSettings: 'worker',
  deskProcessSettings: 'desk',
  migrateSettings: 'migrate',
  deskClientSettings: 'commands',
  loginSettings: 'login',
  bootstrapSettings: '--bootstrap',
  importSettings: 'transactions import',
  keySettings: 'keys',
  journalSettings: 'journal verify',
  anchorSettings: 'journal anchor',
  secretsSettings: 'secrets status',
  gatewaySettings: 'gateway',
}

const opening = `# Settings

Made from the declarations by \`npm run contract\`: change those. Each setting is an environment variable, read once at the
start. Any of them may be given as \`NAME_FILE\` instead, a path to a file that holds the value; giving both is refused. Give
secrets so. \`eclusa config check api\` prints what a process would read on this machine, and what is wrong with it.

_api_, _worker_, _desk_ and _migrate_ are processes. _commands_ are all that speak to the desk; some, by their name, read more,
and what \`--bootstrap\` reads is needed before there is a desk, and in an emergency. _gateway_ are the commands of integrators.
`

/** Every setting of every process and command, in the order in which they are declared. */
export function settingsPage(): string {
  const declared = { ...processes, deskClientSettings, loginSettings, gatewaySettings } as Record<string, unknown>
  const names = [...new Set([...Object.keys(readers), ...Object.keys(declared)])]
  const groups = names.flatMap((name): [string, Group][] =>
    typeof declared[name] === 'object' ? [[readers[name] ?? name, declared[name] as Group]] : [],
  )
  const settings = new Map(groups.flatMap(([, group]) => Object.entries(group)))
  const rows = [...settings].map(([name, setting]) => [
    `\`${name}\``,
    readBy(name, groups),
    fallback(setting),
    values(setting),
    setting.description ?? '',
  ])
  return `${opening}\n${table(['setting', 'read by', 'default', 'may be', 'what it is'], rows)}\n`
}

function readBy(name: string, groups: [string, Group][]): string {
  return groups
    .filter(([, group]) => name in group)
    .map(([reader]) => reader)
    .join(', ')
}

function fallback(setting: Setting): string {
  const { default: value, needed_with, secret } = setting
  if (value !== undefined) return value === '' ? 'empty' : `\`${String(value)}\``
  const always = Type.IsOptional(setting) ? 'none' : 'required'
  return `${needed_with ? `required with \`${needed_with.join('=')}\`` : always}${secret ? ', secret' : ''}`
}

function values({ minimum, maximum, exclusiveMinimum, minLength = 0, anyOf }: Setting): string {
  if (anyOf) return anyOf.map((one) => `\`${one.const}\``).join(', ')
  if (exclusiveMinimum !== undefined) return `more than ${exclusiveMinimum}, at most ${maximum}`
  if (minimum !== undefined) return maximum === undefined ? `at least ${minimum}` : `${minimum} to ${maximum}`
  return minLength > 1 ? `at least ${minLength} characters` : ''
}
