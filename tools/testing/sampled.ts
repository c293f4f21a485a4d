import { stampOf } from './commit-stamp.ts'

const commit = Number.parseInt(stampOf().commit, 16)

/** Sampling where all cases take too long: one of so many, and another with the next commit. `DRAW_ALL=1` runs every one. */
export function isDrawn(turn: number, of: number): boolean {
  return process.env['DRAW_ALL'] === '1' || (turn + commit) % of === 0
}
