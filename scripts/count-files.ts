import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/**
 * CONTRIBUTING says how many files it takes to add an operation, an event, an error, a job or a setting. This counts, for
 * each, what the newest commit that added one really touched, and fails when it was more. A file counts when it was given
 * a line with the name of what was added, so that other work in the same commit does not. Files that are made, prose and
 * tests do not count; all who use the thing count as one.
 */
interface Recipe {
  /** As in the heading of CONTRIBUTING. */
  what: string
  declaredIn: RegExp
  /** What is declared, by all the names it has in the code; the last is the one that is never given twice. */
  declaration: RegExp
  /** The other files the recipe sends one to. */
  steps: RegExp[]
}

const use = /^(src|sandbox|drills|bench|deploy)\/|^compose\.yaml$/
const recipes: Recipe[] = [
  {
    what: 'an operation',
    declaredIn: /^src\/areas\/.*\.ts$/,
    declaration: /\broute\(\{\n +name: '(\w+)'/g,
    steps: [/\/routes\.ts$/, /\/texts\.ts$/, /^test\/support\/.*examples\.ts$/, use],
  },
  {
    what: 'an event',
    declaredIn: /^src\/.*\/events\.ts$/,
    declaration: /: event\(\s*'(\w+\.\w+\.\w+)'/g,
    steps: [use],
  },
  {
    what: 'an error',
    declaredIn: /^src\/.*\/(errors|faults)\.ts$/,
    declaration: /^export const (\w+) = \w+\((?:\{\s*code: |\s*)'([A-Z_]+)'/gm,
    steps: [/^docs\/errors\//, use],
  },
  {
    what: 'a job',
    declaredIn: /^src\/.*\.job\.ts$/,
    declaration: /^export const (\w+) = job\(\s*'([\w-]+)'/gm,
    steps: [/^src\/worker\.ts$/, use],
  },
  {
    what: 'a setting',
    declaredIn: /^src\/.*\/settings\.ts$/,
    declaration: /^ {2}([A-Z][A-Z0-9_]+): /gm,
    steps: [use],
  },
]

const uncounted =
  /^openapi\/|^docs\/(reference|events|guides|decisions)\/|^docs\/glossary\.md$|^(CHANGELOG|SECURITY)\.md$|\.test\.ts$/
const COMMITS_MAX = 500

if (hasHistory()) recipes.forEach(judge)
else process.stdout.write('there is no history here: nothing is counted\n')

function judge(recipe: Recipe): void {
  const { what } = recipe
  const stated = statedCount(what)
  const { commit, name, files } = lastAddition(recipe) ?? {}
  if (!files) return void process.stdout.write(`${what}: no commit of this history adds one\n`)
  process.stdout.write(`${what}: ${files.length} of ${stated} files for ${name} in ${commit}: ${files.join(', ')}\n`)
  if (files.length <= stated) return
  process.stderr.write(`CONTRIBUTING.md says that ${what} takes ${stated}: mend that, or what made it more\n`)
  process.exitCode = 1
}

/** `**Files: 3**` in the section of CONTRIBUTING that says how. */
function statedCount(what: string): number {
  const contributing = readFileSync(new URL('../CONTRIBUTING.md', import.meta.url), 'utf8')
  const [, section = ''] = contributing.split(`\n## Add ${what}\n`)
  const [, count] = /^\*\*Files: (\d+)\*\*/m.exec(section.split('\n## ')[0]!) ?? []
  if (!count) throw new Error(`CONTRIBUTING.md has no '**Files: n**' under '## Add ${what}': say how many it takes`)
  return Number(count)
}

function lastAddition(recipe: Recipe): { commit: string; name: string; files: string[] } | undefined {
  const log = git('log', '--no-merges', `--max-count=${COMMITS_MAX}`, '--format=%h %p', '--', 'src')
  for (const [commit, parent] of log.split('\n').map((line) => line.split(' '))) {
    if (!commit || !parent) continue
    const added = addedTo(commit)
    const declared = [...added]
      .filter(([path]) => recipe.declaredIn.test(path) && !uncounted.test(path))
      .flatMap(([path, text]) => [...text.matchAll(recipe.declaration)].map(([, ...names]) => ({ path, names })))
      .find(({ names }) => !isKnown(names.at(-1)!, parent))
    if (declared) return { commit, name: declared.names.at(-1)!, files: filesOf(recipe, declared, added) }
  }
  return undefined
}

/** One file for each step of the recipe, and each file that is no step of it. */
function filesOf({ steps }: Recipe, declared: { path: string; names: string[] }, added: Map<string, string>): string[] {
  const whole = new RegExp(`(?<![\\w.-])(${declared.names.join('|').replaceAll('.', '\\.')})(?![\\w-])`)
  // The head of a page about an error is made, and names operations; the page of a new error is written.
  const isMade = (path: string) => uncounted.test(path) || (path.startsWith('docs/errors/') && !whole.test(path))
  const touched = [...added].filter(([path, text]) => whole.test(text) && !isMade(path)).map(([path]) => path)
  const stepOf = (path: string) => (path === declared.path ? path : (steps.find((step) => step.test(path)) ?? path))
  return [...Map.groupBy(touched, stepOf).values()].map(([first]) => first!)
}

/** What a commit adds, file by file. */
function addedTo(commit: string): Map<string, string> {
  const [, ...files] = git('show', '--format=', '--unified=0', '--no-renames', commit).split(/^diff --git /m)
  return new Map(
    files.map((file) => {
      const lines = [...file.matchAll(/^\+(?!\+\+ )(.*)$/gm)].map(([, line]) => line)
      return [/ b\/(.*)$/m.exec(file)![1]!, lines.join('\n')]
    }),
  )
}

function isKnown(name: string, commit: string): boolean {
  try {
    git('grep', '--quiet', '--word-regexp', '--fixed-strings', name, commit)
    return true
  } catch {
    return false
  }
}

function hasHistory(): boolean {
  try {
    return git('rev-parse', '--is-shallow-repository').trim() === 'false'
  } catch {
    return false
  }
}

function git(...args: string[]): string {
  return execFileSync('git', args, { encoding: 'utf8', maxBuffer: 1 << 30, stdio: ['ignore', 'pipe', 'ignore'] })
}
