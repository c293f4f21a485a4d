import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Files without a test somewhere, by reason. A stale entry is reported. */
export function elsewhere(byReason: Record<string, string[]>): string[] {
  const patterns = Object.values(byReason).flat()
  const nowhere = patterns.filter((pattern) => globSync(pattern, { cwd: root }).length === 0)
  if (nowhere.length > 0) throw new Error(`nothing is where these point: ${nowhere.join(', ')}`)
  return patterns
}
