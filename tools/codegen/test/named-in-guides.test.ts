import { readdirSync, readFileSync } from 'node:fs'
import { routes } from '@eclusa/gateway/src/api.ts'
import { deskRoutes } from '@eclusa/gateway/src/backoffice.ts'
import { addInstitutionCommands } from '@eclusa/gateway/src/cli/backoffice-commands.ts'
import { simulations } from '@eclusa/gateway/src/cli/client/simulate.ts'
import { addIntegratorCommands } from '@eclusa/gateway/src/cli/integrator-commands.ts'
import { eventTypes } from '@eclusa/gateway/src/event-types.ts'
import { metrics } from '@eclusa/gateway/src/metrics.ts'
import { operatorRoutes } from '@eclusa/gateway/src/worker.ts'
import { operations as dictOperations } from '@eclusa/simulators/dict/operations.ts'
import { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { declaredErrors } from '../errors.ts'
import { readSources } from '../sources.ts'

/** Every name in a guide or an error page exists under exactly that name, so that readers can copy it. */
const root = new URL('../../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')
const inFolder = (folder: string) =>
  readdirSync(new URL(folder, root))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`)
/** All but the one that lists DICT's own operations, which `dict-operations.test.ts` compares with DICT's list. */
const guides = [...inFolder('docs/guides'), ...inFolder('docs/guides/pt-BR')].filter(
  (page) => !page.endsWith('/dict-operations.md'),
)
const clients = ['packages/client/README.md', 'packages/client/LEIAME.md']
const pages = [
  'README.md',
  'LEIAME.md',
  'SECURITY.md',
  ...clients,
  'docs/glossary.md',
  ...guides,
  ...inFolder('docs/errors'),
]

const events = new Set(eventTypes.map(({ type }) => type))
const areas = [...new Set([...events].map((type) => type.split('.')[0]!))]
const errors = new Set(declaredErrors().map(({ kind }) => kind.code))
const declared = [...routes, ...operatorRoutes, ...deskRoutes]
const others = ['Dockerfile']
const sources = [
  ...readSources(['apps/gateway/src', 'packages/simulators', 'tools/codegen']).values(),
  ...others.map(read),
].join('\n')

const every = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name!)

/** As in PromQL: a histogram has three series. */
const series = metrics.flatMap(({ name, kind }) => [
  name,
  ...(kind === 'histogram' ? ['bucket', 'count', 'sum'].map((end) => `${name}_${end}`) : []),
])
const roles = every(read('deploy/logins.sql'), /^create role (eclusa_\w+)/gm)
/** The last is the external label by which alerts link back here. */
/** As Compose names them. */
const volumes = every(read('compose.yaml').split(/^volumes:$/m)[1]!, /^ {2}(\w+):/gm).map((name) => `eclusa_${name}`)
const underOurName = new Set([...series, ...roles, ...volumes, 'eclusa_url'])

/** A path without its ids, in any notation: `:id`, `{id}`, `<id>`, `$ID`, or a literal one. */
const plain = (path: string) =>
  path.replaceAll(/:\w+|\{[^}]*\}|<[^>]*>|\$\w+|\$\{[^}]*\}|[\da-f]{8}(?:-[\da-f]+){4}/g, '*')
const paths = new Set(declared.map(({ path }) => plain(path)))
const calls = new Set(declared.map(({ method, path }) => `${method} ${plain(path)}`))

const program = new Command('eclusa')
addIntegratorCommands(program)
addInstitutionCommands(program)
const operationNames = new Set([...declared.map(({ name }) => name), ...Object.keys(dictOperations)])
/** The first argument of some commands is a name, too. */
const named: Record<string, (word: string) => boolean> = {
  call: (word) => operationNames.has(word),
  simulate: (word) => simulations().some(({ short }) => short === word),
  trigger: (word) => events.has(word),
}

/** Whether the words are a command: `webhooks trigger transactions.transaction.created --amount 12990`. */
function isCommand(words: string[], within = program): boolean {
  const [word, ...rest] = words
  const isName = word !== undefined && /^[a-z][\w.-]*$/i.test(word)
  const next = within.commands.find((one) => one.name() === word || one.aliases().includes(word ?? ''))
  if (next) return isCommand(rest, next)
  if (!isName) return within !== program || word === undefined || word.startsWith('-')
  return named[within.name()]?.(word) ?? within.commands.length === 0
}

function isCall(method: string, path: string): boolean {
  // Served by others, at their own addresses.
  if (/^\{[A-Z_]+\}/.test(path)) return true
  const wanted = plain(path)
  if (!wanted.startsWith('…')) return calls.has(`${method} ${wanted}`)
  return [...calls].some((call) => call.startsWith(`${method} `) && call.endsWith(wanted.slice(1)))
}

describe.each(pages)('%s', (page) => {
  // A command substitution is an id too.
  const text = read(page).replaceAll(/\$\([^)]*\)/g, '$ID')

  it('names declared events', () => {
    const named = every(text, new RegExp(`(?<![\\w./-])((?:${areas.join('|')})\\.[a-z_]+\\.[a-z_]+)(?![\\w/-])`, 'g'))
    expect(named.filter((name) => !events.has(name))).toEqual([])
  })

  it('names declared errors', () => {
    const named = every(text, /\b[45]\d\d`?(?:,? (?:with the code|com o código))? `([A-Z][A-Z_]+)`/g)
    expect(named.filter((code) => !errors.has(code))).toEqual([])
  })

  it('names no unknown code, status or setting', () => {
    // CKA_ and CKR_ are names of PKCS #11.
    const alone = every(text, /`(?!CK[AR]_)([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+?)(?:_FILE)?`/g)
    const given = every(text, /`([A-Z][A-Z0-9_]+)=[^`]*`/g)
    const named = [...alone, ...given]
    expect(named.filter((name) => !errors.has(name) && !new RegExp(`\\b${name}\\b`).test(sources))).toEqual([])
  })

  it('names existing metrics, roles and volumes, and no unknown name with their prefix', () => {
    expect(every(text, /(?<![\w/-])(eclusa_\w+)/g).filter((name) => !underOurName.has(name))).toEqual([])
  })

  it('names operations that are in the table', () => {
    const named = [...text.matchAll(/`(GET|POST|PUT|PATCH|DELETE) ((?:[/…]|\{[A-Z])[^`\s?]*)[^`]*`/g)]
    expect(named.filter(([, method, path]) => !isCall(method!, path!)).map(([whole]) => whole)).toEqual([])
    const bare = every(text, /(?<![\w}>…])(\/(?:(?:api\/)?v[12]|sandbox)\/[^\s'"`?)\\|,;]*[\w}>])/g)
    expect(
      bare.filter((path) => ![...paths].some((known) => plain(path) === known || known.startsWith(`${plain(path)}/`))),
    ).toEqual([])
  })

  it('names operations by names they have', () => {
    const verbs =
      'create|list|get|update|delete|upload|decode|cancel|confirm|recover|resend|rotate|simulate|advance|answer'
    const inText = every(text, new RegExp(`\`((?:${verbs})[A-Z]\\w+)\``, 'g'))
    // As in a program with the client.
    const inPrograms = every(text, /\beclusa\.([a-z]+[A-Z]\w*)\(/g)
    expect([...inText, ...inPrograms].filter((name) => !operationNames.has(name))).toEqual([])
  })

  it('names existing commands', () => {
    const inText = every(text, /`(?:eclusa|node apps\/gateway\/src\/main\.ts) ([^`]*)`/g)
    const blocks = every(text, /^ *```sh[^\n]*\n([\s\S]*?)^ *```$/gm)
    const typed = blocks.flatMap((block) =>
      every(block, /(?:^|[|;&(] ?)(?:[A-Z_]+=\S+ )*(?:eclusa|node apps\/gateway\/src\/main\.ts) ([^\n#|;&)]*)/gm),
    )
    expect([...inText, ...typed].filter((words) => !isCommand(words.split(/[\s…]+/).filter(Boolean)))).toEqual([])
  })
})
