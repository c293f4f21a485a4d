import { basename, dirname, relative } from 'node:path'
import { type Sources, withoutLists } from './sources.ts'

/**
 * Declared names are searched for in full, so a name must be written whole where it is declared and where it is used, and
 * the declaration must be in the table of its kind. Each problem names the file to edit. The sources are read as text,
 * because they are formatted uniformly and need not be loaded.
 */
export function nameProblems(sources: Sources): string[] {
  const code = [...sources].filter(([path]) => path.startsWith('apps/gateway/src/') && !path.endsWith('.test.ts'))
  const used = code.map(([, text]) => withoutLists(text)).join('\n')
  const problems: string[] = []
  const must: Must = (holds, otherwise) => void (holds || problems.push(otherwise))
  for (const [path, text] of code) {
    checkEvents(code, path, text, must)
    checkJobs(code, path, text, must)
    checkOperations(code, path, text, sources, must)
    checkErrors(used, path, text, must)
  }
  return problems
}

type Files = [path: string, text: string][]
type Must = (holds: boolean, otherwise: string) => void

function checkEvents(code: Files, path: string, text: string, must: Must): void {
  if (!imports(text, 'event', 'event.ts')) return
  const catalogue = /^export const (\w+) = \{$/m.exec(text)?.[1] ?? ''
  const elsewhere = code.filter(([other]) => other !== path)
  for (const { 1: name = '', index } of text.matchAll(/[:=] event\(\s*(?:'([^']*)')?/g)) {
    must(name !== '', `${path} puts the name of an event together: write it whole, event('area.noun.past', …)`)
    if (!name) continue
    const at = pathAt(text, index)
    must(at === name, `${path} declares ${name} at ${at}: make the path of the object the name`)
    const whole = asCode(name)
    const happens = elsewhere.some(([, other]) => whole.test(other))
    must(happens, `${name} happens nowhere: record(tx, ${name}(…)) where it does, or remove it from ${path}`)
  }
  const reaching = new RegExp(`\\b${catalogue}(\\.\\w+)?\\[`)
  for (const [other, said] of elsewhere.filter(([, said]) => imports(said, catalogue, 'events.ts'))) {
    must(!reaching.test(said), `${other} puts the name of an event together: write ${catalogue}.noun.past whole`)
  }
  const listed = isListed(code, 'apps/gateway/src/event-types.ts', path, catalogue)
  must(listed, `${path} is in no catalogue: add its ${catalogue} to eventTypes in apps/gateway/src/event-types.ts`)
}

function checkJobs(code: Files, path: string, text: string, must: Must): void {
  const declared = [...text.matchAll(/^export const (\w+) = job\(\s*(?:'([^']*)')?/gm)]
  must(!path.endsWith('.job.ts') || declared.length > 0, `${path} declares no job: declare one, or call it otherwise`)
  for (const { 1: constant = '', 2: name = '' } of declared) {
    must(name !== '', `${path} puts the name of a job together: write it whole, job('verb-noun', …)`)
    must(basename(path) === `${name}.job.ts`, `${path} declares the job ${name}: move it to ${name}.job.ts`)
    must(camel(name) === constant, `${path} calls the job ${name} ${constant}: call it ${camel(name)}`)
    const worked = isListed(code, 'apps/gateway/src/worker.ts', path, constant)
    must(worked, `${name} is worked by nobody: add ${constant} to jobs in apps/gateway/src/worker.ts`)
    const due = /^ {2}cron: /m.test(text) || isEnqueued(code, path, constant)
    must(due, `${name} is never due: tx.enqueue(${constant}, …) where it is, or give it a cron in ${path}`)
  }
}

function checkOperations(code: Files, path: string, text: string, sources: Sources, must: Must): void {
  const area = path.split('/').slice(0, 5).join('/')
  const test = path.replace(/\.ts$/, '.test.ts')
  for (const { 1: constant = '', 2: kind, 3: name = '' } of text.matchAll(
    /^export const (\w+) =[^=]*?(?:=>\s*)?\b(route|operatorRoute)\(\{\s*name: '(\w+)'/gm,
  )) {
    const table = kind === 'route' ? `${area}/routes.ts` : 'apps/gateway/src/worker.ts'
    must(isListed(code, table, path, constant), `${name} is in no table: add ${constant} to ${table}`)
    const call = new RegExp(`\\b${name}\\(`)
    const shown = [...sources].some(
      ([other, said]) => /^tools\/testing\/.*examples\.ts$/.test(other) && call.test(said),
    )
    must(shown || kind !== 'route', `${name} has no example: add a call that succeeds to tools/testing/examples.ts`)
    const tests = [...sources].filter(([other]) => other.startsWith(`${area}/`) && other.endsWith('.test.ts'))
    const named = new RegExp(`\\b${name}\\b`)
    const tried = tests.some(([other, said]) => other === test || named.test(said))
    must(tried, `${name} is tried by no test: write ${test}, or name it in a test of ${area}`)
  }
  if (!/^apps\/gateway\/src\/areas\/[^/]+\/routes\.ts$/.test(path)) return
  for (const { 1: routes = '' } of text.matchAll(/^export (?:const|function) (\w+)/gm)) {
    const mounted = code.some(([other]) => isListed(code, other, path, routes))
    must(mounted, `${path} is in no table: add ${routes} to routes in apps/gateway/src/api.ts`)
  }
}

function checkErrors(used: string, path: string, text: string, must: Must): void {
  if (!/\bfault\(\{/.test(text)) return
  // A file may have its own function for similar errors: it gets the code all the same.
  for (const { 1: constant, 2: name = '' } of text.matchAll(
    /^export const (\w+) = \w+\((?:\{\s*code: |\s*)(?:'(\w+)')?/gm,
  )) {
    must(name !== '', `${path} puts the code of ${constant} together: write it whole, fault({ code: 'AREA_WHAT', …`)
    const thrown = new RegExp(`(?<!^export const )\\b${constant}\\b`, 'm').test(used)
    must(thrown, `${name} is thrown by nobody: throw ${constant}() where it happens, or remove it from ${path}`)
  }
}

function imports(text: string, name: string, file: string): boolean {
  return new RegExp(`^import \\{[^}]*\\b${name}\\b[^}]*\\} from '[^']*/${file.replace('.', '\\.')}'`, 'm').test(text)
}

/** The object keys that lead to this position, as the formatter indents them. */
function pathAt(text: string, index: number): string {
  const before = text.slice(0, index)
  const last = (pattern: RegExp) => [...before.matchAll(pattern)].at(-1)?.[1]
  return [last(/^export const (\w+) = \{$/gm), last(/^ {2}(\w+): \{$/gm), last(/(\w+)$/g)].join('.')
}

/** This name as code, and not within quotes. */
function asCode(name: string): RegExp {
  return new RegExp(`(?<![\\w.'"\`])${name.replaceAll('.', '\\.')}(?![\\w'"\`])`)
}

/** Whether the table imports it from there and lists it. */
function isListed(code: Files, table: string, path: string, name: string): boolean {
  const text = code.find(([other]) => other === table)?.[1] ?? ''
  const way = relative(dirname(table), path)
  const specifier = (way.startsWith('.') ? way : `./${way}`).replaceAll('.', '\\.')
  const imported = new RegExp(`^import \\{([^}]*)\\} from '${specifier}'`, 'm').exec(text)?.[1] ?? ''
  const [, local = name] = new RegExp(`\\b${name} as (\\w+)`).exec(imported) ?? []
  return asCode(name).test(imported) && new RegExp(`\\b${local}\\b`).test(withoutLists(text))
}

/** Whether a file that imports the job enqueues it, under whatever local name. */
function isEnqueued(code: Files, path: string, constant: string): boolean {
  const importers = code.filter(
    ([other, text]) => other !== 'apps/gateway/src/worker.ts' && text.includes(`/${basename(path)}'`),
  )
  const enqueuing = new RegExp(`\\benqueue\\(\\s*${constant}\\b`)
  return importers.length > 0 && code.some(([, text]) => enqueuing.test(text))
}

function camel(name: string): string {
  return name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}
