import { both, type Language } from '../../platform/language.ts'
import { printable } from '../show.ts'
import type { Examined } from './run-diagnostics.ts'

const words = {
  todo: both('o que fazer', 'what to do'),
  counted: both('examinados', 'looked at'),
  skipped: both('não examinados', 'not looked at'),
}

/** One check as a record, for programs. */
export function asRecord({ examination, took_ms, ...found }: Examined, language: Language) {
  const isTrouble = found.status === 'WARN' || found.status === 'FAIL'
  const text = found.status === 'OK' ? found.seen : found.reason
  return {
    name: examination.name,
    status: found.status,
    looks_at: examination.about[language],
    found: text?.[language] ?? '',
    mend: isTrouble ? examination.mend[language] : '',
    commands: isTrouble ? (found.commands ?? []) : [],
    took_ms,
  }
}

/** The report for a terminal: one line per check, and the next steps below each problem. */
export function asReport(examined: readonly Examined[], language: Language): string {
  const records = examined.map((one) => asRecord(one, language))
  const width = Math.max(...records.map(({ name }) => name.length))
  const indent = ' '.repeat(8)
  const lines = records.flatMap(({ name, status, looks_at, found, mend, commands }) => [
    `${(status === 'SKIP' ? '-' : status).padEnd(6)}${name.padEnd(width)}  ${found || looks_at}`,
    ...(mend ? [`${indent}${words.todo[language]}: ${mend}`] : []),
    ...commands.map((command) => `${indent}  ${command}`),
  ])
  return [...lines, '', summary(examined, language)].map((line) => `${printable(line)}\n`).join('')
}

function summary(examined: readonly Examined[], language: Language): string {
  const count = (status: Examined['status']) => examined.filter((one) => one.status === status).length
  const looked = examined.length - count('SKIP')
  const counts = (['OK', 'WARN', 'FAIL'] as const).map((status) => `${count(status)} ${status}`).join(', ')
  return `${looked} ${words.counted[language]}: ${counts}; ${count('SKIP')} ${words.skipped[language]}`
}
