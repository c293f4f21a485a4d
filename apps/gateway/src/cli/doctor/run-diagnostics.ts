import { both, type Text } from '../../platform/language.ts'
import type { DoctorContext } from './context.ts'
import type { Diagnostic, DiagnosticFinding } from './diagnostic.ts'
import { whyOf } from './failure-cause.ts'

/** Longer than any timeout inside a check, so that the check itself reports what did not respond. */
const LOOK_MS = 15_000
/** Concurrency: enough to finish soon, and few enough to be no load. */
const AT_ONCE = 6
const PROGRESS_MS = 2_000

export type Examined = (DiagnosticFinding | { status: 'SKIP'; reason: Text }) & {
  examination: Diagnostic
  took_ms: number
}

interface Limits {
  lookMs?: number
  /** Called every two seconds with the running checks. */
  progress?: (done: number, of: number, looking: string[]) => void
}

/** Runs all checks concurrently, and returns the results in the order of the table. No failure ends the run. */
export async function examineAll(
  examinations: readonly Diagnostic[],
  ground: DoctorContext,
  { lookMs = LOOK_MS, progress = () => {} }: Limits = {},
): Promise<Examined[]> {
  const examined: Examined[] = []
  const looking = new Set<string>()
  const waiting = examinations.entries()
  const ticking = setInterval(
    () => progress(examined.filter(Boolean).length, examinations.length, [...looking]),
    PROGRESS_MS,
  )
  const hand = async () => {
    for (const [place, examination] of waiting) {
      looking.add(examination.name)
      examined[place] = await examineOne(examination, ground, lookMs)
      looking.delete(examination.name)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, hand))
  clearInterval(ticking)
  return examined
}

async function examineOne(examination: Diagnostic, ground: DoctorContext, lookMs: number): Promise<Examined> {
  const began = performance.now()
  const lacks = examination.lacks(ground)
  const found = lacks.length > 0 ? skipped(lacks) : await inTime(examination.look(ground), lookMs)
  return { ...found, examination, took_ms: Math.round(performance.now() - began) }
}

async function inTime(look: Promise<DiagnosticFinding>, lookMs: number): Promise<DiagnosticFinding> {
  const seconds = lookMs / 1_000
  const reason = both(`o exame não terminou em ${seconds} s`, `the look did not end within ${seconds} s`)
  const { promise: late, resolve } = Promise.withResolvers<DiagnosticFinding>()
  const timer = setTimeout(() => resolve({ status: 'FAIL', reason }), lookMs)
  try {
    return await Promise.race([look, late])
  } catch (error) {
    const why = whyOf(error)
    return {
      status: 'FAIL',
      reason: both(`não foi possível examinar: ${why['pt-BR']}`, `it could not be looked at: ${why['en-US']}`),
    }
  } finally {
    clearTimeout(timer)
  }
}

function skipped(lacks: string[]): { status: 'SKIP'; reason: Text } {
  const names = lacks.join(', ')
  return { status: 'SKIP', reason: both(`não definido aqui: ${names}`, `not set here: ${names}`) }
}

const ranks = { OK: 0, SKIP: 0, WARN: 1, FAIL: 2 } as const

/** The worst result as the exit code: 0, 1 or 2. */
export const rankOf = (examined: readonly Examined[]): 0 | 1 | 2 =>
  Math.max(0, ...examined.map(({ status }) => ranks[status])) as 0 | 1 | 2
