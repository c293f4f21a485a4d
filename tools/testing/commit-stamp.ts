import { execFileSync } from 'node:child_process'

/** The tested commit. */
export interface Stamp {
  commit: string
  day: string
}

const git = (...words: string[]) => execFileSync('git', words, { encoding: 'utf8' }).trim()

export function stampOf(): Stamp {
  return { commit: git('rev-parse', '--short', 'HEAD'), day: new Date().toISOString().slice(0, 10) }
}

/** Whether the tree matches its commit. Results of earlier drills do not count. */
export const isCommitted = () =>
  git('status', '--porcelain', '--', ':/', ':!/drills/fire/runs.jsonl', ':!/drills/figures.json') === ''
