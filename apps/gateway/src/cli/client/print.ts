import type { Command } from 'commander'
import type { ResponseBody } from '../gateway.ts'
import { asColumns, printable, show } from '../show.ts'

/** Prints a remark for people to standard error, so that programs can parse standard output. */
export const remark = (line: string): void => void process.stderr.write(`${line}\n`)

interface Style {
  json?: boolean
  csv?: boolean
}

export const styleOf = (command: Command): Style => command.optsWithGlobals()

/** Prints one record, or any other result that is no list. */
export function printRecord(command: Command, data: unknown): void {
  if (data === undefined) return
  const { json, csv } = styleOf(command)
  if (json) process.stdout.write(`${JSON.stringify(data)}\n`)
  else if (csv) show(command, [data].flat())
  else process.stdout.write(`${JSON.stringify(data, null, 2).split('\n').map(printable).join('\n')}\n`)
}

/** Prints the rows of a list: columns that fit the terminal, or the requested format. */
export function printRows(command: Command, rows: ResponseBody[]): void {
  const { json, csv } = styleOf(command)
  if (json || csv) return show(command, rows)
  process.stdout.write(asColumns(narrowed(rows, process.stdout.columns)))
}

/** Prints one line per record as it arrives, so that long lists need no memory. */
export function printLine(row: ResponseBody): void {
  process.stdout.write(`${JSON.stringify(row)}\n`)
}

/** Prints one member of the response as a bare value, for shell variables. */
export function printMember(data: unknown, path: string): void {
  const found = path.split('.').reduce<unknown>((within, name) => (within as ResponseBody | undefined)?.[name], data)
  if (found === undefined) throw new Error(`it was done, but the answer has no ${path}`)
  process.stdout.write(`${printable(typeof found === 'string' ? found : JSON.stringify(found))}\n`)
}

/** As many scalar columns as fit, at least one. Nested members appear only with --json. */
export function narrowed(rows: ResponseBody[], width = Number.POSITIVE_INFINITY): ResponseBody[] {
  const names = [...new Set(rows.flatMap(Object.keys))].filter((name) => !rows.some((row) => isNested(row[name])))
  let used = 0
  const fitting = names.filter((name, index) => {
    const wide = Math.max(name.length, ...rows.map((row) => String(row[name] ?? '').length)) + 2
    used += wide
    return index === 0 || used <= width
  })
  return rows.map((row) => Object.fromEntries(fitting.map((name) => [name, row[name]])))
}

const isNested = (value: unknown) => typeof value === 'object' && value !== null
