import { execFileSync } from 'node:child_process'

/** The code that was tried. */
export interface Stamp {
  commit: string
  day: string
}

const git = (...words: string[]) => execFileSync('git', words, { encoding: 'utf8' }).trim()

export function stampOf(): Stamp {
  return { commit: git('rev-parse', '--short', 'HEAD'), day: new Date().toISOString().slice(0, 10) }
}

/** Whether what is tried is what its commit says. What was kept before does not count. */
export const isCommitted = () =>
  git('status', '--porcelain', '--', ':/', ':!/drills/fire/runs.jsonl', ':!/drills/figures.json') === ''
